// Insufficient material: pieces that can never be arranged into a checkmate, even if both sides help. The
// answer of `hyperchess/infinite/reference/insufficient_material.py`, where it is explained.
#pragma once

#include "infinite/position.hpp"

namespace hyperchess::infinite {

// Whether checkmate is the only goal and neither side can ever reach it. The piece in slot `taken` is not
// counted.
bool is_dead(const Position& position, SlotNumber taken = no_slot);

}  // namespace hyperchess::infinite
