// Sets of squares of one board as bits: square number rank * width + file, so a1 is bit 0.
#pragma once

#include <bit>
#include <cstdint>

namespace hyperchess {

using Bits = std::uint64_t;

inline constexpr int max_squares = 64;

constexpr Bits bit(int square) { return Bits{1} << square; }

inline int lowest(Bits bits) { return std::countr_zero(bits); }

// The lowest square of a set, which is taken out of it.
inline int take_lowest(Bits& bits) {
  const int square = std::countr_zero(bits);
  bits &= bits - 1;
  return square;
}

}  // namespace hyperchess
