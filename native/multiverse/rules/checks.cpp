#include "multiverse/rules/checks.hpp"

#include <algorithm>
#include <tuple>

namespace hyperchess {
namespace {

struct Source {
  const Cell* cell;
  Attackers attackers;
  const Board* board;
};

// Return the boards from which the opponent attacks: those on which the player passes, which are added to the
// grid, and those on which the opponent is to move.
std::vector<Source> find_sources(const Multiverse& multiverse, Grid& grid, bool passing) {
  const int opponent = 1 - multiverse.player();
  const int present = multiverse.present();
  std::vector<Source> passed, waiting;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const int end = multiverse.timeline(row).end();
    const Board& board = *multiverse.timeline(row).boards.back();
    if (!multiverse.is_playable(row)) {
      waiting.push_back({&grid.at(row, end), Attackers::collect(board, opponent), &board});
    } else if (passing && multiverse.is_mandatory(row, present)) {
      Cell& cell = grid.at(row, end + 1);
      cell.empty = multiverse.shape().full & ~board.occupied();
      cell.targets = board.royals(multiverse.player());
      passed.push_back({&cell, Attackers::collect(board, opponent), &board});
    }
  }
  passed.insert(passed.end(), waiting.begin(), waiting.end());
  return passed;
}

// Return a sort key for the step of an attack: the Python rules list the steps of a piece by lane, then by
// flat step.
std::array<int, 4> python_order(const Board& board, int color, const Attack& attack) {
  const Step& step = attack.step;
  const auto& captures = traits(find_kind(board.at(attack.square))).pawn_captures;
  int lane = -1;
  for (int index = 0; index < static_cast<int>(captures.size()); ++index) {
    const Step taken = captures[index].for_color(color);
    if (taken.rows != step.rows || taken.turns != step.turns) continue;
    if (lane < 0) lane = index;
    if (taken.files == step.files && taken.ranks == step.ranks) return {lane, index, 0, 0};
  }
  return {step.rows, step.turns, step.files, step.ranks};
}

}  // namespace

bool in_check(const Multiverse& multiverse, bool passing) {
  Grid grid = make_royal_grid(multiverse, 0, find_horizon(multiverse, 1 - multiverse.player()));
  const auto stop = [](const Attack&) { return true; };
  AttackScan scan(multiverse.shape(), grid, 1 - multiverse.player(), stop);
  const auto sources = find_sources(multiverse, grid, passing);
  return std::ranges::any_of(
      sources, [&](const Source& source) { return scan.scan_from(source.cell, source.attackers); });
}

bool may_submit(const Multiverse& multiverse) {
  return (multiverse.present() & 1) != multiverse.player() && !in_check(multiverse, false);
}

std::vector<Check> list_checks(const Multiverse& multiverse, bool passing) {
  Grid grid = make_royal_grid(multiverse, 0, find_horizon(multiverse, 1 - multiverse.player()));
  std::vector<Attack> attacks;
  const auto collect = [&](const Attack& attack) {
    attacks.push_back(attack);
    return false;
  };
  const int opponent = 1 - multiverse.player();
  AttackScan scan(multiverse.shape(), grid, opponent, collect);
  std::vector<Check> checks;
  for (const Source& source : find_sources(multiverse, grid, passing)) {
    attacks.clear();
    scan.scan_from(source.cell, source.attackers);
    std::ranges::stable_sort(attacks, {}, [&](const Attack& attack) {
      return std::tuple(attack.square, python_order(*source.board, opponent, attack), attack.distance);
    });
    for (const Attack& attack : attacks)
      checks.push_back({grid.find_row(source.cell), grid.find_time(source.cell), attack.square, attack.step,
                        attack.distance});
  }
  return checks;
}

}  // namespace hyperchess
