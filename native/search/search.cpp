#include "search/search.hpp"

#include <algorithm>
#include <limits>

namespace hyperchess {
namespace {

constexpr std::size_t max_known = 128;

}  // namespace

Search::Search(const Axes& axes, Meter& meter, std::optional<int> not_before)
    : axes_(axes),
      meter_(meter),
      not_before_(not_before),
      layout_(axes),
      narrow_(axes, layout_),
      scene_(axes, layout_),
      regions_(axes, layout_, meter),
      lost_(scene_.is_lost()) {}

bool Search::next_region() {
  for (;;) {
    if (regions_.next()) return true;
    if (!next_candidate()) return false;
    trim();
    regions_.split(box_, branches_);
  }
}

// Sets `box_` and `point_`.
bool Search::next_candidate() {
  if (lost_) return false;
  for (;;) {
    if (waiting_boxes_ == 0) {
      if (branches_ == axes_.most_branches()) return false;
      ++branches_;
      rejected_.clear();
      push_first_box();
      continue;
    }
    if (meter_.over()) return false;
    meter_.spend();
    const int size = layout_.size(branches_);
    box_.assign(stack_.end() - size, stack_.end());
    stack_.resize(stack_.size() - size);
    meter_.give_room_back(size);
    --waiting_boxes_;
    for (int word = 0; word < size; ++word) box_[word] &= viable_[word];
    if (!narrow_(box_.data(), branches_) || !take_point()) continue;
    if (const Slice* const known = find_known()) {
      cut(*known);
    } else if (const Slice* const unwanted = unwanted_ ? unwanted_->find(point_, box_, branches_) : nullptr) {
      cut(*unwanted);
    } else if (present_fails(slice_)) {
      cut(slice_);
    } else if (order_fails(slice_) || check_fails(slice_)) {
      remember(slice_);
      cut(slice_);
    } else {
      return true;
    }
  }
}

// Push a box of all candidates that make exactly `branches_` timelines, and find the boards on which a move
// is due.
//
// This is the first condition of `may_submit`, the present must be the opponent's, for all of these
// candidates at once. The number of branches decides which timelines are active after the action. Let `due`
// be the earliest end of an active timeline on which the player can move. If an active timeline on which the
// opponent is to move ends before it, no move is due. Otherwise boards that end there must not pass, unless
// an active new timeline ends before them. (Boards that end later may always pass then: the present stops at
// the opponent's boards before it reaches them.)
void Search::push_first_box() {
  const Multiverse& multiverse = axes_.multiverse;
  const int playable = axes_.playable();
  const int outermost = multiverse.new_row(branches_ - 1);  // without branches, one that exists
  const int lowest = std::min(multiverse.lowest_row(), outermost);
  const int highest = std::max(multiverse.highest_row(), outermost);
  const auto is_active = [&](int row) { return multiverse.active(row, lowest, highest); };
  constexpr int never = std::numeric_limits<int>::max();

  grow_viable();
  std::vector<Word> box(viable_.begin(), viable_.begin() + layout_.size(branches_));
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
    late_jumps_ = jumps_ending_from(due);
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

// Add the sets of the axes that boxes with `branches_` branches have and earlier ones had not; all entries
// are viable at first.
void Search::grow_viable() {
  viable_.resize(layout_.size(branches_), 0);
  const int first = branches_ == 0 ? 0 : axis_count() - 1;
  for (int axis = first; axis < axis_count(); ++axis)
    for (int entry = 0; entry < axes_.size_of(axis); ++entry) insert(set(viable_, axis), entry);
}

// The jumps that make a timeline which does not end before a half-turn.
std::vector<Word> Search::jumps_ending_from(int time) const {
  std::vector<Word> entries(words_for(static_cast<int>(axes_.jumps.size())), 0);
  for (int jump = 0; jump < static_cast<int>(axes_.jumps.size()); ++jump)
    if (axes_.time_of(axes_.playable(), *axes_.choice(axes_.playable(), jump)) >= time)
      insert(entries.data(), jump);
  return entries;
}

// Choose a point of the narrowed box in which every leave arrives once and every arrival has left: `point_`.
bool Search::take_point() {
  point_.assign(axis_count(), -1);
  required_.assign(axis_count(), 0);
  bool all_free = true;
  for (int axis = 0; axis < axis_count(); ++axis) {
    if (!axes_.is_branch(axis)) {
      const bool may_pass = has(set(box_, axis), 0);
      if (may_pass && passes_first_)
        point_[axis] = 0;
      else
        point_[axis] = find_in(set(box_, axis), 1, axes_.axes[axis].free);
      if (point_[axis] < 0 && may_pass) point_[axis] = 0;
    }
    required_[axis] = point_[axis] < 0;
    all_free &= !required_[axis];
  }
  return all_free || match_jumps();
}

// Choose jumps for the axes without a free entry: a matching between axes.
bool Search::match_jumps() {
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
      for (const ArrivalGroup& group : axes_.axes[axis].arrivals) {
        const Leave& leave = axes_.leaves[group.leave];
        if (is_open(leave) && find_in(entries, group.first, group.last) >= 0)
          matching_.connect(leave.axis, axis);
      }
    }
  }
  if (!matching_.cover(required_)) return false;
  for (int axis = 0; axis < count; ++axis) {
    const int other = matching_.partner(axis);
    // Two axes with free entries may have been paired too; they need no jump.
    if (other > axis && (required_[axis] || required_[other]) && !choose_jump(axis, other))
      choose_jump(other, axis);
  }
  return true;
}

