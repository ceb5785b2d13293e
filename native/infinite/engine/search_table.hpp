// Transposition table of the engine of infinite chess, shared by threads without locks.
//
// An entry is three words: the values, the move, and the hash of the position XORed with both (Hyatt's
// lockless hashing). If two threads write an entry at once, the words do not match and it counts as empty.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/transposition_table.hpp"
#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

struct SearchEntry {
  int value;        // mates are counted from the position, see `value_to_tt`
  int static_eval;  // of the evaluation, or `SearchTable::no_eval`
  int depth;
  Bound bound;
  bool was_pv;                 // the position was in a principal variation
  std::optional<Square> from;  // the best move, if it is known and its coordinates fit into 16 bits
  Square to;
  Piece promotion;
};

class SearchTable {
 public:
  static constexpr int no_eval = -32'001;

  // Use as many entries as fit into `bytes`.
  explicit SearchTable(std::size_t bytes);

  std::optional<SearchEntry> probe(std::uint64_t hash) const;
  void store(std::uint64_t hash, const SearchEntry& entry);
  // Load the entries of a hash into the cache of the processor, to be probed soon.
  void prefetch(std::uint64_t hash) const {
#ifdef __GNUC__
    __builtin_prefetch(&entries_[find_bucket(hash)]);
#else
    static_cast<void>(hash);
#endif
  }
  void clear();
  // Begin a new search: entries of earlier ones are replaced first.
  void next_generation() { generation_ = (generation_ + 1) & generation_mask; }

 private:
  static constexpr unsigned generation_mask = 31;
  static constexpr std::size_t bucket_size = 2;

  struct Entry {
    std::atomic<std::uint64_t> values{0}, move{0}, check{0};
  };

  // The upper half of the hash, scaled to the number of buckets.
  std::size_t find_bucket(std::uint64_t hash) const {
    const std::uint64_t buckets = std::min<std::uint64_t>(entries_.size() / bucket_size, 0xffffffffU);
    return static_cast<std::size_t>((hash >> 32) * buckets >> 32) * bucket_size;
  }

  std::vector<Entry> entries_;
  unsigned generation_ = 0;
};

}  // namespace hyperchess::infinite
