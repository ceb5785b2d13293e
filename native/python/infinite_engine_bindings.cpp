// The Python bindings of the engine of infinite chess: conversions and nothing else.
#include <nanobind/stl/string.h>

#include "infinite_engine/engine.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

namespace inf = infinite;

// The squares of a move, and the code of the promotion or 0.
using InfiniteMoveNumbers =
    std::tuple<inf::Coordinate, inf::Coordinate, inf::Coordinate, inf::Coordinate, int>;
// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, moves.
using LineNumbers = std::tuple<int, int, int, std::vector<InfiniteMoveNumbers>>;
// Lines, depth, nodes, evaluations, seconds.
using ReportNumbers = std::tuple<std::vector<LineNumbers>, int, long long, long long, double>;

// Plies to a mate with the sign of the value, or centipawns.
LineNumbers numbers_of(const inf::EngineLine& line) {
  const int size = std::abs(line.value);
  const bool proven = is_proven(line.value), likely = !proven && size > likely_mate - mate_band;
  int value = line.value;
  if (proven || likely) {
    const int plies = (proven ? proven_mate : likely_mate) - size;
    value = line.value > 0 ? plies : -plies;
  }
  std::vector<InfiniteMoveNumbers> moves;
  for (const inf::Move& move : line.moves)
    moves.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.promotion.code);
  return {value, proven ? 2 : likely ? 1 : 0, line.depth, std::move(moves)};
}

ReportNumbers numbers_of(const inf::Report& report) {
  std::vector<LineNumbers> lines;
  for (const inf::EngineLine& line : report.lines) lines.push_back(numbers_of(line));
  return {std::move(lines), report.depth, report.nodes, report.evaluations, report.seconds};
}

// None if that needs numbers beyond 64 bits.
std::optional<ReportNumbers> analyse(inf::Engine& self, const PackedInfinite& position,
                                     std::optional<double> seconds, std::optional<long long> nodes,
                                     std::optional<int> depth, int lines, nb::handle watcher) {
  inf::Report report;
  {
    nb::gil_scoped_release release;
    std::function<void(const inf::Report&)> watch;
    if (!watcher.is_none())
      watch = [&](const inf::Report& found) {
        nb::gil_scoped_acquire acquire;
        watcher(numbers_of(found));
      };
    report = self.analyse(position.position, {seconds, nodes, depth}, lines, watch, [] {
      nb::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
  }
  if (!report.covered) return std::nullopt;
  return numbers_of(report);
}

// For each colour material, pawns, activity, safety, mate, goals; and the whole from the side of a player.
std::tuple<std::vector<std::vector<int>>, int> evaluate(const PackedInfinite& position, int color,
                                                        const std::vector<int>& weights) {
  const inf::Evaluation evaluation(inf::Weights::of(weights));
  std::vector<std::vector<int>> sides;
  for (const inf::SideTerms& terms : evaluation.terms_of(position.position))
    sides.push_back({terms.material, terms.pawns, terms.activity, terms.safety, terms.mate, terms.goals});
  return {std::move(sides), evaluation.of(position.position, static_cast<inf::Color>(color))};
}

}  // namespace

void bind_infinite_engine(nb::module_& module) {
  nb::class_<inf::Engine>(module, "InfiniteEngine",
                          "An engine of infinite chess with its transposition table.")
      .def(
          "__init__",
          [](inf::Engine* self, const std::vector<int>& weights, std::size_t table_bytes, int threads) {
            new (self) inf::Engine(inf::Weights::of(weights), table_bytes, threads);
          },
          "weights"_a, "table_bytes"_a, "threads"_a)
      .def("analyse", &analyse, "position"_a, "seconds"_a, "nodes"_a, "depth"_a, "lines"_a,
           "watcher"_a.none(),
           "The best lines, depth, nodes, evaluations and seconds; none if numbers do not fit.")
      .def("stop", &inf::Engine::stop, "End the search that runs, from another thread.")
      .def("clear", &inf::Engine::clear);
  module.def(
      "infinite_weight_names",
      [] {
        const auto names = inf::Weights::names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "The names of the weights of infinite chess, in the order in which they are passed.");
  module.def("infinite_evaluate", &evaluate, "position"_a, "color"_a, "weights"_a,
             "The terms of each colour, and the whole from the side of one.");
}

}  // namespace hyperchess::python
