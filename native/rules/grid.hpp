// The boards of one colour to move, laid out by row and turn, so that a lane is a stride.
//
// A cell says what lines need to know: where they pass (`empty`) and what they look for (`prey`). A place
// without a board has neither, so lines end there by themselves; a border two cells wide holds all leaps.
#pragma once

#include <vector>

#include "position/bits.hpp"
#include "position/multiverse.hpp"

namespace hyperchess {

struct Cell {
  Bits empty = 0;
  Bits prey = 0;
  int axis = -1;  // in a search for actions: the axis that can make a board here
};

class Grid {
 public:
  // The boards on which `color` moves, with `prey` left empty. There is room for `new_rows` beyond the last
  // row on the side of the player, and for one turn more.
  Grid(const Multiverse& multiverse, int color, int new_rows);

  Cell& at(int row, int time) { return cells_[index(row, time)]; }
  const Cell& at(int row, int time) const { return cells_[index(row, time)]; }
  // Cells are numbered.
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

// For moves: the prey are the opponent's pieces on boards of the player's.
Grid grid_of_captures(const Multiverse& multiverse);

// For attacks: the prey are the player's royals on boards of the opponent's.
Grid grid_of_royals(const Multiverse& multiverse, int new_rows);

}  // namespace hyperchess