// Choose a jump from one axis to another, if the box has one.
bool Search::choose_jump(int leaving, int arriving) {
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
        const ArrivalGroup& group = axes_.axes[axis].arrivals[number];
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

const Slice* Search::find_known() const {
  for (const Slice& slice : known_)
    if (slice.contains(point_)) return &slice;
  for (const Slice& slice : rejected_)
    if (slice.contains(point_)) return &slice;
  return nullptr;
}

bool Search::present_fails(Slice& slice) const {
  for (const int axis : due_axes_) {
    if (point_[axis] != 0) continue;
    present_slice(axis, slice);
    if (slice.contains(point_)) return true;
  }
  return false;
}

// The points that pass on a board where a move is due while all active new timelines end late. Valid for this
// number of branches only.
void Search::present_slice(int due_axis, Slice& slice) const {
  slice.parts.clear();
  slice.parts.push_back({due_axis, std::vector<Word>(layout_.words(due_axis), 0)});
  insert(slice.parts[0].entries.data(), 0);
  for (const int axis : active_branches_) slice.parts.push_back({axis, late_jumps_});
}

// A branch must land on a board that is played already: none that passes, none that a later branch leaves.
bool Search::order_fails(Slice& slice) const {
  const int playable = axes_.playable();
  const auto part_where = [&](int axis, auto fits) {
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    for (const JumpGroup& group : axes_.jump_groups)
      if (fits(group))
        for (int jump = group.first; jump < group.last; ++jump) insert(part.entries.data(), jump);
    return part;
  };
  for (int axis = playable; axis < axis_count(); ++axis) {
    const int landing = axes_.landings[point_[axis]];
    if (landing < 0) continue;
    const auto lands_there = [&](const JumpGroup& group) { return group.landing == landing; };
    if (point_[landing] == 0) {
      Part pass{landing, std::vector<Word>(layout_.words(landing), 0)};
      insert(pass.entries.data(), 0);
      slice.parts = {std::move(pass), part_where(axis, lands_there)};
      return true;
    }
    for (int later = axis + 1; later < axis_count(); ++later) {
      const int leave = axes_.choice(later, point_[later])->leave;
      if (axes_.leaves[leave].axis != landing) continue;
      const auto leaves_there = [&](const JumpGroup& group) {
        return axes_.leaves[group.leave].axis == landing;
      };
      slice.parts = {part_where(axis, lands_there), part_where(later, leaves_there)};
      return true;
    }
  }
  return false;
}

// No royal of the player's may be left attacked (the second condition of `may_submit`).
bool Search::check_fails(Slice& slice) {
  scene_.show(point_);
  return scene_.scan([&](const Attack& attack) { return scene_.slice_of(attack, slice); });
}

void Search::remember(const Slice& slice) {
  if (slice.parts.size() == 1) {
    // These entries fail by themselves: no box needs them.
    const Part& part = slice.parts[0];
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      viable_[layout_.offset(part.axis) + word] &= ~part.entries[word];
  } else if (known_.size() < max_known) {
    known_.push_back(slice);
  } else {
    known_[oldest_] = slice;
    oldest_ = (oldest_ + 1) % max_known;
  }
}

void Search::reject(const Slice& slice) {
  if (rejected_.size() < max_known) {
    rejected_.push_back(slice);
  } else {
    rejected_[oldest_rejected_] = slice;
    oldest_rejected_ = (oldest_rejected_ + 1) % max_known;
  }
  cut(slice);
}

// Push disjoint boxes that hold what is left of the box without the slice.
void Search::cut(const Slice& slice) {
  for (const Part& part : slice.parts) {
    Word* const entries = set(box_, part.axis);
    const int words = layout_.words(part.axis);
    piece_ = box_;
    Word* const rest = set(piece_, part.axis);
    Word any = 0;
    for (int word = 0; word < words; ++word) {
      rest[word] &= ~part.entries[word];
      entries[word] &= part.entries[word];
      any |= rest[word];
    }
    if (any) push_box(piece_);
  }
}

// Trim the box around its legal point until all of its points hand over the present and leave no royal
// attacked.
void Search::trim() {
  scene_.hide();
  for (int axis = 0; axis < axis_count(); ++axis) scene_.show_all(axis, set(box_, axis));
  for (const int axis : due_axes_) {
    present_slice(axis, slice_);
    if (overlaps(slice_)) trim(slice_);
  }
  scene_.scan([&](const Attack& attack) {
    if (scene_.slice_of(attack, slice_) && overlaps(slice_)) {
      remember(slice_);
      trim(slice_);
    }
    return false;
  });
}

// Take a slice out of the box on one axis: the one where the point stays and the fewest entries are lost.
// Push what is left of the part taken out.
void Search::trim(const Slice& slice) {
  const Part* chosen = nullptr;
  double best = -1;
  for (const Part& part : slice.parts) {
    if (has(part.entries.data(), point_[part.axis])) continue;
    const Word* const entries = set(box_, part.axis);
    int all = 0, kept = 0;
    for (int word = 0; word < layout_.words(part.axis); ++word) {
      all += std::popcount(entries[word]);
      kept += std::popcount(entries[word] & ~part.entries[word]);
    }
    if (static_cast<double>(kept) / all > best) {
      best = static_cast<double>(kept) / all;
      chosen = &part;
    }
  }
  piece_ = box_;
  Word* const kept = set(box_, chosen->axis);
  Word* const lost = set(piece_, chosen->axis);
  for (std::size_t word = 0; word < chosen->entries.size(); ++word) {
    kept[word] &= ~chosen->entries[word];
    lost[word] &= chosen->entries[word];
  }
  for (const Part& part : slice.parts) {
    if (&part == chosen) continue;
    rest_ = piece_;
    Word* const outside = set(rest_, part.axis);
    Word* const inside = set(piece_, part.axis);
    Word any = 0;
    for (std::size_t word = 0; word < part.entries.size(); ++word) {
      outside[word] &= ~part.entries[word];
      inside[word] &= part.entries[word];
      any |= outside[word];
    }
    if (any) push_box(rest_);
  }
  scene_.show_all(chosen->axis, kept);
}

bool Search::overlaps(const Slice& slice) const {
  return std::ranges::all_of(slice.parts, [&](const Part& part) {
    const Word* const entries = set(box_, part.axis);
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      if (entries[word] & part.entries[word]) return true;
    return false;
  });
}

}  // namespace hyperchess
