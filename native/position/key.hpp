// Keys of positions: 128-bit hashes, so that two positions of one search do not collide.
//
// The key of a position is a sum over its boards, so it is updated by the boards that an action makes.
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

// Covers everything that the rules depend on: boards, player, promotions, and which timelines are initial.
Key key_of(const Multiverse& multiverse);

// The same of the last boards of all timelines only: positions with another past have it in common.
Key front_key_of(const Multiverse& multiverse);

// What stands on a board of these sizes, whatever its place.
std::uint64_t contents_key_of(const Plane& plane, const Board& board);

// How many pieces of each kind and colour stand on the last boards of all timelines.
std::uint64_t material_key_of(const Multiverse& multiverse);

// The key after an action that makes these boards.
Key key_after(const Multiverse& before, Key key, std::span<const NewBoard> boards);

}  // namespace hyperchess
