// Constants of the 5D search that a tuner may change, with their bounds. The matches behind the defaults are
// in docs/engine-measurements.md.
#pragma once

#include <array>

#include "common/parameters.hpp"
#include "multiverse/engine/candidates.hpp"

namespace hyperchess {

// X(name, default, least, most). Margins are in centipawns. "High" depths are 4 or more.
#define HYPERCHESS_SEARCH_PARAMETERS(X)                                                                      \
  /* Bonus of a check, for move ordering only. */                                                            \
  X(check_bonus, 70, 0, 1'000)                                                                               \
  /* Root: number of actions searched at first, number of checking actions added, limits of the generator.   \
   */                                                                                                        \
  X(root_width, 60, 1, 1'000)                                                                                \
  X(root_checks, 16, 0, 1'000)                                                                               \
  X(root_regions, 160, 1, 10'000)                                                                            \
  X(root_branches, 3, 0, 100)                                                                                \
  X(root_rounds, 20'000, 1, 1'000'000)                                                                       \
  /* Nodes: number of actions searched, and limits of the generator, by remaining depth. The limits of depth \
     3 hold at high depths too. */                                                                           \
  X(width_high, 20, 1, 1'000)                                                                                \
  X(width_3, 14, 1, 1'000)                                                                                   \
  X(width_2, 9, 1, 1'000)                                                                                    \
  X(regions_3, 80, 1, 10'000)                                                                                \
  X(regions_2, 60, 1, 10'000)                                                                                \
  X(regions_1, 40, 1, 10'000)                                                                                \
  X(rounds_3, 1'000, 1, 1'000'000)                                                                           \
  X(rounds_2, 600, 1, 1'000'000)                                                                             \
  X(rounds_1, 300, 1, 1'000'000)                                                                             \
  X(branches_2, 2, 0, 100)                                                                                   \
  X(branches_1, 1, 0, 100)                                                                                   \
  /* Checking actions searched beyond the width of a node. */                                                \
  X(extra_checks, 4, 0, 1'000)                                                                               \
  /* If all actions lose, search up to this many times the width. */                                         \
  X(max_widening, 4, 1, 1'000)                                                                               \
  /* Reverse futility pruning: 63 % of 80 games at 0.2 s an action. The margin is per action of depth. */    \
  X(reverse_futility_margin, 110, 0, 10'000)                                                                 \
  X(reverse_futility_depth, 3, 0, 60)                                                                        \
  /* Rounds of the box search for a reply to a check; beyond, no mate is assumed. */                         \
  X(mate_rounds, 300, 1, 1'000'000)                                                                          \
  /* Rounds of the search for a mate in one; beyond, it is assumed that there is none. The replies to the    \
     root actions matter most: the action that is played is one of these. */                                 \
  X(root_mate_in_one_rounds, 3'000, 1, 1'000'000)                                                            \
  X(reply_mate_in_one_rounds, 2'000, 1, 1'000'000)                                                           \
  X(pv_mate_in_one_rounds, 1'000, 1, 1'000'000)                                                              \
  X(mate_in_one_rounds, 300, 1, 1'000'000)                                                                   \
  /* If all root actions lose: number of actions added that avoid a mate in one, and number of actions       \
   * tried. */                                                                                               \
  X(max_defences, 4, 0, 1'000)                                                                               \
  X(max_tried_defences, 100, 0, 10'000)                                                                      \
  /* Mating actions of similar nodes, tested first. */                                                       \
  X(max_mate_killers, 4, 1, 64)                                                                              \
  /* Killer actions of a ply: 55 % of 768 games at 0.1 s an action. A killer whose static value is further   \
     below beta than the margin is not searched. */                                                          \
  X(max_killers, 6, 1, 64)                                                                                   \
  X(killer_margin, 100, 0, 10'000)                                                                           \
  /* Late action reductions: 55 % of 80 games at 0.2 s an action. From the deep depth on, actions from the   \
     deep index on are reduced by two. */                                                                    \
  X(lmr_min_depth, 3, 3, 60)                                                                                 \
  X(lmr_min_index, 4, 1, 1'000)                                                                              \
  X(lmr_deep_depth, 4, 4, 60)                                                                                \
  X(lmr_deep_min_index, 10, 1, 1'000)

struct SearchParameters {
  HYPERCHESS_SEARCH_PARAMETERS(HYPERCHESS_PARAMETER_MEMBER)

  CandidateLimits root_limits() const {
    return {.regions = root_regions,
            .branches = root_branches,
            .rounds = root_rounds,
            .check_bonus = check_bonus};
  }
  CandidateLimits node_limits(int depth) const {
    if (depth >= 3)
      return {.regions = regions_3, .branches = branches_2, .rounds = rounds_3, .check_bonus = check_bonus};
    if (depth == 2)
      return {.regions = regions_2, .branches = branches_2, .rounds = rounds_2, .check_bonus = check_bonus};
    return {.regions = regions_1, .branches = branches_1, .rounds = rounds_1, .check_bonus = 0};
  }
  int node_width(int depth) const { return depth >= 4 ? width_high : depth == 3 ? width_3 : width_2; }
  int find_mate_rounds(int ply, bool is_pv) const {
    return ply == 1 ? reply_mate_in_one_rounds : is_pv ? pv_mate_in_one_rounds : mate_in_one_rounds;
  }
  int lmr_reduction(int depth, int index, bool gives_check) const {
    if (depth < lmr_min_depth || index < lmr_min_index || gives_check) return 0;
    return depth >= lmr_deep_depth && index >= lmr_deep_min_index ? 2 : 1;
  }
};

inline constexpr std::array search_parameter_list = {HYPERCHESS_SEARCH_PARAMETERS(HYPERCHESS_PARAMETER_INFO)};

}  // namespace hyperchess
