// Transposition table of both engines, shared by threads without locks.
//
// Entries are in buckets. An entry is three words: the values, the best move, and the key XORed with both
// (Hyatt's lockless hashing). If two threads write an entry at once, the words do not match and it counts as
// empty.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/key.hpp"

namespace hyperchess {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct TableEntry {
  static constexpr int no_eval = -32'001;

  int value;  // mates are counted from the position, see `value_to_tt`
  int static_eval = no_eval;
  int depth;
  Bound bound;
  bool was_pv = false;         // the position was in a principal variation
  std::uint16_t best_low = 0;  // rest of the best move or action, for games that need more than 64 bits
  std::uint64_t best = 0;      // the best move or action as the game encodes it; 0 if it is unknown
};

class TranspositionTable {
 public:
  // Use as many entries as fit into `bytes`.
  explicit TranspositionTable(std::size_t bytes);

  std::optional<TableEntry> probe(const Key& key) const;
  // Store an entry in the bucket of the key: in place of the entry of the same key, otherwise of the one with
  // the least depth after a penalty for its age. Without a best move, the known one is kept.
  void store(const Key& key, const TableEntry& entry);
  // Load the bucket of a key into the cache of the processor, to be probed soon.
  void prefetch(const Key& key) const {
#ifdef __GNUC__
    __builtin_prefetch(&entries_[find_bucket(key)]);
#else
    static_cast<void>(key);
#endif
  }
  void clear();
  // Begin a new search: entries of earlier ones are replaced first.
  void next_generation() { generation_ = (generation_ + 1) & generation_mask; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr unsigned generation_mask = 31;
  static constexpr std::size_t bucket_size = 2;

  struct Entry {
    std::atomic<std::uint64_t> values{0}, best{0}, check{0};
  };

  // The upper half of the key, scaled to the number of buckets.
  std::size_t find_bucket(const Key& key) const {
    const std::uint64_t buckets = std::min<std::uint64_t>(entries_.size() / bucket_size, 0xffffffffU);
    return static_cast<std::size_t>((key.low >> 32) * buckets >> 32) * bucket_size;
  }

  std::vector<Entry> entries_;
  unsigned generation_ = 0;
};

}  // namespace hyperchess
