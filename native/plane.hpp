// The squares of boards of one size, and how sets of them shift.
#pragma once

#include <array>

#include "bits.hpp"
#include "pieces.hpp"

namespace hyperchess {

struct Plane {
  Plane(int width, int height);

  // The set moved by one flat step; what would leave the board is dropped.
  Bits shifted(Bits squares, int flat) const {
    const auto index = flat;
    squares &= stays[index];
    const int by = offset[index];
    return by >= 0 ? squares << by : squares >> -by;
  }

  int file(int square) const { return square % width; }
  int rank(int square) const { return square / width; }

  int width, height;
  Bits full;                             // all squares
  std::array<Bits, flat_count> stays;    // where a flat step stays on the board
  std::array<int, flat_count> offset;    // what it adds to the number of a square
};

}  // namespace hyperchess
