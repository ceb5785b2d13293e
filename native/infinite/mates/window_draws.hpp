// Retrograde analysis of draws of a bare king: positions of a window in which it forces the capture of a
// piece, or is stalemated.
//
// Here White is given more than the board has: a position in which a piece has left the window is not drawn,
// unless there is no rook and the bare king can capture at once; and the rook can go to all squares that
// pieces in the window do not certainly block. So a draw in the table is forced on
// the board, if what is left after each capture is insufficient material. Remote squares of the rook are
// those of the classes *far*. `docs/proofs.md` has the argument.
#pragma once

#include "infinite/mates/window_table.hpp"

namespace hyperchess::infinite {

class WindowDraws {
 public:
  static constexpr std::uint8_t not_drawn = 255;

  // The positions in which the farthest piece is at one distance from the bare king, a rook being remote.
  struct Count {
    std::size_t positions = 0, won = 0, drawn = 0;
  };

  // The window is only used for its geometry; it need not be solved.
  explicit WindowDraws(const WindowTable& window);

  // Find all draws.
  void solve();
  // Moves of the bare king to its capture by index, with White or the bare king to move: 0 is stalemate, and
  // `not_drawn` an unknown position.
  const std::vector<std::uint8_t>& white_to_move() const { return white_to_move_; }
  const std::vector<std::uint8_t>& black_to_move() const { return black_to_move_; }
  // Count by distance the positions of one side to move, up to symmetry, and those that are decided. Both
  // tables must be solved.
  std::vector<Count> count(bool white_to_move) const;

 private:
  using State = WindowTable::State;
  using Frontier = std::vector<std::uint32_t>;

  bool is_searched(const State& state) const;
  bool may_be_drawn(const State& state) const;
  bool can_capture(const State& state) const;
  bool is_stalemate(const State& state) const;
  bool can_possibly_slide(const State& state, bool along_x, int to_class) const;
  std::optional<int> white_distance(const State& state) const;
  std::optional<int> black_distance(const State& state) const;
  void add_white_predecessors(const State& after, Frontier& candidates);
  void add_black_predecessors(const State& after, Frontier& found);

  const WindowTable& window_;
  int classes_;  // of a coordinate of the rook: exact and far ones
  bool has_slider_ = false;
  std::vector<std::uint8_t> white_to_move_, black_to_move_;
};

}  // namespace hyperchess::infinite
