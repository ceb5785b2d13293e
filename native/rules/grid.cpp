#include "rules/grid.hpp"

#include <algorithm>
#include <limits>

namespace hyperchess {
namespace {

constexpr int border = 2;

template <typename Targets>
Grid filled(const Multiverse& multiverse, int color, int new_rows, Targets targets_on) {
  Grid grid(multiverse, color, new_rows);
  const Bits full = multiverse.plane().full;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    for (int time = line.start + ((line.start & 1) != color); time <= line.end(); time += 2) {
      const Board& board = *line.at(time);
      Cell& cell = grid.at(row, time);
      cell.empty = full & ~board.occupied();
      cell.targets = targets_on(board);
    }
  }
  return grid;
}

}  // namespace

Grid::Grid(const Multiverse& multiverse, int color, int new_rows) {
  const bool above = multiverse.player() == white;
  lowest_row_ = multiverse.lowest_row() - (above ? 0 : new_rows) - border;
  const int highest_row = multiverse.highest_row() + (above ? new_rows : 0) + border;
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    first = std::min(first, multiverse.line(row).start);
    last = std::max(last, multiverse.line(row).end());
  }
  first -= (first & 1) != color;
  last += 1;
  last += (last & 1) != color;
  earliest_ = first - 2 * border;
  columns_ = (last - first) / 2 + 1 + 2 * border;
  cells_.resize(static_cast<std::size_t>(highest_row - lowest_row_ + 1) * columns_);
}

Grid grid_of_captures(const Multiverse& multiverse) {
  const int opponent = 1 - multiverse.player();
  return filled(multiverse, multiverse.player(), 0,
                [=](const Board& board) { return board.colors[opponent]; });
}

Grid grid_of_royals(const Multiverse& multiverse, int new_rows) {
  const int player = multiverse.player();
  return filled(multiverse, 1 - player, new_rows, [=](const Board& board) { return board.royals(player); });
}

Grid grid_of_enemy_royals(const Multiverse& multiverse, int new_rows) {
  const int opponent = 1 - multiverse.player();
  return filled(multiverse, multiverse.player(), new_rows,
                [=](const Board& board) { return board.royals(opponent); });
}

}  // namespace hyperchess
