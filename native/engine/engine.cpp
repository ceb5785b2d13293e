#include "engine/engine.hpp"

#include <algorithm>

namespace hyperchess {

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : weights_(weights), threads_(threads), shared_(table_bytes, threads) {}

Report Engine::analyse(const Multiverse& multiverse, const Limits& limits, int lines,
                       const std::function<void(const Report&)>& watch, const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const auto started = std::chrono::steady_clock::now();
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
  Deepening<Searcher, Shared, Variation> deepening(searcher, shared_, lines, started);
  deepening.run(deepest, watch);
  return deepening.report();
}

}  // namespace hyperchess
