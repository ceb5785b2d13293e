// The engine of infinite chess: iterative deepening with MultiPV and several threads.
#pragma once

#include <functional>
#include <optional>

#include "common/helper_threads.hpp"
#include "common/iterative_deepening.hpp"
#include "infinite/engine/searcher.hpp"

namespace hyperchess::infinite {

using Report = ReportOf<Variation>;

class Engine {
 public:
  Engine(const Weights& weights, std::size_t table_bytes, int threads);

  // Return the `multi_pv` best variations within the limits, or nothing if numbers beyond 64 bits are needed.
  // `watch` is called after each depth, `poll` every few milliseconds; both may throw to end the search.
  std::optional<Report> analyse(const Position& position, const Limits& limits, int multi_pv,
                                const std::function<void(const Report&)>& watch,
                                const std::function<void()>& poll);
  // Stop the running search, from another thread.
  void stop() { shared_.stop.store(true, std::memory_order_relaxed); }
  // Use a table of mates from the next search on.
  void use_mate_table(MateTable table);
  // Clear the transposition table and the histories for a new game.
  void clear();

 private:
  Evaluation evaluation_;
  int threads_;
  SharedState shared_;
  std::vector<Histories> histories_;  // by thread
  Mutex mutex_;                       // allows one search at a time
};

}  // namespace hyperchess::infinite
