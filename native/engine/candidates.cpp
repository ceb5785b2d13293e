#include "engine/candidates.hpp"

#include <algorithm>
#include <numeric>

namespace hyperchess {
namespace {

constexpr int check_bonus = 70;

bool lower(const auto& one, const auto& other) {
  return one.order != other.order ? one.order < other.order : one.places > other.places;
}

}  // namespace

Candidates::Candidates(const Multiverse& multiverse, const BoardValues& boards, const Evaluation& evaluation,
                       Width width, Meter& meter)
    : multiverse_(multiverse),
      before_(boards),
      evaluation_(evaluation),
      axes_(multiverse),
      search_(axes_, meter),
      check_map_(multiverse, 1) {
  meter.allow(width.rounds);
  collect(width);
  if (meter.over()) complete_ = false;
  meter.allow(Meter::no_rounds);
  if (regions_.empty()) return;
  value_choices();
  orders_.resize(axes_.playable() + 1);
  for (int axis = 0; axis < axes_.playable(); ++axis) sort_axis(axis, orders_[axis]);
  if (!axes_.jumps.empty()) sort_axis(axes_.playable(), orders_[axes_.playable()]);
  for (int region = 0; region < static_cast<int>(regions_.size()); ++region) push_first(region);
}

void Candidates::collect(Width width) {
  const int most = std::min(width.branches, axes_.most_branches());
  int collected = 0, branches = 0;
  while (search_.next_region()) {
    if (search_.branches() != branches) {
      branches = search_.branches();
      collected = 0;
    }
    if (branches > most || collected == width.regions) {
      complete_ = false;
      if (branches >= most) return;
      search_.skip_branches();
      continue;
    }
    ++collected;
    const int lowest = std::min(multiverse_.lowest_row(), multiverse_.new_row(branches - 1));
    const int highest = std::max(multiverse_.highest_row(), multiverse_.new_row(branches - 1));
    int base = 0;
    for (int row = multiverse_.lowest_row(); row <= multiverse_.highest_row(); ++row)
      base += before_.at(row) * evaluation_.share(multiverse_.active(row, lowest, highest)) / 100;
    const int crowd = evaluation_.crowd_share(highest - lowest + 1);
    regions_.push_back(
        {words_.size(), branches, base, evaluation_.timelines(multiverse_, lowest, highest), crowd});
    words_.insert(words_.end(), search_.region(), search_.region() + search_.layout().size(branches));
  }
}

void Candidates::value_choices() {
  const int player = multiverse_.player();
  values_.resize(axes_.choices.size());
  const auto value_of = [&](int number, int row, int check_row) {
    const Choice& choice = axes_.choices[number];
    int gain = evaluation_.of_board(board_of(axes_, choice), 1 - player);
    if (row >= before_.lowest_row && row <= multiverse_.highest_row()) gain -= before_.at(row);
    int bonus = 0;
    if (choice.move >= 0) {
      const Move& move = axes_.moves[choice.move];
      const Board& source = *multiverse_.board(move.row, move.time);
      const Code code = move.promotion != empty_code ? move.promotion : source.at(move.from);
      if (check_map_.checks(check_row, move.to_time + 2, find_kind(code), move.to)) bonus = check_bonus;
    }
    return Value{player == white ? gain : -gain, bonus};
  };
  for (int number = 0; number < axes_.playable(); ++number) {
    const Axis& axis = axes_.axes[number];
    for (int entry = 1; entry < axis.first_arrival; ++entry)
      values_[axis.choices[entry]] = value_of(axis.choices[entry], axis.row, axis.row);
  }
  // A jump onto a playable board may be made there or as a branch: the board is the same. Its value as a new
  // board is kept, and `order_value` takes off what the old one was worth.
  const int new_row = multiverse_.new_row(0);
  for (std::size_t jump = 0; jump < axes_.jumps.size(); ++jump) {
    const int landing = axes_.landings[jump];
    values_[axes_.jumps[jump]] =
        value_of(axes_.jumps[jump], new_row, landing < 0 ? new_row : axes_.axes[landing].row);
  }
}

// What choosing an entry adds to the order of an action.
int Candidates::order_value(int axis, int entry) const {
  const int number = axes_.is_branch(axis) ? axes_.jumps[entry] : axes_.axes[axis].choices[entry];
  if (number < 0) return 0;
  const Value& value = values_[number];
  if (axes_.is_branch(axis)) return value.change + value.bonus;
  if (entry < axes_.axes[axis].first_arrival) return value.change + value.bonus;
  const int before = before_.at(axes_.axes[axis].row);
  return value.change + value.bonus - (multiverse_.player() == white ? before : -before);
}

void Candidates::sort_axis(int axis, std::vector<int>& order) const {
  const int size = axes_.size_of(axis);
  std::vector<int> by_entry(size);
  for (int entry = 0; entry < size; ++entry) by_entry[entry] = order_value(axis, entry);
  order.resize(size);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int one, int other) { return by_entry[one] > by_entry[other]; });
}

