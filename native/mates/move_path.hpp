// The squares on which a move starts, passes and lands. A leap passes none.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "position/multiverse.hpp"

namespace hyperchess {

class MovePath {
 public:
  MovePath(const Move& move, const Plane& plane)
      : move_(move), rows_(move.to_row - move.row), turns_((move.to_time - move.time) / 2) {
    const int way[] = {rows_, turns_, plane.file(move.to) - plane.file(move.from),
                       plane.rank(move.to) - plane.rank(move.from)};
    for (const int part : way) steps_ = std::max(steps_, std::abs(part));
    for (const int part : way)
      if (part != 0 && std::abs(part) != steps_) steps_ = 1;
  }

  // From the start to the end.
  int steps() const { return steps_; }
  int row(int step) const { return move_.row + rows_ / steps_ * step; }
  int time(int step) const { return move_.time + turns_ / steps_ * 2 * step; }
  Bits square(int step) const { return bit(move_.from + (move_.to - move_.from) / steps_ * step); }

 private:
  const Move& move_;
  int rows_, turns_;
  int steps_ = 1;
};

}  // namespace hyperchess
