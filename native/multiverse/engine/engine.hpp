// The engine of 5D chess: iterative deepening with MultiPV and several threads.
#pragma once

#include <functional>

#include "common/helper_threads.hpp"
#include "common/iterative_deepening.hpp"
#include "multiverse/engine/searcher.hpp"

namespace hyperchess {

using Report = ReportOf<Variation>;

class Engine {
 public:
  Engine(const Weights& weights, std::size_t table_bytes, int threads);

  // Return the `multi_pv` best variations within the limits. `watch` is called after each depth, `poll` every
  // few milliseconds; both may throw to end the search.
  Report analyse(const Multiverse& multiverse, const Limits& limits, int multi_pv,
                 const std::function<void(const Report&)>& watch, const std::function<void()>& poll);
  // Stop the running search, from another thread.
  void stop() { shared_.stop.store(true, std::memory_order_relaxed); }
  // Clear the transposition table for a new game.
  void clear() { shared_.table.clear(); }

 private:
  Weights weights_;
  int threads_;
  SharedState shared_;
  Mutex mutex_;  // allows one search at a time
};

}  // namespace hyperchess
