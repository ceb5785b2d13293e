// The Python bindings of the mate search: conversions and nothing else.
#include <chrono>

#include "infinite_mates/hunt.hpp"
#include "mates/mates.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

// A mate search. One call runs at a time and reports its progress to `watcher`.
struct PackedMates {
  struct Shared {
    Shared(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
           std::optional<long long> rounds)
        : search(softmates, table_bytes,
                 Meter(seconds.value_or(Meter::no_seconds), rounds.value_or(Meter::no_rounds),
                       [this] { poll(); })) {}

    void poll() {
      nb::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      const auto now = std::chrono::steady_clock::now();
      if (watcher.is_none() || now - told < std::chrono::milliseconds(200)) return;
      told = now;
      watcher(search.nodes(), running->done());
    }

    MateSearch search;
    nb::handle watcher = nb::none();
    const FirstActions* running = nullptr;
    std::chrono::steady_clock::time_point told = std::chrono::steady_clock::now();
  };
  std::shared_ptr<Shared> shared;
};
struct PackedFirstActions {
  std::shared_ptr<PackedMates::Shared> shared;
  std::shared_ptr<FirstActions> actions;
};

void make_mates(PackedMates* self, bool softmates, std::size_t table_bytes, std::optional<double> seconds,
                std::optional<long long> rounds) {
  new (self) PackedMates{std::make_shared<PackedMates::Shared>(softmates, table_bytes, seconds, rounds)};
}

PackedFirstActions first_actions(const PackedMates& self, const PackedPosition& position, int length) {
  const std::shared_ptr<MateSearch> search(self.shared, &self.shared->search);
  return {self.shared, std::make_shared<FirstActions>(search, position.position, length)};
}

std::optional<std::vector<MoveNumbers>> next_first_action(PackedFirstActions& self, nb::handle watcher) {
  PackedMates::Shared& shared = *self.shared;
  if (shared.running) throw nb::value_error("a search for mates runs one call at a time");
  struct Running {
    Running(PackedMates::Shared& search, nb::handle progress, const FirstActions* actions) : search_(search) {
      search_.watcher = progress;
      search_.running = actions;
    }
    ~Running() { search_.running = nullptr; }
    PackedMates::Shared& search_;
  };
  const Running running(shared, watcher, self.actions.get());
  bool found = false;
  {
    nb::gil_scoped_release release;
    found = self.actions->next();
  }
  if (!found) return std::nullopt;
  std::vector<MoveNumbers> numbers;
  for (const Move& move : self.actions->moves()) numbers.push_back(numbers_of(move));
  return numbers;
}

// A search for mates of a bare royal piece. The one who waits for an answer may watch.
struct PackedHunt {
  std::unique_ptr<nb::handle> watcher;  // stays where the meter finds it
  infinite::Hunt hunt;
};

std::optional<PackedHunt> make_hunt(const PackedInfinite& position, std::optional<double> seconds,
                                    std::optional<long long> rounds) {
  auto watcher = std::make_unique<nb::handle>(nb::none());
  const auto poll = [watching = watcher.get(), told = std::chrono::steady_clock::now()]() mutable {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const auto now = std::chrono::steady_clock::now();
    if (watching->is_none() || now - told < std::chrono::milliseconds(200)) return;
    told = now;
    (*watching)();
  };
  std::optional<infinite::Hunt> hunt = infinite::Hunt::of(
      position.position, Meter(seconds.value_or(Meter::no_seconds), rounds.value_or(Meter::no_rounds), poll));
  if (!hunt) return std::nullopt;
  return PackedHunt{std::move(watcher), std::move(*hunt)};
}

using HuntNumbers =
    std::tuple<infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, bool>;

std::vector<HuntNumbers> hunt_moves(PackedHunt& self, int length) {
  std::vector<HuntNumbers> found;
  for (const infinite::HuntMove& move : self.hunt.first_moves(length))
    found.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.alone);
  return found;
}

bool hunt_wins(PackedHunt& self, infinite::Coordinate from_x, infinite::Coordinate from_y,
               infinite::Coordinate to_x, infinite::Coordinate to_y, int length, nb::handle watcher) {
  struct Watched {
    Watched(nb::handle& place, nb::handle watcher) : place_(place) { place_ = watcher; }
    ~Watched() { place_ = nb::none(); }
    nb::handle& place_;
  };
  const Watched watched(*self.watcher, watcher);
  nb::gil_scoped_release release;
  return self.hunt.wins({from_x, from_y}, {to_x, to_y}, length);
}

}  // namespace

void bind_mates(nb::module_& module) {
  nb::class_<PackedFirstActions>(module, "FirstActions", "First actions that force a mate of some length.")
      .def("next", &next_first_action, "watcher"_a.none(),
           "The moves of the next one, or none. Calls `watcher(nodes, actions looked at)` a few times a "
           "second.")
      .def(
          "share",
          [](PackedFirstActions& self, long long first, long long last) { self.actions->share(first, last); },
          "first"_a, "last"_a, "Look only at the candidates from one number to another, further on.")
      .def_prop_ro("ended", [](const PackedFirstActions& self) { return self.actions->ended(); });

  nb::class_<PackedMates>(module, "Mates", "A search for mates, with what it has proven so far.")
      .def("__init__", &make_mates, "softmates"_a, "table_bytes"_a, "seconds"_a, "rounds"_a)
      .def("first_actions", &first_actions, "position"_a, "length"_a)
      .def_prop_ro("nodes", [](const PackedMates& self) { return self.shared->search.nodes(); })
      .def_prop_ro("rounds", [](const PackedMates& self) { return self.shared->search.rounds(); })
      .def_prop_ro("table_bytes",
                   [](const PackedMates& self) { return self.shared->search.table().bytes(); });

  nb::class_<PackedHunt>(module, "InfiniteHunt", "A search for mates of a bare royal piece.")
      .def_static("of", &make_hunt, "position"_a, "seconds"_a, "rounds"_a,
                  "None if the position is not of that kind, or too large.")
      .def("first_moves", &hunt_moves, "length"_a,
           "Squares of the first moves to try, and whether each stands for itself alone.")
      .def("wins", &hunt_wins, "from_x"_a, "from_y"_a, "to_x"_a, "to_y"_a, "length"_a, "watcher"_a.none(),
           "Whether a legal move mates within so many moves. Calls `watcher` a few times a second.")
      .def_prop_ro("rounds", [](const PackedHunt& self) { return self.hunt.rounds(); })
      .def_prop_ro("longest", [](const PackedHunt&) { return infinite::Hunt::longest; });
}

}  // namespace hyperchess::python
