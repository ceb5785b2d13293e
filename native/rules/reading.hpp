// Whole actions in one call: read from patterns that leave no choice, which is the common case of written
// moves, or given as moves.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rules/patterns.hpp"

namespace hyperchess {

// A `NewBoard` that is shared with the position after the move.
struct MadeBoard {
  int row, time;
  int parent_row;
  std::shared_ptr<const Board> board;
};

// The moves of an action, the kind of each and whether it captures, the boards made, and the position after
// it.
struct UniqueMatch {
  std::vector<Move> moves;
  std::vector<MoveKind> kinds;
  std::vector<bool> captures;
  std::vector<MadeBoard> boards;
  Multiverse after;
};

// The legal action that patterns mean if each fits exactly one move, else nothing. Where no piece is named,
// pawns take precedence; where a promotion is left open, the first one is taken.
std::optional<UniqueMatch> match_unique(const Multiverse& multiverse, std::span<const Pattern> patterns);

// What a move of an action did. Its rivals are the other moves of a piece of its kind (of pawns and brawns,
// for a pawn) to the same square of any board; jumps count if it is one.
struct PlayedMove {
  MoveKind kind;
  Code piece, captured;  // the piece that moved, as it stood before; the one it took, or empty
  int captured_on;       // the square of the latter on the target board, or -1
  int arrived_row;       // where the target board now goes on: a new row if it branched
  std::vector<Move> rivals;
};

// The moves of an action, the boards made, and the position after it.
struct PlayedAction {
  std::vector<PlayedMove> moves;
  std::vector<MadeBoard> boards;
  Multiverse after;
};

// The square of the piece that a move takes, beside its target if that is en passant; -1 if it takes none.
int captured_square(const Multiverse& multiverse, const Move& move);

// A legal action, else nothing.
std::optional<PlayedAction> play_action(const Multiverse& multiverse, std::span<const Move> moves);

// The boards that a move has added to a position.
std::vector<MadeBoard> made_boards(const Multiverse& after, std::span<const NewBoard> boards);

}  // namespace hyperchess
