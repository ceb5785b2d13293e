// Every move that a piece can make, before anyone asks about checks.
//
// All pieces that go in a direction go together, as one set of squares that moves from board to board. The
// beams found are then written out as moves by the square from which these start, in the order of the Python
// rules.
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

  // The boards of the player's, on which moves land.
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
  // Note a move of each piece that arrives on a set of squares, `back` behind which it started.
  void add(Bits targets, int back, int to_row, int to_time, bool promotes = false, int special = -1) {
    if (targets) beams_.push_back({targets, to_row, to_time, back, special, promotes});
  }
  void write(std::vector<Move>& moves) const;

  // Moves of several pieces in one direction and over one distance.
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
  // The board at hand.
  int row_ = 0, time_ = 0;
  const Board* board_ = nullptr;
  const Cell* cell_ = nullptr;
  Attackers pieces_;
  std::vector<Beam> beams_;
};

}  // namespace hyperchess
