// Reading an action from patterns that leave no choice: the common case of a written move, decided in one
// call.
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

// The boards that a move has added to a position.
std::vector<MadeBoard> made_boards(const Multiverse& after, std::span<const NewBoard> boards);

}  // namespace hyperchess
