// Splits a trimmed box into products of sets: its points in which every leave has one arrival and every
// arrival has its leave.
//
// Branch axes are decided first, in order, then the playable ones. A branch must land on a board that has
// been played: not on one that passes, and not on one that a later branch leaves.
#pragma once

#include "search/boxes.hpp"
#include "search/meter.hpp"

namespace hyperchess {

class Regions {
 public:
  Regions(const Axes& axes, const Layout& layout, Meter& meter);

  // Start with a box.
  void split(const std::vector<Word>& box, int branches);
  // Go to the next product; false if there is none left, or if the meter is over.
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
  bool available(int leave) const {
    const Leave& from = axes_.leaves[leave];
    return !has(used(), from.axis) && has(state_.data() + layout_.offset(from.axis), from.entry);
  }
  void use(int axis, int first, int last);

  // The state has two sets of playable axes after the sets of the box: those that are decided, and those on
  // which a branch landed.
  const Word* used() const { return state_.data() + box_words_; }
  Word* used() { return state_.data() + box_words_; }
  Word* landed() { return state_.data() + box_words_ + flag_words_; }
  Word* set(int axis) { return state_.data() + layout_.offset(axis); }

  const Axes& axes_;
  const Layout& layout_;
  Meter& meter_;
  int flag_words_;
  int branches_ = 0, box_words_ = 0;
  std::vector<Word> state_;  // the current box with its flags
  std::vector<Word> before_;
  std::vector<Word> stack_;   // such boxes, one after the other
  std::vector<int> decided_;  // for each of them, how many axes are decided
};

}  // namespace hyperchess
