// Root of a search, shared by the engines of both games: iterative deepening, helper threads, and the report.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <functional>
#include <vector>

#include "common/search_threads.hpp"
#include "common/values.hpp"

namespace hyperchess {

// One of the best variations of a position (MultiPV).
template <typename Variation>
struct PvOf {
  int value;  // from the point of view of the player to move: centipawns, or a mate (`is_mate`, `is_proven`)
  int depth;
  Variation actions;
};

template <typename Variation>
struct ReportOf {
  std::vector<PvOf<Variation>> variations;  // best first; empty if there is no legal action
  int depth = 0;                            // last completed depth
  long long nodes = 0, evaluations = 0;
  double seconds = 0;
  bool timed_out = false;  // no action was found in time, although there may be one
  // The most work of the main thread between two checks of the limits. Tests bound it: unlike lateness, it
  // does not depend on the machine.
  long long most_unchecked = 0;
};

// Searches the root of one thread deeper and deeper.
template <typename Searcher, typename Variation>
class IterativeDeepening {
 public:
  using Pv = PvOf<Variation>;
  using Report = ReportOf<Variation>;

  IterativeDeepening(Searcher& searcher, const SearchControl& control, int multi_pv)
      : searcher_(searcher), control_(control), multi_pv_(multi_pv) {
    assert(multi_pv >= 1);
  }

  // Search up to `last_depth`, or until the searcher is stopped or the result is proven. Call `watch`, if
  // set, after each depth. `next_depth` returns the depth after a completed one, from 0 on.
  template <typename NextDepth>
  void run(int last_depth, const std::function<void(const Report&)>& watch, const NextDepth& next_depth) {
    if (multi_pv_ == 1 && is_root_won()) {
      completed_depth_ = 1;
      if (watch) watch(report());
      return;
    }
    for (int depth = next_depth(0); depth <= last_depth && !searcher_.root().empty();
         depth = next_depth(depth)) {
      bool finished = true;
      const int count = std::min(multi_pv_, static_cast<int>(searcher_.root().size()));
      for (int pv_index = 0; pv_index < count && finished; ++pv_index)
        finished = searcher_.search_root(depth, pv_index);
      if (!finished) break;
      completed_depth_ = depth;
      completed_ = best_variations();
      if (watch) watch(report());
      // Stop early if all reported variations are proven mates.
      const bool decided = std::all_of(searcher_.root().begin(), searcher_.root().begin() + count,
                                       [](const auto& action) { return is_proven(action.value); });
      if (decided && (searcher_.root().front().value > 0 || searcher_.is_complete())) return;
    }
    // Also report an unfinished iteration, so that the last report contains the action that will be played.
    if (watch && completed_depth_ > 0 && multi_pv_ == 1 && searcher_.root().front().depth > completed_depth_)
      watch(report());
  }

  Report report() const {
    Report report;
    // With several variations, report one depth only: values of different depths are not comparable.
    report.variations = multi_pv_ > 1 && completed_depth_ > 0 ? completed_ : best_variations();
    report.depth = completed_depth_;
    report.nodes = control_.nodes.load();
    report.evaluations = control_.evaluations.load();
    report.seconds = control_.seconds();
    return report;
  }

 private:
  // Whether the first root action wins by what was found when the root was generated.
  bool is_root_won() const {
    if (searcher_.root().empty()) return false;
    const int value = searcher_.root().front().value;
    return is_proven(value) && value > 0;
  }
  std::vector<Pv> best_variations() const {
    std::vector<Pv> variations;
    for (const auto& action : searcher_.root()) {
      if (static_cast<int>(variations.size()) == multi_pv_) break;
      int value = action.value;
      // A loss is proven only if every legal action was searched.
      if (value < mate_band - proven_mate && !searcher_.is_complete()) value = -likely_mate;
      variations.push_back({value, action.depth, action.variation});
    }
    std::stable_sort(variations.begin(), variations.end(),
                     [](const auto& one, const auto& two) { return one.value > two.value; });
    return variations;
  }

  Searcher& searcher_;
  const SearchControl& control_;
  int multi_pv_;
  int completed_depth_ = 0;
  std::vector<Pv> completed_;  // variations of the last completed depth
};

// Whether the line of a helper is better founded than the line of the main thread. Proofs come first, then
// deeper searches; at equal depth the main thread stays, since it has the smallest window of error.
template <typename Pv>
bool outvotes(const Pv& helper, const Pv& main) {
  if (is_proven(main.value) && main.value > 0) return is_proven(helper.value) && helper.value > main.value;
  if (is_proven(helper.value)) return helper.value > 0;
  return !is_proven(main.value) && helper.depth > main.depth;
}

// Run a search (lazy SMP): helpers search the same root to the depths of `Searcher::helper_depth`, and share
// the tables.
// `make_helper(number)` returns a pointer to the searcher of a helper.
template <typename Variation, typename Searcher, typename MakeHelper>
ReportOf<Variation> run_search(Searcher& main, SearchControl& control, int threads, int multi_pv,
                               const std::function<void(const ReportOf<Variation>&)>& watch,
                               const MakeHelper& make_helper) {
  using Pv = PvOf<Variation>;
  const int last_depth = std::min(control.limits().depth.value_or(max_depth), max_depth);
  const int helper_count = main.root().empty() ? 0 : threads - 1;
  std::vector<Pv> votes(static_cast<std::size_t>(helper_count));
  std::atomic<int> main_depth{1};
  HelperThreads helpers(control);
  for (int number = 1; number <= helper_count; ++number) {
    helpers.start([&, number] {
      const auto helper = make_helper(number);
      IterativeDeepening<Searcher, Variation> deepening(*helper, control, 1);
      deepening.run(max_depth, {}, [&](int depth) {
        return Searcher::helper_depth(depth, main_depth.load(std::memory_order_relaxed));
      });
      const auto report = deepening.report();
      if (report.depth > 0 && !report.variations.empty())
        votes[static_cast<std::size_t>(number - 1)] = report.variations.front();
    });
  }
  IterativeDeepening<Searcher, Variation> deepening(main, control, multi_pv);
  deepening.run(last_depth, watch, [&](int depth) {
    main_depth.store(depth + 1, std::memory_order_relaxed);
    return depth + 1;
  });
  helpers.join();
  ReportOf<Variation> report = deepening.report();
  // With a limit of depth the result of the main thread is what was asked for.
  if (multi_pv == 1 && !control.limits().depth && !report.variations.empty())
    for (Pv& vote : votes)
      if (!vote.actions.empty() && outvotes(vote, report.variations.front()))
        report.variations.front() = std::move(vote);
  return report;
}

}  // namespace hyperchess
