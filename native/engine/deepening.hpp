// Iterative deepening over the root of a searcher, and the report on it: the same for both games.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "engine/limits.hpp"
#include "engine/values.hpp"

namespace hyperchess {

// One of the best lines of a position.
template <typename Variation>
struct LineOf {
  int value;  // from the side of the player to move: centipawns, or a likely or proven mate (`is_proven`)
  int depth;  // actions looked ahead
  Variation actions;
};

template <typename Variation>
struct ReportOf {
  std::vector<LineOf<Variation>> lines;  // best first; none if there is no legal action
  int depth = 0;
  long long nodes = 0, evaluations = 0;
  double seconds = 0;
};

// Searches deeper and deeper until a limit, and reports the best lines after each depth.
template <typename Searcher, typename Shared, typename Variation>
class Deepening {
 public:
  using Report = ReportOf<Variation>;
  using Clock = std::chrono::steady_clock;

  Deepening(Searcher& searcher, const Shared& shared, int lines, Clock::time_point started)
      : searcher_(searcher), shared_(shared), lines_(lines), started_(started) {}

  void run(int deepest, const std::function<void(const Report&)>& watch) {
    for (int depth = 1; depth <= deepest && !searcher_.root().empty(); ++depth) {
      bool finished = true;
      const int count = std::min(lines_, static_cast<int>(searcher_.root().size()));
      for (int first = 0; first < count && finished; ++first) finished = searcher_.iterate(depth, first);
      if (!finished) break;
      reached_ = depth;
      last_ = best_lines();
      if (watch) watch(report());
      // A proven mate, or a reply that is forced, needs no further thought.
      const bool decided = std::all_of(searcher_.root().begin(), searcher_.root().begin() + count,
                                       [](const auto& action) { return is_proven(action.value); });
      if (decided && (searcher_.root().front().value > 0 || searcher_.complete())) return;
    }
    // What the depth that was not finished has found is told too: the last report has what will be played.
    if (watch && reached_ > 0 && lines_ == 1 && searcher_.root().front().depth > reached_) watch(report());
  }

  Report report() const {
    Report report;
    // Several lines are of one depth: the values of two depths cannot be compared.
    report.lines = lines_ > 1 && reached_ > 0 ? last_ : best_lines();
    report.depth = reached_;
    report.nodes = shared_.nodes.load();
    report.evaluations = shared_.evaluations.load();
    report.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    return report;
  }

 private:
  std::vector<LineOf<Variation>> best_lines() const {
    std::vector<LineOf<Variation>> lines;
    for (const auto& action : searcher_.root()) {
      if (static_cast<int>(lines.size()) == lines_) break;
      int value = action.value;
      if (value < mate_band - proven_mate && !searcher_.complete()) value = -likely_mate;
      lines.push_back({value, action.depth, action.variation});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& one, const auto& two) { return one.value > two.value; });
    return lines;
  }

  Searcher& searcher_;
  const Shared& shared_;
  int lines_;
  Clock::time_point started_;
  int reached_ = 0;
  std::vector<LineOf<Variation>> last_;  // of the last depth that was finished
};

}  // namespace hyperchess
