// The boards after an action, as far as attacks are concerned: of one candidate, or of a whole box at once.
//
// For a box, the boards that an axis can make are laid over each other: a square is `empty` if it is so on
// one of them, holds prey if a royal stands there on one of them, and so on. A line that meets no prey on
// such boards meets none for any point of the box. A line that does may be a false alarm, if no single board
// allows it; `slice_of` says.
#pragma once

#include "search/boxes.hpp"

namespace hyperchess {

class Scene {
 public:
  explicit Scene(const Axes& axes, const Layout& layout);

  // Whether a royal hangs whatever the player does.
  bool is_lost();

  // Show the boards of a point; take all of them away.
  void show(const std::vector<int>& point);
  void hide();
  // Show all boards that an axis can make, given its entries.
  void show_all(int axis, const Word* entries);

  // Visit the lines of attack from all boards that are the opponent's to move, until a visit says to stop.
  template <typename Visit>
  bool scan(Visit visit) {
    LineScan lines(axes_.multiverse.plane(), grid_, 1 - axes_.multiverse.player(), visit);
    for (const Made& made : made_)
      if (made.shown && lines.from(made.cell, made.attackers)) return true;
    for (const Made& waiting : waiting_)
      if (lines.from(waiting.cell, waiting.attackers)) return true;
    return false;
  }

  // All points that keep a line of attack open: for each axis that makes a board on it, the entries that keep
  // an attacker of the kind, its empty squares and a royal at its end. False if there are none.
  bool slice_of(const Attack& attack, Slice& slice);

 private:
  // A board that the action makes, or that waits for the opponent.
  struct Made {
    Cell* cell;
    Attackers attackers;
    bool shown;
  };
  // What an axis must keep on the board in a cell.
  struct Condition {
    int axis;
    const Cell* cell;
    Bits empty = 0, royal = 0, attacker = 0;
  };

  int made_of(int axis, int jump) const {
    return axis < playable_ ? axis : playable_ + (axis - playable_) * columns_ + column_of_jump_[jump];
  }
  bool add_condition(const Cell* cell, Bits empty, Bits royal, Bits attacker);
  bool find_entries(const Condition& condition, const Attack& attack, std::vector<Word>& entries);
  void clear(Made& made);

  const Axes& axes_;
  const Layout& layout_;
  Grid grid_;
  int playable_;
  int columns_;  // the number of different half-turns at which new timelines can start
  std::vector<int> column_of_jump_;
  std::vector<Made> made_;  // one per playable axis, then one per branch axis and column
  std::vector<Made> waiting_;
  std::vector<Condition> conditions_;
  std::vector<Bits> captured_;               // by base
  std::vector<std::pair<int, Made*>> seen_;  // bases, and the boards to which they add their attackers
};

}  // namespace hyperchess
