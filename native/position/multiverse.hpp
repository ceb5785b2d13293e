// A position: the boards of all timelines and the player to move. An immutable value.
//
// Timelines are consecutive rows. Half-turns are one count: White's turn T is 2T, Black's 2T+1. Positions
// share what a move does not touch: a position costs one pointer per timeline.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "position/board.hpp"
#include "position/history.hpp"
#include "position/moves.hpp"
#include "position/plane.hpp"

namespace hyperchess {

// More than any game needs, and low enough that no position can exhaust the memory.
inline constexpr int max_timelines = 1'000;
inline constexpr int max_boards = 100'000;
inline constexpr long long max_grid_cells = 1 << 19;  // timelines times turns between the first and the last
inline constexpr int max_moves = 1 << 18;

// The boards do not form a multiverse, or exceed the limits.
struct InvalidPosition : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Line {
  int start;     // the half-turn of the first board
  bool initial;  // there from the start: no player made it
  History boards;

  int end() const { return start + static_cast<int>(boards.size()) - 1; }
  const Board* at(int time) const {
    return start <= time && time <= end() ? boards[time - start].get() : nullptr;
  }
};

// A board that an action adds: at the end of a row, or as the first one of a new row. It continues the board
// one half-turn earlier in `parent_row`, which is another row if it is the first one of a new timeline.
struct NewBoard {
  int row, time;
  int parent_row;
  Board board;
};

class Multiverse {
 public:
  // Throws `InvalidPosition`.
  Multiverse(int width, int height, int player, bool even, std::vector<Code> promotions, int lowest_row,
             std::vector<Line> lines);

  const Plane& plane() const { return *plane_; }
  int player() const { return player_; }
  bool even() const { return even_; }
  // The letters of the pieces that pawns become.
  const std::vector<Code>& promotions() const { return promotions_; }

  int lowest_row() const { return lowest_row_; }
  int highest_row() const { return lowest_row_ + static_cast<int>(lines_.size()) - 1; }
  bool has_row(int row) const { return lowest_row() <= row && row <= highest_row(); }
  const Line& line(int row) const { return *lines_[row - lowest_row_]; }
  const Board* board(int row, int time) const { return has_row(row) ? line(row).at(time) : nullptr; }

  // Whether a board is the last one of its row. A jump to any other board starts a timeline.
  bool is_last(int row, int time) const { return line(row).end() == time; }
  // What a move that the player can make now does.
  MoveKind kind_of(const Move& move) const {
    if (move.is_physical()) return MoveKind::physical;
    return is_last(move.to_row, move.to_time) ? MoveKind::hop : MoveKind::branch;
  }

  // Whether the player moves on the last board of a row.
  bool playable(int row) const { return (line(row).end() & 1) == player_; }
  // The row of the timeline that a branch of the player's makes; branches are counted from 0.
  int new_row(int branch) const {
    return player_ == white ? highest_row() + 1 + branch : lowest_row() - 1 - branch;
  }

  // Whether a row counts for the present, once the rows reach from `lowest` to `highest`.
  bool active(int row, int lowest, int highest) const;
  bool active(int row) const { return active(row, lowest_row(), highest_row()); }
  // The earliest end of an active row.
  int present() const;
  // Whether a move is owed on the last board of a row.
  bool mandatory(int row, int present) const {
    return playable(row) && line(row).end() == present && active(row);
  }

  Multiverse with(std::span<const NewBoard> boards, int player) const;
  Multiverse with_player(int player) const;
  // The boards made by one move that a piece can make.
  std::vector<NewBoard> boards_after(const Move& move) const;

  long long count_boards() const;
  // The bytes it takes, including all boards that it shares.
  long long memory() const;

 private:
  void check_limits() const;

  std::shared_ptr<const Plane> plane_;
  int player_;
  bool even_;
  std::vector<Code> promotions_;
  int lowest_row_;
  std::vector<std::shared_ptr<const Line>> lines_;
};

// Throws `InvalidPosition` unless the native rules can hold boards of this size.
void require_board_size(int width, int height);

// The boards after a move: on the board where it starts and ends, that it leaves, on which it arrives.
Board after_physical(const Board& board, const Move& move);
Board after_leaving(const Board& board, int square);
Board after_arriving(const Board& board, Code source, const Move& move);

}  // namespace hyperchess
