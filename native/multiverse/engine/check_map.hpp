// Squares from which a piece of the player would attack a royal of the opponent if the opponent passed. An
// estimate for move ordering: all other boards are assumed to stay as they are.
#pragma once

#include <array>
#include <vector>

#include "multiverse/rules/grid.hpp"

namespace hyperchess {

class CheckMap {
 public:
  CheckMap(const Multiverse& multiverse, int new_rows);

  // Whether a piece of kind `kind` on `square` gives check, on the board at `row` and half-turn `time`. That
  // is the board after the opponent's pass: two half-turns after the board on which the move was made.
  bool gives_check(int row, int time, int kind, int square);

 private:
  // Checking squares by kind, computed on first use.
  struct Squares {
    std::array<Bitboard, kind_count> kinds{};
    bool known = false;
  };

  void find_squares(const Cell* cell, Squares& squares) const;

  const BoardShape& shape_;
  int player_;
  Grid grid_;
  std::vector<Squares> squares_;  // by cell
};

}  // namespace hyperchess
