// Dominance between actions of the attacker: moves that can as well be made one action later.
//
// Let `shorter` be a legal action to which the opponent has a reply, and let `longer` be a legal action that
// makes the same moves and more on boards that `shorter` passes. If these boards, and all new timelines of
// the additional moves, end after the present that `shorter` leaves, then `shorter` dominates `longer`: if
// `longer` forces mate within some number of actions, so does `shorter`.
//
// * Each reply to `shorter` is a legal reply to `longer`. On the additional boards the opponent is to move.
//   The reply passes on them, because they end later than the present after the reply. No piece of the
//   attacker captures from them, and the attackers on the boards before them are lost. Nothing else changes
//   for the reply: its moves and the lines of attack do not pass through the additional boards.
// * After the reply, the attacker can still make the additional moves: boards never change, and the opponent
//   cannot move on boards on which the attacker is to move. Made first of all, they lead to the position
//   after `longer` and the reply, with the attacker to move. So whatever wins there is part of an action that
//   wins after `shorter` and the reply.
//
// Timelines are numbered in the order of their creation, so new timelines of the additional moves must come
// last. They may make other timelines active. Therefore they are considered only if all inactive timelines
// end after the present too. A stalemate is not a reply: an additional board may give the opponent a move.
//
// The same holds for replies of the defender: if the attacker wins after `shorter` by an action that is legal
// after `longer` too, then the attacker wins after `longer`, because the defender can make the additional
// moves one action later. There is one exception: the defender may be stalemated because these moves are
// already made. A stalemate is excluded if the winning action gives a check that does not depend on the
// boards that the additional moves make.
#pragma once

#include <utility>

#include "multiverse/actions/box_search.hpp"
#include "multiverse/rules/checks.hpp"

namespace hyperchess {

// An action, and the actions that it dominates.
class DominatedActions {
 public:
  // `after` is the position after the action `point`. On the axes in `excluded`, passes do not change.
  DominatedActions(const Axes& axes, const Layout& layout, const Point& point, const Multiverse& after,
                   const std::vector<AxisIndex>& excluded = {});

  bool contains(const Point& other) const;
  // Return all of these actions with `branches` branches; there must be one.
  Slice make_slice(int branches) const;
  // Return a set of actions with as many branches as `other`, which is one of them, and none of these.
  Slice make_slice_outside(const Point& other) const;

  // Return the axes on which any entry may replace the pass of `point`; `present` is the one after `point`.
  static std::vector<AxisIndex> find_free_axes(const Axes& axes, const Point& point, int present);

 private:
  bool has_branches(int branches) const {
    return branches == branches_ || (may_branch_ && branches > branches_);
  }

  const Layout& layout_;
  int playable_, branches_;
  std::vector<std::pair<AxisIndex, EntryIndex>> fixed_;  // axes and entries that do not change
  bool may_branch_ = true;                               // whether there may be more new timelines
  std::vector<Word> jumps_;                              // entries on the axes of these timelines
};

// Return the axes of `free` on whose next boards a check depends: those of the check that depends on the
// fewest. Without a check, all axes.
std::vector<AxisIndex> find_axes_of_check(const Axes& axes, const std::vector<AxisIndex>& free,
                                          const std::vector<Check>& checks);

// Skips the actions that known actions dominate, and these actions themselves.
class DominanceFilter final : public ActionFilter {
 public:
  explicit DominanceFilter(const std::vector<DominatedActions>& known) : known_(known) {}
  const Slice* find(const Point& point, const std::vector<Word>& box, int branches) override;

 private:
  const std::vector<DominatedActions>& known_;
  Slice slice_;
};

// Skips everything but the actions that known action number `number` dominates and no earlier one.
class DominatedOnlyFilter final : public ActionFilter {
 public:
  DominatedOnlyFilter(const std::vector<DominatedActions>& known, std::size_t number)
      : known_(known), number_(number) {}
  const Slice* find(const Point& point, const std::vector<Word>& box, int branches) override;

 private:
  const std::vector<DominatedActions>& known_;
  std::size_t number_;
  Slice slice_;
};

}  // namespace hyperchess
