// Written moves that can be read in one way only: the common case, decided in one call.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rules/patterns.hpp"

namespace hyperchess {

// A board that a move made, shared with the position after it.
struct MadeBoard {
  int row, time;
  std::shared_ptr<const Board> board;
};

// The moves of an action, the kind of each and whether it captures, the boards made, and the position after
// it.
struct PlainReading {
  std::vector<Move> moves;
  std::vector<MoveKind> kinds;
  std::vector<bool> captures;
  std::vector<MadeBoard> boards;
  Multiverse after;
};

// The action that patterns mean if each fits one move (pawns first where no piece is named; of promotions
// that are left open the first) and the whole is legal; nothing if one has to look closer.
std::optional<PlainReading> read_plainly(const Multiverse& multiverse, std::span<const Pattern> patterns);

// The boards that the last moves added to a position.
std::vector<MadeBoard> made_boards(const Multiverse& after, std::span<const NewBoard> boards);

}  // namespace hyperchess
