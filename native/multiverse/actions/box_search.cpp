#include "multiverse/actions/box_search.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace hyperchess {
namespace {

constexpr std::size_t max_known_slices = 128;  // size of each ring buffer of slices

// Return the binary logarithm of a positive number in units of 2^-10, rounded down. Integers only: libraries
// round logarithms differently, and the order of boxes must not depend on them.
constexpr int log2_fixed(int number) {
  constexpr int fraction_bits = 10;
  const int whole = std::bit_width(static_cast<unsigned>(number)) - 1;
  int result = whole;
  // The square of a number between 1 and 2 (in units of 2^-31) yields the next bit of its logarithm.
  auto mantissa = static_cast<std::uint64_t>(number) << (31 - whole);
  for (int left = fraction_bits; left > 0; --left) {
    mantissa = mantissa * mantissa >> 31;
    const bool is_large = mantissa >> 32 != 0;
    result = result << 1 | static_cast<int>(is_large);
    if (is_large) mantissa >>= 1;
  }
  return result;
}
static_assert(log2_fixed(1) == 0 && log2_fixed(8) == 3 << 10 && log2_fixed(3) == 1623);

}  // namespace

BoxSearch::BoxSearch(const Axes& axes, Meter& meter, std::optional<int> not_before)
    : axes_(axes),
      meter_(meter),
      not_before_(not_before),
      layout_(axes),
      narrow_(axes, layout_),
      detector_(axes, layout_),
      regions_(axes, layout_, meter),
      is_lost_(detector_.is_lost()) {}

bool BoxSearch::next_region() {
  for (;;) {
    if (regions_.next()) return true;
    if (!next_candidate()) return false;
    trim();
    regions_.split(box_, branches_);
  }
}

bool BoxSearch::next_candidate() {
  if (is_lost_) return false;
  for (;;) {
    // Step 1. When the stack is empty, continue with one more branch.
    if (waiting_boxes_ == 0) {
      if (branches_ == axes_.max_branches()) return false;
      ++branches_;
      rejected_slices_.clear();
      push_first_box();
      continue;
    }
    if (meter_.is_over_soft_limit()) return false;
    meter_.spend(axis_count());

    // Step 2. Pop a box.
    const int size = layout_.size(branches_);
    assert(stack_.size() == static_cast<std::size_t>(size) * static_cast<std::size_t>(waiting_boxes_));
    box_.assign(stack_.end() - size, stack_.end());
    stack_.resize(stack_.size() - size);
    meter_.release_words(size);
    --waiting_boxes_;
    if (sizes_.size() > static_cast<std::size_t>(waiting_boxes_)) sizes_.pop_back();

    // Step 3. Remove entries that cannot be part of a legal action, and choose a candidate.
    for (int word = 0; word < size; ++word) box_[word] &= viable_[word];
    if (!narrow_(box_.data(), branches_) || !choose_point()) continue;

    // Step 4. Test the candidate, cheapest test first. Cut the slice of everything that fails the same way.
    if (const Slice* const known = find_known_slice()) {
      cut_slice(*known);
    } else if (const Slice* const filtered = filter_ ? filter_->find(point_, box_, branches_) : nullptr) {
      cut_slice(*filtered);
    } else if (violates_present(slice_)) {
      cut_slice(slice_);
    } else if (violates_move_order(slice_) || leaves_royal_attacked(slice_)) {
      add_known_slice(slice_);
      cut_slice(slice_);
    } else {
      return true;  // legal: `box_` is the rest of its box
    }
  }
}

void BoxSearch::raise_largest_box() {
  if (waiting_boxes_ < 2) return;
  const int size = layout_.size(branches_);
  for (int number = static_cast<int>(sizes_.size()); number < waiting_boxes_; ++number) {
    const Word* const box = stack_.data() + static_cast<std::ptrdiff_t>(number) * size;
    int logarithm = 0;
    for (AxisIndex axis{0}; axis < axis_count(); ++axis)
      logarithm += log2_fixed(count_entries(box + layout_.offset(axis), layout_.words(axis)));
    sizes_.push_back(logarithm);
  }
  const auto largest = std::ranges::max_element(sizes_);
  const auto start = stack_.begin() + (largest - sizes_.begin()) * size;
  if (start + size != stack_.end()) std::swap_ranges(start, start + size, stack_.end() - size);
  std::swap(*largest, sizes_.back());
}

