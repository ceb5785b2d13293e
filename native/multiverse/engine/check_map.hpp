// Squares from which a piece would attack a royal of the opponent if the opponent passed. An estimate for the
// evaluation and for move ordering: all other boards are assumed to stay as they are, and the past counts as
// far as a line that changes file or rank can reach.
#pragma once

#include <array>
#include <vector>

#include "multiverse/rules/grid.hpp"

namespace hyperchess {

using KindSquares = std::array<Bitboard, kind_count>;

// The checks of one colour.
class CheckMap {
 public:
  CheckMap(const Multiverse& multiverse, int color, int new_rows);

  // Whether a piece of kind `kind` on `square` gives check, on the board at `row` and half-turn `time`. That
  // is the board after the opponent's pass: two half-turns after the board on which the move was made.
  bool gives_check(int row, int time, int kind, int square) {
    return (find(row, time).all[kind] & bit(square)) != 0;
  }
  // Return the squares from which a piece attacks a royal on another board, by kind. The reference is valid
  // until the next call.
  const KindSquares& checks_across(int row, int time) { return find(row, time).across; }

 private:
  struct Squares {
    KindSquares all{}, across{};
  };

  const Squares& find(int row, int time) {
    static const Squares none;
    if (time < earliest_) return none;
    int& number = numbers_[grid_.index(row, time)];
    if (number < 0) {
      number = static_cast<int>(squares_.size());
      compute(&grid_.at(row, time), squares_.emplace_back());
    }
    return squares_[number];
  }
  void compute(const Cell* cell, Squares& squares) const;

  const BoardShape& shape_;
  int color_, earliest_;
  Grid grid_;
  std::vector<int> numbers_;      // by cell: index into `squares_`, or -1
  std::vector<Squares> squares_;  // of the cells that were asked for: most never are
};

// The checks of both colours in a position, and after actions that create up to one timeline.
class CheckMaps {
 public:
  explicit CheckMaps(const Multiverse& multiverse);

  CheckMap& of(int color) { return maps_[color]; }
  // By colour: squares from which the pieces on the board at `row` and half-turn `time`, the last of its
  // timeline, attack a royal on another board after their next move. Further new timelines count as the
  // first.
  std::array<const KindSquares*, 2> checks_across(int row, int time);

 private:
  int lowest_row_, highest_row_;
  std::array<CheckMap, 2> maps_;
};

}  // namespace hyperchess
