// The squares on which a move starts, passes and lands. A leap passes no square.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "multiverse/position/multiverse.hpp"

namespace hyperchess {

class MovePath {
 public:
  MovePath(const Move& move, const BoardShape& shape)
      : move_(move), rows_(move.to_row - move.row), turns_((move.to_time - move.time) / 2) {
    const int distances[] = {rows_, turns_, shape.file(move.to) - shape.file(move.from),
                             shape.rank(move.to) - shape.rank(move.from)};
    for (const int distance : distances) steps_ = std::max(steps_, std::abs(distance));
    for (const int distance : distances)
      if (distance != 0 && std::abs(distance) != steps_) steps_ = 1;
  }

  // Number of steps. Step 0 is the source, step `steps()` the target.
  int steps() const { return steps_; }
  int row(int step) const { return move_.row + rows_ / steps_ * step; }
  int time(int step) const { return move_.time + turns_ / steps_ * 2 * step; }
  Bitboard square(int step) const { return bit(move_.from + (move_.to - move_.from) / steps_ * step); }

 private:
  const Move& move_;
  int rows_, turns_;
  int steps_ = 1;
};

}  // namespace hyperchess
