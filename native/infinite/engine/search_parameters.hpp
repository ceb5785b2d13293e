// Constants of the search of infinite chess that a tuner may change, with their bounds.
#pragma once

#include <array>

#include "common/parameters.hpp"

namespace hyperchess::infinite {

// X(name, default, least, most). Margins are in centipawns, reductions (lmr) in units of 1/1024 ply unless
// noted otherwise.
//
// The limit of late moves is (late_move_base + late_move_factor * depth^2), half of it if the static value is
// not improving. There are more moves than in chess, so the numbers are larger.
#define HYPERCHESS_INFINITE_SEARCH_PARAMETERS(X)                                                            \
  /* Quiescence search: a capture must bring the value to within this margin of alpha. */                   \
  X(quiescence_margin, 160, 0, 1'000)                                                                       \
  /* Half the width of the first aspiration window. */                                                      \
  X(aspiration_width, 16, 1, 500)                                                                           \
  X(max_aspiration_width, 600, 50, 5'000)                                                                   \
  /* Razoring: quiescence search if the static value is this far below alpha. */                            \
  X(razoring_margin, 350, 0, 3'000)                                                                         \
  X(razoring_margin_per_square, 220, 0, 2'000)                                                              \
  X(reverse_futility_depth, 9, 0, 20)                                                                       \
  X(reverse_futility_margin, 85, 0, 500)                                                                    \
  X(reverse_futility_improving, 70, 0, 500)                                                                 \
  /* Null move pruning. Above the verified depth a fail-high is verified without null moves, since zugzwang \
     would go unnoticed. */                                                                                 \
  X(null_move_min_depth, 3, 1, 10)                                                                          \
  X(null_move_reduction, 4, 1, 10)                                                                          \
  X(null_move_depth_divisor, 3, 1, 10)                                                                      \
  X(null_move_eval_divisor, 200, 20, 2'000)                                                                 \
  X(null_move_max_eval_reduction, 3, 0, 10)                                                                 \
  X(null_move_verified_depth, 14, 4, 60)                                                                    \
  /* ProbCut: a capture that beats beta by this margin in a reduced search. */                              \
  X(probcut_min_depth, 5, 3, 20)                                                                            \
  X(probcut_reduction, 4, 1, 10)                                                                            \
  X(probcut_margin, 190, 20, 1'000)                                                                         \
  /* Internal iterative reduction: without a table move, reduce from this depth on. */                      \
  X(iir_min_depth, 4, 2, 20)                                                                                \
  X(singular_min_depth, 6, 3, 20)                                                                           \
  X(singular_max_depth_gap, 3, 0, 10)                                                                       \
  X(singular_margin, 2, 0, 20)                                                                              \
  X(double_extension_margin, 25, 0, 300)                                                                    \
  X(max_double_extensions, 6, 0, 30)                                                                        \
  /* Pruning of single moves. Depths are after the late move reduction unless noted otherwise. */           \
  X(late_move_base, 24, 1, 200)                                                                             \
  X(late_move_factor, 6, 1, 50)                                                                             \
  X(history_pruning_depth, 6, 0, 20)                                                                        \
  X(history_pruning_margin, 3'500, 100, 16'000)                                                             \
  X(futility_depth, 9, 0, 20)                                                                               \
  X(futility_margin, 90, 0, 1'000)                                                                          \
  X(futility_margin_per_ply, 110, 0, 1'000)                                                                 \
  X(futility_history_divisor, 80, 5, 1'000)                                                                 \
  X(capture_futility_depth, 6, 0, 20)                                                                       \
  X(capture_futility_margin, 250, 0, 2'000)                                                                 \
  X(capture_futility_margin_per_ply, 200, 0, 2'000)                                                         \
  X(quiet_exchange_margin, 25, 0, 300)                                                                      \
  X(capture_exchange_margin, 110, 0, 1'000)                                                                 \
  /* Late move reductions; base and divisor in hundredths. */                                               \
  X(lmr_base, 70, 0, 300)                                                                                   \
  X(lmr_divisor, 210, 50, 900)                                                                              \
  X(lmr_not_improving, 600, 0, 4'000)                                                                       \
  X(lmr_cut_node, 1'300, 0, 4'000)                                                                          \
  X(lmr_tt_pv, 1'000, 0, 4'000)                                                                             \
  X(lmr_pv, 700, 0, 4'000)                                                                                  \
  X(lmr_killer, 900, 0, 4'000)                                                                              \
  X(lmr_check, 900, 0, 4'000)                                                                               \
  X(lmr_tactical, 1'000, 0, 4'000)                                                                          \
  X(lmr_tt_capture, 700, 0, 4'000)                                                                          \
  X(lmr_history_divisor, 8, 1, 100)                                                                         \
  /* Move ordering. */                                                                                      \
  X(direct_check_score, 4'000, 0, 30'000)                                                                   \
  X(pawn_attack_score, 6'000, 0, 30'000)                                                                    \
  X(max_history_bonus, 1'600, 100, 8'000)                                                                   \
  X(history_bonus_per_ply, 150, 10, 1'000)                                                                  \
  X(history_bonus_base, 60, 0, 1'000)

struct SearchParameters {
  HYPERCHESS_INFINITE_SEARCH_PARAMETERS(HYPERCHESS_PARAMETER_MEMBER)
};

inline constexpr std::array search_parameter_list = {
    HYPERCHESS_INFINITE_SEARCH_PARAMETERS(HYPERCHESS_PARAMETER_INFO)};

}  // namespace hyperchess::infinite
