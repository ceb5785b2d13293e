// Pseudolegal moves: every move that a piece can make, whether or not it leaves a royal attacked.
//
// All pieces that move in a direction are moved together, as one set of squares that goes from board to
// board. The beams found are then expanded into moves, sorted by the square from which they start, in the
// order of the Python rules.
#pragma once

#include <vector>

#include "position/moves.hpp"
#include "position/multiverse.hpp"
#include "rules/attacks.hpp"
#include "rules/grid.hpp"

namespace hyperchess {

class Generator {
 public:
  explicit Generator(const Multiverse& multiverse);

  // Append the moves of the player's pieces on the last board of a playable row, or of some of them.
  void add_moves(int row, std::vector<Move>& moves, Bits pieces = ~Bits{0});

  // The boards on which moves land.
  const Grid& grid() const { return grid_; }

 private:
  void start(int row, Bits pieces);
  void ride(int rows, int turns, int files, int ranks, Bits riders, Bits once);
  void add_riders_and_kings();
  void add_knights();
  void add_castling();
  void add_pawns();
  void add_pawn_captures(const Step& step, Bits pawns, Bits brawns);
  void add_en_passant(const Step& step, Bits pawns);
  // Add a move of each piece that arrives on one of the targets; it started `back` squares before.
  void add(Bits targets, int back, int to_row, int to_time, bool promotes = false, int special = -1) {
    if (targets) beams_.push_back({targets, to_row, to_time, back, special, promotes});
  }
  void expand(std::vector<Move>& moves) const;

  // The moves of several pieces in one direction over one distance.
  struct Beam {
    Bits targets;
    int to_row, to_time;
    int back;       // from a target to the square from which its piece started
    int special;    // see `Move`
    bool promotes;  // if it reaches the last rank
  };

  const Multiverse& multiverse_;
  const Plane& plane_;
  Grid grid_;
  Bits last_rank_;
  // The board whose moves are generated.
  int row_ = 0, time_ = 0;
  const Board* board_ = nullptr;
  const Cell* cell_ = nullptr;
  Attackers pieces_;
  std::vector<Beam> beams_;
};

}  // namespace hyperchess
