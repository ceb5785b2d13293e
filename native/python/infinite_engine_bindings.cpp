// The Python bindings of the engine of infinite chess: conversions and nothing else.
#include <nanobind/stl/string.h>

#include "api/engines.hpp"
#include "python/bindings.hpp"
#include "python/engine_reports.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

namespace inf = infinite;

// None if that needs numbers beyond 64 bits.
std::optional<api::InfiniteReportNumbers> analyse(inf::Engine& self, const PackedInfinite& position,
                                                   std::optional<double> seconds,
                                                   std::optional<long long> nodes, std::optional<int> depth,
                                                   int lines, nb::handle watcher) {
  const auto report = search_watched<inf::Report>(watcher, [&](const auto& watch, const auto& poll) {
    return self.analyse(position.position, {seconds, nodes, depth}, lines, watch, poll);
  });
  if (!report) return std::nullopt;
  return api::numbers_of(*report);
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
  module.def("infinite_evaluate", &api::infinite_evaluate, "position"_a, "color"_a, "weights"_a,
             "The terms of each colour, and the whole from the side of one.");
}

}  // namespace hyperchess::python
