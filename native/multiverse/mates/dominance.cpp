#include "multiverse/mates/dominance.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <ranges>

namespace hyperchess {

DominatedActions::DominatedActions(const Axes& axes, const Layout& layout, const Point& point,
                                   const Multiverse& after, const std::vector<AxisIndex>& excluded)
    : layout_(layout),
      playable_(axes.playable_count()),
      branches_(static_cast<int>(point.size()) - playable_),
      jumps_(words_for(axes.jumps.end_index()), 0) {
  const int present = after.present();
  IndexedVector<AxisIndex, char> free(point.size(), 0);
  for (const AxisIndex axis : find_free_axes(axes, point, present)) free[axis] = 1;
  for (const AxisIndex axis : excluded) free[axis] = 0;
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis)
    if (!free[axis]) fixed_.emplace_back(axis, point[axis]);
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row)
    may_branch_ &= after.is_active(row) || after.timeline(row).end() > present;
  const AxisIndex branch = axes.branch_axis(0);
  for (EntryIndex jump{0}; jump < axes.axis_size(branch); ++jump) {
    const Choice& choice = *axes.choice(branch, jump);
    if (free[axes.departures[choice.departure].axis] && axes.board_time(branch, choice) > present)
      insert(jumps_.data(), jump);
  }
}

std::vector<AxisIndex> DominatedActions::find_free_axes(const Axes& axes, const Point& point, int present) {
  std::vector<AxisIndex> free;
  for (AxisIndex axis{0}; axis < axes.playable_count(); ++axis)
    if (point[axis] == pass && axes.axes[axis].time > present) free.push_back(axis);
  return free;
}

bool DominatedActions::contains(const Point& other) const {
  if (!has_branches(static_cast<int>(other.size()) - playable_)) return false;
  for (const auto& [axis, entry] : fixed_)
    if (other[axis] != entry) return false;
  for (AxisIndex axis{playable_ + branches_}; axis < other.end_index(); ++axis)
    if (!has(jumps_.data(), other[axis])) return false;
  return true;
}

Slice DominatedActions::make_slice(int branches) const {
  assert(has_branches(branches));
  Slice slice;
  for (int branch = branches_; branch < branches; ++branch)
    slice.parts.push_back({AxisIndex(playable_ + branch), jumps_});
  // The box search continues with the last part: first with other entries of the first axis.
  for (const auto& [axis, entry] : std::views::reverse(fixed_)) {
    slice.parts.push_back({axis, std::vector<Word>(layout_.words(axis), 0)});
    insert(slice.parts.back().entries.data(), entry);
  }
  return slice;
}

Slice DominatedActions::make_slice_outside(const Point& other) const {
  assert(!contains(other));
  const int branches = static_cast<int>(other.size()) - playable_;
  if (!has_branches(branches)) return {};  // all actions with as many branches
  for (Part& part : make_slice(branches).parts) {
    if (has(part.entries.data(), other[part.axis])) continue;
    for (Word& word : part.entries) word = ~word;
    return {{std::move(part)}};
  }
  assert(false);
  return {};
}

std::vector<AxisIndex> find_axes_of_check(const Axes& axes, const std::vector<AxisIndex>& free,
                                          const std::vector<Check>& checks) {
  std::vector<AxisIndex> fewest = free;
  for (const Check& check : checks) {
    const auto is_crossed = [&](AxisIndex number) {
      const Axis& axis = axes.axes[number];
      for (int distance = 0; distance <= check.distance; ++distance)
        if (check.row + distance * check.step.rows == axis.row &&
            check.time + 2 * distance * check.step.turns == axis.time + 1)
          return true;
      return false;
    };
    std::vector<AxisIndex> crossed;
    std::ranges::copy_if(free, std::back_inserter(crossed), is_crossed);
    if (crossed.size() < fewest.size()) fewest = std::move(crossed);
  }
  return fewest;
}

const Slice* DominanceFilter::find(const Point& point, const std::vector<Word>&, int branches) {
  for (const DominatedActions& dominated : known_) {
    if (!dominated.contains(point)) continue;
    slice_ = dominated.make_slice(branches);
    return &slice_;
  }
  return nullptr;
}

const Slice* DominatedOnlyFilter::find(const Point& point, const std::vector<Word>&, int branches) {
  const auto end = known_.begin() + static_cast<std::ptrdiff_t>(number_);
  const auto earlier =
      std::find_if(known_.begin(), end, [&](const auto& each) { return each.contains(point); });
  if (earlier == end && end->contains(point)) return nullptr;
  slice_ = earlier == end ? end->make_slice_outside(point) : earlier->make_slice(branches);
  return &slice_;
}

}  // namespace hyperchess
