// One board: the byte of every square, and the same pieces as sets of squares.
#pragma once

#include <array>

#include "position/bits.hpp"
#include "position/pieces.hpp"

namespace hyperchess {

struct Board {
  std::array<Code, max_squares> cells{};
  std::array<Bits, kind_count> kinds{};
  std::array<Bits, 2> colors{};
  Bits unmoved = 0;

  Bits occupied() const { return colors[white] | colors[black]; }
  Bits of(int kind, int color) const { return kinds[kind] & colors[color]; }
  Bits royals(int color) const { return (kinds[king] | kinds[royal_queen]) & colors[color]; }
  Code at(int square) const { return cells[square]; }

  // Put a piece on a square in the place of whatever stands there.
  void put(int square, Code code);
  void clear(int square);
};

}  // namespace hyperchess
