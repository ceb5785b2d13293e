// Filter for quiet actions, which give no check. No quiet action mates, and most actions are quiet, so a mate
// search removes them a box at a time.
//
// An action gives check if the attacker could capture a royal after the defender had passed on every
// mandatory board, that is on every active timeline that ends at the present. For a given number of branches
// it is known which timelines are active, so all actions that leave one line of attack open are a slice: on
// the boards that the line crosses, the entries that keep an attacker, the empty squares and the royal; and
// if the line crosses a board that was passed on, on all other axes the entries after which no active
// timeline ends earlier. An action is quiet if it is in no such slice, in exact agreement with `in_check`.
#pragma once

#include <vector>

#include "multiverse/actions/box_search.hpp"
#include "multiverse/mates/entry_boards.hpp"

namespace hyperchess {

class QuietFilter : public ActionFilter {
 public:
  QuietFilter(const Axes& axes, const Layout& layout, EntryBoards& boards);

  // Return quiet actions of the box around `point` as a slice, or null if the point gives check. Whether the
  // attacker's own royals are attacked is ignored here.
  const Slice* find(const Point& point, const std::vector<Word>& box, int branches) override;

 private:
  // A board from which the attacker can capture after the defender has passed.
  struct Source {
    Cell* cell;
    Attackers attackers;
    AxisIndex axis;  // the axis that made the board or passed on it; none if the action does not change it
    bool copied;     // the defender passed on it, so that the attacker moves on a copy
  };
  // Requirements of a line of attack on the board that an axis makes.
  struct Condition {
    AxisIndex axis;
    AttackNeeds needs;
  };

  int find_end(AxisIndex axis, EntryIndex entry) const;
  void choose_branches(int branches);
  void find_presents();
  bool place_boards(int present);
  void place_union(Source& source, int present);
  void clear_boards();
  bool gives_check(const Point& point);
  bool find_checking_slice(const Attack& attack, const Source& source, int present);
  void remove_checking_slice(const Point& point, int present);
  int axis_count() const { return axes_.playable_count() + branches_; }
  Word* set(AxisIndex axis) { return box_.data() + layout_.offset(axis); }

  const Axes& axes_;
  const Layout& layout_;
  Grid grid_;
  EntryBoards& boards_;
  IndexedVector<AxisIndex, Attackers>
      unplayed_;       // by playable axis: the attackers on its board before the action
  int branches_ = -1;  // number of branches of the current box. For this number:
  IndexedVector<AxisIndex, char> active_;
  std::vector<int> waiting_;  // active rows on which the defender was to move before the action
  std::vector<Word> box_;
  std::vector<int> presents_;  // possible presents after an action of the box
  std::vector<Source> sources_;
  std::vector<Part> not_before_;  // entries of active axes that end at the current present or later
  std::vector<Condition> conditions_;
  Slice checking_slice_;  // actions that leave a line of attack open
  Slice slice_;
};

}  // namespace hyperchess
