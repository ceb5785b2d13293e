// Keys and facts of all positions of a line of actions, in one call: what a library of games stores.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "position/key.hpp"

namespace hyperchess {

// A board by its place and by what stands on it.
struct BoardFacts {
  int row, time;
  std::uint64_t contents;
};

// What a move did: its kind, the piece as it stood before, and the one it took, or empty.
struct MoveFacts {
  MoveKind kind;
  Code piece, captured;
};

// A position of a line: its keys, its timelines by who made them, the checks on the player to move (the
// number of rows on which a royal is in check, whether one comes from another board, or from another row),
// and the moves and boards that led to it; of the first position, all boards.
struct PlyFacts {
  Key full, front;
  std::uint64_t material;
  int white_rows, black_rows, rows;
  int present;
  int checked;
  bool cross_board, cross_row;
  std::vector<MoveFacts> moves;
  std::vector<BoardFacts> boards;
};

// The positions from the first one on; nothing if a move cannot be made. Actions are taken to be legal.
std::optional<std::vector<PlyFacts>> line_facts(const Multiverse& first,
                                                std::span<const std::vector<Move>> actions);

}  // namespace hyperchess
