// The hypercuboid search: legal actions without listing the illegal ones.
//
// Boxes of candidates lie on a stack. A round takes one candidate out of a box. If it fails, everything that
// fails for the same reason is cut off the box. If nothing is wrong with it, it is a legal action, and the
// box is cut down around it until no line of attack is left open for any of its points (`widen`: the
// candidate grows into the largest such box at hand). What is left of that box is split by who jumps where
// (`Regions`) into products of free choices, which are counted without being listed.
#pragma once

#include <optional>

#include "search/boxes.hpp"
#include "search/matching.hpp"
#include "search/meter.hpp"
#include "search/regions.hpp"
#include "search/scene.hpp"

namespace hyperchess {

inline constexpr std::size_t most_stack_words = std::size_t{1} << 26;  // half a gigabyte

class Search {
 public:
  // With `not_before`, only actions that keep the present from that half-turn on.
  Search(const Axes& axes, Meter& meter, std::optional<int> not_before = std::nullopt);

  // Go to the next legal action that has not been rejected: `point()`. False if there is none.
  bool next_candidate();
  const std::vector<int>& point() const { return point_; }
  // Look no more at the actions in a slice, which holds the one at hand, as far as they make as many
  // timelines.
  void reject(const Slice& slice);

  // Go to the next region of legal actions, a product of sets of entries; each action lies in one region.
  // False if there is none left.
  bool next_region();
  const Word* region() const { return regions_.region(); }
  int branches() const { return branches_; }
  const Layout& layout() const { return layout_; }

 private:
  void push_first_box();
  void grow_alive();
  void push_box(const std::vector<Word>& box) {
    if (stack_.size() > most_stack_words)
      throw BudgetExhausted("the search ran out of room without an answer");
    stack_.insert(stack_.end(), box.begin(), box.end());
    ++waiting_boxes_;
  }
  bool take_point();
  bool match();
  bool pair(int leaving, int arriving);

  const Slice* find_known() const;
  std::vector<Word> jumps_ending_from(int time) const;
  void present_slice(int due_axis, Slice& slice) const;
  bool present_fails(Slice& slice) const;
  bool order_slice(Slice& slice) const;
  bool check_slice(Slice& slice);
  void remember(const Slice& slice);
  void cut(const Slice& slice);
  void widen();
  bool overlaps(const Slice& slice) const;
  void shrink(const Slice& slice);

  Word* set(std::vector<Word>& box, int axis) const { return box.data() + layout_.offset(axis); }
  const Word* set(const std::vector<Word>& box, int axis) const { return box.data() + layout_.offset(axis); }
  int axis_count() const { return axes_.playable() + branches_; }

  const Axes& axes_;
  Meter& meter_;
  std::optional<int> not_before_;
  Layout layout_;
  Narrowing narrow_;
  Scene scene_;
  Regions regions_;
  Matching matching_;

  int branches_ = -1;  // of the boxes on the stack
  std::vector<int>
      due_axes_;  // for that number of branches: where passing needs a new timeline that ends early
  std::vector<int> active_branches_;  // which new timelines are active
  std::vector<Word> late_;            // the jumps that make one which ends no earlier
  bool lost_;                         // a royal hangs whatever the player does
  std::vector<Word> stack_;           // boxes, one after the other
  int waiting_boxes_ = 0;             // how many (if nothing can be played, a box has no words)
  std::vector<Word> box_;             // the one at hand
  std::vector<int> point_;            // its candidate
  std::vector<Word>
      alive_;  // a box without the entries that fail by themselves, for the most branches there can be
  std::vector<Word> piece_, rest_;
  std::vector<char> required_;
  std::vector<Slice> known_;  // the latest slices
  std::size_t oldest_ = 0;
  std::vector<Slice> rejected_;  // the latest ones, for this number of branches
  std::size_t oldest_rejected_ = 0;
  Slice slice_;
};

}  // namespace hyperchess
