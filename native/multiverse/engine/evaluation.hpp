// Static evaluation of 5D chess: a sum over the last boards of all timelines, and a few terms of the whole
// position.
//
// Because it is a sum over boards, the value after an action follows from the boards that its moves make, and
// candidates are ordered without being played.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "multiverse/engine/check_map.hpp"
#include "multiverse/engine/weights.hpp"
#include "multiverse/position/multiverse.hpp"

namespace hyperchess {

// Terms of one side on one board, in centipawns.
struct SideTerms {
  int material = 0, placement = 0, mobility = 0, attack = 0, shelter = 0, hanging = 0, loose = 0, across = 0;
  int sum() const { return material + placement + mobility + attack + shelter + hanging + loose + across; }
};

// Values of the last boards of a position from White's point of view, by row.
struct BoardValues {
  int lowest_row = 0;
  std::vector<int> values;

  int at(int row) const {
    assert(row >= lowest_row && row - lowest_row < static_cast<int>(values.size()));
    return values[row - lowest_row];
  }
};

class Evaluation {
 public:
  Evaluation(const Weights& weights, const BoardShape& shape);

  // Evaluate the board at `row` and half-turn `time`, the last of its timeline, from White's point of view.
  // `pieces` is its `sum_pieces`.
  int evaluate_board(const Board& board, int row, int time, CheckMaps& checks, int pieces) const;
  int evaluate_board(const Board& board, int row, int time, CheckMaps& checks) const {
    return evaluate_board(board, row, time, checks, sum_pieces(board, time & 1));
  }
  // Return the values of the pieces on a board with their places, from White's point of view. `mover` is to
  // move on the board.
  int sum_pieces(const Board& board, int mover) const;
  // Return the sum after some squares of a board have changed, given the sum `before`.
  int update_pieces(int sum, const Board& before, const Board& after, Bitboard changed, int mover) const;
  std::array<SideTerms, 2> compute_terms(const Board& board, int row, int time, CheckMaps& checks) const;

  // Return the value of the square of each piece for its owner, by square.
  std::vector<int> list_placements(const Board& board, int mover) const;

  BoardValues evaluate_boards(const Multiverse& multiverse, CheckMaps& checks) const;
  // Return the board values after an action that makes `boards`. `checks` are those before it.
  //
  // The place for accumulators of a learned evaluation: it is called once for each child that is searched,
  // with the values of the parent and all boards that differ, and what it returns lives as long as the child.
  // An accumulator is a member of `BoardValues`: it starts in `evaluate_boards`, changes here by the features
  // of the boards made (and of their predecessors, which they replace), and is read in `evaluate`. Candidates
  // are ordered by single boards (`evaluate_board`), without an accumulator.
  BoardValues update_boards(const BoardValues& before, const std::vector<NewBoard>& boards,
                            CheckMaps& checks) const;

  // Evaluate the whole position from White's point of view.
  int evaluate(const Multiverse& multiverse, const BoardValues& boards) const;
  // Return the terms of the whole position if the timelines reach from row `lowest` to row `highest`.
  int timeline_terms(const Multiverse& multiverse, int lowest, int highest) const;

  // Add the derivatives of `evaluate` by the weights of linear terms to `derivatives`, in the order of
  // `Weights`. The values of pieces within `hanging` count as constants.
  void add_derivatives(const Multiverse& multiverse, std::span<float> derivatives) const;

  // Share of its value that a board counts, in percent.
  int activity_percent(bool active) const { return active ? 100 : weights_.inactive; }
  // Share of its value that each board counts if there are `timelines` timelines, in thousandths.
  int crowding_permille(int timelines) const { return 100'000 / (100 + weights_.crowding * (timelines - 1)); }
  const Weights& weights() const { return weights_; }

 private:
  using Attacks = std::array<Bitboard, group_count>;

  Bitboard slide(Bitboard pieces, Bitboard empty, int flat) const {
    Bitboard reached = 0;
    for (Bitboard front = shape_.shift(pieces, flat); front; front = shape_.shift(front & empty, flat))
      reached |= front;
    return reached;
  }
  Attacks compute_attacks(const Board& board, int color) const;
  int best_capture(const Board& board, int mover, const Attacks& own,
                   const std::array<Bitboard, 2>& attacked) const;
  // Count the pieces of a board, and its other terms. `TermSums` and `DerivativeSums` are sums of both,
  // `ValueSums` of the other terms only.
  template <class Sums>
  void count_pieces(const Board& board, Sums& sums) const;
  template <class Sums>
  void count_terms(const Board& board, int row, int time, CheckMaps& checks, Sums& sums) const;
  int evaluate_with_hardware(const Board& board, int row, int time, CheckMaps& checks, int pieces) const;
  // Return the value of a piece with its place, from White's point of view.
  int piece_value(Code code, int square, int mover) const {
    const int color = piece_color(code);
    const int value = values_[color == mover][find_kind(code)][color][square];
    return color == white ? value : -value;
  }

  // A square of a board: what its place is worth depends on.
  struct Place {
    int steps;   // from the edge, at most three
    int ranks;   // advanced, seen by the owner of the piece
    int square;  // of the piece-square tables
  };
  Place find_place(int square, int color) const;
  struct TermSums;
  struct ValueSums;
  struct DerivativeSums;

  Weights weights_;
  BoardShape shape_;
  std::array<std::array<Place, max_squares>, 2> places_{};  // by colour and square
  // Value of a piece with its place, by whether its owner is to move, kind, colour and square.
  std::array<std::array<std::array<std::array<int, max_squares>, 2>, kind_count>, 2> values_{};
};

}  // namespace hyperchess
