// The transposition table of the engine, shared by its threads without locks.
//
// A slot is two words: its contents, and the key combined with them. If two threads write a slot at once, the
// words do not belong together and the slot is taken for empty.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "position/key.hpp"

namespace hyperchess {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct Known {
  int value;
  int depth;
  Bound bound;
  std::uint32_t best;  // the lowest bits of the key after the best action, or 0
};

class Transpositions {
 public:
  // The largest power of two of slots that fits.
  explicit Transpositions(std::size_t bytes);

  std::optional<Known> find(const Key& key) const;
  void keep(const Key& key, const Known& known);
  void clear();

 private:
  struct Slot {
    std::atomic<std::uint64_t> contents{0}, check{0};
  };

  std::vector<Slot> slots_;
};

}  // namespace hyperchess
