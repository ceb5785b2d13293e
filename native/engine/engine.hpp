// The engine: iterative deepening, several lines, several threads.
#pragma once

#include <functional>

#include "engine/deepening.hpp"
#include "engine/helpers.hpp"
#include "engine/searcher.hpp"

namespace hyperchess {

using EngineLine = LineOf<Variation>;
using Report = ReportOf<Variation>;

class Engine {
 public:
  Engine(const Weights& weights, std::size_t table_bytes, int threads);

  // The best lines within the limits. `watch` is called after each depth, `poll` every few milliseconds; both
  // may throw, which ends the search.
  Report analyse(const Multiverse& multiverse, const Limits& limits, int lines,
                 const std::function<void(const Report&)>& watch, const std::function<void()>& poll);
  // End the search that runs, from another thread.
  void stop() { shared_.stop.store(true, std::memory_order_relaxed); }
  // Forget what was learned in other games.
  void clear() { shared_.table.clear(); }

 private:
  Weights weights_;
  int threads_;
  Shared shared_;
  Mutex mutex_;  // one search at a time
};

}  // namespace hyperchess
