// Detects attacks on the player's royals after an action: for one candidate, or for a whole box at once.
//
// For a box, the boards that an axis can make are united: a square is empty if it is empty on one of them, a
// target if a royal is on it on one of them, and so on. A line of attack that meets no target on united
// boards meets none for any point of the box. A line that does meet one may be a false alarm if no single
// board allows it; `find_slice` decides.
#pragma once

#include "multiverse/actions/boxes.hpp"

namespace hyperchess {

class CheckDetector {
 public:
  explicit CheckDetector(const Axes& axes, const Layout& layout);

  // Whether a royal stays attacked whatever the player plays.
  bool is_lost();

  // Put the boards that a point makes into the grid, replacing all others.
  void set_point(const Point& point);
  // Remove all boards made by axes from the grid.
  void clear_boards();
  // Put the union of the boards that some entries of an axis make into the grid.
  void set_entries(AxisIndex axis, const Word* entries);

  // Visit the lines of attack from all boards on which the opponent is to move, until a visit returns true.
  // Return whether one did.
  template <typename Visit>
  bool scan(Visit visit) {
    AttackScan scan(axes_.multiverse.shape(), grid_, 1 - axes_.multiverse.player(), visit);
    for (const DetectorBoard& made : made_)
      if (made.shown && scan.scan_from(made.cell, made.attackers)) return true;
    for (const DetectorBoard& waiting : waiting_)
      if (scan.scan_from(waiting.cell, waiting.attackers)) return true;
    return false;
  }

  // Find all points that leave a line of attack open: for each axis that makes a board on the line, the
  // entries that keep an attacker of the same kind, the empty squares and the royal. Return false if there
  // are none.
  bool find_slice(const Attack& attack, Slice& slice);

 private:
  // A board on which the opponent is to move, made by the action or not.
  struct DetectorBoard {
    Cell* cell;
    Attackers attackers;
    bool shown;
  };
  // Requirements of a line of attack on the board that an axis makes in a cell.
  struct Condition {
    AxisIndex axis;
    const Cell* cell;
    AttackNeeds needs;
  };

  int find_board(AxisIndex axis, EntryIndex entry) const {
    return axis < playable_ ? static_cast<int>(axis)
                            : playable_ + (axis - playable_) * columns_ + column_of_jump_[jump_of(entry)];
  }
  bool add_condition(const Cell* cell, const AttackNeeds& needs);
  bool find_entries(const Condition& condition, const Attack& attack, std::vector<Word>& entries);
  void clear(DetectorBoard& made);

  const Axes& axes_;
  const Layout& layout_;
  Grid grid_;
  int playable_;
  int columns_;  // number of different half-turns at which new timelines can start
  IndexedVector<JumpIndex, int> column_of_jump_;
  std::vector<DetectorBoard> made_;  // one per playable axis, then one per branch axis and column
  std::vector<DetectorBoard> waiting_;
  std::vector<Condition> conditions_;
  IndexedVector<BaseIndex, Bitboard> captured_;
  std::vector<std::pair<BaseIndex, DetectorBoard*>> seen_;  // bases, and the boards that get their attackers
};

}  // namespace hyperchess
