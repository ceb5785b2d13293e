// A position of 5D chess: the boards of all timelines and the player to move. An immutable value.
//
// Timelines are numbered by consecutive rows. Half-turns are a single count: White's turn T is 2T, Black's is
// 2T+1. Positions share the timelines that an action does not touch, so a position costs one pointer per
// timeline.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "multiverse/position/board.hpp"
#include "multiverse/position/board_shape.hpp"
#include "multiverse/position/history.hpp"
#include "multiverse/position/moves.hpp"

namespace hyperchess {

// Limits: more than any game needs, and low enough that no position can exhaust memory.
inline constexpr int max_timelines = 1'000;
inline constexpr int max_boards = 100'000;
inline constexpr long long max_grid_cells = 1 << 19;  // timelines times turns
inline constexpr int max_moves = 1 << 18;

// Thrown if the boards do not form a multiverse or exceed the limits.
struct InvalidPosition : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Timeline {
  int start;     // half-turn of the first board
  bool initial;  // present in the starting position, so no player created it
  History boards;

  int end() const { return start + static_cast<int>(boards.size()) - 1; }
  const Board* at(int time) const {
    return start <= time && time <= end() ? boards[time - start].get() : nullptr;
  }
};

// A board added by an action, at the end of a row or as the first board of a new row. Its predecessor is the
// board one half-turn earlier in `parent_row`, which differs from `row` for the first board of a new
// timeline.
struct NewBoard {
  int row, time;
  int parent_row;
  Board board;
};

class Multiverse {
 public:
  // Throws `InvalidPosition`.
  Multiverse(int width, int height, int player, bool even, std::vector<Code> promotions, int lowest_row,
             std::vector<Timeline> lines);

  const BoardShape& shape() const { return game_->shape; }
  int player() const { return player_; }
  bool has_even_initial() const { return game_->even; }
  // Codes of the pieces that pawns promote to, as White's.
  const std::vector<Code>& promotions() const { return game_->promotions; }

  int lowest_row() const { return lowest_row_; }
  int highest_row() const { return lowest_row_ + static_cast<int>(timelines_.size()) - 1; }
  bool has_row(int row) const { return lowest_row() <= row && row <= highest_row(); }
  const Timeline& timeline(int row) const {
    assert(has_row(row));
    return *timelines_[row - lowest_row_];
  }
  const Board* board(int row, int time) const { return has_row(row) ? timeline(row).at(time) : nullptr; }

  // Whether a board is the last one of its row. A jump to any other board branches.
  bool is_last(int row, int time) const { return timeline(row).end() == time; }
  // Return the kind of a pseudolegal move.
  MoveKind classify(const Move& move) const {
    if (move.is_physical()) return MoveKind::physical;
    return is_last(move.to_row, move.to_time) ? MoveKind::hop : MoveKind::branch;
  }

  // Whether the player is to move on the last board of `row`.
  bool is_playable(int row) const { return (timeline(row).end() & 1) == player_; }
  // Row of the timeline created by the player's branch number `branch`, counted from 0 within the action.
  int new_row(int branch) const {
    return player_ == white ? highest_row() + 1 + branch : lowest_row() - 1 - branch;
  }

  // Whether `row` counts for the present if the timelines reach from row `lowest` to row `highest`.
  bool is_active(int row, int lowest, int highest) const;
  bool is_active(int row) const { return is_active(row, lowest_row(), highest_row()); }
  // Half-turn of the present: the earliest end of an active row.
  int present() const;
  // Whether the player must move on the last board of `row`.
  bool is_mandatory(int row, int present) const {
    return is_playable(row) && timeline(row).end() == present && is_active(row);
  }

  // Whether the position with `boards` added is within the limits.
  bool has_room_for(std::span<const NewBoard> boards) const;
  // Return this position with `boards` added and `player` to move. Throws `InvalidPosition` if it exceeds the
  // limits.
  Multiverse with(std::span<const NewBoard> boards, int player) const;
  Multiverse with_player(int player) const;
  // Return the boards made by one pseudolegal move: one if it is physical, otherwise two.
  std::vector<NewBoard> make_boards(const Move& move) const;

  long long count_boards() const;
  // Size in bytes, including all boards shared with other positions.
  long long count_bytes() const;

 private:
  // What all positions of a game share.
  struct Game {
    BoardShape shape;
    bool even;
    std::vector<Code> promotions;
  };

  Multiverse(std::shared_ptr<const Game> game, int player, int lowest_row)
      : game_(std::move(game)), player_(player), lowest_row_(lowest_row) {}
  void check_limits() const;

  std::shared_ptr<const Game> game_;
  int player_;
  int lowest_row_;
  std::vector<std::shared_ptr<const Timeline>> timelines_;
};

// Throw `InvalidPosition` unless the kernel supports boards of this size.
void require_board_size(int width, int height);

// Return the board after a physical move, after a piece has left `square` by a jump, and after the jumping
// piece `source` has arrived.
Board play_physical(const Board& board, const Move& move);
Board play_departure(const Board& board, int square);
Board play_arrival(const Board& board, Code source, const Move& move);

}  // namespace hyperchess
