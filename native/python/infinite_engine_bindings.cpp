// Python bindings of the engine of infinite chess: conversions, no logic.
#include <nanobind/stl/string.h>

#include "api/engines.hpp"
#include "python/bindings.hpp"
#include "python/engine_reports.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

namespace inf = infinite;

// Return nothing if the search needs numbers beyond 64 bits.
std::optional<api::InfiniteReportNumbers> analyse(inf::Engine& self, const PackedInfinite& position,
                                                  std::optional<double> seconds,
                                                  std::optional<long long> nodes, std::optional<int> depth,
                                                  int lines, nb::handle watcher) {
  const auto report = search_watched<inf::Report>(watcher, [&](const auto& watch, const auto& poll) {
    return self.analyse(position.position, {.seconds = seconds, .nodes = nodes, .depth = depth}, lines, watch,
                        poll);
  });
  if (!report) return std::nullopt;
  return api::to_numbers(*report);
}

}  // namespace

void bind_infinite_engine(nb::module_& module) {
  nb::class_<inf::Engine>(module, "InfiniteEngine", "Engine of infinite chess with its transposition table.")
      .def(
          "__init__",
          [](inf::Engine* self, const std::vector<int>& weights, std::size_t table_bytes, int threads) {
            new (self) inf::Engine(inf::Weights::from_numbers(weights), table_bytes, threads);
          },
          "weights"_a, "table_bytes"_a, "threads"_a)
      .def("analyse", &analyse, "position"_a, "seconds"_a, "nodes"_a, "depth"_a, "lines"_a,
           "watcher"_a.none(),
           "Return the best lines, depth, nodes, evaluations and seconds, or `None` if numbers beyond 64 "
           "bits\n"
           "are needed.")
      .def("stop", &inf::Engine::stop, "Stop the running search, from another thread.")
      .def("clear", &inf::Engine::clear);
  module.def(
      "infinite_weight_names",
      [] {
        const auto names = inf::Weights::names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "Return the names of the weights of infinite chess, in the order in which they are passed.");
  module.def("infinite_evaluate", &api::infinite_evaluate, "position"_a, "color"_a, "weights"_a,
             "Return the terms of each colour, and the evaluation from the point of view of `color`.");
}

}  // namespace hyperchess::python
