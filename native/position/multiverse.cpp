#include "position/multiverse.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace hyperchess {

void require_board_size(int width, int height) {
  if (width < 1 || height < 1 || width > max_squares || height > max_squares || width * height > max_squares)
    throw InvalidPosition("a board needs 1 to " + std::to_string(max_squares) + " squares");
}

Multiverse::Multiverse(int width, int height, int player, bool even, std::vector<Code> promotions,
                       int lowest_row, std::vector<Line> lines)
    : player_(player), even_(even), promotions_(std::move(promotions)), lowest_row_(lowest_row) {
  require_board_size(width, height);
  if (player != white && player != black) throw InvalidPosition("the player is neither White nor Black");
  if (lowest_row < -max_row || lowest_row > max_row) throw InvalidPosition("a timeline out of range");
  if (lines.empty()) throw InvalidPosition("a position needs at least one timeline");
  plane_ = std::make_shared<const Plane>(width, height);
  for (const Code letter : promotions_)
    if (find_kind(letter) < 0 || traits(find_kind(letter)).is_pawn || color_of(letter) != white ||
        letter & unmoved_mark)
      throw InvalidPosition("a pawn cannot become that");
  for (const Line& line : lines)
    if (line.boards.empty()) throw InvalidPosition("a timeline needs at least one board");
  for (Line& line : lines) lines_.push_back(std::make_shared<const Line>(std::move(line)));
  check_limits();
}

void Multiverse::check_limits() const {
  if (lines_.size() > static_cast<std::size_t>(max_timelines))
    throw InvalidPosition("the native rules hold at most " + std::to_string(max_timelines) + " timelines");
  if (count_boards() > max_boards)
    throw InvalidPosition("the native rules hold at most " + std::to_string(max_boards) + " boards");
  long long first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (const auto& line : lines_) {
    first = std::min<long long>(first, line->start);
    last = std::max<long long>(last, line->end());
  }
  if ((last - first) / 2 * static_cast<long long>(lines_.size()) > max_grid_cells)
    throw InvalidPosition("the timelines lie too far apart for the native rules");
}

long long Multiverse::count_boards() const {
  long long count = 0;
  for (const auto& line : lines_) count += static_cast<long long>(line->boards.size());
  return count;
}

long long Multiverse::memory() const {
  const auto lines = static_cast<long long>(lines_.size());
  return static_cast<long long>(sizeof(Multiverse) + sizeof(Plane)) +
         lines * static_cast<long long>(sizeof(Line) + sizeof(lines_[0])) +
         count_boards() * static_cast<long long>(sizeof(Board) + sizeof(lines_[0]));
}

bool Multiverse::active(int row, int lowest, int highest) const {
  if (has_row(row) && line(row).initial) return true;
  // With an even number of initial timelines, row -1 is timeline -0.
  const int below = even_ ? 1 : 0;
  const int reach = 1 + std::min(std::max(0, highest), std::max(0, -(lowest + (lowest < 0 ? below : 0))));
  return -reach - below <= row && row <= reach;
}

int Multiverse::present() const {
  int present = std::numeric_limits<int>::max();
  for (int row = lowest_row(); row <= highest_row(); ++row)
    if (active(row)) present = std::min(present, line(row).end());
  return present;
}

Multiverse Multiverse::with_player(int player) const {
  Multiverse copy = *this;
  copy.player_ = player;
  return copy;
}

Multiverse Multiverse::with(std::span<const NewBoard> boards, int player) const {
  Multiverse after = with_player(player);
  for (const NewBoard& made : boards) {
    auto board = std::make_shared<const Board>(made.board);
    if (after.has_row(made.row)) {
      const Line& before = after.line(made.row);
      auto line = std::make_shared<const Line>(
          Line{before.start, before.initial, before.boards.with(std::move(board))});
      after.lines_[made.row - after.lowest_row_] = std::move(line);
    } else {
      auto line = std::make_shared<const Line>(Line{made.time, false, History().with(std::move(board))});
      if (made.row > after.highest_row()) {
        after.lines_.push_back(std::move(line));
      } else {
        after.lines_.insert(after.lines_.begin(), std::move(line));
        after.lowest_row_ = made.row;
      }
    }
  }
  after.check_limits();
  return after;
}

std::vector<NewBoard> Multiverse::boards_after(const Move& move) const {
  const Board& source = *board(move.row, move.time);
  const MoveKind kind = kind_of(move);
  if (kind == MoveKind::physical) return {{move.row, move.time + 1, move.row, after_physical(source, move)}};
  const Board& target = *board(move.to_row, move.to_time);
  return {{move.row, move.time + 1, move.row, after_leaving(source, move.from)},
          {kind == MoveKind::branch ? new_row(0) : move.to_row, move.to_time + 1, move.to_row,
           after_arriving(target, source.at(move.from), move)}};
}

namespace {

// The piece that stands on the target: it has moved, and may have promoted.
Code arriving(Code source, const Move& move) {
  return move.promotion != empty_code ? move.promotion : static_cast<Code>(source & ~unmoved_mark);
}

}  // namespace

Board after_leaving(const Board& board, int square) {
  Board after = board;
  after.clear(square);
  return after;
}

Board after_arriving(const Board& board, Code source, const Move& move) {
  Board after = board;
  after.put(move.to, arriving(source, move));
  return after;
}

Board after_physical(const Board& board, const Move& move) {
  Board after = board;
  if (move.special >= 0) {
    const Code special = board.at(move.special);
    after.clear(move.special);
    if (find_kind(special) == rook)
      after.put((move.from + move.to) / 2, static_cast<Code>(special & ~unmoved_mark));
  }
  after.clear(move.from);
  after.put(move.to, arriving(board.at(move.from), move));
  return after;
}

}  // namespace hyperchess
