// Playing an action that was legal in another position: killer moves, and mates shared by several replies.
#pragma once

#include <optional>
#include <vector>

#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/generation.hpp"

namespace hyperchess {

// Play `moves` as one action. Return the position after it, or nothing if it is not legal here or exceeds the
// limits of a position. The boards it makes are appended to `boards` if that is not null.
std::optional<Multiverse> play_moves(const Multiverse& before, const std::vector<Move>& moves,
                                     std::vector<NewBoard>* boards = nullptr);
// Same, with a generator that several actions tried in the same position share: it is made if one needs it.
std::optional<Multiverse> play_moves(const Multiverse& before, const std::vector<Move>& moves,
                                     std::optional<Generator>& generator,
                                     std::vector<NewBoard>* boards = nullptr);

}  // namespace hyperchess
