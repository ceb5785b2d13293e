// The boards on which one colour is to move, in an array by row and turn, so that a lane is a stride.
//
// A cell has what a line through its board depends on: the squares it can pass (`empty`) and the squares it
// looks for (`targets`). A cell without a board has neither, so lines end there. A border two cells wide is
// enough for all leaps.
#pragma once

#include <cassert>
#include <limits>
#include <vector>

#include "multiverse/position/bitboard.hpp"
#include "multiverse/position/multiverse.hpp"

namespace hyperchess {

struct Cell {
  Bitboard empty = 0;
  Bitboard targets = 0;
  int axis = -1;  // used by the box search: the axis that can make a board here
};

class Grid {
 public:
  // Empty cells for the boards on which `color` is to move from half-turn `earliest` on, for `new_rows` rows
  // beyond the last row on the player's side, and for `new_turns` more turns.
  Grid(const Multiverse& multiverse, int color, int new_rows, int earliest = whole_past, int new_turns = 1);

  static constexpr int whole_past = std::numeric_limits<int>::min();

  Cell& at(int row, int time) { return cells_[index(row, time)]; }
  const Cell& at(int row, int time) const { return cells_[index(row, time)]; }
  int index(int row, int time) const {
    const int cell = (row - lowest_row_) * columns_ + (time - earliest_) / 2;
    assert(row >= lowest_row_ && time >= earliest_ && (time - earliest_) / 2 < columns_ && cell < size());
    assert(((time - earliest_) & 1) == 0);  // the other colour's boards are in another grid
    return cell;
  }
  int size() const { return static_cast<int>(cells_.size()); }
  int stride(int rows, int turns) const { return rows * columns_ + turns; }

  int find_row(const Cell* cell) const {
    return static_cast<int>(cell - cells_.data()) / columns_ + lowest_row_;
  }
  int find_time(const Cell* cell) const {
    return static_cast<int>(cell - cells_.data()) % columns_ * 2 + earliest_;
  }

 private:
  int lowest_row_, earliest_, columns_;
  std::vector<Cell> cells_;
};

// Return a lower bound for the half-turn of the earliest board that a piece of `color` on the last board of a
// timeline can see, before or after a pass. Lines into the past are usually blocked after a few turns;
// without the bound, the cost of generating moves and checks would grow with the length of the game.
int find_horizon(const Multiverse& multiverse, int color);

// Grid for moves: targets are the opponent's pieces on boards on which the player moves, up to the horizon.
Grid make_capture_grid(const Multiverse& multiverse);

// Grid for attacks on the player: targets are the player's royals on boards on which the opponent moves.
Grid make_royal_grid(const Multiverse& multiverse, int new_rows, int earliest = Grid::whole_past);

// Grid for checks given by `color`: targets are the opponent's royals on boards on which `color` moves.
Grid make_enemy_royal_grid(const Multiverse& multiverse, int color, int new_rows,
                           int earliest = Grid::whole_past, int new_turns = 1);

}  // namespace hyperchess
