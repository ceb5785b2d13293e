// The engine of 5D chess: iterative deepening with MultiPV and several threads.
#pragma once

#include <functional>

#include "common/exclusive.hpp"
#include "common/root_search.hpp"
#include "multiverse/engine/searcher.hpp"

namespace hyperchess {

using Report = ReportOf<Variation>;

class Engine {
 public:
  // `bytes` is what a search takes, with its threads; `bytes()` is more if that is too little.
  Engine(const Weights& weights, std::size_t bytes, int threads, const SearchParameters& parameters = {});

  // Return the `multi_pv` best variations within the limits. `watch` is called after each depth, `poll` every
  // few milliseconds; both may throw to end the search. Throws `Busy` while another search runs.
  Report analyse(const Multiverse& multiverse, const Limits& limits, int multi_pv,
                 const std::function<void(const Report&)>& watch, const std::function<void()>& poll);
  // Clear the transposition table for a new game. Throws `Busy` while a search runs.
  void clear();
  std::size_t bytes() const;

 private:
  Weights weights_;
  SearchParameters parameters_;
  int threads_;
  TranspositionTable table_;
  InProgressTable in_progress_;
  Exclusive in_use_;
};

}  // namespace hyperchess
