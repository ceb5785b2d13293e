// Goals other than checkmate: corresponds to `goal_reached` in `hyperchess/infinite/status.py`.
#pragma once

#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

// King of the hill: the centre of the classical position.
inline constexpr Coordinate hill_low = 4, hill_high = 5;

// Whether the last move has reached a goal of its player.
bool is_goal_reached(const Position& position);

// Whether a player has only royal pieces.
bool is_bare(const Board& board, Color color);
// Whether a player has pieces other than royal pieces and pawns.
bool has_non_pawn_material(const Board& board, Color color);

}  // namespace hyperchess::infinite
