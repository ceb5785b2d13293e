// Box search (hypercuboid search): enumerates legal actions without listing the illegal ones.
//
// Candidates are points on the axes; boxes of candidates are on a stack. A round picks one candidate of a
// box:
//
// * If it breaks a rule, all points that break the rule for the same reason (a slice) are cut off the box.
// * Otherwise it is a legal action, and the box is trimmed around it until all of its points hand over the
//   present and leave no royal attacked. The parts trimmed off are pushed back onto the stack.
//
// A trimmed box is split by its jumps (`Regions`) into products of independent choices, which are counted
// without being listed. Boxes are disjoint and only illegal points are dropped, so each legal action is found
// exactly once.
#pragma once

#include <optional>

#include "common/meter.hpp"
#include "multiverse/actions/boxes.hpp"
#include "multiverse/actions/check_detector.hpp"
#include "multiverse/actions/matching.hpp"
#include "multiverse/actions/regions.hpp"

namespace hyperchess {

// Actions that a search should skip, legal or not.
class ActionFilter {
 public:
  virtual ~ActionFilter() = default;
  // If `point` is to be skipped, return a slice of such actions of the box around it; otherwise null.
  virtual const Slice* find(const Point& point, const std::vector<Word>& box, int branches) = 0;
};

class BoxSearch {
 public:
  // With `not_before`, find only actions after which the present is not earlier than that half-turn.
  BoxSearch(const Axes& axes, Meter& meter, std::optional<int> not_before = std::nullopt);
  BoxSearch(const BoxSearch&) = delete;
  BoxSearch& operator=(const BoxSearch&) = delete;
  ~BoxSearch() { meter_.release_words(stack_.size()); }

  void set_filter(ActionFilter& filter) { filter_ = &filter; }
  // Prefer passing over moving on each board. By default moves are preferred: then boxes that allow both need
  // not be cut.
  void prefer_passes() { prefers_passes_ = true; }

  // Advance `point()` to the next legal action that has not been rejected. Return false if there is none, or
  // if the soft limit of the meter is reached.
  bool next_candidate();
  const Point& point() const { return point_; }
  // Move the largest waiting box, with the most candidates, to the top of the stack.
  void raise_largest_box();
  // Skip the actions in `slice` that have as many branches as the current one, which must be among them.
  void reject(const Slice& slice);

  // Advance to the next region of legal actions, a product of sets of entries; each action is in one region.
  // Return false if there is none left, or if the soft limit of the meter is reached.
  bool next_region();
  const Word* region() const { return regions_.region(); }
  // Skip the remaining regions with as many branches as the current one.
  void skip_branches() {
    meter_.release_words(stack_.size());
    stack_.clear();
    sizes_.clear();
    waiting_boxes_ = 0;
    regions_.clear();
  }
  int branches() const { return branches_; }
  const Layout& layout() const { return layout_; }

 private:
  // The first box: all candidates with `branches_` branches.
  void push_first_box();
  void grow_viable();
  std::vector<Word> jumps_ending_from(int time) const;

  // Choosing a point of the box.
  bool choose_point();
  bool match_jumps();
  bool choose_jump(AxisIndex from_axis, AxisIndex to_axis);

  // Tests of the point. If it fails, `slice` is the set of all points that fail for the same reason.
  const Slice* find_known_slice() const;
  bool violates_present(Slice& slice) const;
  void make_present_slice(AxisIndex due_axis, Slice& slice) const;
  bool violates_move_order(Slice& slice) const;
  bool leaves_royal_attacked(Slice& slice);

  // Removing slices from the box.
  void add_known_slice(const Slice& slice);
  void cut_slice(const Slice& slice);
  void trim();
  void trim(const Slice& slice);
  bool overlaps(const Slice& slice) const;
  void push_box(const std::vector<Word>& box) {
    assert(static_cast<int>(box.size()) == layout_.size(branches_));
    meter_.reserve_words(box.size());
    stack_.insert(stack_.end(), box.begin(), box.end());
    ++waiting_boxes_;
  }

  Word* set(std::vector<Word>& box, AxisIndex axis) const { return box.data() + layout_.offset(axis); }
  const Word* set(const std::vector<Word>& box, AxisIndex axis) const {
    return box.data() + layout_.offset(axis);
  }
  int axis_count() const { return axes_.playable_count() + branches_; }

  const Axes& axes_;
  Meter& meter_;
  std::optional<int> not_before_;
  ActionFilter* filter_ = nullptr;
  bool prefers_passes_ = false;
  Layout layout_;
  Narrowing narrow_;
  CheckDetector detector_;
  Regions regions_;
  Matching matching_;

  int branches_ = -1;                // number of branches of all boxes on the stack. For this number:
  std::vector<AxisIndex> due_axes_;  // axes where passing is legal only if a new timeline ends early enough
  std::vector<AxisIndex> active_branches_;  // axes of the active new timelines
  std::vector<Word> late_jumps_;            // jumps that create a timeline which does not end early enough
  bool is_lost_;                            // a royal stays attacked whatever the player plays
  std::vector<Word> stack_;                 // boxes, one after the other
  int waiting_boxes_ = 0;                   // number of boxes on the stack (a box may have no words at all)
  std::vector<int> sizes_;    // `log2_fixed` of the numbers of points in the lowest boxes of the stack
  std::vector<Word> box_;     // the current box
  Point point_;               // the current candidate
  std::vector<Word> viable_;  // box of the entries that do not fail by themselves
  std::vector<Word> piece_, rest_;
  std::vector<char> required_;       // by axis
  std::vector<Slice> known_slices_;  // recently found illegal slices, a ring buffer
  std::size_t oldest_known_ = 0;
  std::vector<Slice> rejected_slices_;  // recently rejected slices for this number of branches, a ring buffer
  std::size_t oldest_rejected_ = 0;
  Slice slice_;
};

}  // namespace hyperchess
