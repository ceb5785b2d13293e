// Move patterns with wildcards, and the moves that match (Branched 5DPGN 4.10).
#pragma once

#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <vector>

#include "multiverse/rules/generation.hpp"

namespace hyperchess {

// Twelve numbers, each of which may be the wildcard `anything`. Callers pass them as an array in this order.
struct Pattern {
  static constexpr int anything = std::numeric_limits<int>::min();

  int row = anything;
  int turn = anything;
  int piece = anything;  // letter
  int file = anything;
  int rank = anything;
  int kind = anything;  // a `MoveKind`
  int to_row = anything;
  int to_turn = anything;
  int to_file = anything;
  int to_rank = anything;
  int promotion = anything;  // letter, or 0 for none
  int castling = anything;   // direction in files, or 0 for none

  using Numbers = std::array<int, 12>;
  static Pattern from_numbers(const Numbers& numbers) { return std::bit_cast<Pattern>(numbers); }

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

// Return the pseudolegal moves that match, in the order of the Python rules.
std::vector<Move> find_moves(const Multiverse& multiverse, const Pattern& pattern);

// Same within an unfinished action, with the generator of the position before it: the boards that an action
// makes are the opponent's to play, so the moves on the remaining boards do not change.
std::vector<Move> find_moves(const Multiverse& state, const Pattern& pattern, Generator& generator);

// Return the pseudolegal move with the squares and the promotion of `wanted`, if there is one.
std::optional<Move> find_move(const Multiverse& multiverse, const Move& wanted);
std::optional<Move> find_move(const Multiverse& state, const Move& wanted, Generator& generator);

// Whether the player has a piece on the source square of `wanted` and may land on the target square: a test
// that is much cheaper than a generator. `find_move` includes it.
bool may_find_move(const Multiverse& state, const Move& wanted);

}  // namespace hyperchess