// Push a box of all candidates with exactly `branches_` branches, and find the boards on which a move is due.
//
// This applies the first condition of `may_submit`, that the present passes to the opponent, to all of these
// candidates at once. The number of branches determines which timelines are active after the action. Let
// `due` be the earliest end of an active timeline on which the player can move. If an active timeline on
// which the opponent is to move ends before `due`, no move is due. Otherwise boards that end at `due` must
// not pass, unless an active new timeline ends before them. (Boards that end later may always pass: the
// present stops at the opponent's boards before it reaches them.)
void BoxSearch::push_first_box() {
  const Multiverse& multiverse = axes_.multiverse;
  const int playable = axes_.playable_count();
  const int outermost = multiverse.new_row(branches_ - 1);  // without branches, an existing row
  const int lowest = std::min(multiverse.lowest_row(), outermost);
  const int highest = std::max(multiverse.highest_row(), outermost);
  const auto is_active = [&](int row) { return multiverse.is_active(row, lowest, highest); };
  constexpr int never = std::numeric_limits<int>::max();

  grow_viable();
  std::vector<Word> box(viable_.begin(), viable_.begin() + layout_.size(branches_));
  int due = never, waiting = never;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (!is_active(row)) continue;
    int& earliest = multiverse.is_playable(row) ? due : waiting;
    earliest = std::min(earliest, multiverse.timeline(row).end());
  }
  active_branches_.clear();
  for (AxisIndex axis{playable}; axis < axis_count(); ++axis)
    if (is_active(axes_.axis_row(axis))) active_branches_.push_back(axis);

  if (not_before_) {
    if (std::min(due, waiting - 1) < *not_before_ - 1) return;
    for (AxisIndex axis{0}; axis < playable; ++axis)
      if (axes_.axes[axis].time < *not_before_ && is_active(axes_.axes[axis].row))
        erase(set(box, axis), pass);
    const std::vector<Word> kept = jumps_ending_from(*not_before_);
    for (const AxisIndex axis : active_branches_)
      for (std::size_t word = 0; word < kept.size(); ++word) set(box, axis)[word] &= kept[word];
  }
  due_axes_.clear();
  if (waiting > due && due != never) {
    late_jumps_ = jumps_ending_from(due);
    for (AxisIndex axis{0}; axis < playable; ++axis) {
      if (axes_.axes[axis].time != due || !is_active(axes_.axes[axis].row)) continue;
      if (active_branches_.empty())
        erase(set(box, axis), pass);
      else
        due_axes_.push_back(axis);
    }
  }
  push_box(box);
}

// Extend `viable_` by the axes that boxes with `branches_` branches add; all their entries are viable at
// first.
void BoxSearch::grow_viable() {
  viable_.resize(layout_.size(branches_), 0);
  const int first = branches_ == 0 ? 0 : axis_count() - 1;
  for (AxisIndex axis{first}; axis < axis_count(); ++axis)
    for (EntryIndex entry{0}; entry < axes_.axis_size(axis); ++entry) insert(set(viable_, axis), entry);
}

// Return the jumps that create a timeline which ends at half-turn `time` or later.
std::vector<Word> BoxSearch::jumps_ending_from(int time) const {
  const AxisIndex branch = axes_.branch_axis(0);
  std::vector<Word> entries(words_for(axes_.axis_size(branch)), 0);
  for (EntryIndex jump{0}; jump < axes_.axis_size(branch); ++jump)
    if (axes_.board_time(branch, *axes_.choice(branch, jump)) >= time) insert(entries.data(), jump);
  return entries;
}

// Choose `point_` in the narrowed box so that every departure has one arrival and every arrival its
// departure.
bool BoxSearch::choose_point() {
  point_.assign(axis_count(), {});
  required_.assign(axis_count(), 0);
  bool all_free = true;
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    if (!axes_.is_branch(axis)) {
      const bool can_pass = has(set(box_, axis), pass);
      if (can_pass && prefers_passes_)
        point_[axis] = pass;
      else
        point_[axis] = find_entry(set(box_, axis), pass + 1, axes_.axes[axis].free);
      if (point_[axis] < 0 && can_pass) point_[axis] = pass;
    }
    required_[axis] = point_[axis] < 0;
    all_free &= !required_[axis];
  }
  return all_free || match_jumps();
}

