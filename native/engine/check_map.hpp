// From which squares of the boards to be made a piece of the player's would attack a royal of the
// opponent's, if the opponent passed. An estimate for ordering: the other boards are taken as they are.
#pragma once

#include <array>
#include <vector>

#include "rules/grid.hpp"

namespace hyperchess {

class CheckMap {
 public:
  CheckMap(const Multiverse& multiverse, int new_rows);

  // Whether a piece gives check on a square of the board that will stand at a row and half-turn, the
  // opponent's reply included: two half-turns after the board on which its move was made.
  bool checks(int row, int time, int kind, int square);

 private:
  struct Squares {
    std::array<Bits, kind_count> kinds{};
    bool known = false;
  };

  void find(const Cell* cell, Squares& squares) const;

  const Plane& plane_;
  int player_;
  Grid grid_;
  std::vector<Squares> squares_;  // by cell
};

}  // namespace hyperchess
