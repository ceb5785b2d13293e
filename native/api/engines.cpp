#include "api/engines.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "api/hooks.hpp"

namespace hyperchess::api {
namespace {

#ifdef __wasm__  // a tab has less memory than a process
std::size_t limit_table(std::size_t bytes) { return std::min(bytes, std::size_t{32} << 20); }
#else
std::size_t limit_table(std::size_t bytes) { return bytes; }
#endif

template <class Item = std::string_view, class Items>
std::vector<Item> to_list(const Items& names) {
  return {names.begin(), names.end()};
}

template <class AnyWeights>
AnyWeights read_weights(const std::vector<int>& numbers) {
  if (numbers.size() != AnyWeights::names().size())
    throw std::invalid_argument("not a value for each weight");
  for (const int number : numbers)
    if (number < -max_weight || number > max_weight)
      throw std::invalid_argument("weights are between -" + std::to_string(max_weight) + " and " +
                                  std::to_string(max_weight));
  return AnyWeights::from_numbers(numbers);
}

// Limits of a search; throw unless there are lines to report.
Limits make_limits(std::optional<double> seconds, std::optional<long long> nodes, std::optional<int> depth,
                   int lines, const std::optional<PackedStop>& stop) {
  if (lines < 1) throw std::invalid_argument("a search reports at least one line");
  return {.seconds = seconds, .nodes = nodes, .depth = depth, .stop = stop ? stop->token.get() : nullptr};
}

}  // namespace

PackedStop make_stop() { return {std::make_shared<StopToken>()}; }
void stop(const PackedStop& self) { self.token->stop(); }
bool is_stopped(const PackedStop& self) { return self.token->is_stopped(); }

int get_mate(int value) { return !is_mate(value) ? 0 : is_proven(value) ? 2 : 1; }

int get_score(int value) {
  if (!is_mate(value)) return value;
  const int plies = (is_proven(value) ? proven_mate : likely_mate) - std::abs(value);
  return value > 0 ? plies : -plies;
}

std::vector<std::string_view> weight_names() { return to_list(Weights::names()); }
std::vector<std::string_view> infinite_weight_names() { return to_list(infinite::Weights::names()); }

std::vector<ParameterInfo> search_parameters() { return to_list<ParameterInfo>(search_parameter_list); }

Engine make_engine(const std::vector<int>& weights, std::size_t bytes, int threads,
                   const std::vector<int>& parameters) {
  return Engine(read_weights<Weights>(weights), limit_table(bytes), threads,
                read_parameters<SearchParameters>(parameters, search_parameter_list));
}

Report analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
               std::optional<long long> nodes, std::optional<int> depth, int lines,
               const std::optional<PackedStop>& stop, const std::function<void(const Report&)>& watcher) {
  return self.analyse(*position.position, make_limits(seconds, nodes, depth, lines, stop), lines, watcher,
                      check_signals);
}

void clear(Engine& self) { self.clear(); }
long long engine_bytes(const Engine& self) { return static_cast<long long>(self.bytes()); }

std::vector<std::vector<SideTerms>> evaluate(const PackedPosition& position,
                                             const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(read_weights<Weights>(weights), multiverse.shape());
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
  const Evaluation evaluation(read_weights<Weights>(weights), multiverse.shape());
  std::vector<std::vector<int>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    rows.push_back(evaluation.list_placements(*timeline.boards.back(), timeline.end() & 1));
  }
  return rows;
}

int static_value(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(read_weights<Weights>(weights), multiverse.shape());
  CheckMaps checks(multiverse);
  return evaluation.evaluate(multiverse, evaluation.evaluate_boards(multiverse, checks));
}

std::vector<ParameterInfo> infinite_search_parameters() {
  return to_list<ParameterInfo>(infinite::search_parameter_list);
}

infinite::Engine make_infinite_engine(const std::vector<int>& weights, std::size_t bytes, int threads,
                                      const std::vector<int>& parameters) {
  return infinite::Engine(
      read_weights<infinite::Weights>(weights),
      read_parameters<infinite::SearchParameters>(parameters, infinite::search_parameter_list),
      limit_table(bytes), threads);
}

std::optional<infinite::Report> infinite_analyse(
    infinite::Engine& self, const PackedInfinite& position, std::optional<double> seconds,
    std::optional<long long> nodes, std::optional<int> depth, int lines,
    const std::optional<PackedStop>& stop, const std::optional<PackedWindow>& mates,
    const std::function<void(const infinite::Report&)>& watcher) {
  std::optional<infinite::MateTable> table;
  if (mates) table.emplace(mates->table);
  return self.analyse(position.position, make_limits(seconds, nodes, depth, lines, stop), lines,
                      table ? &*table : nullptr, watcher, check_signals);
}

void infinite_clear(infinite::Engine& self) { self.clear(); }
long long infinite_engine_bytes(const infinite::Engine& self) { return static_cast<long long>(self.bytes()); }

InfiniteEvaluation infinite_evaluate(const PackedInfinite& position, int color,
                                     const std::vector<int>& weights) {
  if (color < 1 || color >= infinite::color_count) throw std::invalid_argument("not a player");
  const infinite::Evaluation evaluation(read_weights<infinite::Weights>(weights));
  const infinite::Terms terms = evaluation.compute_terms(position.position);
  return {{terms.begin(), terms.end()},
          evaluation.evaluate(position.position, static_cast<infinite::Color>(color))};
}

}  // namespace hyperchess::api
