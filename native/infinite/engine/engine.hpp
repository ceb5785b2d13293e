// The engine of infinite chess: iterative deepening with MultiPV and several threads.
#pragma once

#include <functional>
#include <optional>

#include "common/exclusive.hpp"
#include "common/root_search.hpp"
#include "infinite/engine/searcher.hpp"

namespace hyperchess::infinite {

using Report = ReportOf<Variation>;

class Engine {
 public:
  // `bytes` is what a search takes, with its threads; `bytes()` is more if that is too little.
  Engine(const Weights& weights, const SearchParameters& parameters, std::size_t bytes, int threads);

  // Return the `multi_pv` best variations within the limits, or nothing if numbers beyond 64 bits are needed.
  // `mate_table` may be null. `watch` is called after each depth, `poll` every few milliseconds; both may
  // throw to end the search. Throws `Busy` while another search runs.
  std::optional<Report> analyse(const Position& position, const Limits& limits, int multi_pv,
                                const MateTable* mate_table, const std::function<void(const Report&)>& watch,
                                const std::function<void()>& poll);
  // Clear the transposition table and the histories for a new game. Throws `Busy` while a search runs.
  void clear();
  std::size_t bytes() const;

 private:
  Evaluation evaluation_;
  SearchParameters parameters_;
  ReductionTable reductions_;
  int threads_;
  std::size_t state_bytes_;  // histories, and what the threads take
  TranspositionTable table_;
  SharedHistories shared_histories_;
  std::vector<Histories> histories_;  // by thread
  Exclusive in_use_;
};

}  // namespace hyperchess::infinite
