#include "engine/candidates.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace hyperchess {
namespace {

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
      check_map_(multiverse, 1),
      check_bonus_(width.check_bonus) {
  meter.allow(width.rounds);
  collect(width);
  if (meter.over()) complete_ = false;
  meter.allow(Meter::no_rounds);
  if (regions_.empty()) return;
  value_choices();
  orders_.resize(axes_.playable() + 1);
  for (int axis = 0; axis < axes_.playable(); ++axis) sort_axis(axis, orders_[axis]);
  if (!axes_.jumps.empty()) sort_axis(axes_.playable(), orders_[axes_.playable()]);
  checks_.resize(orders_.size());
  for (int axis = 0; axis < static_cast<int>(orders_.size()); ++axis)
    for (int place = 0; place < static_cast<int>(orders_[axis].size()); ++place)
      if (const Value* const value = value_at(axis, orders_[axis][place]); value && value->checks)
        checks_[axis].push_back(place);
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
        {words_.size(), branches, base, 0, 0, evaluation_.timelines(multiverse_, lowest, highest), crowd});
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
    bool checks = false;
    if (choice.move >= 0) {
      const Move& move = axes_.moves[choice.move];
      const Board& source = *multiverse_.board(move.row, move.time);
      const Code code = move.promotion != empty_code ? move.promotion : source.at(move.from);
      if (check_map_.checks(check_row, move.to_time + 2, find_kind(code), move.to)) checks = true;
    }
    return Value{player == white ? gain : -gain, checks};
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

// The value of an entry, or null for pass.
const Candidates::Value* Candidates::value_at(int axis, int entry) const {
  const int number = axes_.is_branch(axis) ? axes_.jumps[entry] : axes_.axes[axis].choices[entry];
  return number < 0 ? nullptr : &values_[number];
}

// What choosing an entry adds to the value of an action, as long as its timeline is active.
int Candidates::change_at(int axis, int entry) const {
  const Value* const value = value_at(axis, entry);
  if (!value) return 0;
  if (axes_.is_branch(axis) || entry < axes_.axes[axis].first_arrival) return value->change;
  const int before = before_.at(axes_.axes[axis].row);
  return value->change - (multiverse_.player() == white ? before : -before);
}

int Candidates::order_value(int axis, int entry) const {
  const Value* const value = value_at(axis, entry);
  return change_at(axis, entry) + (value && value->checks ? check_bonus_ : 0);
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
  Region& region = regions_[number];
  region.places = places_.size();
  region.order = 0;
  for (int axis = 0; axis < axes_.playable() + region.branches; ++axis) {
    const int place = next_place(region, axis, -1);
    places_.push_back(place);
    region.order += order_value(axis, order_of(axis)[place]) * region.crowd / 1000;
  }
  const int base = region.base * region.crowd / 1000 + region.timelines;
  region.order += multiverse_.player() == white ? base : -base;
  push(region.order, number, 0, region.places);
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

std::optional<Candidate> Candidates::next() {
  if (heap_.empty()) return std::nullopt;
  std::ranges::pop_heap(heap_, [](const Heaped& one, const Heaped& other) { return lower(one, other); });
  const Heaped top = heap_.back();
  heap_.pop_back();
  const Region& region = regions_[top.region];
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
    const int loss = order_value(axis, order[place]) - order_value(axis, order[next]);
    push(top.order - loss * region.crowd / 1000, top.region, axis, places);
  }
  return candidate_at(region, places_.data() + top.places);
}

std::vector<Candidate> Candidates::checking(int most) const {
  struct Found {
    int order;
    const Region* region = nullptr;
    int axis;
    int place;
  };
  std::vector<Found> found;
  // By playable axis, then the branch axes together: where the entries that give check begin.
  std::vector<std::size_t> starts;
  for (const std::vector<int>& places : checks_) {
    starts.push_back(found.size());
    found.resize(found.size() + places.size());
  }
  if (found.empty()) return {};
  for (const Region& region : regions_) {
    for (int axis = 0; axis < axes_.playable() + region.branches; ++axis) {
      const int list = axes_.is_branch(axis) ? axes_.playable() : axis;
      const std::vector<int>& order = order_of(axis);
      const Word* const set = words_.data() + region.words + search_.layout().offset(axis);
      const int best = order_value(axis, order[places_[region.places + axis]]);
      for (std::size_t number = 0; number < checks_[list].size(); ++number) {
        const int place = checks_[list][number];
        if (!has(set, order[place])) continue;
        const int value = region.order - (best - order_value(axis, order[place])) * region.crowd / 1000;
        Found& known = found[starts[list] + number];
        if (!known.region || known.order < value) known = {value, &region, axis, place};
      }
    }
  }
  std::erase_if(found, [](const Found& each) { return !each.region; });
  std::ranges::stable_sort(found, std::greater{}, &Found::order);
  if (static_cast<int>(found.size()) > most) found.resize(most);
  std::vector<Candidate> candidates;
  std::vector<int> places;
  for (const Found& each : found) {
    const auto first = places_.begin() + static_cast<std::ptrdiff_t>(each.region->places);
    places.assign(first, first + axes_.playable() + each.region->branches);
    places[each.axis] = each.place;
    candidates.push_back(candidate_at(*each.region, places.data()));
  }
  return candidates;
}

Candidate Candidates::candidate_at(const Region& region, const int* places) const {
  const int count = axes_.playable() + region.branches;
  const bool is_white = multiverse_.player() == white;
  Candidate candidate;
  candidate.point.resize(count);
  int value = is_white ? region.base : -region.base;
  for (int axis = 0; axis < count; ++axis) {
    const int entry = candidate.point[axis] = order_of(axis)[places[axis]];
    value += change_at(axis, entry) * percent_of(axis, region.branches) / 100;
    const Value* const chosen = value_at(axis, entry);
    candidate.checks |= chosen && chosen->checks;
  }
  candidate.value = value * region.crowd / 1000 + (is_white ? region.timelines : -region.timelines) -
                    evaluation_.weights().tempo;
  return candidate;
}

std::vector<Move> Candidates::moves(const Candidate& candidate) const {
  std::vector<int> numbers;
  moves_of(axes_, candidate.point, numbers);
  std::vector<Move> moves;
  for (const int number : numbers) moves.push_back(axes_.moves[number]);
  return moves;
}

}  // namespace hyperchess
