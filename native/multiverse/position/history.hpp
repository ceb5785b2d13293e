// The boards of a timeline, oldest first.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "multiverse/position/board.hpp"

namespace hyperchess {

// Immutable sequence that shares its storage with the sequences it was extended from. The longest sequence of
// a storage grows in place, so playing a game costs one pointer per board; extending a shorter one copies.
//
// A sequence that ends gives its last entry back, so that a search, which drops one child before it makes the
// next, extends the same storage again and again. A sequence cannot be copied: its last entry has one owner.
class History {
 public:
  using Entry = std::shared_ptr<const Board>;

  History() = default;
  explicit History(std::span<const Entry> boards);
  History(History&& other) noexcept
      : storage_(std::move(other.storage_)), size_(std::exchange(other.size_, 0)) {}
  History& operator=(History&& other) noexcept {
    std::swap(storage_, other.storage_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~History() { release_last(); }

  // Return this sequence extended by `board`.
  History with(Entry board) const;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Entry& operator[](std::size_t index) const {
    assert(index < size_);
    return storage_->entries[index];
  }
  const Entry& back() const { return (*this)[size_ - 1]; }
  const Entry* begin() const { return storage_ ? storage_->entries.get() : nullptr; }
  const Entry* end() const { return begin() + size_; }

 private:
  struct Storage {
    explicit Storage(std::size_t max_entries)
        : capacity(max_entries), entries(std::make_unique<Entry[]>(max_entries)) {}

    std::size_t capacity;
    std::unique_ptr<Entry[]> entries;
    // Number of entries in use by the longest sequence. Threads that extend sequences of the same storage
    // race for the next entry with a compare-and-swap; the loser makes a copy. An entry that was given back
    // keeps its board until it is used again.
    std::atomic<std::size_t> used = 0;
  };

  History(std::shared_ptr<Storage> storage, std::size_t size) : storage_(std::move(storage)), size_(size) {}
  static History copy_with_capacity(std::span<const Entry> boards, std::size_t capacity);
  void release_last() {
    // If a longer sequence uses the storage, `used` is larger, and the entry stays in use.
    if (std::size_t last = size_; storage_) storage_->used.compare_exchange_strong(last, size_ - 1);
  }

  std::shared_ptr<Storage> storage_;
  std::size_t size_ = 0;
};

}  // namespace hyperchess
