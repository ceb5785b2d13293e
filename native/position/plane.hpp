// The squares of boards of one size, and how sets of squares shift by a step.
#pragma once

#include <array>

#include "position/bits.hpp"
#include "position/pieces.hpp"

namespace hyperchess {

struct Plane {
  Plane(int width, int height);

  // The set moved by one flat step; what would leave the board is dropped.
  Bits shifted(Bits squares, int flat) const {
    // What stays on the board does not pass the end of the word, so a rotation is a shift to either side.
    return std::rotl(squares & stays[flat], offset[flat]);
  }

  int file(int square) const { return square % width; }
  int rank(int square) const { return square / width; }

  int width, height;
  Bits full;                           // all squares
  std::array<Bits, flat_count> stays;  // where a flat step stays on the board
  std::array<int, flat_count> offset;  // what it adds to the number of a square
};

}  // namespace hyperchess
