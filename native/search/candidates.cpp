// Parts of the search: the boxes with which it starts, and taking a point out of a box.
#include <algorithm>
#include <limits>

#include "search/search.hpp"

namespace hyperchess {

// Push a box with all candidates that make exactly `branches_` timelines, and find out what is owed to the
// present.
//
// With the number of branches, it is known which timelines are active after the action. Let `due` be the
// earliest end of an active timeline on which the player can move. If an active timeline of the opponent's
// ends before it, nothing is owed. Otherwise no board may pass there, unless an active new timeline ends
// before it. (Boards that end later are then free to pass: the present has become the opponent's before it
// reaches them.)
void Search::push_first_box() {
  const Multiverse& multiverse = axes_.multiverse;
  const int playable = axes_.playable();
  const int outermost = multiverse.new_row(branches_ - 1);  // without branches, one that exists
  const int lowest = std::min(multiverse.lowest_row(), outermost);
  const int highest = std::max(multiverse.highest_row(), outermost);
  const auto is_active = [&](int row) { return multiverse.active(row, lowest, highest); };
  constexpr int never = std::numeric_limits<int>::max();

  grow_alive();
  std::vector<Word> box(alive_.begin(), alive_.begin() + layout_.size(branches_));
  int due = never, waiting = never;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (!is_active(row)) continue;
    int& earliest = multiverse.playable(row) ? due : waiting;
    earliest = std::min(earliest, multiverse.line(row).end());
  }
  active_branches_.clear();
  for (int axis = playable; axis < axis_count(); ++axis)
    if (is_active(axes_.row_of(axis))) active_branches_.push_back(axis);

  if (not_before_) {
    if (std::min(due, waiting - 1) < *not_before_ - 1) return;
    for (int axis = 0; axis < playable; ++axis)
      if (axes_.axes[axis].time < *not_before_ && is_active(axes_.axes[axis].row)) erase(set(box, axis), 0);
    const std::vector<Word> kept = jumps_ending_from(*not_before_);
    for (const int axis : active_branches_)
      for (std::size_t word = 0; word < kept.size(); ++word) set(box, axis)[word] &= kept[word];
  }
  due_axes_.clear();
  if (waiting > due && due != never) {
    late_ = jumps_ending_from(due);
    for (int axis = 0; axis < playable; ++axis) {
      if (axes_.axes[axis].time != due || !is_active(axes_.axes[axis].row)) continue;
      if (active_branches_.empty())
        erase(set(box, axis), 0);
      else
        due_axes_.push_back(axis);
    }
  }
  push_box(box);
}

// The jumps that make a timeline which does not end before a half-turn.
std::vector<Word> Search::jumps_ending_from(int time) const {
  std::vector<Word> entries(words_for(static_cast<int>(axes_.jumps.size())), 0);
  for (int jump = 0; jump < static_cast<int>(axes_.jumps.size()); ++jump)
    if (axes_.time_of(axes_.playable(), *axes_.choice(axes_.playable(), jump)) >= time)
      insert(entries.data(), jump);
  return entries;
}

// Passing on a board where a move is due, while all new timelines end late. It holds for this number of
// branches only.
void Search::present_slice(int due_axis, Slice& slice) const {
  slice.parts.clear();
  slice.parts.push_back({due_axis, std::vector<Word>(layout_.words(due_axis), 0)});
  insert(slice.parts[0].entries.data(), 0);
  for (const int axis : active_branches_) slice.parts.push_back({axis, late_});
}

// Make room for the sets of all axes of boxes with `branches_` branches: at first, all entries.
void Search::grow_alive() {
  alive_.resize(layout_.size(branches_), 0);
  const int first = branches_ == 0 ? 0 : axis_count() - 1;
  for (int axis = first; axis < axis_count(); ++axis)
    for (int entry = 0; entry < axes_.size_of(axis); ++entry) insert(set(alive_, axis), entry);
}

// Choose a point of the narrowed box in which every leave arrives once and every arrival has left: `point_`.
bool Search::take_point() {
  point_.assign(axis_count(), -1);
  required_.assign(axis_count(), 0);
  bool all_free = true;
  for (int axis = 0; axis < axis_count(); ++axis) {
    if (!axes_.is_branch(axis)) {
      // A physical move rather than a pass, which keeps boxes with both together.
      point_[axis] = find_in(set(box_, axis), 1, axes_.axes[axis].free);
      if (point_[axis] < 0 && has(set(box_, axis), 0)) point_[axis] = 0;
    }
    required_[axis] = point_[axis] < 0;
    all_free &= !required_[axis];
  }
  return all_free || match();
}

// Cover the axes without a free entry by jumps.
bool Search::match() {
  const int count = axis_count();
  matching_.reset(count);
  const auto is_open = [&](const Leave& leave) { return has(set(box_, leave.axis), leave.entry); };
  for (int axis = 0; axis < count; ++axis) {
    const Word* const entries = set(box_, axis);
    if (axes_.is_branch(axis)) {
      for (const Leave& leave : axes_.leaves)
        if (is_open(leave) && find_in(entries, leave.first, leave.last) >= 0)
          matching_.connect(leave.axis, axis);
    } else {
      for (const Group& group : axes_.axes[axis].arrivals) {
        const Leave& leave = axes_.leaves[group.leave];
        if (is_open(leave) && find_in(entries, group.first, group.last) >= 0)
          matching_.connect(leave.axis, axis);
      }
    }
  }
  if (!matching_.cover(required_)) return false;
  for (int axis = 0; axis < count; ++axis) {
    const int other = matching_.partner(axis);
    // Axes that both have free entries may be paired by the way; they need not be.
    if (other > axis && (required_[axis] || required_[other]) && !pair(axis, other)) pair(other, axis);
  }
  return true;
}

// Choose a jump between two axes, if the box has one.
bool Search::pair(int leaving, int arriving) {
  if (axes_.is_branch(leaving)) return false;
  const Axis& source = axes_.axes[leaving];
  for (int entry = find_in(set(box_, leaving), source.free, source.first_arrival); entry >= 0;
       entry = find_in(set(box_, leaving), entry + 1, source.first_arrival)) {
    const Leave& leave = axes_.leaves[source.first_leave + entry - source.free];
    int arrival = -1;
    if (axes_.is_branch(arriving)) {
      arrival = find_in(set(box_, arriving), leave.first, leave.last);
    } else {
      for (const auto& [axis, number] : leave.hops) {
        const Group& group = axes_.axes[axis].arrivals[number];
        if (axis == arriving) arrival = find_in(set(box_, arriving), group.first, group.last);
      }
    }
    if (arrival < 0) continue;
    point_[leaving] = entry;
    point_[arriving] = arrival;
    return true;
  }
  return false;
}

}  // namespace hyperchess
