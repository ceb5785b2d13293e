// Written moves that can be read in one way only: the common case, decided in one call.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "patterns.hpp"

namespace hyperchess {

// The moves of an action, the kind of each and whether it captures, the boards made, and the position after it.
struct PlainReading {
  std::vector<Move> moves;
  std::vector<MoveKind> kinds;
  std::vector<bool> captures;
  std::vector<NewBoard> boards;
  Multiverse after;
};

// The action that patterns mean if each fits one move (pawns first where no piece is named; of promotions that
// are left open the first) and the whole is legal; nothing if one has to look closer.
std::optional<PlainReading> read_plainly(const Multiverse& multiverse, std::span<const Pattern> patterns);

}  // namespace hyperchess
