// Bitboards: sets of squares of one board. Square number is rank * width + file, so a1 is bit 0.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace hyperchess {

using Bitboard = std::uint64_t;

inline constexpr int max_squares = 64;

constexpr Bitboard bit(int square) {
  assert(0 <= square && square < max_squares);
  return Bitboard{1} << square;
}

inline int lowest_square(Bitboard bits) {
  assert(bits != 0);
  return std::countr_zero(bits);
}

// Remove the lowest square from the set and return it.
inline int pop_lowest(Bitboard& bits) {
  assert(bits != 0);
  const int square = std::countr_zero(bits);
  bits &= bits - 1;
  return square;
}

}  // namespace hyperchess
