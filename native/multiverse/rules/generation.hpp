// Generation of pseudolegal moves: every move that a piece can make, whether or not it leaves a royal
// attacked.
//
// All pieces that move in a direction are moved together, as one bitboard that goes from board to board. The
// resulting beams are then expanded into moves, sorted by source square, in the order of the Python rules.
#pragma once

#include <vector>

#include "multiverse/position/moves.hpp"
#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/attacks.hpp"
#include "multiverse/rules/grid.hpp"

namespace hyperchess {

class Generator {
 public:
  // With `within_boards`, generate no jumps.
  explicit Generator(const Multiverse& multiverse, bool within_boards = false);

  // Append the moves of the player's pieces on the last board of the playable row `row`, restricted to the
  // squares in `pieces`.
  void add_moves(int row, std::vector<Move>& moves, Bitboard pieces = ~Bitboard{0});

  // The boards on which moves can land.
  const Grid& grid() const { return grid_; }

 private:
  void start(int row, Bitboard pieces);
  void ride(int rows, int turns, int files, int ranks, Bitboard riders, Bitboard once);
  void add_riders_and_kings();
  void add_knights();
  void add_castling();
  void add_pawns();
  void add_pawn_captures(const Step& step, Bitboard pawns, Bitboard brawns);
  void add_en_passant(const Step& step, Bitboard pawns);
  // Add a beam: a piece arrives on each of `targets`, from `back` squares before.
  void add(Bitboard targets, int back, int to_row, int to_time, bool promotes = false, int special = -1) {
    if (targets) beams_.push_back({targets, to_row, to_time, back, special, promotes});
  }
  void expand(std::vector<Move>& moves) const;

  // Moves of several pieces in one direction over one distance.
  struct Beam {
    Bitboard targets;
    int to_row, to_time;
    int back;       // target square minus source square
    int special;    // see `Move`
    bool promotes;  // on the last rank
  };

  const Multiverse& multiverse_;
  const BoardShape& shape_;
  bool within_boards_;
  Grid grid_;
  Bitboard last_rank_;
  // The board whose moves are being generated.
  int row_ = 0, time_ = 0;
  const Board* board_ = nullptr;
  Cell* cell_ = nullptr;
  Attackers pieces_;
  std::vector<Beam> beams_;
};

}  // namespace hyperchess
