// The boards of one colour to move in an array by row and turn, so that a lane is a stride.
//
// A cell holds what a line through its board needs to know: the squares it can pass (`empty`) and the squares
// it looks for (`targets`). A cell without a board has neither, so lines end there. A border two cells wide
// is enough for all leaps.
#pragma once

#include <limits>
#include <vector>

#include "position/bits.hpp"
#include "position/multiverse.hpp"

namespace hyperchess {

struct Cell {
  Bits empty = 0;
  Bits targets = 0;
  int axis = -1;  // in a search for actions: the axis that can make a board here
};

class Grid {
 public:
  // The boards on which `color` moves from the half-turn `earliest` on, with no `targets`. There is room for
  // `new_rows` beyond the last row on the player's side, and for one more turn.
  Grid(const Multiverse& multiverse, int color, int new_rows, int earliest = everything);

  static constexpr int everything = std::numeric_limits<int>::min();

  Cell& at(int row, int time) { return cells_[index(row, time)]; }
  const Cell& at(int row, int time) const { return cells_[index(row, time)]; }
  // The number of a cell.
  int index(int row, int time) const { return (row - lowest_row_) * columns_ + (time - earliest_) / 2; }
  int size() const { return static_cast<int>(cells_.size()); }
  int stride(int rows, int turns) const { return rows * columns_ + turns; }

  int row_of(const Cell* cell) const {
    return static_cast<int>(cell - cells_.data()) / columns_ + lowest_row_;
  }
  int time_of(const Cell* cell) const {
    return static_cast<int>(cell - cells_.data()) % columns_ * 2 + earliest_;
  }

 private:
  int lowest_row_, earliest_, columns_;
  std::vector<Cell> cells_;
};

// The half-turn of the earliest board that a piece of `color` on the last board of a timeline can look at,
// before or after a pass, or an earlier one. Most games are blocked after a few turns; the time that moves
// and checks take would otherwise grow with the length of the game.
int horizon(const Multiverse& multiverse, int color);

// For moves: the targets are the opponent's pieces on boards on which the player moves, up to the horizon.
Grid grid_of_captures(const Multiverse& multiverse);

// For attacks: the targets are the player's royals on boards on which the opponent moves.
Grid grid_of_royals(const Multiverse& multiverse, int new_rows, int earliest = Grid::everything);

// For checks to come: the targets are the opponent's royals on boards on which the player moves.
Grid grid_of_enemy_royals(const Multiverse& multiverse, int new_rows);

}  // namespace hyperchess
