// Patterns: any part of what a move is, and the moves that fit (Branched 5DPGN 4.10).
#pragma once

#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <vector>

#include "rules/generation.hpp"

namespace hyperchess {

// Twelve numbers, each of which may be left open. Callers pass them as an array in this order.
struct Pattern {
  static constexpr int anything = std::numeric_limits<int>::min();

  int row = anything;
  int turn = anything;
  int piece = anything;  // the letter
  int file = anything;
  int rank = anything;
  int kind = anything;  // a `MoveKind`
  int to_row = anything;
  int to_turn = anything;
  int to_file = anything;
  int to_rank = anything;
  int promotion = anything;  // the letter, or 0 for none
  int castling = anything;   // the direction in files, or 0 for none

  using Numbers = std::array<int, 12>;
  static Pattern of(const Numbers& numbers) { return std::bit_cast<Pattern>(numbers); }

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

// The moves of the player's pieces on playable boards that fit, in the order of the Python rules.
std::vector<Move> find_moves(const Multiverse& multiverse, const Pattern& pattern);

// The same in an unfinished action, with the generator of the position before it: the boards that an action
// makes are the opponent's, so the moves on boards that are still to be played do not change.
std::vector<Move> find_moves(const Multiverse& state, const Pattern& pattern, Generator& generator);

// The move from one square to another that a piece of the player's can make there, if there is one.
std::optional<Move> find_move(const Multiverse& multiverse, const Move& wanted);
std::optional<Move> find_move(const Multiverse& state, const Move& wanted, Generator& generator);

}  // namespace hyperchess
