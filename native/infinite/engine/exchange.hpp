// Static exchange evaluation: the material result of the captures on one square.
#pragma once

#include "infinite/engine/candidates.hpp"

namespace hyperchess::infinite {

// Whether a move gains at least `threshold` centipawns if both sides then capture on its target square, each
// time with the least valuable piece, as long as it pays. Pieces behind others on a line take part; pins are
// ignored. Players other than the mover are one side.
bool exchange_gains(const Board& board, const Evaluation& evaluation, const Candidate& candidate,
                    int threshold);

}  // namespace hyperchess::infinite
