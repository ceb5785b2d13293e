// Reports of both engines as numbers for Python, and what Python is asked while they think.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdlib>
#include <functional>
#include <tuple>
#include <vector>

#include "engine/deepening.hpp"

namespace hyperchess::python {

namespace nb = nanobind;

// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, actions.
template <typename Actions>
using LineNumbers = std::tuple<int, int, int, Actions>;
// Lines, depth, nodes, evaluations, seconds.
template <typename Actions>
using ReportNumbers = std::tuple<std::vector<LineNumbers<Actions>>, int, long long, long long, double>;

// The value is plies to a mate with the sign of the value, or centipawns; `actions_of` turns a variation into
// numbers.
template <typename Variation, typename ActionsOf>
auto report_numbers(const ReportOf<Variation>& report, ActionsOf actions_of) {
  using Actions = decltype(actions_of(report.lines.front().actions));
  std::vector<LineNumbers<Actions>> lines;
  for (const LineOf<Variation>& line : report.lines) {
    const int size = std::abs(line.value);
    const bool proven = is_proven(line.value), likely = !proven && size > likely_mate - mate_band;
    int value = line.value;
    if (proven || likely) {
      const int plies = (proven ? proven_mate : likely_mate) - size;
      value = line.value > 0 ? plies : -plies;
    }
    lines.emplace_back(value, proven ? 2 : likely ? 1 : 0, line.depth, actions_of(line.actions));
  }
  return ReportNumbers<Actions>{std::move(lines), report.depth, report.nodes, report.evaluations,
                                report.seconds};
}

// Runs a search without the lock of the interpreter: `search` is given what to call after each depth, and
// what to call every few milliseconds.
template <typename Variation, typename ActionsOf, typename Search>
auto search_watched(nb::handle watcher, ActionsOf actions_of, Search search) {
  nb::gil_scoped_release release;
  std::function<void(const ReportOf<Variation>&)> watch;
  if (!watcher.is_none())
    watch = [&](const ReportOf<Variation>& found) {
      nb::gil_scoped_acquire acquire;
      watcher(report_numbers(found, actions_of));
    };
  return search(watch, std::function<void()>([] {
                  nb::gil_scoped_acquire acquire;
                  if (PyErr_CheckSignals() != 0) throw nb::python_error();
                }));
}

}  // namespace hyperchess::python
