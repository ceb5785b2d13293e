#include "api/engines.hpp"

#include <algorithm>
#include <cstdlib>

#include "api/hooks.hpp"

namespace hyperchess::api {
namespace {

#ifdef __wasm__  // a tab has less memory than a process
std::size_t limit_table(std::size_t bytes) { return std::min(bytes, std::size_t{32} << 20); }
#else
std::size_t limit_table(std::size_t bytes) { return bytes; }
#endif

template <class Names>
std::vector<std::string_view> to_list(const Names& names) {
  return {names.begin(), names.end()};
}

}  // namespace

int get_mate(int value) { return !is_mate(value) ? 0 : is_proven(value) ? 2 : 1; }

int get_score(int value) {
  if (!is_mate(value)) return value;
  const int plies = (is_proven(value) ? proven_mate : likely_mate) - std::abs(value);
  return value > 0 ? plies : -plies;
}

std::vector<std::string_view> weight_names() { return to_list(Weights::names()); }
std::vector<std::string_view> infinite_weight_names() { return to_list(infinite::Weights::names()); }

Engine make_engine(const std::vector<int>& weights, std::size_t table_bytes, int threads) {
  return Engine(Weights::from_numbers(weights), limit_table(table_bytes), threads);
}

Report analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
               std::optional<long long> nodes, std::optional<int> depth, int lines,
               const std::function<void(const Report&)>& watcher) {
  return self.analyse(*position.position, {.seconds = seconds, .nodes = nodes, .depth = depth}, lines,
                      watcher, check_signals);
}

void stop(Engine& self) { self.stop(); }
void clear(Engine& self) { self.clear(); }

std::vector<std::vector<SideTerms>> evaluate(const PackedPosition& position,
                                             const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::from_numbers(weights), multiverse.shape());
  CheckMaps checks(multiverse);
  std::vector<std::vector<SideTerms>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    const auto sides = evaluation.compute_terms(*timeline.boards.back(), row, timeline.end(), checks);
    rows.emplace_back(sides.begin(), sides.end());
  }
  return rows;
}

std::vector<std::vector<int>> placements(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::from_numbers(weights), multiverse.shape());
  std::vector<std::vector<int>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    rows.push_back(evaluation.list_placements(*timeline.boards.back(), timeline.end() & 1));
  }
  return rows;
}

int static_value(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::from_numbers(weights), multiverse.shape());
  CheckMaps checks(multiverse);
  return evaluation.evaluate(multiverse, evaluation.evaluate_boards(multiverse, checks));
}

infinite::Engine make_infinite_engine(const std::vector<int>& weights, std::size_t table_bytes, int threads) {
  return infinite::Engine(infinite::Weights::from_numbers(weights), limit_table(table_bytes), threads);
}

std::optional<infinite::Report> infinite_analyse(
    infinite::Engine& self, const PackedInfinite& position, std::optional<double> seconds,
    std::optional<long long> nodes, std::optional<int> depth, int lines,
    const std::function<void(const infinite::Report&)>& watcher) {
  return self.analyse(position.position, {.seconds = seconds, .nodes = nodes, .depth = depth}, lines, watcher,
                      check_signals);
}

void infinite_stop(infinite::Engine& self) { self.stop(); }
void infinite_clear(infinite::Engine& self) { self.clear(); }

InfiniteEvaluation infinite_evaluate(const PackedInfinite& position, int color,
                                     const std::vector<int>& weights) {
  const infinite::Evaluation evaluation(infinite::Weights::from_numbers(weights));
  const infinite::Terms terms = evaluation.compute_terms(position.position);
  return {{terms.begin(), terms.end()},
          evaluation.evaluate(position.position, static_cast<infinite::Color>(color))};
}

}  // namespace hyperchess::api
