// What Python is asked while an engine thinks.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "api/engines.hpp"

namespace hyperchess::python {

namespace nb = nanobind;

// Runs a search without the lock of the interpreter: `search` is given what to call after each depth, and
// what to call every few milliseconds.
template <typename Report, typename Search>
auto search_watched(nb::handle watcher, Search search) {
  nb::gil_scoped_release release;
  std::function<void(const Report&)> watch;
  if (!watcher.is_none())
    watch = [&](const Report& found) {
      nb::gil_scoped_acquire acquire;
      watcher(api::numbers_of(found));
    };
  return search(watch, std::function<void()>([] {
                  nb::gil_scoped_acquire acquire;
                  if (PyErr_CheckSignals() != 0) throw nb::python_error();
                }));
}

}  // namespace hyperchess::python
