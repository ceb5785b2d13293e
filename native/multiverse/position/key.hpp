// Keys of positions of 5D chess.
//
// A key is a sum over boards, so playing an action updates it incrementally by the boards it makes.
#pragma once

#include <cstdint>

#include "common/key.hpp"
#include "multiverse/position/multiverse.hpp"

namespace hyperchess {

// Key of everything the rules depend on: boards, player, promotions, and which timelines are initial.
Key compute_key(const Multiverse& multiverse);

// Key of the last boards of all timelines: equal for positions that differ only in their past.
Key compute_front_key(const Multiverse& multiverse);

// Hash of the pieces on a board, independent of its row and half-turn.
std::uint64_t compute_contents_key(const BoardShape& shape, const Board& board);

// Hash of the number of pieces of each kind and colour on the last boards of all timelines.
std::uint64_t compute_material_key(const Multiverse& multiverse);

// Return the key of the position after an action that makes `boards`, given the key of `before`.
Key update_key(const Multiverse& before, Key key, std::span<const NewBoard> boards);

}  // namespace hyperchess