// Choose jumps for the axes without a free entry, by a matching between axes.
bool BoxSearch::match_jumps() {
  const int count = axis_count();
  matching_.reset(count);
  const auto is_open = [&](const Departure& departure) {
    return has(set(box_, departure.axis), departure.entry);
  };
  for (AxisIndex axis{0}; axis < count; ++axis) {
    const Word* const entries = set(box_, axis);
    if (axes_.is_branch(axis)) {
      for (const Departure& departure : axes_.departures)
        if (is_open(departure) && find_entry(entries, departure.first, departure.last) >= 0)
          matching_.connect(departure.axis, axis);
    } else {
      for (const ArrivalGroup& group : axes_.axes[axis].arrivals) {
        const Departure& departure = axes_.departures[group.departure];
        if (is_open(departure) && find_entry(entries, group.first, group.last) >= 0)
          matching_.connect(departure.axis, axis);
      }
    }
  }
  if (!matching_.cover(required_)) return false;
  for (AxisIndex axis{0}; axis < count; ++axis) {
    const AxisIndex other(matching_.partner(axis));
    // Two axes with free entries may have been matched too; they need no jump.
    if (other > axis && (required_[axis] || required_[other]) && !choose_jump(axis, other))
      choose_jump(other, axis);
  }
  assert(std::ranges::none_of(point_, [](EntryIndex entry) { return entry < 0; }));
  return true;
}

// Choose a jump from one axis to another, if the box has one.
bool BoxSearch::choose_jump(AxisIndex from_axis, AxisIndex to_axis) {
  if (axes_.is_branch(from_axis)) return false;
  const Axis& source = axes_.axes[from_axis];
  for (EntryIndex entry = find_entry(set(box_, from_axis), source.free, source.first_arrival); entry >= 0;
       entry = find_entry(set(box_, from_axis), entry + 1, source.first_arrival)) {
    const Departure& departure = axes_.departures[source.departure_of(entry)];
    EntryIndex arrival;
    if (axes_.is_branch(to_axis)) {
      arrival = find_entry(set(box_, to_axis), departure.first, departure.last);
    } else {
      for (const auto& [axis, number] : departure.hops) {
        const ArrivalGroup& group = axes_.axes[axis].arrivals[number];
        if (axis == to_axis) arrival = find_entry(set(box_, to_axis), group.first, group.last);
      }
    }
    if (arrival < 0) continue;
    point_[from_axis] = entry;
    point_[to_axis] = arrival;
    return true;
  }
  return false;
}

const Slice* BoxSearch::find_known_slice() const {
  for (const Slice& slice : known_slices_)
    if (slice.contains(point_)) return &slice;
  for (const Slice& slice : rejected_slices_)
    if (slice.contains(point_)) return &slice;
  return nullptr;
}

bool BoxSearch::violates_present(Slice& slice) const {
  for (const AxisIndex axis : due_axes_) {
    if (point_[axis] != pass) continue;
    make_present_slice(axis, slice);
    if (slice.contains(point_)) return true;
  }
  return false;
}

// Make the slice of points that pass on a board where a move is due while all active new timelines end late.
// It is valid for the current number of branches only.
void BoxSearch::make_present_slice(AxisIndex due_axis, Slice& slice) const {
  slice.parts.clear();
  slice.parts.push_back({due_axis, std::vector<Word>(layout_.words(due_axis), 0)});
  insert(slice.parts[0].entries.data(), pass);
  for (const AxisIndex axis : active_branches_) slice.parts.push_back({axis, late_jumps_});
}

