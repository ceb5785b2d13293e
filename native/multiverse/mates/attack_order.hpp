// Move ordering of the attacker in a mate search: checks with the fewest replies first. Actions that another
// one dominates are left out.
#pragma once

#include <cassert>
#include <optional>

#include "multiverse/mates/dominance.hpp"
#include "multiverse/position/key.hpp"

namespace hyperchess {

class AttackOrder {
 public:
  AttackOrder(const Multiverse& multiverse, const Key& key, Meter& meter);
  AttackOrder(const AttackOrder&) = delete;
  AttackOrder& operator=(const AttackOrder&) = delete;

  // Advance to the next action that no other one dominates; return false if there is none left. Actions are
  // sorted within batches, so that memory stays bounded.
  bool next();
  // Advance to the next action that the last one found by `next` dominates, and no other; return false if
  // there is none left. Together, both find each action once.
  bool next_dominated();

  const Point& point() const { return point_; }
  // The position after the current action, and its key.
  const Multiverse& after() const {
    assert(after_);
    return *after_;
  }
  const Key& key() const { return after_key_; }
  const Axes& axes() const { return axes_; }

 private:
  struct Candidate {
    Point point;
    int replies;    // number of replies to a check, capped; above the cap if it gives no check
    int dominated;  // number of the set of actions that it dominates; -1 if there are none
  };
  struct DominatedSearch {
    DominatedSearch(const Axes& axes, Meter& meter, const std::vector<DominatedActions>& known,
                    std::size_t number)
        : search(axes, meter), filter(known, number) {
      search.set_filter(filter);
    }

    BoxSearch search;
    DominatedOnlyFilter filter;
  };

  void fetch_batch();
  void choose(const Point& point);

  const Multiverse& multiverse_;
  Key key_;
  Meter& meter_;
  Axes axes_;
  BoxSearch search_;
  std::vector<DominatedActions> known_;
  DominanceFilter filter_;
  std::vector<Candidate> batch_;
  std::size_t index_ = 0;
  std::optional<DominatedSearch> dominated_;  // of the current candidate
  Point point_;
  std::optional<Multiverse> after_;
  Key after_key_;
};

}  // namespace hyperchess
