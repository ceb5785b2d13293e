// Checks, and when an action may be submitted. A check is an attack on a royal of the player's by a piece of
// the opponent's on the last board of a timeline.
#pragma once

#include <vector>

#include "position/multiverse.hpp"
#include "rules/attacks.hpp"

namespace hyperchess {

// An attack on a royal as numbers.
struct Check {
  int row, time, square;
  Step step;
  int distance;
};

// All checks in the order of the Python rules: on the boards as they are, or after the player has passed on
// every mandatory board.
std::vector<Check> list_checks(const Multiverse& multiverse, bool passing);

// Whether there is a check.
bool in_check(const Multiverse& multiverse, bool passing);

// Whether the player may end the action here: the present is the opponent's, and no royal of the player's can
// be captured. `Search` applies the same two conditions to whole sets of actions.
bool may_submit(const Multiverse& multiverse);

}  // namespace hyperchess
