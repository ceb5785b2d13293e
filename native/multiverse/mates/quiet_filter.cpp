#include "multiverse/mates/quiet_filter.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

namespace hyperchess {
namespace {

// Special values of `Cell::axis`.
constexpr int no_axis = -1;      // a cell of the past
constexpr int copy_of_old = -2;  // a cell with a board that the defender passed on and no axis made

}  // namespace

QuietFilter::QuietFilter(const Axes& axes, const Layout& layout, EntryBoards& boards)
    : axes_(axes),
      layout_(layout),
      grid_(make_enemy_royal_grid(axes.multiverse, axes.multiverse.player(), axes.max_branches())),
      boards_(boards) {
  for (const Axis& axis : axes.axes)
    unplayed_.push_back(
        Attackers::collect(*axes.multiverse.board(axis.row, axis.time), axes.multiverse.player()));
}

const Slice* QuietFilter::find(const Point& point, const std::vector<Word>& box, int branches) {
  assert(static_cast<int>(point.size()) == axes_.playable_count() + branches);
  assert(static_cast<int>(box.size()) == layout_.size(branches));
  if (branches != branches_) choose_branches(branches);
  if (gives_check(point)) return nullptr;
  box_ = box;
  find_presents();
  for (const int present : presents_) {
    if (!place_boards(present)) continue;
    for (Source& source : sources_) {
      const auto visit = [&](const Attack& attack) {
        if (find_checking_slice(attack, source, present)) remove_checking_slice(point, present);
        return false;
      };
      AttackScan(axes_.multiverse.shape(), grid_, axes_.multiverse.player(), visit)
          .scan_from(source.cell, source.attackers);
    }
    clear_boards();
  }
  slice_.parts.clear();
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    const Word* const kept = set(axis);
    const Word* const before = box.data() + layout_.offset(axis);
    if (!std::equal(kept, kept + layout_.words(axis), before))
      slice_.parts.push_back({axis, std::vector<Word>(kept, kept + layout_.words(axis))});
  }
  return &slice_;
}

// Return the half-turn of the last board on the row of an axis after the choice of an entry.
int QuietFilter::find_end(AxisIndex axis, EntryIndex entry) const {
  const Choice* const choice = axes_.choice(axis, entry);
  return choice ? axes_.board_time(axis, *choice) : axes_.axes[axis].time;
}

// Set the number of branches, which determines which timelines are active after the action.
void QuietFilter::choose_branches(int branches) {
  branches_ = branches;
  const Multiverse& multiverse = axes_.multiverse;
  const int outermost = multiverse.new_row(branches - 1);
  const int lowest = std::min(multiverse.lowest_row(), outermost);
  const int highest = std::max(multiverse.highest_row(), outermost);
  active_.assign(axis_count(), 0);
  for (AxisIndex axis{0}; axis < axis_count(); ++axis)
    active_[axis] = multiverse.is_active(axes_.axis_row(axis), lowest, highest);
  waiting_.clear();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    if (!multiverse.is_playable(row) && multiverse.is_active(row, lowest, highest)) waiting_.push_back(row);
}

// Find the possible presents: half-turns at which a board of the defender may end while no active timeline
// ends earlier.
void QuietFilter::find_presents() {
  presents_.clear();
  int latest = std::numeric_limits<int>::max();
  for (const int row : waiting_) {
    presents_.push_back(axes_.multiverse.timeline(row).end());
    latest = std::min(latest, presents_.back());
  }
  const int defender = 1 - axes_.multiverse.player();
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    if (!active_[axis]) continue;
    int last = std::numeric_limits<int>::min();
    for_each_entry(set(axis), layout_.words(axis), [&](EntryIndex entry) {
      const int end = find_end(axis, entry);
      if ((end & 1) == defender && (presents_.empty() || presents_.back() != end)) presents_.push_back(end);
      last = std::max(last, end);
    });
    latest = std::min(latest, last);
  }
  std::ranges::sort(presents_);
  const auto [first, last] = std::ranges::unique(presents_);
  presents_.erase(first, last);
  std::erase_if(presents_, [&](int present) { return present > latest; });
}

// Put the boards on which the defender passes into the grid, for a given present, and find all sources of
// attacks. Return false if the box has no action with that present.
bool QuietFilter::place_boards(int present) {
  sources_.clear();
  not_before_.clear();
  const Multiverse& multiverse = axes_.multiverse;
  const int player = multiverse.player();
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    if (!active_[axis]) continue;
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    int all = 0, kept = 0;
    for_each_entry(set(axis), layout_.words(axis), [&](EntryIndex entry) {
      ++all;
      if (find_end(axis, entry) < present) return;
      insert(part.entries.data(), entry);
      ++kept;
    });
    if (kept == 0) return false;
    if (kept < all) not_before_.push_back(std::move(part));
  }
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    if (!axes_.is_branch(axis) && has(set(axis), pass))
      sources_.push_back(
          {&grid_.at(axes_.axis_row(axis), axes_.axes[axis].time), unplayed_[axis], axis, false});
    if (!active_[axis] || (!axes_.is_branch(axis) && axes_.axes[axis].time + 1 != present)) continue;
    Cell& cell = grid_.at(axes_.axis_row(axis), present + 1);
    cell.axis = axis;
    sources_.push_back({&cell, {}, axis, true});
    place_union(sources_.back(), present);
  }
  for (const int row : waiting_) {
    const Timeline& timeline = multiverse.timeline(row);
    if (timeline.end() != present) continue;
    const Board& board = *timeline.boards.back();
    Cell& cell = grid_.at(row, present + 1);
    cell = {multiverse.shape().full & ~board.occupied(), board.royals(1 - player), copy_of_old};
    sources_.push_back({&cell, Attackers::collect(board, player), AxisIndex(), true});
  }
  return true;
}

