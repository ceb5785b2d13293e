#include "multiverse/position/multiverse.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace hyperchess {
namespace {

constexpr int max_time = 1 << 30;  // half-turns: sums of a few of them do not overflow

}  // namespace

void require_board_size(int width, int height) {
  if (width < 1 || height < 1 || width > max_squares || height > max_squares || width * height > max_squares)
    throw InvalidPosition("a board needs 1 to " + std::to_string(max_squares) + " squares");
}

Multiverse::Multiverse(int width, int height, int player, bool even, std::vector<Code> promotions,
                       int lowest_row, std::vector<Timeline> lines)
    : player_(player), lowest_row_(lowest_row) {
  require_board_size(width, height);
  if (player != white && player != black) throw InvalidPosition("the player is neither White nor Black");
  if (lowest_row < -max_row || lowest_row > max_row) throw InvalidPosition("a timeline out of range");
  if (lines.empty()) throw InvalidPosition("a position needs at least one timeline");
  for (const Code letter : promotions)
    if (find_kind(letter) < 0 || traits(find_kind(letter)).is_pawn || piece_color(letter) != white ||
        letter & unmoved_mark)
      throw InvalidPosition("a pawn cannot become that");
  game_ = std::make_shared<const Game>(Game{BoardShape(width, height), even, std::move(promotions)});
  for (const Timeline& timeline : lines) {
    if (timeline.boards.empty()) throw InvalidPosition("a timeline needs at least one board");
    if (timeline.start < -max_time || timeline.start > max_time) throw InvalidPosition("a turn out of range");
  }
  for (Timeline& timeline : lines)
    timelines_.push_back(std::make_shared<const Timeline>(std::move(timeline)));
  check_limits();
}

void Multiverse::check_limits() const {
  if (timelines_.size() > static_cast<std::size_t>(max_timelines))
    throw InvalidPosition("the native rules hold at most " + std::to_string(max_timelines) + " timelines");
  if (count_boards() > max_boards)
    throw InvalidPosition("the native rules hold at most " + std::to_string(max_boards) + " boards");
  long long first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (const auto& timeline : timelines_) {
    first = std::min<long long>(first, timeline->start);
    last = std::max<long long>(last, timeline->end());
  }
  if ((last - first) / 2 * static_cast<long long>(timelines_.size()) > max_grid_cells)
    throw InvalidPosition("the timelines lie too far apart for the native rules");
}

bool Multiverse::has_room_for(std::span<const NewBoard> boards) const {
  const auto added = static_cast<long long>(boards.size());
  auto rows = static_cast<long long>(timelines_.size());
  long long first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (const auto& timeline : timelines_) {
    first = std::min<long long>(first, timeline->start);
    last = std::max<long long>(last, timeline->end());
  }
  for (const NewBoard& made : boards) {
    rows += !has_row(made.row);
    first = std::min<long long>(first, made.time);
    last = std::max<long long>(last, made.time);
  }
  return rows <= max_timelines && count_boards() + added <= max_boards &&
         (last - first) / 2 * rows <= max_grid_cells;
}

long long Multiverse::count_boards() const {
  long long count = 0;
  for (const auto& timeline : timelines_) count += static_cast<long long>(timeline->boards.size());
  return count;
}

long long Multiverse::count_bytes() const {
  const auto lines = static_cast<long long>(timelines_.size());
  return static_cast<long long>(sizeof(Multiverse) + sizeof(Game)) +
         lines * static_cast<long long>(sizeof(Timeline) + sizeof(timelines_[0])) +
         count_boards() * static_cast<long long>(sizeof(Board) + sizeof(timelines_[0]));
}

bool Multiverse::is_active(int row, int lowest, int highest) const {
  if (has_row(row) && timeline(row).initial) return true;
  // With an even number of initial timelines, row -1 is timeline -0.
  const int below = game_->even ? 1 : 0;
  const int reach = 1 + std::min(std::max(0, highest), std::max(0, -(lowest + (lowest < 0 ? below : 0))));
  return -reach - below <= row && row <= reach;
}

int Multiverse::present() const {
  int present = std::numeric_limits<int>::max();
  for (int row = lowest_row(); row <= highest_row(); ++row)
    if (is_active(row)) present = std::min(present, timeline(row).end());
  return present;
}

Multiverse Multiverse::with_player(int player) const {
  assert(player == white || player == black);
  Multiverse copy = *this;
  copy.player_ = player;
  return copy;
}

Multiverse Multiverse::with(std::span<const NewBoard> boards, int player) const {
  assert(player == white || player == black);
  Multiverse after(game_, player, lowest_row_);
  after.timelines_.reserve(timelines_.size() + boards.size());
  after.timelines_ = timelines_;
  for (const NewBoard& made : boards) {
    auto board = std::make_shared<const Board>(made.board);
    if (after.has_row(made.row)) {
      assert(made.time == after.timeline(made.row).end() + 1);
      const Timeline& before = after.timeline(made.row);
      auto timeline = std::make_shared<const Timeline>(
          Timeline{before.start, before.initial, before.boards.with(std::move(board))});
      after.timelines_[made.row - after.lowest_row_] = std::move(timeline);
    } else {
      auto timeline =
          std::make_shared<const Timeline>(Timeline{made.time, false, History().with(std::move(board))});
      if (made.row > after.highest_row()) {
        assert(made.row == after.highest_row() + 1);
        after.timelines_.push_back(std::move(timeline));
      } else {
        assert(made.row == after.lowest_row() - 1);
        after.timelines_.insert(after.timelines_.begin(), std::move(timeline));
        after.lowest_row_ = made.row;
      }
    }
  }
  after.check_limits();
  return after;
}

std::vector<NewBoard> Multiverse::make_boards(const Move& move) const {
  const Board& source = *board(move.row, move.time);
  const MoveKind kind = classify(move);
  if (kind == MoveKind::physical) return {{move.row, move.time + 1, move.row, play_physical(source, move)}};
  const Board& target = *board(move.to_row, move.to_time);
  return {{move.row, move.time + 1, move.row, play_departure(source, move.from)},
          {kind == MoveKind::branch ? new_row(0) : move.to_row, move.to_time + 1, move.to_row,
           play_arrival(target, source.at(move.from), move)}};
}

namespace {

// Return the piece on the target square after the move: no longer unmoved, and possibly promoted.
Code find_arriving_piece(Code source, const Move& move) {
  return move.promotion != empty_code ? move.promotion : static_cast<Code>(source & ~unmoved_mark);
}

}  // namespace

Board play_departure(const Board& board, int square) {
  assert(board.at(square) != empty_code);
  Board after = board;
  after.clear(square);
  return after;
}

Board play_arrival(const Board& board, Code source, const Move& move) {
  Board after = board;
  after.put(move.to, find_arriving_piece(source, move));
  return after;
}

Board play_physical(const Board& board, const Move& move) {
  assert(board.at(move.from) != empty_code && move.from != move.to);
  Board after = board;
  if (move.special >= 0) {
    const Code special = board.at(move.special);
    after.clear(move.special);
    if (find_kind(special) == rook)
      after.put((move.from + move.to) / 2, static_cast<Code>(special & ~unmoved_mark));
  }
  after.clear(move.from);
  after.put(move.to, find_arriving_piece(board.at(move.from), move));
  return after;
}

}  // namespace hyperchess
