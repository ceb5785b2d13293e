#include "infinite/engine/engine.hpp"

#include <algorithm>
#include <utility>

namespace hyperchess::infinite {

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : evaluation_(weights),
      threads_(threads),
      shared_(table_bytes),
      histories_(static_cast<std::size_t>(std::max(threads, 1))) {}

void Engine::use_mate_table(MateTable table) {
  const Lock lock(mutex_);
  shared_.mate_table = std::move(table);
}

void Engine::clear() {
  shared_.table.clear();
  for (Histories& histories : histories_) histories.clear();
}

std::optional<Report> Engine::analyse(const Position& position, const Limits& limits, int multi_pv,
                                      const std::function<void(const Report&)>& watch,
                                      const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const auto started = std::chrono::steady_clock::now();
  shared_.stop = false;
  shared_.nodes = 0;
  shared_.evaluations = 0;
  shared_.table.next_generation();
  Searcher searcher(position, evaluation_, shared_, histories_.front(), limits, started, poll);
  const int depth_limit = std::min(limits.depth.value_or(max_depth), max_depth);
  HelperThreads helpers(shared_.stop);
  for (int helper = 1; helper < threads_ && !searcher.root().empty(); ++helper)
    helpers.start([&, helper] {
      // Lazy SMP: helpers run the same search, every second one starting a ply deeper, and share the table.
      Searcher own(position, evaluation_, shared_, histories_[static_cast<std::size_t>(helper)], Limits{},
                   started, {});
      for (int depth = 1 + helper % 2; depth <= max_depth; ++depth)
        if (!own.search_root(depth, 0)) return;
    });
  IterativeDeepening<Searcher, SharedState, Variation> deepening(searcher, shared_, multi_pv, started);
  deepening.run(depth_limit, watch);
  searcher.flush_counts();
  if (!searcher.fits_into_64_bits()) return std::nullopt;
  return deepening.report();
}

}  // namespace hyperchess::infinite
