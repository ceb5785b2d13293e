#include "multiverse/actions/boxes.hpp"

namespace hyperchess {
namespace {

// Return the bits of word number `word` that stand for the entries from `first` up to `last`.
Word mask(int word, int first, int last) {
  Word bits = ~Word{0};
  if (first > 64 * word) bits &= ~Word{0} << (first - 64 * word);
  if (last < 64 * word + 64) bits &= (Word{1} << (last - 64 * word)) - 1;
  return bits;
}

}  // namespace

EntryIndex find_entry(const Word* set, EntryIndex first, EntryIndex last) {
  if (first >= last) return {};
  for (int word = first >> 6; word <= (last - 1) >> 6; ++word)
    if (const Word left = set[word] & mask(word, first, last))
      return EntryIndex(64 * word + std::countr_zero(left));
  return {};
}

void erase_range(Word* set, EntryIndex first, EntryIndex last) {
  if (first >= last) return;
  for (int word = first >> 6; word <= (last - 1) >> 6; ++word) set[word] &= ~mask(word, first, last);
}

void keep_range(Word* set, int words, EntryIndex first, EntryIndex last) {
  erase_range(set, EntryIndex(0), first);
  erase_range(set, last, EntryIndex(64 * words));
}

int count_entries(const Word* set, int words) {
  int count = 0;
  for (int word = 0; word < words; ++word) count += std::popcount(set[word]);
  return count;
}

Layout::Layout(const Axes& axes)
    : playable_(axes.playable_count()), branch_words_(words_for(static_cast<int>(axes.jumps.size()))) {
  int offset = 0;
  for (const Axis& axis : axes.axes) {
    words_.push_back(words_for(axis.size()));
    offsets_.push_back(offset);
    offset += words_.back();
  }
  offsets_.push_back(offset);
}

bool Narrowing::operator()(Word* box, int branches) {
  const int playable = axes_.playable_count();
  Word* const first_branch = box + layout_.offset(axes_.branch_axis(0));
  const int branch_words = layout_.words(axes_.branch_axis(0));
  for (bool changed = true; changed;) {
    changed = false;
    wanted_.assign(axes_.departures.size(), 0);
    for (AxisIndex axis{0}; axis < playable; ++axis) {
      Word* const set = box + layout_.offset(axis);
      for (const ArrivalGroup& group : axes_.axes[axis].arrivals) {
        if (find_entry(set, group.first, group.last) < 0) continue;
        if (is_open(box, axes_.departures[group.departure])) {
          wanted_[group.departure] = 1;
        } else {
          erase_range(set, group.first, group.last);
          changed = true;
        }
      }
    }
    // A departure needs an arrival on any one of the branch axes.
    any_branch_.assign(branch_words, 0);
    for (int branch = 0; branch < branches; ++branch)
      for (int word = 0; word < branch_words; ++word)
        any_branch_[word] |= first_branch[branch * branch_words + word];
    for (DepartureIndex number{0}; number < axes_.departures.end_index(); ++number) {
      const Departure& departure = axes_.departures[number];
      const bool arrives = find_entry(any_branch_.data(), departure.first, departure.last) >= 0;
      if (!is_open(box, departure)) {
        if (!arrives) continue;
        for (int branch = 0; branch < branches; ++branch)
          erase_range(first_branch + branch * branch_words, departure.first, departure.last);
        changed = true;
      } else if (!arrives && !wanted_[number]) {
        erase(box + layout_.offset(departure.axis), departure.entry);
        changed = true;
      }
    }
  }
  for (AxisIndex axis{0}; axis < playable + branches; ++axis)
    if (find_entry(box + layout_.offset(axis), axes_.axis_size(axis)) < 0) return false;
  return true;
}

Slice make_point_slice(const Point& point, const Layout& layout) {
  Slice slice;
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    slice.parts.push_back({axis, std::vector<Word>(layout.words(axis), 0)});
    insert(slice.parts.back().entries.data(), point[axis]);
  }
  return slice;
}

}  // namespace hyperchess
