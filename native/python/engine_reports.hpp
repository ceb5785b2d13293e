// Callbacks into Python during a search.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "api/engines.hpp"

namespace hyperchess::python {

namespace nb = nanobind;

// Run `search(watch, poll)` with the GIL released. `watch` reports to `watcher` after each depth, `poll`
// checks for signals.
template <typename Report, typename Search>
auto search_watched(nb::handle watcher, Search search) {
  nb::gil_scoped_release release;
  std::function<void(const Report&)> watch;
  if (!watcher.is_none())
    watch = [&](const Report& found) {
      nb::gil_scoped_acquire acquire;
      watcher(api::to_numbers(found));
    };
  return search(watch, std::function<void()>([] {
                  nb::gil_scoped_acquire acquire;
                  if (PyErr_CheckSignals() != 0) throw nb::python_error();
                }));
}

}  // namespace hyperchess::python
