// Keys and facts of all positions of a sequence of actions, in one call: the data a game library stores.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "multiverse/position/key.hpp"

namespace hyperchess {

// The row and half-turn of a board, and the hash of its pieces.
struct BoardFacts {
  int row, time;
  std::uint64_t contents;
};

// The kind of a move, the piece as it was before, and the captured piece or `empty_code`.
struct MoveFacts {
  MoveKind kind;
  Code piece, captured;
};

// One position of the sequence.
struct PlyFacts {
  Key full, front;
  std::uint64_t material = 0;
  int white_rows = 0, black_rows = 0, rows = 0;  // timelines created by White, by Black, and all timelines
  int present = 0;
  int checked = 0;                              // rows on which a royal of the player to move is in check
  bool cross_board = false, cross_row = false;  // whether a check comes from another board, from another row
  std::vector<MoveFacts> moves;                 // the moves that led to the position
  std::vector<BoardFacts> boards;               // the boards they made; for the first position, all boards
};

// Return the facts of `first` and of the position after each action, or nothing if a move cannot be made. The
// actions are assumed to be legal: whether they may be submitted is not tested.
std::optional<std::vector<PlyFacts>> line_facts(const Multiverse& first,
                                                std::span<const std::vector<Move>> actions);

}  // namespace hyperchess
