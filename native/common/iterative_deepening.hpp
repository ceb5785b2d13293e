// Iterative deepening over the root of a searcher, and its report: shared by the engines of both games.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <functional>
#include <vector>

#include "common/limits.hpp"
#include "common/values.hpp"

namespace hyperchess {

// One of the best variations of a position (MultiPV).
template <typename Variation>
struct PvOf {
  int value;  // from the point of view of the player to move: centipawns, or a mate (`is_mate`, `is_proven`)
  int depth;
  Variation actions;
};

template <typename Variation>
struct ReportOf {
  std::vector<PvOf<Variation>> variations;  // best first; empty if there is no legal action
  int depth = 0;                            // last completed depth
  long long nodes = 0, evaluations = 0;
  double seconds = 0;
};

template <typename Searcher, typename SharedState, typename Variation>
class IterativeDeepening {
 public:
  using Report = ReportOf<Variation>;
  using Clock = std::chrono::steady_clock;

  IterativeDeepening(Searcher& searcher, const SharedState& shared, int multi_pv, Clock::time_point started)
      : searcher_(searcher), shared_(shared), multi_pv_(multi_pv), started_(started) {
    assert(multi_pv >= 1);
  }

  // Search deeper and deeper up to `max_depth` or until the searcher is stopped. Call `watch`, if set, after
  // each depth.
  void run(int max_depth, const std::function<void(const Report&)>& watch) {
    for (int depth = 1; depth <= max_depth && !searcher_.root().empty(); ++depth) {
      bool finished = true;
      const int count = std::min(multi_pv_, static_cast<int>(searcher_.root().size()));
      for (int pv_index = 0; pv_index < count && finished; ++pv_index)
        finished = searcher_.search_root(depth, pv_index);
      if (!finished) break;
      completed_depth_ = depth;
      completed_ = best_variations();
      if (watch) watch(report());
      // Stop early if all reported variations are proven mates.
      const bool decided = std::all_of(searcher_.root().begin(), searcher_.root().begin() + count,
                                       [](const auto& action) { return is_proven(action.value); });
      if (decided && (searcher_.root().front().value > 0 || searcher_.is_complete())) return;
    }
    // Also report an unfinished iteration, so that the last report contains the action that will be played.
    if (watch && completed_depth_ > 0 && multi_pv_ == 1 && searcher_.root().front().depth > completed_depth_)
      watch(report());
  }

  Report report() const {
    Report report;
    // With several variations, report one depth only: values of different depths are not comparable.
    report.variations = multi_pv_ > 1 && completed_depth_ > 0 ? completed_ : best_variations();
    report.depth = completed_depth_;
    report.nodes = shared_.nodes.load();
    report.evaluations = shared_.evaluations.load();
    report.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    return report;
  }

 private:
  std::vector<PvOf<Variation>> best_variations() const {
    std::vector<PvOf<Variation>> variations;
    for (const auto& action : searcher_.root()) {
      if (static_cast<int>(variations.size()) == multi_pv_) break;
      int value = action.value;
      // A loss is proven only if every legal action was searched.
      if (value < mate_band - proven_mate && !searcher_.is_complete()) value = -likely_mate;
      variations.push_back({value, action.depth, action.variation});
    }
    std::stable_sort(variations.begin(), variations.end(),
                     [](const auto& one, const auto& two) { return one.value > two.value; });
    return variations;
  }

  Searcher& searcher_;
  const SharedState& shared_;
  int multi_pv_;
  Clock::time_point started_;
  int completed_depth_ = 0;
  std::vector<PvOf<Variation>> completed_;  // variations of the last completed depth
};

}  // namespace hyperchess
