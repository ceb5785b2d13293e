// The Python bindings of the engine: conversions and nothing else.
#include <nanobind/stl/string.h>

#include "engine/engine.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, actions.
using LineNumbers = std::tuple<int, int, int, std::vector<std::vector<MoveNumbers>>>;
// Lines, depth, nodes, evaluations, seconds.
using ReportNumbers = std::tuple<std::vector<LineNumbers>, int, long long, long long, double>;

// Plies to a mate with the sign of the value, or centipawns.
LineNumbers numbers_of(const EngineLine& line) {
  const int size = std::abs(line.value);
  const bool proven = is_proven(line.value), likely = !proven && size > likely_mate - mate_band;
  int value = line.value;
  if (proven || likely) {
    const int plies = (proven ? proven_mate : likely_mate) - size;
    value = line.value > 0 ? plies : -plies;
  }
  std::vector<std::vector<MoveNumbers>> actions;
  for (const ActionMoves& moves : line.actions) {
    auto& numbers = actions.emplace_back();
    for (const Move& move : moves) numbers.push_back(python::numbers_of(move));
  }
  return {value, proven ? 2 : likely ? 1 : 0, line.depth, std::move(actions)};
}

ReportNumbers numbers_of(const Report& report) {
  std::vector<LineNumbers> lines;
  for (const EngineLine& line : report.lines) lines.push_back(numbers_of(line));
  return {std::move(lines), report.depth, report.nodes, report.evaluations, report.seconds};
}

ReportNumbers analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
                      std::optional<long long> nodes, std::optional<int> depth, int lines,
                      nb::handle watcher) {
  Report report;
  {
    nb::gil_scoped_release release;
    std::function<void(const Report&)> watch;
    if (!watcher.is_none())
      watch = [&](const Report& found) {
        nb::gil_scoped_acquire acquire;
        watcher(numbers_of(found));
      };
    report = self.analyse(*position.position, {seconds, nodes, depth}, lines, watch, [] {
      nb::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
  }
  return numbers_of(report);
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
