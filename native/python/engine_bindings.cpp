// The Python bindings of the engine: conversions and nothing else.
#include <nanobind/stl/string.h>

#include "engine/engine.hpp"
#include "python/bindings.hpp"
#include "python/engine_reports.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

using Actions = std::vector<std::vector<MoveNumbers>>;

Actions actions_of(const Variation& variation) {
  Actions actions;
  for (const ActionMoves& moves : variation) {
    auto& numbers = actions.emplace_back();
    for (const Move& move : moves) numbers.push_back(numbers_of(move));
  }
  return actions;
}

ReportNumbers<Actions> analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
                               std::optional<long long> nodes, std::optional<int> depth, int lines,
                               nb::handle watcher) {
  const Report report =
      search_watched<Variation>(watcher, actions_of, [&](const auto& watch, const auto& poll) {
        return self.analyse(*position.position, {seconds, nodes, depth}, lines, watch, poll);
      });
  return report_numbers(report, actions_of);
}

// For each row from the lowest: for each side material, placement, mobility, attack, shelter, hanging.
std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::of(weights), multiverse.plane());
  std::vector<std::vector<std::vector<int>>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    auto& sides = rows.emplace_back();
    for (const SideTerms& terms : evaluation.terms_of(*line.boards.back(), line.end() & 1))
      sides.push_back(
          {terms.material, terms.placement, terms.mobility, terms.attack, terms.shelter, terms.hanging});
  }
  return rows;
}

int static_value(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::of(weights), multiverse.plane());
  return evaluation.of(multiverse, evaluation.of_boards(multiverse));
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<Engine>(module, "Engine", "An engine with its transposition table.")
      .def(
          "__init__",
          [](Engine* self, const std::vector<int>& weights, std::size_t table_bytes, int threads) {
            new (self) Engine(Weights::of(weights), table_bytes, threads);
          },
          "weights"_a, "table_bytes"_a, "threads"_a)
      .def("analyse", &analyse, "position"_a, "seconds"_a, "nodes"_a, "depth"_a, "lines"_a,
           "watcher"_a.none(),
           "The best lines, depth, nodes, evaluations and seconds. Calls `watcher` with the same after each "
           "depth.")
      .def("stop", &Engine::stop, "End the search that runs, from another thread.")
      .def("clear", &Engine::clear);
  module.def(
      "weight_names",
      [] {
        const auto names = Weights::names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "The names of the weights, in the order in which they are passed.");
  module.def("evaluate", &evaluate, "position"_a, "weights"_a,
             "The terms of each side on the last board of every row.");
  module.def("static_value", &static_value, "position"_a, "weights"_a, "The evaluation from White's side.");
}

}  // namespace hyperchess::python
