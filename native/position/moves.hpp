// A move as numbers (rows of timelines, half-turns and squares), and the three kinds of moves.
#pragma once

#include <cstdint>

#include "position/pieces.hpp"

namespace hyperchess {

// A hop lands on a playable board, which then counts as played; a branch starts a timeline.
enum class MoveKind : int { physical, hop, branch };

// Rows fit into 16 bits, so that a move fits into 16 bytes.
inline constexpr int max_row = 30'000;

struct Move {
  std::int32_t time, to_time;  // the half-turns of the boards from which it starts and on which it lands
  std::int16_t row, to_row;    // their rows
  std::int8_t from, to;        // squares
  Code promotion;              // what a pawn becomes, or empty
  std::int8_t special;  // a further square that it empties, of an en passant victim or a castling rook; or -1

  bool is_physical() const { return row == to_row && time == to_time; }
};

}  // namespace hyperchess
