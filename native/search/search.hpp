// The hypercuboid search: finds legal actions without listing the illegal ones.
//
// Candidates are points on the axes; boxes of candidates wait on a stack. A round takes one candidate out of
// a box:
//
// * If it breaks a rule, everything that breaks the rule for the same reason (a slice) is cut off the box.
// * Otherwise it is a legal action, and the box is trimmed around it until all of its points hand over the
//   present and leave no royal attacked. What is trimmed off goes back to the stack.
//
// A trimmed box is split by which jumps are made (`Regions`) into products of independent choices, which are
// counted without being listed. Boxes are disjoint and only illegal points are dropped, so each legal action
// is found once.
#pragma once

#include <optional>

#include "search/boxes.hpp"
#include "search/matching.hpp"
#include "search/meter.hpp"
#include "search/regions.hpp"
#include "search/scene.hpp"

namespace hyperchess {

// Actions that a search need not find, legal or not.
class Unwanted {
 public:
  virtual ~Unwanted() = default;
  // Those around a point that is one of them, as a slice of the box; null if it is not.
  virtual const Slice* find(const std::vector<int>& point, const std::vector<Word>& box, int branches) = 0;
};

class Search {
 public:
  // With `not_before`, only actions after which the present is not before that half-turn.
  Search(const Axes& axes, Meter& meter, std::optional<int> not_before = std::nullopt);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() { meter_.give_room_back(stack_.size()); }

  void leave_out(Unwanted& unwanted) { unwanted_ = &unwanted; }
  // Try to pass on boards before moves are tried there. Otherwise moves come first: then boxes that allow
  // both need not be cut.
  void try_passes_first() { passes_first_ = true; }

  // Go to the next legal action that has not been rejected: `point()`. False if there is none, or if the
  // meter is over.
  bool next_candidate();
  const std::vector<int>& point() const { return point_; }
  // Skip the actions in a slice that make as many timelines as the current one, which must be among them.
  void reject(const Slice& slice);

  // Go to the next region of legal actions, a product of sets of entries; each action lies in one region.
  // False if there is none left, or if the meter is over.
  bool next_region();
  const Word* region() const { return regions_.region(); }
  // Skip the other regions with as many branches as the current one.
  void skip_branches() {
    meter_.give_room_back(stack_.size());
    stack_.clear();
    waiting_boxes_ = 0;
    regions_.clear();
  }
  int branches() const { return branches_; }
  const Layout& layout() const { return layout_; }

 private:
  // The first boxes: all candidates with a number of branches.
  void push_first_box();
  void grow_viable();
  std::vector<Word> jumps_ending_from(int time) const;

  // Taking a point out of the box.
  bool take_point();
  bool match_jumps();
  bool choose_jump(int leaving, int arriving);

  // Why the point fails, as the slice of all points that fail for the same reason.
  const Slice* find_known() const;
  bool present_fails(Slice& slice) const;
  void present_slice(int due_axis, Slice& slice) const;
  bool order_fails(Slice& slice) const;
  bool check_fails(Slice& slice);

  // Cutting slices off the box.
  void remember(const Slice& slice);
  void cut(const Slice& slice);
  void trim();
  void trim(const Slice& slice);
  bool overlaps(const Slice& slice) const;
  void push_box(const std::vector<Word>& box) {
    meter_.take_room(box.size());
    stack_.insert(stack_.end(), box.begin(), box.end());
    ++waiting_boxes_;
  }

  Word* set(std::vector<Word>& box, int axis) const { return box.data() + layout_.offset(axis); }
  const Word* set(const std::vector<Word>& box, int axis) const { return box.data() + layout_.offset(axis); }
  int axis_count() const { return axes_.playable() + branches_; }

  const Axes& axes_;
  Meter& meter_;
  std::optional<int> not_before_;
  Unwanted* unwanted_ = nullptr;
  bool passes_first_ = false;
  Layout layout_;
  Narrowing narrow_;
  Scene scene_;
  Regions regions_;
  Matching matching_;

  int branches_ = -1;                 // the number of branches of all boxes on the stack; for that number:
  std::vector<int> due_axes_;         // where passing is legal only if a new timeline ends early
  std::vector<int> active_branches_;  // which new timelines are active
  std::vector<Word> late_jumps_;      // the jumps that make a timeline which does not end early
  bool lost_;                         // a royal is attacked whatever the player does
  std::vector<Word> stack_;           // boxes, one after the other
  int waiting_boxes_ = 0;             // how many (if nothing can be played, a box has no words)
  std::vector<Word> box_;             // the current one
  std::vector<int> point_;            // its candidate
  std::vector<Word> viable_;          // a box of the entries that do not fail by themselves
  std::vector<Word> piece_, rest_;
  std::vector<char> required_;
  std::vector<Slice> known_;  // the latest slices
  std::size_t oldest_ = 0;
  std::vector<Slice> rejected_;  // the latest ones, for this number of branches
  std::size_t oldest_rejected_ = 0;
  Slice slice_;
};

}  // namespace hyperchess
