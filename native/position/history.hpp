// The boards of a timeline, oldest first.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "position/board.hpp"

namespace hyperchess {

// An immutable sequence that shares its storage with those it was made from. The longest one in a storage
// grows in place, so that following a game takes one pointer for each board; any other is copied to grow.
class History {
 public:
  using Entry = std::shared_ptr<const Board>;

  History() = default;
  explicit History(std::span<const Entry> boards);

  History with(Entry board) const;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Entry& operator[](std::size_t index) const { return storage_->entries[index]; }
  const Entry& back() const { return (*this)[size_ - 1]; }
  const Entry* begin() const { return storage_ ? storage_->entries.get() : nullptr; }
  const Entry* end() const { return begin() + size_; }

 private:
  struct Storage {
    explicit Storage(std::size_t most) : capacity(most), entries(std::make_unique<Entry[]>(most)) {}

    std::size_t capacity;
    std::unique_ptr<Entry[]> entries;
    // The number of entries that some sequence holds. Threads that extend sequences of the same boards
    // compete for the next entry; the one that loses makes a copy.
    std::atomic<std::size_t> used = 0;
  };

  // A copy with room for more.
  static History copied(std::span<const Entry> boards, std::size_t capacity);

  std::shared_ptr<Storage> storage_;
  std::size_t size_ = 0;
};

}  // namespace hyperchess
