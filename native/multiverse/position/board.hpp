// One board: the piece code of every square, and the same pieces as bitboards by kind and by colour.
#pragma once

#include <array>
#include <cassert>

#include "multiverse/position/bitboard.hpp"
#include "multiverse/position/pieces.hpp"

namespace hyperchess {

struct Board {
  std::array<Code, max_squares> cells{};
  std::array<Bitboard, kind_count> kinds{};
  std::array<Bitboard, 2> colors{};
  Bitboard unmoved = 0;

  Bitboard occupied() const { return colors[white] | colors[black]; }
  Bitboard royals(int color) const { return (kinds[king] | kinds[royal_queen]) & colors[color]; }
  Code at(int square) const {
    assert(0 <= square && square < max_squares);
    return cells[square];
  }

  // Put a piece on `square`, replacing any piece there.
  void put(int square, Code code);
  void clear(int square);
};

}  // namespace hyperchess
