// Width and height of the boards of a game, and how bitboards shift by a flat step.
#pragma once

#include <array>

#include "multiverse/position/bitboard.hpp"
#include "multiverse/position/pieces.hpp"

namespace hyperchess {

struct BoardShape {
  BoardShape(int width, int height);

  // Shift a bitboard by the flat step number `flat`; pieces that would leave the board are dropped.
  Bitboard shift(Bitboard squares, int flat) const {
    assert(0 <= flat && flat < flat_count);
    // The remaining bits do not wrap around, so a rotation is a shift in either direction.
    return std::rotl(squares & stays[flat], offset[flat]);
  }

  int file(int square) const { return square % width; }
  int rank(int square) const { return square / width; }

  int width, height;
  Bitboard full;                           // all squares
  std::array<Bitboard, flat_count> stays;  // by flat step: the squares from which it stays on the board
  std::array<int, flat_count> offset;      // by flat step: the change of the square number
};

}  // namespace hyperchess
