#include "multiverse/engine/engine.hpp"

#include <algorithm>

namespace hyperchess {

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : weights_(weights), threads_(threads), shared_(table_bytes, threads) {}

Report Engine::analyse(const Multiverse& multiverse, const Limits& limits, int multi_pv,
                       const std::function<void(const Report&)>& watch, const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const auto started = std::chrono::steady_clock::now();
  shared_.stop = false;
  shared_.nodes = 0;
  shared_.evaluations = 0;
  const Evaluation evaluation(weights_, multiverse.shape());
  Searcher searcher(multiverse, evaluation, shared_, limits, started, poll);
  const int depth_limit = std::min(limits.depth.value_or(max_depth), max_depth);
  HelperThreads helpers(shared_.stop);
  for (int helper = 1; helper < threads_; ++helper)
    helpers.start([&] {
      // Helpers run the same search and defer nodes that are in progress elsewhere. All threads share the
      // transposition table.
      Searcher own(multiverse, evaluation, shared_, Limits{}, started, {});
      for (int depth = 1; depth <= depth_limit; ++depth)
        if (!own.search_root(depth, 0)) return;
    });
  IterativeDeepening<Searcher, SharedState, Variation> deepening(searcher, shared_, multi_pv, started);
  deepening.run(depth_limit, watch);
  return deepening.report();
}

}  // namespace hyperchess
