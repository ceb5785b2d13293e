// Parameters of the 5D search, by name, with defaults and bounds: what a tuner may change. The matches behind
// the defaults are in docs/engine-measurements.md.
#pragma once

#include <span>
#include <string_view>

#include "multiverse/engine/candidates.hpp"

namespace hyperchess {

struct SearchParameter;

struct SearchParameters {
  int check_bonus = 70;  // centipawns, for move ordering only

  // Root: number of actions searched at first, number of checking actions added, limits of the generator.
  int root_width = 60;
  int root_checks = 16;
  int root_regions = 160;
  int root_branches = 3;
  int root_rounds = 20'000;

  // Nodes: number of actions searched and limits of the generator, by remaining depth: "high" means 4 or
  // more.
  int width_high = 20;
  int width_3 = 14;
  int width_2 = 9;
  int regions_3 = 80;  // also at higher depths, like the rounds and branches
  int regions_2 = 60;
  int regions_1 = 40;
  int rounds_3 = 1'000;
  int rounds_2 = 600;
  int rounds_1 = 300;
  int branches_2 = 2;
  int branches_1 = 1;
  int extra_checks = 4;  // checking actions searched beyond the width of a node
  int max_widening = 4;  // if all actions lose, search up to this many times the width

  // Reverse futility pruning: 63 % of 80 games at 0.2 s an action.
  int reverse_futility_margin = 110;  // centipawns per action of depth
  int reverse_futility_depth = 3;     // maximum depth

  // Rounds of the box search for a reply to a check; beyond, no mate is assumed.
  int mate_rounds = 300;
  // Rounds of the search for a mate in one; beyond, it is assumed that there is none. The replies to the root
  // actions matter most: the action that is played is one of these.
  int root_mate_in_one_rounds = 3'000;
  int reply_mate_in_one_rounds = 2'000;
  int pv_mate_in_one_rounds = 1'000;
  int mate_in_one_rounds = 300;
  // If all root actions lose: number of actions added that avoid a mate in one, and number of actions tried.
  int max_defences = 4;
  int max_tried_defences = 100;
  int max_mate_killers = 4;  // mating actions of similar nodes, tested first

  // Killer actions: 55 % of 768 games at 0.1 s an action.
  int max_killers = 6;      // of a ply
  int killer_margin = 100;  // a killer whose static value is further below beta is not searched

  // Late action reductions: 55 % of 80 games at 0.2 s an action.
  int lmr_min_depth = 3;
  int lmr_min_index = 4;        // the first actions are not reduced
  int lmr_deep_depth = 4;       // from this depth on,
  int lmr_deep_min_index = 10;  // actions from this one on are reduced by two

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

  // Names and bounds, in the order in which `from_numbers` takes the values.
  static std::span<const SearchParameter> list();
  // Throws `std::invalid_argument` if a number is missing or out of bounds.
  static SearchParameters from_numbers(std::span<const int> numbers);
};

struct SearchParameter {
  std::string_view name;
  int SearchParameters::* value;
  int least, most;

  int default_value() const { return SearchParameters{}.*value; }
};

}  // namespace hyperchess
