#include "multiverse/engine/candidates.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

namespace hyperchess {
namespace {

bool has_lower_score(const auto& one, const auto& other) {
  return one.score != other.score ? one.score < other.score : one.ranks > other.ranks;
}

}  // namespace

Candidates::Candidates(const Axes& axes, const BoardValues& boards, const Evaluation& evaluation,
                       CheckMaps& checks, CandidateLimits limits, Meter& meter)
    : multiverse_(axes.multiverse),
      before_(boards),
      evaluation_(evaluation),
      axes_(axes),
      search_(axes_, meter),
      checks_(checks),
      check_bonus_(limits.check_bonus) {
  meter.set_soft_limit(limits.rounds);
  collect_regions(limits);
  if (meter.is_over_soft_limit()) is_complete_ = false;
  meter.set_soft_limit(Meter::unlimited_rounds);
  if (regions_.empty()) return;
  find_used_choices();
  evaluate_choices(meter);
  meter.set_soft_limit(Meter::unlimited_rounds);
  sorted_entries_.resize(axes_.playable_count() + 1);
  for (AxisIndex axis{0}; axis < axes_.playable_count(); ++axis) sort_entries(axis, sorted_entries_[axis]);
  const AxisIndex branch = axes_.branch_axis(0);
  if (!axes_.jumps.empty()) sort_entries(branch, sorted_entries_[branch]);
  checking_ranks_.resize(sorted_entries_.size());
  for (AxisIndex axis{0}; axis < sorted_entries_.end_index(); ++axis)
    for (int rank = 0; rank < static_cast<int>(sorted_entries_[axis].size()); ++rank)
      if (const Value* const value = find_value(axis, sorted_entries_[axis][rank]);
          value && value->gives_check)
        checking_ranks_[axis].push_back(rank);
  for (int region = 0; region < static_cast<int>(regions_.size()); ++region) push_best_point(region);
}

void Candidates::collect_regions(CandidateLimits limits) {
  const int max_branches = std::min(limits.branches, axes_.max_branches());
  int collected = 0, branches = 0;
  while (search_.next_region()) {
    if (search_.branches() != branches) {
      branches = search_.branches();
      collected = 0;
    }
    if (branches > max_branches || collected == limits.regions) {
      is_complete_ = false;
      if (branches >= max_branches) return;
      search_.skip_branches();
      continue;
    }
    if (++collected == 1) compute_activity(branches);
    const int lowest = std::min(multiverse_.lowest_row(), multiverse_.new_row(branches - 1));
    const int highest = std::max(multiverse_.highest_row(), multiverse_.new_row(branches - 1));
    int base = 0;
    for (int row = multiverse_.lowest_row(); row <= multiverse_.highest_row(); ++row)
      base +=
          before_.at(row) * evaluation_.activity_percent(multiverse_.is_active(row, lowest, highest)) / 100;
    const int permille = evaluation_.crowding_permille(highest - lowest + 1);
    regions_.push_back({.words = words_.size(),
                        .branches = branches,
                        .base = base,
                        .score = 0,
                        .ranks = 0,
                        .timelines = evaluation_.timeline_terms(multiverse_, lowest, highest),
                        .permille = permille});
    words_.insert(words_.end(), search_.region(), search_.region() + search_.layout().size(branches));
  }
}

// Find the choices of all entries of the regions: the others are not evaluated.
void Candidates::find_used_choices() {
  const Layout& layout = search_.layout();
  std::vector<Word> used(layout.size(1), 0);  // all branch axes together
  for (const Region& region : regions_) {
    const Word* const sets = words_.data() + region.words;
    for (int word = 0; word < layout.size(0); ++word) used[word] |= sets[word];
    for (AxisIndex axis{axes_.playable_count()}; axis < axes_.playable_count() + region.branches; ++axis)
      for (int word = 0; word < layout.words(axis); ++word)
        used[layout.size(0) + word] |= sets[layout.offset(axis) + word];
  }
  used_.assign(axes_.choices.size(), 0);
  for (AxisIndex axis{0}; axis <= axes_.playable_count(); ++axis)
    for_each_entry(used.data() + layout.offset(axis), layout.words(axis), [&](EntryIndex entry) {
      if (const Choice* const choice = axes_.choice(axis, entry)) used_[axes_.index_of(*choice)] = 1;
    });
}

// Evaluate the choices that are used. If the search is stopped, the rest has no value: the order of the
// actions no longer matters.
void Candidates::evaluate_choices(Meter& meter) {
  const int player = multiverse_.player(), opponent = 1 - player;
  values_.resize(axes_.choices.size());
  IndexedVector<BaseIndex, int> base_pieces;  // `sum_pieces`, with the opponent to move
  base_pieces.reserve(axes_.bases.size());
  for (const Base& base : axes_.bases) base_pieces.push_back(evaluation_.sum_pieces(*base.board, opponent));
  const auto evaluate_choice = [&](ChoiceIndex number, int row, int check_row, int time) -> Value {
    const Choice& choice = axes_.choices[number];
    ++evaluated_;
    meter.work(1);
    if (meter.is_over_soft_limit()) return {0, false};
    const Board& base = *axes_.bases[choice.base].board;
    const Board made = make_board(axes_, choice);
    Bitboard changed = base.occupied() ^ made.occupied();
    if (choice.move >= 0) changed |= bit(axes_.moves[choice.move].to);
    const int pieces = evaluation_.update_pieces(base_pieces[choice.base], base, made, changed, opponent);
    int gain = evaluation_.evaluate_board(made, check_row, time, checks_, pieces);
    if (row >= before_.lowest_row && row <= multiverse_.highest_row()) gain -= before_.at(row);
    bool gives_check = false;
    if (choice.move >= 0) {
      const Move& move = axes_.moves[choice.move];
      const Board& source = *multiverse_.board(move.row, move.time);
      const Code code = move.promotion != empty_code ? move.promotion : source.at(move.from);
      if (checks_.of(player).gives_check(check_row, move.to_time + 2, find_kind(code), move.to))
        gives_check = true;
    }
    return Value{player == white ? gain : -gain, gives_check};
  };
  for (const Axis& axis : axes_.axes) {
    for (EntryIndex entry = pass + 1; entry < axis.first_arrival; ++entry)
      if (used_[axis.choices[entry]])
        values_[axis.choices[entry]] =
            evaluate_choice(axis.choices[entry], axis.row, axis.row, axis.time + 1);
  }
  // A jump onto a playable board makes the same board as a hop and as a branch. Store its value as a new
  // board; `value_change` subtracts the value of the old board for a hop.
  const int new_row = multiverse_.new_row(0);
  for (JumpIndex jump{0}; jump < axes_.jumps.end_index(); ++jump) {
    const ChoiceIndex choice = axes_.jumps[jump];
    if (!used_[choice]) continue;
    const AxisIndex landing = axes_.landings[jump];
    values_[choice] = evaluate_choice(choice, new_row, landing < 0 ? new_row : axes_.axes[landing].row,
                                      axes_.moves[axes_.choices[choice].move].to_time + 1);
  }
}

// Return the value of an entry, or null for pass.
const Candidates::Value* Candidates::find_value(AxisIndex axis, EntryIndex entry) const {
  const ChoiceIndex choice = axes_.choice_index(axis, entry);
  return choice < 0 ? nullptr : &values_[choice];
}

// Return the change of the value of an action by an entry, if its timeline is active.
int Candidates::value_change(AxisIndex axis, EntryIndex entry) const {
  const Value* const value = find_value(axis, entry);
  if (!value) return 0;
  if (axes_.is_branch(axis) || entry < axes_.axes[axis].first_arrival) return value->change;
  const int before = before_.at(axes_.axes[axis].row);
  return value->change - (multiverse_.player() == white ? before : -before);
}

// Score of an entry for move ordering.
int Candidates::order_score(AxisIndex axis, EntryIndex entry) const {
  const Value* const value = find_value(axis, entry);
  return value_change(axis, entry) + (value && value->gives_check ? check_bonus_ : 0);
}

void Candidates::sort_entries(AxisIndex axis, std::vector<EntryIndex>& sorted) const {
  const int size = axes_.axis_size(axis);
  IndexedVector<EntryIndex, int> by_entry(size);
  sorted.reserve(size);
  for (EntryIndex entry{0}; entry < size; ++entry) {
    const Choice* const choice = axes_.choice(axis, entry);
    if (choice && !used_[axes_.index_of(*choice)]) continue;
    by_entry[entry] = order_score(axis, entry);
    sorted.push_back(entry);
  }
  std::ranges::sort(sorted, [&](EntryIndex one, EntryIndex other) {
    return by_entry[one] != by_entry[other] ? by_entry[one] > by_entry[other] : one < other;
  });
}

// Return the next rank after `rank` whose entry is in the region, or -1.
int Candidates::next_rank(const Region& region, AxisIndex axis, int rank) const {
  const std::vector<EntryIndex>& sorted = sorted_entries(axis);
  const Word* const set = words_.data() + region.words + search_.layout().offset(axis);
  for (++rank; rank < static_cast<int>(sorted.size()); ++rank)
    if (has(set, sorted[rank])) return rank;
  return -1;
}

void Candidates::push_best_point(int number) {
  Region& region = regions_[number];
  region.ranks = ranks_.size();
  region.score = 0;
  for (AxisIndex axis{0}; axis < axes_.playable_count() + region.branches; ++axis) {
    const int rank = next_rank(region, axis, -1);
    assert(rank >= 0);  // a region has at least one entry on every axis
    ranks_.push_back(rank);
    region.score += scale(region, axis, order_score(axis, sorted_entries(axis)[rank]));
  }
  const int base = region.base * region.permille / 1000 + region.timelines;
  region.score += multiverse_.player() == white ? base : -base;
  push(region.score, number, AxisIndex(0), region.ranks);
}

void Candidates::push(int score, int region, AxisIndex last, std::size_t ranks) {
  heap_.push_back({.score = score, .region = region, .last = last, .ranks = ranks});
  std::ranges::push_heap(
      heap_, [](const HeapEntry& one, const HeapEntry& other) { return has_lower_score(one, other); });
}

// Compute which share of its value each board counts after an action with `branches` branches.
void Candidates::compute_activity(int branches) {
  const int outermost = multiverse_.new_row(branches - 1);
  const int lowest = std::min(multiverse_.lowest_row(), outermost);
  const int highest = std::max(multiverse_.highest_row(), outermost);
  activity_.resize(branches + 1);
  IndexedVector<AxisIndex, int>& activity = activity_[branches];
  for (AxisIndex axis = activity.end_index(); axis < axes_.playable_count() + branches; ++axis)
    activity.push_back(
        evaluation_.activity_percent(multiverse_.is_active(axes_.axis_row(axis), lowest, highest)));
}

std::optional<Candidate> Candidates::next() {
  if (heap_.empty()) return std::nullopt;
  std::ranges::pop_heap(
      heap_, [](const HeapEntry& one, const HeapEntry& other) { return has_lower_score(one, other); });
  const HeapEntry top = heap_.back();
  heap_.pop_back();
  const Region& region = regions_[top.region];
  const int count = axes_.playable_count() + region.branches;
  for (AxisIndex axis = top.last; axis < count; ++axis) {
    const int rank = ranks_[top.ranks + axis];
    const int next = next_rank(region, axis, rank);
    if (next < 0) continue;
    const std::size_t ranks = ranks_.size();
    ranks_.resize(ranks + count);
    std::copy_n(ranks_.begin() + static_cast<std::ptrdiff_t>(top.ranks), count,
                ranks_.begin() + static_cast<std::ptrdiff_t>(ranks));
    ranks_[ranks + axis] = next;
    const std::vector<EntryIndex>& sorted = sorted_entries(axis);
    const int loss = order_score(axis, sorted[rank]) - order_score(axis, sorted[next]);
    push(top.score - scale(region, axis, loss), top.region, axis, ranks);
  }
  return make_candidate(region, ranks_.data() + top.ranks);
}

std::vector<Candidate> Candidates::list_checks(int max_count) const {
  struct Found {
    int score;
    const Region* region = nullptr;
    AxisIndex axis;
    int rank;
  };
  std::vector<Found> found;
  IndexedVector<AxisIndex, std::size_t> first_found;  // index of the first entry that gives check
  for (const std::vector<int>& ranks : checking_ranks_) {
    first_found.push_back(found.size());
    found.resize(found.size() + ranks.size());
  }
  if (found.empty()) return {};
  for (const Region& region : regions_) {
    for (AxisIndex axis{0}; axis < axes_.playable_count() + region.branches; ++axis) {
      const AxisIndex list = first_alike(axis);
      const std::vector<EntryIndex>& sorted = sorted_entries(axis);
      const Word* const set = words_.data() + region.words + search_.layout().offset(axis);
      const int best = order_score(axis, sorted[ranks_[region.ranks + axis]]);
      for (std::size_t number = 0; number < checking_ranks_[list].size(); ++number) {
        const int rank = checking_ranks_[list][number];
        if (!has(set, sorted[rank])) continue;
        const int value = region.score - scale(region, axis, best - order_score(axis, sorted[rank]));
        Found& known = found[first_found[list] + number];
        if (!known.region || known.score < value) known = {value, &region, axis, rank};
      }
    }
  }
  std::erase_if(found, [](const Found& each) { return !each.region; });
  std::ranges::stable_sort(found, std::greater{}, &Found::score);
  if (static_cast<int>(found.size()) > max_count) found.resize(max_count);
  std::vector<Candidate> candidates;
  std::vector<int> ranks;
  for (const Found& each : found) {
    const auto first = ranks_.begin() + static_cast<std::ptrdiff_t>(each.region->ranks);
    ranks.assign(first, first + axes_.playable_count() + each.region->branches);
    ranks[each.axis] = each.rank;
    candidates.push_back(make_candidate(*each.region, ranks.data()));
  }
  return candidates;
}

Candidate Candidates::make_candidate(const Region& region, const int* ranks) const {
  const int count = axes_.playable_count() + region.branches;
  const bool is_white = multiverse_.player() == white;
  Candidate candidate;
  candidate.point.resize(count);
  int value = is_white ? region.base : -region.base;
  for (AxisIndex axis{0}; axis < count; ++axis) {
    const EntryIndex entry = candidate.point[axis] = sorted_entries(axis)[ranks[axis]];
    value += value_change(axis, entry) * activity_[region.branches][axis] / 100;
    const Value* const chosen = find_value(axis, entry);
    candidate.gives_check |= chosen && chosen->gives_check;
  }
  candidate.value = value * region.permille / 1000 + (is_white ? region.timelines : -region.timelines) -
                    evaluation_.weights().tempo;
  return candidate;
}

}  // namespace hyperchess