// A branch onto a playable board requires that the board was played before: it must not pass, and no later
// branch may depart from it.
bool BoxSearch::violates_move_order(Slice& slice) const {
  const int playable = axes_.playable_count();
  const auto part_where = [&](AxisIndex axis, auto fits) {
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    for (const JumpGroup& group : axes_.jump_groups)
      if (fits(group))
        for (EntryIndex jump = group.first; jump < group.last; ++jump) insert(part.entries.data(), jump);
    return part;
  };
  for (AxisIndex axis{playable}; axis < axis_count(); ++axis) {
    const AxisIndex landing = axes_.landings[jump_of(point_[axis])];
    if (landing < 0) continue;
    const auto lands_there = [&](const JumpGroup& group) { return group.landing == landing; };
    if (point_[landing] == pass) {
      Part passing{landing, std::vector<Word>(layout_.words(landing), 0)};
      insert(passing.entries.data(), pass);
      slice.parts = {std::move(passing), part_where(axis, lands_there)};
      return true;
    }
    for (AxisIndex later = axis + 1; later < axis_count(); ++later) {
      const DepartureIndex departure = axes_.choice(later, point_[later])->departure;
      if (axes_.departures[departure].axis != landing) continue;
      const auto departs_there = [&](const JumpGroup& group) {
        return axes_.departures[group.departure].axis == landing;
      };
      slice.parts = {part_where(axis, lands_there), part_where(later, departs_there)};
      return true;
    }
  }
  return false;
}

// The second condition of `may_submit`: no royal of the player may be left attacked.
bool BoxSearch::leaves_royal_attacked(Slice& slice) {
  detector_.set_point(point_);
  return detector_.scan([&](const Attack& attack) { return detector_.find_slice(attack, slice); });
}

void BoxSearch::add_known_slice(const Slice& slice) {
  if (slice.parts.size() == 1) {
    // These entries fail by themselves: drop them from all boxes.
    const Part& part = slice.parts[0];
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      viable_[layout_.offset(part.axis) + word] &= ~part.entries[word];
  } else if (known_slices_.size() < max_known_slices) {
    known_slices_.push_back(slice);
  } else {
    known_slices_[oldest_known_] = slice;
    oldest_known_ = (oldest_known_ + 1) % max_known_slices;
  }
}

void BoxSearch::reject(const Slice& slice) {
  assert(slice.contains(point_));
  if (rejected_slices_.size() < max_known_slices) {
    rejected_slices_.push_back(slice);
  } else {
    rejected_slices_[oldest_rejected_] = slice;
    oldest_rejected_ = (oldest_rejected_ + 1) % max_known_slices;
  }
  cut_slice(slice);
}

// Push disjoint boxes that together contain the box without the slice.
void BoxSearch::cut_slice(const Slice& slice) {
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
void BoxSearch::trim() {
  detector_.clear_boards();
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) detector_.set_entries(axis, set(box_, axis));
  for (const AxisIndex axis : due_axes_) {
    make_present_slice(axis, slice_);
    if (overlaps(slice_)) trim(slice_);
  }
  detector_.scan([&](const Attack& attack) {
    if (detector_.find_slice(attack, slice_) && overlaps(slice_)) {
      add_known_slice(slice_);
      trim(slice_);
    }
    return false;
  });
}

// Remove a slice from the box on one axis: the axis that keeps the point and loses the smallest fraction of
// its entries. Push the part of the removed boxes that is not in the slice.
void BoxSearch::trim(const Slice& slice) {
  const Part* chosen = nullptr;
  std::int64_t best_kept = 0, best_all = 1;
  for (const Part& part : slice.parts) {
    if (has(part.entries.data(), point_[part.axis])) continue;
    const Word* const entries = set(box_, part.axis);
    int all = 0, kept = 0;
    for (int word = 0; word < layout_.words(part.axis); ++word) {
      all += std::popcount(entries[word]);
      kept += std::popcount(entries[word] & ~part.entries[word]);
    }
    // Compare fractions.
    if (!chosen || kept * best_all > best_kept * all) {
      best_kept = kept;
      best_all = all;
      chosen = &part;
    }
  }
  assert(chosen);  // the point is legal, so it is outside the slice on some axis
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
  detector_.set_entries(chosen->axis, kept);
}

bool BoxSearch::overlaps(const Slice& slice) const {
  return std::ranges::all_of(slice.parts, [&](const Part& part) {
    const Word* const entries = set(box_, part.axis);
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      if (entries[word] & part.entries[word]) return true;
    return false;
  });
}

}  // namespace hyperchess
