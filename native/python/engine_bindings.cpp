// Python bindings of the engine of 5D chess: conversions, no logic.
#include <nanobind/stl/string.h>

#include "api/engines.hpp"
#include "python/bindings.hpp"
#include "python/engine_reports.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

api::ReportNumbers analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
                           std::optional<long long> nodes, std::optional<int> depth, int lines,
                           nb::handle watcher) {
  return api::to_numbers(search_watched<Report>(watcher, [&](const auto& watch, const auto& poll) {
    return self.analyse(*position.position, {.seconds = seconds, .nodes = nodes, .depth = depth}, lines,
                        watch, poll);
  }));
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<Engine>(module, "Engine", "Engine of 5D chess with its transposition table.")
      .def(
          "__init__",
          [](Engine* self, const std::vector<int>& weights, std::size_t table_bytes, int threads) {
            new (self) Engine(Weights::from_numbers(weights), table_bytes, threads);
          },
          "weights"_a, "table_bytes"_a, "threads"_a)
      .def(
          "analyse", &analyse, "position"_a, "seconds"_a, "nodes"_a, "depth"_a, "lines"_a, "watcher"_a.none(),
          "Return the best lines, depth, nodes, evaluations and seconds. Call `watcher` with the same after\n"
          "each depth.")
      .def("stop", &Engine::stop, "Stop the running search, from another thread.")
      .def("clear", &Engine::clear);
  module.def(
      "weight_names",
      [] {
        const auto names = Weights::names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "Return the names of the weights, in the order in which they are passed.");
  module.def("evaluate", &api::evaluate, "position"_a, "weights"_a,
             "Return the terms of each side on the last board of every row.");
  module.def("static_value", &api::static_value, "position"_a, "weights"_a,
             "Return the evaluation from White's point of view.");
}

}  // namespace hyperchess::python
