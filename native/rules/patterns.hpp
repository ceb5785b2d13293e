// Which moves fit a pattern: any part of what a move is (Branched 5DPGN 4.10).
#pragma once

#include <optional>
#include <vector>

#include "rules/generation.hpp"

namespace hyperchess {

enum class MoveKind : int { physical, hop, branch };

// What a move of the player's does: a jump to a board that is played already branches.
MoveKind kind_of(const Multiverse& multiverse, const Move& move);

struct Pattern {
  std::optional<int> row, turn, piece, file, rank, kind, to_row, to_turn, to_file, to_rank;
  std::optional<int> promotion;  // the letter, or 0 for none
  std::optional<int> castling;   // the side

  bool is_open() const;  // nothing is stated
};

// The moves of the player's pieces on playable boards that fit, in the order of the Python rules.
std::vector<Move> find_moves(const Multiverse& multiverse, const Pattern& pattern);

// The same in an unfinished action, with the generator of the position before it: the boards that an action
// makes are the opponent's, so moves on those that are still to be played do not change.
std::vector<Move> find_moves(const Multiverse& state, const Pattern& pattern, Generator& generator);

// The move from one square to another that a piece of the player's can make there, if there is one.
std::optional<Move> find_move(const Multiverse& multiverse, const Move& wanted);

}  // namespace hyperchess