// Unite the boards that the entries of an axis make in the cell of the copy that the defender's pass makes.
void QuietFilter::place_union(Source& source, int present) {
  source.attackers = {};
  source.cell->empty = source.cell->targets = 0;
  const Bitboard full = axes_.multiverse.shape().full;
  for_each_entry(set(source.axis), layout_.words(source.axis), [&](EntryIndex entry) {
    const Choice* const choice = axes_.choice(source.axis, entry);
    if (!choice || axes_.board_time(source.axis, *choice) != present) return;
    const EntryBoards::Made& made = boards_.find(*choice);
    source.attackers.add(made.attackers);
    source.cell->empty |= full & ~choice->occupied;
    source.cell->targets |= made.royals;
  });
}

void QuietFilter::clear_boards() {
  for (const Source& source : sources_)
    if (source.copied) *source.cell = {};
}

bool QuietFilter::gives_check(const Point& point) {
  box_.assign(layout_.size(branches_), 0);
  int present = std::numeric_limits<int>::max();
  for (const int row : waiting_) present = std::min(present, axes_.multiverse.timeline(row).end());
  for (AxisIndex axis{0}; axis < axis_count(); ++axis) {
    insert(set(axis), point[axis]);
    if (active_[axis]) present = std::min(present, find_end(axis, point[axis]));
  }
  if ((present & 1) == axes_.multiverse.player())
    return true;  // not a legal action, so it need not be filtered
  place_boards(present);
  const auto stop = [](const Attack&) { return true; };
  AttackScan scan(axes_.multiverse.shape(), grid_, axes_.multiverse.player(), stop);
  const bool check = std::ranges::any_of(
      sources_, [&](const Source& source) { return scan.scan_from(source.cell, source.attackers); });
  clear_boards();
  return check;
}

// Find the actions of the box that leave a line of attack open. Return false if there are none.
bool QuietFilter::find_checking_slice(const Attack& attack, const Source& source, int present) {
  conditions_.clear();
  bool copied = false;
  const bool possible =
      follow_attack(attack, axes_.multiverse.shape(), grid_, [&](const Cell* cell, const AttackNeeds& needs) {
        if (cell->axis == no_axis) return true;
        copied = true;
        if (cell->axis == copy_of_old) return true;
        const AxisIndex axis(cell->axis);
        if (!source.copied && axis == source.axis) return false;  // the axis would be both passed and played
        auto known = std::ranges::find(conditions_, axis, &Condition::axis);
        if (known == conditions_.end()) known = conditions_.insert(known, {axis, {}});
        known->needs.add(needs);
        return true;
      });
  if (!possible) return false;
  checking_slice_.parts.clear();
  if (!source.copied) {
    if (!has(set(source.axis), pass)) return false;
    checking_slice_.parts.push_back({source.axis, std::vector<Word>(layout_.words(source.axis), 0)});
    insert(checking_slice_.parts.back().entries.data(), pass);
  }
  const CapturingGroups groups(axes_.multiverse.player(), attack.step, attack.distance);
  for (const Condition& condition : conditions_) {
    const auto& [axis, needs] = condition;
    checking_slice_.parts.push_back({axis, std::vector<Word>(layout_.words(axis), 0)});
    bool any = false;
    for_each_entry(set(axis), layout_.words(axis), [&](EntryIndex entry) {
      const Choice* const choice = axes_.choice(axis, entry);
      if (!choice || (choice->occupied & needs.empty) || axes_.board_time(axis, *choice) != present) return;
      const EntryBoards::Made& made = boards_.find(*choice);
      if (needs.royal & ~made.royals) return;
      if (needs.attacker && !(groups.of(made.attackers) & needs.attacker)) return;
      insert(checking_slice_.parts.back().entries.data(), entry);
      any = true;
    });
    if (!any) return false;
  }
  if (!copied) return true;
  for (const Part& part : not_before_) {
    const auto same_axis = [&](const Part& other) { return other.axis == part.axis; };
    if (std::ranges::none_of(checking_slice_.parts, same_axis)) checking_slice_.parts.push_back(part);
  }
  return true;
}

// Remove the checking slice from the box on one axis: the axis that keeps the point and loses the smallest
// fraction of its entries.
void QuietFilter::remove_checking_slice(const Point& point, int present) {
  const Part* chosen = nullptr;
  std::int64_t best_kept = 0, best_all = 1;
  for (const Part& part : checking_slice_.parts) {
    int all = 0, kept = 0;
    for (int word = 0; word < layout_.words(part.axis); ++word) {
      all += std::popcount(set(part.axis)[word]);
      kept += std::popcount(set(part.axis)[word] & ~part.entries[word]);
    }
    if (kept == all) return;  // no longer in the box
    if (has(part.entries.data(), point[part.axis])) continue;
    // Compare fractions.
    if (!chosen || kept * best_all > best_kept * all) {
      best_kept = kept;
      best_all = all;
      chosen = &part;
    }
  }
  if (!chosen) throw std::logic_error("an action that gives check among quiet ones");
  for (std::size_t word = 0; word < chosen->entries.size(); ++word)
    set(chosen->axis)[word] &= ~chosen->entries[word];
  for (Source& source : sources_) {
    if (source.axis != chosen->axis) continue;
    if (source.copied)
      place_union(source, present);
    else if (!has(set(source.axis), pass))
      source.attackers = {};
  }
}

}  // namespace hyperchess
