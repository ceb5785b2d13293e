// Splits a trimmed box into regions: products of sets of entries in which every departure has one arrival and
// every arrival has its departure.
//
// Branch axes are decided first, in order, then the playable axes. A branch onto a playable board requires
// that the board was played before: it must not pass, and no later branch may depart from it.
#pragma once

#include "common/meter.hpp"
#include "multiverse/actions/boxes.hpp"

namespace hyperchess {

class Regions {
 public:
  Regions(const Axes& axes, const Layout& layout, Meter& meter);

  // Start splitting a box.
  void split(const std::vector<Word>& box, int branches);
  // Advance to the next region; return false if there is none left or the soft limit is reached.
  bool next();
  void clear() {
    stack_.clear();
    decided_.clear();
  }
  const Word* region() const { return state_.data(); }

 private:
  void decide_branch(int branch);
  bool decide_playable(int decided);
  void push(int decided);
  bool is_available(DepartureIndex departure) const {
    const Departure& from = axes_.departures[departure];
    return !has(decided_axes(), from.axis) && has(state_.data() + layout_.offset(from.axis), from.entry);
  }
  void decide(AxisIndex axis, EntryIndex first, EntryIndex last);

  // After the sets of the box, the state has two sets of playable axes: those that are decided, and those on
  // which a branch landed.
  const Word* decided_axes() const { return state_.data() + box_words_; }
  Word* decided_axes() { return state_.data() + box_words_; }
  Word* landed() { return state_.data() + box_words_ + flag_words_; }
  Word* set(AxisIndex axis) { return state_.data() + layout_.offset(axis); }

  const Axes& axes_;
  const Layout& layout_;
  Meter& meter_;
  int flag_words_;
  int branches_ = 0, box_words_ = 0;
  std::vector<Word> state_;  // the current box with its flags
  std::vector<Word> before_;
  std::vector<Word> stack_;   // states, one after the other
  std::vector<int> decided_;  // by state on the stack: the number of decided axes
};

}  // namespace hyperchess
