// Transposition table of the engines, shared by threads without locks.
//
// A slot is two words: the packed entry, and the key XORed with it (Hyatt's lockless hashing). If two threads
// write a slot at once, the words do not match and the slot counts as empty.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/key.hpp"

namespace hyperchess {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct TableEntry {
  int value;  // mates are counted from the position, see `value_to_tt`
  int depth;
  Bound bound;
  std::uint32_t best;  // `hash32` of the best action or move, or 0
};

class TranspositionTable {
 public:
  // Use the largest power of two of slots that fits into `bytes`.
  explicit TranspositionTable(std::size_t bytes);

  std::optional<TableEntry> probe(const Key& key) const;
  void store(const Key& key, const TableEntry& entry);
  void clear();

 private:
  struct Slot {
    std::atomic<std::uint64_t> contents{0}, check{0};
  };

  std::vector<Slot> slots_;
};

}  // namespace hyperchess
