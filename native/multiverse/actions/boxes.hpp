// Boxes of candidate actions: a set of entries on every axis, as bits.
//
// The words of the box search, on two axes with six entries each:
//
//          axis 0: a b c d e f
//   axis 1:  u     . . # # . .     point    one entry on each axis, such as (c, u)
//            v     . . # # . .     box      a set of entries on each axis, and all points made of them: the
//            w     . . . . . .              whole square, or # = {c, d} x {u, v}
//            x     o o o o o o     slice    all points with an entry of some sets on a few axes; the other
//            y     . . . . . .              axes are free: o = {x} on axis 1. All points of a slice break a
//            z     . . . . . .              rule for the same reason, so they are cut off a box together
//
//   viable   the box of the entries that are not excluded by themselves: a slice on one axis, such as o,
//            removes its entries from all boxes
//   region   a box of legal actions only, in which every departure has one arrival and every arrival its
//            departure; so any choice of entries is an action (`Regions`)
//
// Cutting # off the square leaves two disjoint boxes, {a, b, e, f} x {u ... z} and {c, d} x {w ... z}: one
// for each axis of the slice.
//
// The sets of a box are contiguous: first the playable axes, then the branch axes, which all have the same
// length. So a box is a range of words, and a stack of boxes is one array.
#pragma once

#include <cassert>
#include <vector>

#include "multiverse/actions/axes.hpp"
#include "multiverse/position/bitboard.hpp"

namespace hyperchess {

using Word = std::uint64_t;

constexpr int words_for(int entries) { return (entries + 63) / 64; }

// Sets of entries (and in `Regions` of axes) as bits of words.
template <typename Tag>
bool has(const Word* set, Index<Tag> index) {
  assert(index >= 0);
  return set[index >> 6] >> (index & 63) & 1;
}
template <typename Tag>
void insert(Word* set, Index<Tag> index) {
  assert(index >= 0);
  set[index >> 6] |= Word{1} << (index & 63);
}
inline void erase(Word* set, EntryIndex entry) {
  assert(entry >= 0);
  set[entry >> 6] &= ~(Word{1} << (entry & 63));
}
// Return the lowest entry in [first, last), or none.
EntryIndex find_entry(const Word* set, EntryIndex first, EntryIndex last);
inline EntryIndex find_entry(const Word* set, int size) {
  return find_entry(set, EntryIndex(0), EntryIndex(size));
}
void erase_range(Word* set, EntryIndex first, EntryIndex last);
void keep_range(Word* set, int words, EntryIndex first, EntryIndex last);
int count_entries(const Word* set, int words);

template <typename Visit>
void for_each_entry(const Word* set, int words, Visit visit) {
  for (int word = 0; word < words; ++word)
    for (Word left = set[word]; left; left &= left - 1) visit(EntryIndex(64 * word + std::countr_zero(left)));
}

// The offsets of the sets in a box.
class Layout {
 public:
  explicit Layout(const Axes& axes);

  int words(AxisIndex axis) const {
    assert(axis >= 0);
    return axis < playable_ ? words_[axis] : branch_words_;
  }
  int offset(AxisIndex axis) const {
    return axis < playable_ ? offsets_[axis] : offsets_.back() + (axis - playable_) * branch_words_;
  }
  // Number of words of a box with `branches` branches.
  int size(int branches) const { return offset(AxisIndex(playable_ + branches)); }

 private:
  int playable_, branch_words_;
  IndexedVector<AxisIndex, int> words_, offsets_;  // of the playable axes, and the offset after them
};

// A set of entries on one axis.
struct Part {
  AxisIndex axis;
  std::vector<Word> entries;
};
// All points that choose an entry of each part; axes without a part are unrestricted.
struct Slice {
  std::vector<Part> parts;

  bool contains(const Point& point) const {
    for (const Part& part : parts)
      if (part.axis >= point.end_index() || !has(part.entries.data(), point[part.axis])) return false;
    return true;
  }
};

// Removes arrivals whose departure is gone, and departures that can arrive nowhere, until nothing changes.
// Returns whether every axis has entries left.
class Narrowing {
 public:
  Narrowing(const Axes& axes, const Layout& layout) : axes_(axes), layout_(layout) {}
  bool operator()(Word* box, int branches);

 private:
  bool is_open(const Word* box, const Departure& departure) const {
    return has(box + layout_.offset(departure.axis), departure.entry);
  }

  const Axes& axes_;
  const Layout& layout_;
  IndexedVector<DepartureIndex, char> wanted_;  // whether a departure can arrive on a playable axis
  std::vector<Word> any_branch_;
};

// Return the slice that contains only `point`.
Slice make_point_slice(const Point& point, const Layout& layout);

}  // namespace hyperchess
