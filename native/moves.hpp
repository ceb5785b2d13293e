// A move as numbers: rows of timelines, half-turns and squares.
#pragma once

#include <cstdint>

#include "pieces.hpp"

namespace hyperchess {

struct Move {
  std::int32_t row, time;        // the board from which it starts
  std::int32_t to_row, to_time;  // the board on which it lands
  std::int8_t from, to;          // squares
  Code promotion = empty_code;   // what a pawn becomes
  std::int8_t victim = -1;       // the square of a pawn taken en passant
  std::int8_t castling_rook = -1;  // the square from which a rook castles

  bool is_physical() const { return row == to_row && time == to_time; }
};

}  // namespace hyperchess
