// Position keys: 128-bit hashes, wide enough that two positions of one search do not collide.
//
// The key is a sum over boards, so playing an action updates it incrementally by the boards it makes.
#pragma once

#include <cstdint>

#include "position/multiverse.hpp"

namespace hyperchess {

struct Key {
  std::uint64_t low = 0, high = 0;

  friend bool operator==(const Key&, const Key&) = default;
  Key& operator+=(const Key& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
};

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
