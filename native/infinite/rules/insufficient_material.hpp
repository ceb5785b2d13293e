// Insufficient material: positions in which no arrangement of the pieces is a checkmate, even with the help
// of both sides. `hyperchess/infinite/reference/insufficient_material.py` explains the method.
#pragma once

#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

// Whether checkmate is the only goal and neither side can ever reach it. The piece in slot `taken` is
// ignored, as if it had been captured.
bool has_insufficient_material(const Position& position, SlotNumber taken = no_slot);

}  // namespace hyperchess::infinite
