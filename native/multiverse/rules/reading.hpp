// Whole actions in one call: resolved from unambiguous patterns, which is the common case in game files, or
// given as moves.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "multiverse/rules/patterns.hpp"

namespace hyperchess {

// A `NewBoard` whose board is shared with the position after the move.
struct MadeBoard {
  int row, time;
  int parent_row;
  std::shared_ptr<const Board> board;
};

// A resolved action.
struct UniqueMatch {
  std::vector<Move> moves;
  std::vector<MoveKind> kinds;  // by move
  std::vector<bool> captures;   // by move
  std::vector<MadeBoard> boards;
  Multiverse after;
};

// Return the legal action described by `patterns` if each pattern matches exactly one move, otherwise
// nothing. If a pattern names no piece, pawns take precedence; if it names no promotion, the first one is
// chosen.
std::optional<UniqueMatch> match_unique(const Multiverse& multiverse, std::span<const Pattern> patterns);

// The effect of one move of an action.
struct PlayedMove {
  MoveKind kind;
  Code piece, captured;  // the moved piece as it was before, and the captured piece or `empty_code`
  int captured_on;       // square of the captured piece on the target board, or -1
  int arrived_row;       // row in which the target board continues: a new row for a branch
  // Other moves of a piece of the same kind (pawns and brawns for a pawn) to the same square of any board,
  // for disambiguation. Jumps are included only if the move itself is a jump.
  std::vector<Move> rivals;
};

// The effect of an action.
struct PlayedAction {
  std::vector<PlayedMove> moves;
  std::vector<MadeBoard> boards;
  Multiverse after;
};

// Return the square of the captured piece on the target board, or -1. For en passant it is not the target
// square.
int find_captured_square(const Multiverse& multiverse, const Move& move);

// Play an action and report its effect, or return nothing if it is not legal.
std::optional<PlayedAction> play_action(const Multiverse& multiverse, std::span<const Move> moves);

// Return the boards that a move has just added to the position `after`.
std::vector<MadeBoard> share_boards(const Multiverse& after, std::span<const NewBoard> boards);

}  // namespace hyperchess
