// The engine of infinite chess: iterative deepening, several lines, several threads.
#pragma once

#include <functional>

#include "engine/helpers.hpp"
#include "infinite_engine/searcher.hpp"

namespace hyperchess::infinite {

// One of the best lines of a position.
struct EngineLine {
  int value;  // from the side of the player to move: centipawns, or a likely or proven mate (`is_proven`)
  int depth;  // moves looked ahead
  Variation moves;
};

struct Report {
  bool covered = true;            // whether the numbers fit into 64 bits
  std::vector<EngineLine> lines;  // best first; none if there is no legal move
  int depth = 0;
  long long nodes = 0, evaluations = 0;
  double seconds = 0;
};

class Engine {
 public:
  Engine(const Weights& weights, std::size_t table_bytes, int threads);

  // The best lines within the limits. `watch` is called after each depth, `poll` every few milliseconds; both
  // may throw, which ends the search.
  Report analyse(const Position& position, const Limits& limits, int lines,
                 const std::function<void(const Report&)>& watch, const std::function<void()>& poll);
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
