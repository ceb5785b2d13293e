// Check detection, and the test whether an action may be submitted. A check is an attack on a royal of the
// player by a piece of the opponent on the last board of a timeline.
#pragma once

#include <vector>

#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/attacks.hpp"

namespace hyperchess {

// An attack on a royal by the piece on `square` of the board at `row` and `time`.
struct Check {
  int row, time, square;
  Step step;
  int distance;
};

// Return all checks in the order of the Python rules. With `passing`, as if the player had passed on every
// mandatory board; otherwise on the boards as they are.
std::vector<Check> list_checks(const Multiverse& multiverse, bool passing);

// Whether `list_checks` would find a check; stops at the first one.
bool in_check(const Multiverse& multiverse, bool passing);

// Whether the player may end the action here: the present has passed to the opponent, and no royal of the
// player can be captured. `BoxSearch` applies the same two conditions to whole sets of actions.
bool may_submit(const Multiverse& multiverse);

}  // namespace hyperchess
