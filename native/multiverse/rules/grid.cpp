#include "multiverse/rules/grid.hpp"

#include <algorithm>

#include "multiverse/rules/attacks.hpp"

namespace hyperchess {
namespace {

constexpr int border = 2;

// Return the first half-turn from `time` on in which `color` is to move.
int next_half_turn(int color, int time) { return time + ((time & 1) != color); }

template <typename Targets>
Grid make_grid(const Multiverse& multiverse, int color, int new_rows, int earliest, Targets targets_on,
               int new_turns = 1) {
  Grid grid(multiverse, color, new_rows, earliest, new_turns);
  const Bitboard full = multiverse.shape().full;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    for (int time = next_half_turn(color, std::max(timeline.start, earliest)); time <= timeline.end();
         time += 2) {
      const Board& board = *timeline.at(time);
      Cell& cell = grid.at(row, time);
      cell.empty = full & ~board.occupied();
      cell.targets = targets_on(board);
    }
  }
  return grid;
}

}  // namespace

Grid::Grid(const Multiverse& multiverse, int color, int new_rows, int earliest, int new_turns) {
  const bool above = multiverse.player() == white;
  lowest_row_ = multiverse.lowest_row() - (above ? 0 : new_rows) - border;
  const int highest_row = multiverse.highest_row() + (above ? new_rows : 0) + border;
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    first = std::min(first, multiverse.timeline(row).start);
    last = std::max(last, multiverse.timeline(row).end());
  }
  first = std::max(first, earliest);
  first -= (first & 1) != color;
  last = next_half_turn(color, last + 1) + 2 * (new_turns - 1);
  earliest_ = first - 2 * border;
  columns_ = (last - first) / 2 + 1 + 2 * border;
  cells_.resize(static_cast<std::size_t>(highest_row - lowest_row_ + 1) * columns_);
}

int find_horizon(const Multiverse& multiverse, int color) {
  const BoardShape& shape = multiverse.shape();
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const int end = next_half_turn(color, multiverse.timeline(row).end());
    first = std::min(first, end);
    last = std::max(last, end);
  }
  // A line that changes file or rank leaves the board within max(width, height) turns. Beyond `surely` only
  // riders that stay on their square across boards can continue.
  const int surely = first - 2 * std::max({shape.width, shape.height, 2});
  Bitboard going = 0;
  int time = last;
  for (; time >= surely || going; time -= 2) {
    Bitboard empty = 0, starting = 0;
    bool any = false;
    for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
      const Timeline& timeline = multiverse.timeline(row);
      any |= timeline.start <= time;
      if (const Board* const board = timeline.at(time)) empty |= ~board->occupied();
      if (next_half_turn(color, timeline.end()) != time) continue;
      const Attackers attackers = Attackers::collect(*timeline.boards.back(), color);
      starting |= attackers.riders[1] | attackers.riders[2];
    }
    if (!any) break;
    going = (going & empty) | starting;
  }
  return time + 2;
}

Grid make_capture_grid(const Multiverse& multiverse) {
  const int opponent = 1 - multiverse.player();
  return make_grid(multiverse, multiverse.player(), 0, find_horizon(multiverse, multiverse.player()),
                   [=](const Board& board) { return board.colors[opponent]; });
}

Grid make_royal_grid(const Multiverse& multiverse, int new_rows, int earliest) {
  const int player = multiverse.player();
  return make_grid(multiverse, 1 - player, new_rows, earliest,
                   [=](const Board& board) { return board.royals(player); });
}

Grid make_enemy_royal_grid(const Multiverse& multiverse, int color, int new_rows, int earliest,
                           int new_turns) {
  return make_grid(
      multiverse, color, new_rows, earliest, [=](const Board& board) { return board.royals(1 - color); },
      new_turns);
}

}  // namespace hyperchess
