#include "engine/engine.hpp"

#include <algorithm>

namespace hyperchess {
namespace {

using Clock = std::chrono::steady_clock;

Report report_of(Searcher& searcher, const Shared& shared, int lines, int depth, Clock::time_point started) {
  Report report;
  for (const RootAction& action : searcher.root()) {
    if (static_cast<int>(report.lines.size()) == lines) break;
    int value = action.value;
    if (value < mate_band - proven_mate && !searcher.complete()) value = -likely_mate;
    report.lines.push_back({value, action.depth, action.variation});
  }
  report.depth = depth;
  report.nodes = shared.nodes.load();
  report.evaluations = shared.evaluations.load();
  report.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  return report;
}

}  // namespace

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : weights_(weights), threads_(threads), shared_(table_bytes, threads) {}

Report Engine::analyse(const Multiverse& multiverse, const Limits& limits, int lines,
                       const std::function<void(const Report&)>& watch, const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const Clock::time_point started = Clock::now();
  shared_.stop = false;
  shared_.nodes = 0;
  shared_.evaluations = 0;
  const Evaluation evaluation(weights_, multiverse.plane());
  Searcher searcher(multiverse, evaluation, shared_, limits, started, poll);
  const int deepest = std::min(limits.depth.value_or(max_depth), max_depth);
  Helpers helpers(shared_.stop);
  for (int helper = 1; helper < threads_; ++helper)
    helpers.start([&] {
      // A helper does the same, and leaves for later what another one is busy with: the table joins them.
      Searcher own(multiverse, evaluation, shared_, Limits{}, started, {});
      for (int depth = 1; depth <= deepest; ++depth)
        if (!own.iterate(depth, 0)) return;
    });
  int reached = 0;
  for (int depth = 1; depth <= deepest && !searcher.root().empty(); ++depth) {
    bool finished = true;
    const int count = std::min(lines, static_cast<int>(searcher.root().size()));
    for (int first = 0; first < count && finished; ++first) finished = searcher.iterate(depth, first);
    if (!finished) break;
    reached = depth;
    if (watch) watch(report_of(searcher, shared_, lines, reached, started));
    // A proven mate, or a reply that is forced, needs no further thought.
    const bool decided = std::all_of(searcher.root().begin(), searcher.root().begin() + count,
                                     [](const RootAction& action) { return is_proven(action.value); });
    if (decided && (searcher.root().front().value > 0 || searcher.complete())) break;
  }
  return report_of(searcher, shared_, lines, reached, started);
}

}  // namespace hyperchess
