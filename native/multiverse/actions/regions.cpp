#include "multiverse/actions/regions.hpp"

#include <algorithm>
#include <cassert>

namespace hyperchess {

Regions::Regions(const Axes& axes, const Layout& layout, Meter& meter)
    : axes_(axes), layout_(layout), meter_(meter), flag_words_(words_for(axes.playable_count())) {}

void Regions::split(const std::vector<Word>& box, int branches) {
  assert(static_cast<int>(box.size()) == layout_.size(branches));
  branches_ = branches;
  box_words_ = layout_.size(branches);
  state_.assign(box.begin(), box.end());
  state_.resize(box_words_ + 2 * flag_words_, 0);
  clear();
  push(0);
}

void Regions::push(int decided) {
  stack_.insert(stack_.end(), state_.begin(), state_.end());
  decided_.push_back(decided);
}

bool Regions::next() {
  while (!decided_.empty() && !meter_.is_over_soft_limit()) {
    meter_.spend(axes_.playable_count());
    assert(stack_.size() == decided_.size() * state_.size());
    const auto start = stack_.end() - static_cast<std::ptrdiff_t>(state_.size());
    std::copy(start, stack_.end(), state_.begin());
    stack_.erase(start, stack_.end());
    int decided = decided_.back();
    decided_.pop_back();
    if (decided < branches_) {
      decide_branch(decided);
      continue;
    }
    const int all = branches_ + axes_.playable_count();
    while (decided < all && decide_playable(decided)) ++decided;
    if (decided == all) return true;
  }
  return false;
}

// Mark a playable axis as decided: restrict it to the entries in [first, last).
void Regions::decide(AxisIndex axis, EntryIndex first, EntryIndex last) {
  assert(axis < axes_.playable_count() && !has(decided_axes(), axis));
  assert(find_entry(set(axis), first, last) >= 0);
  keep_range(set(axis), layout_.words(axis), first, last);
  insert(decided_axes(), axis);
}

// Push a box for each group of jumps that can create the new timeline.
void Regions::decide_branch(int branch) {
  const AxisIndex axis = axes_.branch_axis(branch);
  before_ = state_;
  for (const JumpGroup& group : axes_.jump_groups) {
    const Departure& from = axes_.departures[group.departure];
    if (find_entry(set(axis), group.first, group.last) < 0 || !is_available(group.departure)) continue;
    // A board on which an earlier branch landed must have been played before, so no jump departs from it now.
    if (has(landed(), from.axis)) continue;
    decide(from.axis, from.entry, from.entry + 1);
    keep_range(set(axis), layout_.words(axis), group.first, group.last);
    if (group.landing >= 0) {
      insert(landed(), group.landing);
      erase(set(group.landing), pass);
    }
    push(branch + 1);
    state_ = before_;
  }
}

// Decide a playable axis. Return true if there was only one way, which has been applied; otherwise every way
// has been pushed.
bool Regions::decide_playable(int decided) {
  const AxisIndex axis(decided - branches_);
  if (has(decided_axes(), axis)) return true;
  const Axis& own = axes_.axes[axis];
  const bool has_free = find_entry(set(axis), own.free) >= 0;
  before_ = state_;
  bool jumps = false;
  for (const ArrivalGroup& group : own.arrivals) {
    if (find_entry(set(axis), group.first, group.last) < 0 || !is_available(group.departure)) continue;
    const Departure& from = axes_.departures[group.departure];
    decide(axis, group.first, group.last);
    decide(from.axis, from.entry, from.entry + 1);
    push(decided + 1);
    state_ = before_;
    jumps = true;
  }
  for (EntryIndex entry = find_entry(set(axis), own.free, own.first_arrival); entry >= 0;
       entry = find_entry(set(axis), entry + 1, own.first_arrival)) {
    const Departure& from = axes_.departures[own.departure_of(entry)];
    for (const auto& [target, number] : from.hops) {
      const ArrivalGroup& group = axes_.axes[target].arrivals[number];
      if (has(decided_axes(), target) || find_entry(set(target), group.first, group.last) < 0) continue;
      decide(target, group.first, group.last);
      decide(axis, entry, entry + 1);
      push(decided + 1);
      state_ = before_;
      jumps = true;
    }
  }
  if (!has_free) return false;
  decide(axis, pass, own.free);
  if (!jumps) return true;
  push(decided + 1);
  return false;
}

}  // namespace hyperchess
