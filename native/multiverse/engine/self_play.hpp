// Games of the 5D engine against itself, from which the weights of the evaluation are fitted.
#pragma once

#include <cstdint>

#include "multiverse/engine/engine.hpp"

namespace hyperchess {

struct SelfPlaySettings {
  std::uint64_t seed;
  int opening;  // maximum number of random actions at the start; there is at least one
  int nodes;    // minimum number of nodes for an action; up to three times as many are searched
  int length;   // maximum number of actions
};

struct SelfPlayGame {
  std::vector<ActionMoves> actions;
  std::vector<int> scores;  // of the searched actions, from the mover's point of view; the last ones of all
  int result;               // White's half points: 0, 1 or 2
};

// Play a game from `start`. It depends on the settings and the weights only.
SelfPlayGame play_self(Engine& engine, const Multiverse& start, const SelfPlaySettings& settings,
                       const std::function<void()>& poll);

}  // namespace hyperchess
