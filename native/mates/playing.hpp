// Playing an action that was legal elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "position/multiverse.hpp"

namespace hyperchess {

// The position after moves that were legal elsewhere, with the boards that they make if these are asked for;
// nothing if they are not legal here.
std::optional<Multiverse> after_moves(const Multiverse& before, const std::vector<Move>& moves,
                                      std::vector<NewBoard>* boards = nullptr);

}  // namespace hyperchess
