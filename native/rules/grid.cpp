#include "rules/grid.hpp"

#include <algorithm>

#include "rules/attacks.hpp"

namespace hyperchess {
namespace {

constexpr int border = 2;

// The first half-turn from `time` on in which `color` moves.
int first_of(int color, int time) { return time + ((time & 1) != color); }

template <typename Targets>
Grid filled(const Multiverse& multiverse, int color, int new_rows, int earliest, Targets targets_on) {
  Grid grid(multiverse, color, new_rows, earliest);
  const Bits full = multiverse.plane().full;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    for (int time = first_of(color, std::max(line.start, earliest)); time <= line.end(); time += 2) {
      const Board& board = *line.at(time);
      Cell& cell = grid.at(row, time);
      cell.empty = full & ~board.occupied();
      cell.targets = targets_on(board);
    }
  }
  return grid;
}

}  // namespace

Grid::Grid(const Multiverse& multiverse, int color, int new_rows, int earliest) {
  const bool above = multiverse.player() == white;
  lowest_row_ = multiverse.lowest_row() - (above ? 0 : new_rows) - border;
  const int highest_row = multiverse.highest_row() + (above ? new_rows : 0) + border;
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    first = std::min(first, multiverse.line(row).start);
    last = std::max(last, multiverse.line(row).end());
  }
  first = std::max(first, earliest);
  first -= (first & 1) != color;
  last += 1;
  last += (last & 1) != color;
  earliest_ = first - 2 * border;
  columns_ = (last - first) / 2 + 1 + 2 * border;
  cells_.resize(static_cast<std::size_t>(highest_row - lowest_row_ + 1) * columns_);
}

int horizon(const Multiverse& multiverse, int color) {
  const Plane& plane = multiverse.plane();
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const int end = first_of(color, multiverse.line(row).end());
    first = std::min(first, end);
    last = std::max(last, end);
  }
  // A line that changes its square leaves the board within so many turns. Only riders that keep it go on.
  const int surely = first - 2 * std::max({plane.width, plane.height, 2});
  Bits going = 0;
  int time = last;
  for (; time >= surely || going; time -= 2) {
    Bits empty = 0, starting = 0;
    bool any = false;
    for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
      const Line& line = multiverse.line(row);
      any |= line.start <= time;
      if (const Board* const board = line.at(time)) empty |= ~board->occupied();
      if (first_of(color, line.end()) != time) continue;
      const Attackers attackers = Attackers::of(*line.boards.back(), color);
      starting |= attackers.riders[1] | attackers.riders[2];
    }
    if (!any) break;
    going = (going & empty) | starting;
  }
  return time + 2;
}

Grid grid_of_captures(const Multiverse& multiverse) {
  const int opponent = 1 - multiverse.player();
  return filled(multiverse, multiverse.player(), 0, horizon(multiverse, multiverse.player()),
                [=](const Board& board) { return board.colors[opponent]; });
}

Grid grid_of_royals(const Multiverse& multiverse, int new_rows, int earliest) {
  const int player = multiverse.player();
  return filled(multiverse, 1 - player, new_rows, earliest,
                [=](const Board& board) { return board.royals(player); });
}

Grid grid_of_enemy_royals(const Multiverse& multiverse, int new_rows) {
  const int opponent = 1 - multiverse.player();
  return filled(multiverse, multiverse.player(), new_rows, Grid::everything,
                [=](const Board& board) { return board.royals(opponent); });
}

}  // namespace hyperchess
