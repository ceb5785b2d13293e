// Quiet actions: those that give no check. None of them mates, and most actions are quiet, so a search for
// mates takes them out a box at a time.
//
// After an action the defender passes on every mandatory board: those of active timelines that end at the
// present. Pieces of the attacker's on the boards that then are his to move must not reach a royal. For one
// number of branches it is known which timelines are active, so all actions that keep one line of attack open
// are a slice: on the boards where the line runs, the entries that keep an attacker, the empty squares and
// the royal; if it runs over a board that was passed on, everywhere else the entries after which no active
// timeline ends earlier. An action is quiet if it lies in no such slice, exactly as `in_check` says.
#pragma once

#include <vector>

#include "search/search.hpp"

namespace hyperchess {

class Quiet : public Unwanted {
 public:
  Quiet(const Axes& axes, const Layout& layout);

  // The actions of a box around a point that are quiet, as a slice; null if the point gives check. What the
  // point does to the player's own royals does not matter here.
  const Slice* find(const std::vector<int>& point, const std::vector<Word>& box, int branches) override;

 private:
  // What an entry leaves on the board it makes.
  struct Made {
    Attackers attackers;
    Bits royals = 0;  // the defender's
    bool known = false;
  };
  // A board from which the attacker may capture once the defender has passed.
  struct Source {
    Cell* cell;
    Attackers attackers;
    int axis;     // the one that made it or passed on it; none if it does not depend on the action
    bool copied;  // the defender passed on it
  };
  // What a line of attack needs of the board that an axis makes.
  struct Condition {
    int axis;
    LineNeeds needs;
  };

  const Made& made_by(int axis, int entry);
  int end_after(int axis, int entry) const;
  void choose_branches(int branches);
  void find_presents();
  bool show(int present);
  void show(Source& source, int present);
  void hide();
  bool gives_check(const std::vector<int>& point);
  bool find_line(const Attack& attack, const Source& source, int present);
  void restrict_to(const std::vector<int>& point, int present);
  int axis_count() const { return axes_.playable() + branches_; }
  Word* set(int axis) { return box_.data() + layout_.offset(axis); }

  const Axes& axes_;
  const Layout& layout_;
  Grid grid_;
  std::vector<Made> made_;           // by choice
  std::vector<Attackers> unplayed_;  // by playable axis: the attackers on its board
  int branches_ = -1;                // for this number:
  std::vector<char> active_;         // by axis
  std::vector<int> waiting_;         // active rows on which the defender is to move before the action
  std::vector<Word> box_;
  std::vector<int> presents_;  // where the present may be after an action of the box
  std::vector<Source> sources_;
  std::vector<Part> not_before_;  // for a present: the entries of active axes that do not end earlier
  std::vector<Condition> conditions_;
  Slice line_;  // the actions that keep a line of attack open
  Slice slice_;
};

}  // namespace hyperchess
