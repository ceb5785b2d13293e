// Python bindings of the mate searches: conversions, no logic.
#include <chrono>

#include "infinite_mates/hunt.hpp"
#include "mates/mates.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

constexpr auto report_interval = std::chrono::milliseconds(200);

// A mate search. One call runs at a time and reports its progress to `watcher`.
struct PackedMates {
  struct Shared {
    Shared(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
           std::optional<long long> rounds)
        : search(softmates, table_bytes,
                 Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds),
                       [this] { poll(); })) {}

    void poll() {
      nb::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      const auto now = std::chrono::steady_clock::now();
      if (watcher.is_none() || now - reported < report_interval) return;
      reported = now;
      watcher(search.nodes(), running->done());
    }

    MateSearch search;
    nb::handle watcher = nb::none();
    const FirstActions* running = nullptr;
    std::chrono::steady_clock::time_point reported = std::chrono::steady_clock::now();
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
  for (const Move& move : self.actions->moves()) numbers.push_back(to_numbers(move));
  return numbers;
}

// A search for mates of a bare royal piece, with an optional watcher.
struct PackedHunt {
  std::unique_ptr<nb::handle> watcher;  // on the heap, because the callback of the meter refers to it
  infinite::Hunt hunt;
};

std::optional<PackedHunt> make_hunt(const PackedInfinite& position, std::optional<double> seconds,
                                    std::optional<long long> rounds) {
  auto watcher = std::make_unique<nb::handle>(nb::none());
  const auto poll = [watching = watcher.get(), reported = std::chrono::steady_clock::now()]() mutable {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const auto now = std::chrono::steady_clock::now();
    if (watching->is_none() || now - reported < report_interval) return;
    reported = now;
    (*watching)();
  };
  std::optional<infinite::Hunt> hunt = infinite::Hunt::create(
      position.position,
      Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds), poll));
  if (!hunt) return std::nullopt;
  return PackedHunt{std::move(watcher), std::move(*hunt)};
}

using HuntNumbers =
    std::tuple<infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, bool>;

std::vector<HuntNumbers> hunt_moves(PackedHunt& self, int length) {
  std::vector<HuntNumbers> found;
  for (const infinite::HuntMove& move : self.hunt.first_moves(length))
    found.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.is_single);
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
  nb::class_<PackedFirstActions>(module, "FirstActions", "Iterator over the first actions that force mate.")
      .def("next", &next_first_action, "watcher"_a.none(),
           "Return the moves of the next action, or `None`. Call `watcher(nodes, actions examined)` a few\n"
           "times a second.")
      .def(
          "share",
          [](PackedFirstActions& self, long long first, long long last) { self.actions->share(first, last); },
          "first"_a, "last"_a,
          "From now on, examine only the candidates with numbers from `first` up to `last`.")
      .def_prop_ro("ended", [](const PackedFirstActions& self) { return self.actions->ended(); });

  nb::class_<PackedMates>(module, "Mates", "Mate search with its transposition table.")
      .def("__init__", &make_mates, "softmates"_a, "table_bytes"_a, "seconds"_a, "rounds"_a)
      .def("first_actions", &first_actions, "position"_a, "length"_a)
      .def_prop_ro("nodes", [](const PackedMates& self) { return self.shared->search.nodes(); })
      .def_prop_ro("rounds", [](const PackedMates& self) { return self.shared->search.rounds(); })
      .def_prop_ro("table_bytes",
                   [](const PackedMates& self) { return self.shared->search.table().bytes(); });

  nb::class_<PackedHunt>(module, "InfiniteHunt", "Search for mates of a bare royal piece.")
      .def_static("of", &make_hunt, "position"_a, "seconds"_a, "rounds"_a,
                  "Return a search, or `None` if the position is of another kind or too large.")
      .def("first_moves", &hunt_moves, "length"_a,
           "Return the squares of the first moves to try, and whether each represents only itself.")
      .def("wins", &hunt_wins, "from_x"_a, "from_y"_a, "to_x"_a, "to_y"_a, "length"_a, "watcher"_a.none(),
           "Return whether a legal move mates within `length` moves. Call `watcher` a few times a second.")
      .def_prop_ro("rounds", [](const PackedHunt& self) { return self.hunt.rounds(); })
      .def_prop_ro("longest", [](const PackedHunt&) { return infinite::Hunt::longest; });
}

}  // namespace hyperchess::python
