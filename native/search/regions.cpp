#include "search/regions.hpp"

#include <algorithm>

namespace hyperchess {

Regions::Regions(const Axes& axes, const Layout& layout, Meter& meter)
    : axes_(axes), layout_(layout), meter_(meter), flag_words_(words_for(axes.playable())) {}

void Regions::split(const std::vector<Word>& box, int branches) {
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
  while (!decided_.empty() && !meter_.over()) {
    meter_.spend();
    const auto start = stack_.end() - static_cast<std::ptrdiff_t>(state_.size());
    std::copy(start, stack_.end(), state_.begin());
    stack_.erase(start, stack_.end());
    int decided = decided_.back();
    decided_.pop_back();
    if (decided < branches_) {
      decide_branch(decided);
      continue;
    }
    const int all = branches_ + axes_.playable();
    while (decided < all && decide_playable(decided)) ++decided;
    if (decided == all) return true;
  }
  return false;
}

// Mark a playable axis as decided, with the entries from `first` up to `last`.
void Regions::use(int axis, int first, int last) {
  keep_range(set(axis), layout_.words(axis), first, last);
  insert(used(), axis);
}

// Push a box for each group of jumps that can make the new timeline.
void Regions::decide_branch(int branch) {
  const int axis = axes_.playable() + branch;
  before_ = state_;
  for (const JumpGroup& group : axes_.jump_groups) {
    const Leave& from = axes_.leaves[group.leave];
    if (find_in(set(axis), group.first, group.last) < 0 || !available(group.leave)) continue;
    // It cannot leave a board on which an earlier branch landed.
    if (has(landed(), from.axis)) continue;
    use(from.axis, from.entry, from.entry + 1);
    keep_range(set(axis), layout_.words(axis), group.first, group.last);
    if (group.landing >= 0) {
      insert(landed(), group.landing);
      erase(set(group.landing), 0);
    }
    push(branch + 1);
    state_ = before_;
  }
}

// Decide a playable axis. True if there was only one way, which has been applied; otherwise each way has been
// pushed.
bool Regions::decide_playable(int decided) {
  const int axis = decided - branches_;
  if (has(used(), axis)) return true;
  const Axis& own = axes_.axes[axis];
  const bool has_free = find_in(set(axis), 0, own.free) >= 0;
  before_ = state_;
  bool jumps = false;
  for (const ArrivalGroup& group : own.arrivals) {
    if (find_in(set(axis), group.first, group.last) < 0 || !available(group.leave)) continue;
    const Leave& from = axes_.leaves[group.leave];
    use(axis, group.first, group.last);
    use(from.axis, from.entry, from.entry + 1);
    push(decided + 1);
    state_ = before_;
    jumps = true;
  }
  for (int entry = find_in(set(axis), own.free, own.first_arrival); entry >= 0;
       entry = find_in(set(axis), entry + 1, own.first_arrival)) {
    const Leave& from = axes_.leaves[own.first_leave + entry - own.free];
    for (const auto& [target, number] : from.hops) {
      const ArrivalGroup& group = axes_.axes[target].arrivals[number];
      if (has(used(), target) || find_in(set(target), group.first, group.last) < 0) continue;
      use(target, group.first, group.last);
      use(axis, entry, entry + 1);
      push(decided + 1);
      state_ = before_;
      jumps = true;
    }
  }
  if (!has_free) return false;
  use(axis, 0, own.free);
  if (!jumps) return true;
  push(decided + 1);
  return false;
}

}  // namespace hyperchess
