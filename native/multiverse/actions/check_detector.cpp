#include "multiverse/actions/check_detector.hpp"

#include <algorithm>

namespace hyperchess {
namespace {

constexpr Bitboard unseen = ~Bitboard{0};  // sentinel: no choice captures on every square

}  // namespace

CheckDetector::CheckDetector(const Axes& axes, const Layout& layout)
    : axes_(axes),
      layout_(layout),
      grid_(make_royal_grid(axes.multiverse, axes.max_branches())),
      playable_(axes.playable_count()),
      columns_(0),
      captured_(axes.bases.size(), unseen) {
  const Multiverse& multiverse = axes.multiverse;
  const std::vector<int> columns = axes.list_jump_times(column_of_jump_);
  columns_ = static_cast<int>(columns.size());
  const auto add = [&](AxisIndex axis, int row, int time) {
    Cell& cell = grid_.at(row, time);
    cell.axis = axis;
    made_.push_back({&cell, {}, false});
  };
  for (AxisIndex axis{0}; axis < playable_; ++axis) add(axis, axes.axes[axis].row, axes.axes[axis].time + 1);
  for (int branch = 0; branch < axes.max_branches(); ++branch)
    for (const int time : columns) add(axes.branch_axis(branch), multiverse.new_row(branch), time);
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (multiverse.is_playable(row)) continue;
    const Timeline& timeline = multiverse.timeline(row);
    waiting_.push_back({&grid_.at(row, timeline.end()),
                        Attackers::collect(*timeline.boards.back(), 1 - multiverse.player()), true});
  }
}

bool CheckDetector::is_lost() {
  clear_boards();
  return scan([](const Attack&) { return true; });
}

void CheckDetector::clear(DetectorBoard& made) {
  made.cell->empty = made.cell->targets = 0;
  made.shown = false;
}

void CheckDetector::clear_boards() {
  for (DetectorBoard& made : made_)
    if (made.shown) clear(made);
}

void CheckDetector::set_point(const Point& point) {
  clear_boards();
  const Bitboard full = axes_.multiverse.shape().full;
  for (AxisIndex axis{0}; axis < static_cast<int>(point.size()); ++axis) {
    const Choice* const choice = axes_.choice(axis, point[axis]);
    if (!choice) continue;
    DetectorBoard& made = made_[find_board(axis, point[axis])];
    made.cell->empty = full & ~choice->occupied;
    made.cell->targets = choice->royals;
    made.attackers = axes_.bases[choice->base].attackers.without(choice->captured);
    made.shown = true;
  }
}

void CheckDetector::set_entries(AxisIndex axis, const Word* entries) {
  const bool branch = axes_.is_branch(axis);
  const int first = find_board(axis, EntryIndex(0)) - (branch ? column_of_jump_[JumpIndex(0)] : 0);
  for (int made = first; made < first + (branch ? columns_ : 1); ++made) clear(made_[made]);
  seen_.clear();
  const Bitboard full = axes_.multiverse.shape().full;
  for_each_entry(entries, layout_.words(axis), [&](EntryIndex entry) {
    const Choice* const choice = axes_.choice(axis, entry);
    if (!choice) return;
    DetectorBoard& made = made_[find_board(axis, entry)];
    if (!made.shown) {
      made.shown = true;
      made.attackers = {};
    }
    made.cell->empty |= full & ~choice->occupied;
    made.cell->targets |= choice->royals;
    // An attacker is gone only if every choice captures it.
    Bitboard& captured = captured_[choice->base];
    if (captured == unseen) seen_.emplace_back(choice->base, &made);
    captured &= choice->captured;
  });
  for (const auto& [base, made] : seen_) {
    made->attackers.add(axes_.bases[base].attackers.without(captured_[base]));
    captured_[base] = unseen;
  }
}

bool CheckDetector::add_condition(const Cell* cell, const AttackNeeds& needs) {
  if (cell->axis < 0) return true;
  const AxisIndex axis(cell->axis);
  for (Condition& condition : conditions_) {
    if (condition.axis != axis) continue;
    // A new timeline starts at one half-turn only: its two boards exclude each other.
    if (condition.cell != cell) return false;
    condition.needs.add(needs);
    return true;
  }
  conditions_.push_back({axis, cell, needs});
  return true;
}

bool CheckDetector::find_slice(const Attack& attack, Slice& slice) {
  conditions_.clear();
  const bool possible =
      follow_attack(attack, axes_.multiverse.shape(), grid_,
                    [&](const Cell* cell, const AttackNeeds& needs) { return add_condition(cell, needs); });
  if (!possible) return false;
  slice.parts.resize(conditions_.size());
  for (std::size_t index = 0; index < conditions_.size(); ++index) {
    slice.parts[index].axis = conditions_[index].axis;
    if (!find_entries(conditions_[index], attack, slice.parts[index].entries)) return false;
  }
  return true;
}

bool CheckDetector::find_entries(const Condition& condition, const Attack& attack,
                                 std::vector<Word>& entries) {
  const AxisIndex axis = condition.axis;
  const AttackNeeds& needs = condition.needs;
  const CapturingGroups groups(1 - axes_.multiverse.player(), attack.step, attack.distance);
  entries.assign(layout_.words(axis), 0);
  bool found = false;
  BaseIndex last_base;
  Bitboard attackers = 0;
  for (EntryIndex entry{0}; entry < axes_.axis_size(axis); ++entry) {
    const Choice* const choice = axes_.choice(axis, entry);
    if (!choice || (choice->occupied & needs.empty) || (needs.royal & ~choice->royals) ||
        (needs.attacker & choice->captured) || made_[find_board(axis, entry)].cell != condition.cell)
      continue;
    if (needs.attacker) {
      if (choice->base != last_base) {
        last_base = choice->base;
        attackers = groups.of(axes_.bases[last_base].attackers);
      }
      if (!(attackers & needs.attacker)) continue;
    }
    insert(entries.data(), entry);
    found = true;
  }
  return found;
}

}  // namespace hyperchess
