#include "multiverse/engine/engine.hpp"

#include <algorithm>
#include <memory>

namespace hyperchess {
namespace {

constexpr std::size_t min_table_bytes = std::size_t{1} << 20;
// Boards, candidates and regions of the nodes on the path of a thread.
constexpr std::size_t thread_bytes = std::size_t{1} << 20;

std::size_t state_bytes(int threads) { return static_cast<std::size_t>(threads) * thread_bytes; }

}  // namespace

Engine::Engine(const Weights& weights, std::size_t bytes, int threads, const SearchParameters& parameters)
    : weights_(weights),
      parameters_(parameters),
      threads_(std::max(threads, 1)),
      table_(std::max(bytes, state_bytes(threads_) + min_table_bytes) - state_bytes(threads_)) {}

std::size_t Engine::bytes() const { return table_.bytes() + state_bytes(threads_); }

void Engine::clear() {
  const Exclusive::Call call(in_use_, "the engine is searching: stop it before clearing its tables");
  table_.clear();
}

Report Engine::analyse(const Multiverse& multiverse, const Limits& limits, int multi_pv,
                       const std::function<void(const Report&)>& watch, const std::function<void()>& poll) {
  const Exclusive::Call call(in_use_, "the engine is already searching: use one engine for each search");
  SearchControl control(limits);
  table_.next_generation();
  const Evaluation evaluation(weights_, multiverse.shape());
  const SearchContext context{evaluation, parameters_, table_, threads_ > 1 ? &in_progress_ : nullptr,
                              control};
  Searcher searcher(multiverse, context, poll);
  Report report = run_search<Variation>(searcher, control, threads_, multi_pv, watch, [&](int) {
    return std::make_unique<Searcher>(multiverse, context, std::function<void()>());
  });
  report.timed_out = searcher.timed_out();
  report.most_unchecked = static_cast<long long>(searcher.most_unchecked());
  return report;
}

}  // namespace hyperchess