int Candidates::next_place(const Region& region, int axis, int place) const {
  const std::vector<int>& order = order_of(axis);
  const Word* const set = words_.data() + region.words + search_.layout().offset(axis);
  for (++place; place < static_cast<int>(order.size()); ++place)
    if (has(set, order[place])) return place;
  return -1;
}

void Candidates::push_first(int number) {
  const Region& region = regions_[number];
  const std::size_t places = places_.size();
  int order = 0;
  for (int axis = 0; axis < axes_.playable() + region.branches; ++axis) {
    const int place = next_place(region, axis, -1);
    places_.push_back(place);
    order += order_value(axis, order_of(axis)[place]) * region.crowd / 1000;
  }
  const int base = region.base * region.crowd / 1000 + region.timelines;
  order += multiverse_.player() == white ? base : -base;
  push(order, number, 0, places);
}

void Candidates::push(int order, int region, int last, std::size_t places) {
  heap_.push_back({order, region, last, places});
  std::ranges::push_heap(heap_, [](const Heaped& one, const Heaped& other) { return lower(one, other); });
}

int Candidates::percent_of(int axis, int branches) const {
  const int outermost = multiverse_.new_row(branches - 1);
  const int lowest = std::min(multiverse_.lowest_row(), outermost);
  const int highest = std::max(multiverse_.highest_row(), outermost);
  return evaluation_.share(multiverse_.active(axes_.row_of(axis), lowest, highest));
}

bool Candidates::next() {
  if (heap_.empty()) return false;
  std::ranges::pop_heap(heap_, [](const Heaped& one, const Heaped& other) { return lower(one, other); });
  const Heaped top = heap_.back();
  heap_.pop_back();
  const Region region = regions_[top.region];
  const int count = axes_.playable() + region.branches;
  for (int axis = top.last; axis < count; ++axis) {
    const int place = places_[top.places + axis];
    const int next = next_place(region, axis, place);
    if (next < 0) continue;
    const std::size_t places = places_.size();
    places_.resize(places + count);
    std::copy_n(places_.begin() + static_cast<std::ptrdiff_t>(top.places), count,
                places_.begin() + static_cast<std::ptrdiff_t>(places));
    places_[places + axis] = next;
    const std::vector<int>& order = order_of(axis);
    push(top.order - order_value(axis, order[place]) + order_value(axis, order[next]), top.region, axis,
         places);
  }
  const bool is_white = multiverse_.player() == white;
  point_.resize(count);
  value_ = is_white ? region.base : -region.base;
  checks_ = false;
  for (int axis = 0; axis < count; ++axis) {
    const int entry = point_[axis] = order_of(axis)[places_[top.places + axis]];
    const int number = axes_.is_branch(axis) ? axes_.jumps[entry] : axes_.axes[axis].choices[entry];
    if (number < 0) continue;
    int change = values_[number].change;
    if (!axes_.is_branch(axis) && entry >= axes_.axes[axis].first_arrival)
      change -= is_white ? before_.at(axes_.axes[axis].row) : -before_.at(axes_.axes[axis].row);
    value_ += change * percent_of(axis, region.branches) / 100;
    checks_ |= values_[number].bonus != 0;
  }
  value_ = value_ * region.crowd / 1000 + (is_white ? region.timelines : -region.timelines) -
           evaluation_.weights().tempo;
  return true;
}

std::vector<Move> Candidates::moves() const {
  std::vector<int> numbers;
  moves_of(axes_, point_, numbers);
  std::vector<Move> moves;
  for (const int number : numbers) moves.push_back(axes_.moves[number]);
  return moves;
}

}  // namespace hyperchess
