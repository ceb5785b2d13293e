#include "infinite/engine/engine.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

namespace hyperchess::infinite {
namespace {

constexpr std::size_t min_table_bytes = std::size_t{1} << 20;
// Bytes of a thread: its searcher and its histories. A fixed number, since the size of the table follows from
// it: the signature of the bench must not depend on how a compiler lays out classes.
constexpr std::size_t thread_bytes = 1'658'432;
[[maybe_unused]] constexpr std::size_t thread_tolerance = 4'096;

// Bytes of the memory of a search from which its shared histories are full.
constexpr std::size_t full_histories_bytes = std::size_t{32} << 20;

std::size_t state_bytes(int threads, SharedHistories::Size size) {
  return SharedHistories::bytes(size) + static_cast<std::size_t>(threads) * thread_bytes;
}

SharedHistories::Size choose_size(std::size_t bytes, int threads) {
  using enum SharedHistories::Size;
  return bytes >= full_histories_bytes && bytes >= state_bytes(threads, full) + min_table_bytes ? full
                                                                                                : small;
}

}  // namespace

Engine::Engine(const Weights& weights, const SearchParameters& parameters, std::size_t bytes, int threads)
    : evaluation_(weights),
      parameters_(parameters),
      reductions_(parameters.lmr_base, parameters.lmr_divisor),
      threads_(std::max(threads, 1)),
      state_bytes_(state_bytes(threads_, choose_size(bytes, threads_))),
      table_(std::max(bytes, state_bytes_ + min_table_bytes) - state_bytes_),
      shared_histories_(choose_size(bytes, threads_)),
      histories_(static_cast<std::size_t>(threads_)) {
  assert(Searcher::bytes() + Histories::bytes() <= thread_bytes + thread_tolerance);
}

std::size_t Engine::bytes() const { return table_.bytes() + state_bytes_; }

void Engine::clear() {
  const Exclusive::Call call(in_use_, "the engine is searching: stop it before clearing its tables");
  table_.clear();
  shared_histories_.clear();
  for (Histories& histories : histories_) histories.clear();
}

std::optional<Report> Engine::analyse(const Position& position, const Limits& limits, int multi_pv,
                                      const MateTable* mate_table,
                                      const std::function<void(const Report&)>& watch,
                                      const std::function<void()>& poll) {
  const Exclusive::Call call(in_use_, "the engine is already searching: use one engine for each search");
  SearchControl control(limits);
  table_.next_generation();
  const SearchContext context{evaluation_,       parameters_, reductions_, table_,
                              shared_histories_, mate_table,  control};
  Searcher searcher(position, context, histories_.front(), poll);
  const Root root = threads_ > 1 ? searcher.root_state() : Root{};
  Report report = run_search<Variation>(searcher, control, threads_, multi_pv, watch, [&](int helper) {
    return std::make_unique<Searcher>(position, context, histories_[static_cast<std::size_t>(helper)],
                                      std::function<void()>(), &root);
  });
  searcher.flush_counts();
  if (!searcher.root_state().fits_into_64_bits) return std::nullopt;
  report.timed_out = report.variations.empty() && !searcher.is_complete();
  report.nodes = control.nodes.load();
  report.evaluations = control.evaluations.load();
  report.most_unchecked = static_cast<long long>(searcher.most_unchecked());
  return report;
}

}  // namespace hyperchess::infinite
