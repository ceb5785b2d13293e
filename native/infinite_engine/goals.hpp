// Goals other than checkmate: `goal_reached` of `hyperchess/infinite/status.py` in C++.
#pragma once

#include "infinite/position.hpp"

namespace hyperchess::infinite {

// The middle of the classical position, where kings win if that is a goal.
inline constexpr Coordinate hill_low = 4, hill_high = 5;

// Whether the last move has reached a goal of its player's.
bool goal_reached(const Position& position);

// Whether a player has nothing but royal pieces.
bool is_bare(const Board& board, Color color);
// Whether a player has more than royal pieces and pawns.
bool has_pieces(const Board& board, Color color);

}  // namespace hyperchess::infinite
