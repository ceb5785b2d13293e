// A move within or between boards, and the three kinds of moves.
#pragma once

#include <cstdint>

#include "multiverse/position/pieces.hpp"

namespace hyperchess {

// A physical move stays on its board. A hop lands on a playable board, which then counts as played. A branch
// lands on a board that is not the last of its timeline and starts a new timeline.
enum class MoveKind : int { physical, hop, branch };

// Rows are limited to 16 bits so that a move takes 16 bytes.
inline constexpr int max_row = 30'000;

struct Move {
  std::int32_t time, to_time;  // half-turns of the source and the target board
  std::int16_t row, to_row;    // rows of these boards
  std::int8_t from, to;        // squares
  Code promotion;              // piece a pawn promotes to, or `empty_code`
  std::int8_t special;         // square of the en passant victim or of the castling rook, or -1

  bool is_physical() const { return row == to_row && time == to_time; }
  bool operator==(const Move&) const = default;
};

}  // namespace hyperchess
