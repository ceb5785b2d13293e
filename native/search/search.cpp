#include "search/search.hpp"

#include <algorithm>

namespace hyperchess {
namespace {

constexpr std::size_t most_known = 128;

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
    widen();
    regions_.split(box_, branches_);
  }
}

// Find a box with a legal candidate: `box_` and `point_`.
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
    meter_.spend();
    const int size = layout_.size(branches_);
    box_.assign(stack_.end() - size, stack_.end());
    stack_.resize(stack_.size() - size);
    --waiting_boxes_;
    for (int word = 0; word < size; ++word) box_[word] &= alive_[word];
    if (!narrow_(box_.data(), branches_) || !take_point()) continue;
    if (const Slice* const known = find_known()) {
      cut(*known);
    } else if (present_fails(slice_)) {
      cut(slice_);
    } else if (order_slice(slice_) || check_slice(slice_)) {
      remember(slice_);
      cut(slice_);
    } else {
      return true;
    }
  }
}

bool Search::present_fails(Slice& slice) const {
  for (const int axis : due_axes_) {
    if (point_[axis] != 0) continue;
    present_slice(axis, slice);
    if (slice.contains(point_)) return true;
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

void Search::reject(const Slice& slice) {
  if (rejected_.size() < most_known) {
    rejected_.push_back(slice);
  } else {
    rejected_[oldest_rejected_] = slice;
    oldest_rejected_ = (oldest_rejected_ + 1) % most_known;
  }
  cut(slice);
}

void Search::remember(const Slice& slice) {
  if (slice.parts.size() == 1) {
    // These entries fail by themselves: no box needs them.
    const Part& part = slice.parts[0];
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      alive_[layout_.offset(part.axis) + word] &= ~part.entries[word];
  } else if (known_.size() < most_known) {
    known_.push_back(slice);
  } else {
    known_[oldest_] = slice;
    oldest_ = (oldest_ + 1) % most_known;
  }
}

// Push disjoint boxes that hold what is left of the box without a slice.
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

// Cut the box down around its legal point until all of its points hand over the present and open no attack.
void Search::widen() {
  scene_.hide();
  for (int axis = 0; axis < axis_count(); ++axis) scene_.show_all(axis, set(box_, axis));
  for (const int axis : due_axes_) {
    present_slice(axis, slice_);
    if (overlaps(slice_)) shrink(slice_);
  }
  scene_.scan([&](const Attack& attack) {
    if (scene_.slice_of(attack, slice_) && overlaps(slice_)) {
      remember(slice_);
      shrink(slice_);
    }
    return false;
  });
}

bool Search::overlaps(const Slice& slice) const {
  return std::ranges::all_of(slice.parts, [&](const Part& part) {
    const Word* const entries = set(box_, part.axis);
    for (std::size_t word = 0; word < part.entries.size(); ++word)
      if (entries[word] & part.entries[word]) return true;
    return false;
  });
}

// Take a slice out of the box on the axis where the least is lost and the point stays; push what else is
// left.
void Search::shrink(const Slice& slice) {
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

// No royal of the player may be left to be captured.
bool Search::check_slice(Slice& slice) {
  scene_.show(point_);
  return scene_.scan([&](const Attack& attack) { return scene_.slice_of(attack, slice); });
}

// A branch must land on a board that is played already: none that passes, none that a later branch leaves.
bool Search::order_slice(Slice& slice) const {
  const int playable = axes_.playable();
  const auto part_where = [&](int axis, auto fits) {
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    for (const Flight& flight : axes_.flights)
      if (fits(flight))
        for (int jump = flight.first; jump < flight.last; ++jump) insert(part.entries.data(), jump);
    return part;
  };
  for (int axis = playable; axis < axis_count(); ++axis) {
    const int landing = axes_.landings[point_[axis]];
    if (landing < 0) continue;
    const auto lands_there = [&](const Flight& flight) { return flight.landing == landing; };
    if (point_[landing] == 0) {
      Part pass{landing, std::vector<Word>(layout_.words(landing), 0)};
      insert(pass.entries.data(), 0);
      slice.parts = {std::move(pass), part_where(axis, lands_there)};
      return true;
    }
    for (int later = axis + 1; later < axis_count(); ++later) {
      const int leave = axes_.choice(later, point_[later])->leave;
      if (axes_.leaves[leave].axis != landing) continue;
      const auto leaves_there = [&](const Flight& flight) {
        return axes_.leaves[flight.leave].axis == landing;
      };
      slice.parts = {part_where(axis, lands_there), part_where(later, leaves_there)};
      return true;
    }
  }
  return false;
}

}  // namespace hyperchess
