// The static evaluation: a sum over the last boards of all timelines, and a few terms of the whole position.
//
// Since it is a sum over boards, the value after an action is known from the boards that its moves make, one
// by one; candidates are ordered by it without being played.
#pragma once

#include <vector>

#include "engine/weights.hpp"
#include "position/multiverse.hpp"

namespace hyperchess {

// What is counted on one board for one side, in centipawns.
struct SideTerms {
  int material = 0, placement = 0, mobility = 0, attack = 0, shelter = 0, hanging = 0;
  int sum() const { return material + placement + mobility + attack + shelter + hanging; }
};

// The values of the last boards of a position, from White's side, from the lowest row on.
struct BoardValues {
  int lowest_row = 0;
  std::vector<int> values;

  int at(int row) const { return values[row - lowest_row]; }
};

class Evaluation {
 public:
  Evaluation(const Weights& weights, const Plane& plane);

  // One board from White's side, on which `mover` is to move.
  int of_board(const Board& board, int mover) const;
  std::array<SideTerms, 2> terms_of(const Board& board, int mover) const;

  BoardValues of_boards(const Multiverse& multiverse) const;
  BoardValues after(const BoardValues& before, const std::vector<NewBoard>& boards) const;

  // The whole position from White's side.
  int of(const Multiverse& multiverse, const BoardValues& boards) const;
  // The terms that are not on a board, once the rows reach from `lowest` to `highest`.
  int timelines(const Multiverse& multiverse, int lowest, int highest) const;

  // What a board counts, in percent.
  int share(bool active) const { return active ? 100 : weights_.inactive; }
  // The same for all boards of so many timelines, in thousandths.
  int crowd_share(int timelines) const { return 100'000 / (100 + weights_.crowding * (timelines - 1)); }
  const Weights& weights() const { return weights_; }

 private:
  using Attacks = std::array<Bits, group_count>;

  Bits slide(Bits pieces, Bits empty, int flat) const {
    Bits reached = 0;
    for (Bits front = plane_.shifted(pieces, flat); front; front = plane_.shifted(front & empty, flat))
      reached |= front;
    return reached;
  }
  Attacks attacks_of(const Board& board, int color) const;
  int best_capture(const Board& board, int mover, const Attacks& own, const Attacks& other) const;

  Weights weights_;
  Plane plane_;
  std::array<std::array<std::array<int, max_squares>, 2>, kind_count>
      placement_{};  // by kind, colour, square
};

}  // namespace hyperchess
