#include "infinite_engine/engine.hpp"

#include <algorithm>

namespace hyperchess::infinite {

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : evaluation_(weights), threads_(threads), shared_(table_bytes) {}

std::optional<Report> Engine::analyse(const Position& position, const Limits& limits, int lines,
                                      const std::function<void(const Report&)>& watch,
                                      const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const auto started = std::chrono::steady_clock::now();
  shared_.stop = false;
  shared_.nodes = 0;
  shared_.evaluations = 0;
  Searcher searcher(position, evaluation_, shared_, limits, started, poll, 0);
  const int deepest = std::min(limits.depth.value_or(max_depth), max_depth);
  Helpers helpers(shared_.stop);
  for (int helper = 1; helper < threads_ && !searcher.root().empty(); ++helper)
    helpers.start([&, helper] {
      // A helper does the same, every second one a move further ahead: the table joins them.
      Searcher own(position, evaluation_, shared_, Limits{}, started, {}, helper);
      for (int depth = 1 + helper % 2; depth <= max_depth; ++depth)
        if (!own.iterate(depth, 0)) return;
    });
  Deepening<Searcher, Shared, Variation> deepening(searcher, shared_, lines, started);
  deepening.run(deepest, watch);
  searcher.flush();
  if (!searcher.covered()) return std::nullopt;
  return deepening.report();
}

}  // namespace hyperchess::infinite
