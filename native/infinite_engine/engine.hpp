// The engine of infinite chess: iterative deepening, several lines, several threads.
#pragma once

#include <functional>
#include <optional>

#include "engine/deepening.hpp"
#include "engine/helpers.hpp"
#include "infinite_engine/searcher.hpp"

namespace hyperchess::infinite {

using EngineLine = LineOf<Variation>;
using Report = ReportOf<Variation>;

class Engine {
 public:
  Engine(const Weights& weights, std::size_t table_bytes, int threads);

  // The best lines within the limits, or nothing if numbers do not fit into 64 bits. `watch` is called after
  // each depth, `poll` every few milliseconds; both may throw, which ends the search.
  std::optional<Report> analyse(const Position& position, const Limits& limits, int lines,
                                const std::function<void(const Report&)>& watch,
                                const std::function<void()>& poll);
  // End the search that runs, from another thread.
  void stop() { shared_.stop.store(true, std::memory_order_relaxed); }
  // Forget what was learned in other games.
  void clear() { shared_.table.clear(); }

 private:
  Evaluation evaluation_;
  int threads_;
  Shared shared_;
  Mutex mutex_;  // one search at a time
};

}  // namespace hyperchess::infinite
