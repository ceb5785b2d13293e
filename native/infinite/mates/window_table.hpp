// Retrograde analysis of mates of a bare king on the unbounded board, in a window that moves with the king.
//
// Coordinates are relative to the bare king. White has pieces at exact squares within `reach` of the bare
// king; a position in which one leaves the window counts as not won. If all of them leap, White may have a
// rook, too. Each coordinate of this rook belongs to a class: exact up to `rook_reach`; *far* on one side,
// which is any larger distance; or *remote* on one side, which is a distance that the bare king cannot
// overcome before it is mated. `docs/proofs.md` has the argument. White is given less than the board has, so
// a mate in the table is forced on the board: the number stored is an upper bound of its length.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "infinite/board/pieces.hpp"

namespace hyperchess::infinite {

inline constexpr std::array<Step, 8> king_steps = {
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

class WindowTable {
 public:
  static constexpr std::size_t max_pieces = 4;
  static constexpr std::uint8_t not_won = 255;
  static constexpr int longest = 250;

  // A coordinate of the rook: all numbers from `low` to `high`.
  struct Range {
    int low = 0, high = 0;
    bool is_point() const { return low == high; }
    bool contains(int value) const { return low <= value && value <= high; }
  };
  struct Cell {
    int x = 0, y = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct State {
    std::array<Cell, max_pieces> pieces{};
    int rook_x = 0, rook_y = 0;  // classes
  };

  // `pieces` are White's apart from the rook; those of one kind are next to each other. Throw if there is no
  // such window.
  WindowTable(std::vector<Kind> pieces, bool has_rook, int reach, int rook_reach);

  // Return the number of entries for each side to move.
  std::size_t size() const { return size_; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  bool has_rook() const { return has_rook_; }
  int reach() const { return reach_; }
  int rook_reach() const { return rook_reach_; }

  // Find all mates.
  void solve();
  // Moves to mate by index, with White or the bare king to move: 0 is checkmate, and `not_won` an unknown
  // position.
  const std::vector<std::uint8_t>& white_to_move() const { return white_to_move_; }
  const std::vector<std::uint8_t>& black_to_move() const { return black_to_move_; }
  // Use values with the bare king to move that were found earlier. Throw if their number is wrong.
  void load(std::vector<std::uint8_t> black_to_move);

  // `state` must be legal.
  std::size_t index(const State& state) const;
  State state(std::size_t index) const;
  bool is_legal(const State& state) const;
  Range range(int rook_class) const { return ranges_[static_cast<std::size_t>(rook_class)]; }
  // Return the class of a coordinate: exact if it is near, otherwise far or remote.
  int rook_class(Coordinate value, bool is_remote) const;

  static constexpr std::size_t no_piece = max_pieces;
  // Return the single moves of a piece, and the directions in which it slides.
  const std::vector<Step>& leaps(std::size_t piece) const { return leaps_[piece]; }
  const std::vector<Step>& slides(std::size_t piece) const { return slides_[piece]; }
  // Call `visit` for each free cell that a piece can move to, or come from if `sign` is -1. A slide of
  // `least` or more steps ends with its first cell outside the window. Stop and return false if `visit` does.
  template <class Visit>
  bool visit_cells(const State& state, std::size_t piece, int sign, int least, Visit visit) const {
    const Cell at = state.pieces[piece];
    for (const Step& leap : leaps_[piece]) {
      const Cell cell{at.x + sign * leap.dx, at.y + sign * leap.dy};
      if (!is_occupied(state, cell, piece) && !visit(cell)) return false;
    }
    for (const Step& step : slides_[piece]) {
      Cell cell = at;
      int count = 0;
      do {
        cell = {cell.x + step.dx, cell.y + step.dy};
        if (is_occupied(state, cell, piece)) break;
        if (!visit(cell)) return false;
      } while (++count < least || is_inside(cell));
    }
    return true;
  }
  bool is_inside(Cell cell) const {
    return -reach_ <= cell.x && cell.x <= reach_ && -reach_ <= cell.y && cell.y <= reach_;
  }
  bool is_occupied(const State& state, Cell cell, std::size_t except) const;
  bool can_rook_be_at(const State& state, Cell cell) const;
  // Whether White attacks a cell next to the bare king or its own: certainly, or possibly for some square of
  // the rook's classes. No piece attacks its own cell.
  bool is_attacked(const State& state, Cell to, bool possibly) const;
  // Return the positions after a step of the bare king: up to four, because a far rook may become near.
  // Return none if a piece is outside the window after it.
  std::vector<State> after_step(const State& state, const Step& step) const;

 private:
  using Frontier = std::vector<std::uint32_t>;
  // Equal pieces behind the first one: `begin` to `end`.
  struct Group {
    std::size_t begin = 0, end = 0, combinations = 1;
  };
  // How one cell is seen from another: the number of steps in a direction, 0 if there is none.
  struct Sight {
    std::uint8_t direction = 0;
    std::uint16_t steps = 0;
  };

  void add_moves(std::size_t piece);
  void add_combinations(std::size_t size);
  void add_sights();
  int cell_index(Cell cell) const { return (cell.y + reach_) * side_ + cell.x + reach_; }
  Sight sight(Cell from, Cell to) const;
  bool attacks(const State& state, std::size_t piece, Cell to) const;
  bool rook_attacks(const State& state, Cell to, bool possibly) const;
  bool can_rook_slide(const State& state, bool along_x, int to_class) const;
  std::optional<int> mate_distance(const State& state) const;
  std::size_t rank(std::size_t base, const State& state, unsigned symmetry) const;
  void add_white_predecessors(const State& after, std::uint8_t length, Frontier& found);
  void add_black_predecessors(const State& after, Frontier& found);

  std::vector<Kind> kinds_;
  std::size_t pieces_;
  bool has_rook_, has_twin_, has_pawn_ = false;
  int reach_, rook_reach_, side_, classes_;
  std::size_t size_ = 0, rook_states_ = 1;
  std::vector<Range> ranges_;
  std::vector<int> mirrored_classes_;
  std::vector<Cell> first_cells_;      // of the first piece, up to symmetry
  std::vector<int> first_cell_index_;  // by cell
  std::vector<Group> groups_;
  std::array<std::vector<std::array<std::uint16_t, max_pieces - 1>>, max_pieces>
      combination_cells_;  // by size
  std::array<std::vector<Step>, max_pieces> leaps_, slides_;
  std::array<std::uint16_t, max_pieces> directions_{};  // of the slides, as bit sets
  std::array<std::array<std::array<bool, 9>, 9>, max_pieces> leap_table_{};
  std::vector<Sight> sights_;  // by difference of two cells
  std::vector<std::uint8_t> white_to_move_, black_to_move_;
};

}  // namespace hyperchess::infinite
