// The boards after an action, reduced to what attacks depend on: of one candidate, or of a whole box at once.
//
// For a box, the boards that an axis can make are united: a square is empty if it is empty on one of them, a
// target if a royal stands there on one of them, and so on. A line that meets no target on united boards
// meets none for any point of the box. A line that does meet one may be a false alarm, if no single board
// allows it; `slice_of` tells.
#pragma once

#include "search/boxes.hpp"

namespace hyperchess {

class Scene {
 public:
  explicit Scene(const Axes& axes, const Layout& layout);

  // Whether a royal is attacked whatever the player does.
  bool is_lost();

  // Put the boards of a point into the grid; remove all of them.
  void show(const std::vector<int>& point);
  void hide();
  // Put the united boards of some entries of an axis into the grid.
  void show_all(int axis, const Word* entries);

  // Visit the lines of attack from all boards on which the opponent is to move, until a visit returns true.
  template <typename Visit>
  bool scan(Visit visit) {
    LineScan lines(axes_.multiverse.plane(), grid_, 1 - axes_.multiverse.player(), visit);
    for (const SceneBoard& made : made_)
      if (made.shown && lines.from(made.cell, made.attackers)) return true;
    for (const SceneBoard& waiting : waiting_)
      if (lines.from(waiting.cell, waiting.attackers)) return true;
    return false;
  }

  // All points that keep a line of attack open: for each axis that makes a board on it, the entries that keep
  // an attacker of the same kind, the empty squares and the royal. False if there are none.
  bool slice_of(const Attack& attack, Slice& slice);

 private:
  // A board on which the opponent is to move, whether the action made it or not.
  struct SceneBoard {
    Cell* cell;
    Attackers attackers;
    bool shown;
  };
  // What the board that an axis makes in a cell must keep.
  struct Condition {
    int axis;
    const Cell* cell;
    LineNeeds needs;
  };

  int made_of(int axis, int jump) const {
    return axis < playable_ ? axis : playable_ + (axis - playable_) * columns_ + column_of_jump_[jump];
  }
  bool add_condition(const Cell* cell, const LineNeeds& needs);
  bool find_entries(const Condition& condition, const Attack& attack, std::vector<Word>& entries);
  void clear(SceneBoard& made);

  const Axes& axes_;
  const Layout& layout_;
  Grid grid_;
  int playable_;
  int columns_;  // the number of different half-turns at which new timelines can start
  std::vector<int> column_of_jump_;
  std::vector<SceneBoard> made_;  // one per playable axis, then one per branch axis and column
  std::vector<SceneBoard> waiting_;
  std::vector<Condition> conditions_;
  std::vector<Bits> captured_;                     // by base
  std::vector<std::pair<int, SceneBoard*>> seen_;  // bases, and the boards to which they add their attackers
};

}  // namespace hyperchess
