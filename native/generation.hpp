// Every move that a piece can make, before anyone asks about checks.
#pragma once

#include <vector>

#include "grid.hpp"
#include "moves.hpp"
#include "multiverse.hpp"

namespace hyperchess {

// Append the moves of the player's pieces on the last board of a playable row, in the order of the Python rules.
// `grid` is `grid_of_captures`.
void generate_moves(const Multiverse& multiverse, const Grid& grid, int row, std::vector<Move>& moves);

// The moves of one piece of the player's on such a board.
void generate_moves_from(const Multiverse& multiverse, const Grid& grid, int row, int square,
                         std::vector<Move>& moves);

// Pawns and brawns; castling. Parts of `generate_moves_from`.
void generate_pawn_moves(const Multiverse& multiverse, const Grid& grid, int row, int square,
                         std::vector<Move>& moves);
void generate_castling(const Multiverse& multiverse, int row, int square, std::vector<Move>& moves);

}  // namespace hyperchess
