#include "infinite_engine/engine.hpp"

#include <algorithm>

namespace hyperchess::infinite {
namespace {

using Clock = std::chrono::steady_clock;

Report report_of(Searcher& searcher, const Shared& shared, int lines, int depth, Clock::time_point started) {
  Report report;
  report.covered = searcher.covered();
  for (const RootMove& move : searcher.root()) {
    if (static_cast<int>(report.lines.size()) == lines) break;
    int value = move.value;
    if (value < mate_band - proven_mate && !searcher.complete()) value = -likely_mate;
    report.lines.push_back({value, move.depth, move.variation});
  }
  report.depth = depth;
  report.nodes = shared.nodes.load();
  report.evaluations = shared.evaluations.load();
  report.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  return report;
}

}  // namespace

Engine::Engine(const Weights& weights, std::size_t table_bytes, int threads)
    : evaluation_(weights), threads_(threads), shared_(table_bytes) {}

Report Engine::analyse(const Position& position, const Limits& limits, int lines,
                       const std::function<void(const Report&)>& watch, const std::function<void()>& poll) {
  const Lock lock(mutex_);
  const Clock::time_point started = Clock::now();
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
  int reached = 0;
  for (int depth = 1; depth <= deepest && !searcher.root().empty(); ++depth) {
    bool finished = true;
    const int count = std::min(lines, static_cast<int>(searcher.root().size()));
    for (int first = 0; first < count && finished; ++first) finished = searcher.iterate(depth, first);
    if (!finished) break;
    reached = depth;
    if (watch) watch(report_of(searcher, shared_, lines, reached, started));
    // A proven mate, or a reply that is forced, needs no further thought.
    const bool decided = std::all_of(searcher.root().begin(), searcher.root().begin() + count,
                                     [](const RootMove& move) { return is_proven(move.value); });
    if (decided && (searcher.root().front().value > 0 || searcher.complete())) break;
  }
  searcher.flush();
  return report_of(searcher, shared_, lines, reached, started);
}

}  // namespace hyperchess::infinite
