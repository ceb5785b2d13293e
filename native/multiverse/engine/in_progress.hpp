// Table of positions that threads are searching, so that other threads defer them (as in ABDADA).
//
// Entries are hints: if two threads write a slot at once, one entry is lost, and a search without any entry
// is still correct.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "common/key.hpp"

namespace hyperchess {

class InProgressTable {
 public:
  // Whether a thread is searching a position to this depth.
  bool contains(const Key& key, int depth) const {
    const std::uint64_t hash = hash64(key, depth);
    return slots_[hash % slots_.size()].load(std::memory_order_relaxed) == hash;
  }
  void add(const Key& key, int depth) {
    const std::uint64_t hash = hash64(key, depth);
    slots_[hash % slots_.size()].store(hash, std::memory_order_relaxed);
  }
  void remove(const Key& key, int depth) {
    std::uint64_t hash = hash64(key, depth);
    slots_[hash % slots_.size()].compare_exchange_strong(hash, 0, std::memory_order_relaxed);
  }

 private:
  // Never 0, which marks a free slot.
  static std::uint64_t hash64(const Key& key, int depth) {
    return (key.high ^ static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15) | 1;
  }

  std::array<std::atomic<std::uint64_t>, 4093> slots_{};
};

// Marks a position as in progress during its lifetime. `table` is null for a single thread.
class InProgressGuard {
 public:
  InProgressGuard(InProgressTable* table, const Key& key, int depth)
      : table_(table), key_(key), depth_(depth) {
    if (table_) table_->add(key_, depth_);
  }
  InProgressGuard(const InProgressGuard&) = delete;
  InProgressGuard& operator=(const InProgressGuard&) = delete;
  ~InProgressGuard() {
    if (table_) table_->remove(key_, depth_);
  }

 private:
  InProgressTable* table_;
  Key key_;
  int depth_;
};

}  // namespace hyperchess
