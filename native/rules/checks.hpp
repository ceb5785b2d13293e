// Checks: attacks of the opponent's pieces on the last boards of timelines against the player's royals.
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

// All checks in the order of the Python rules: now, or as if the player had passed on every mandatory board.
std::vector<Check> list_checks(const Multiverse& multiverse, bool passing);

// Whether there is a check.
bool in_check(const Multiverse& multiverse, bool passing);

}  // namespace hyperchess
