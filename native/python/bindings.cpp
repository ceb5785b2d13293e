// The Python bindings of the rules, for `hyperchess.multiverse.kernel` only: conversions and nothing else.
#include "python/bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <mutex>

#include "api/positions.hpp"
#include "search/actions.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {
// The legal actions of a position, and handles to single ones, which keep it alive. A mutex serialises
// threads.
struct PackedActions {
  struct Source {
    ActionIterator iterator;
    std::mutex mutex;
  };
  std::shared_ptr<Source> source;
};
struct ActionHandle {
  std::shared_ptr<const ActionIterator> source;
  std::vector<int> point;
};

void raise(const char* name, const char* message) {
  nb::object error = nb::module_::import_("hyperchess.errors").attr(name);
  PyErr_SetString(error.ptr(), message);
}

Meter meter_of(std::optional<double> seconds, std::optional<long long> rounds) {
  return Meter(seconds.value_or(Meter::no_seconds), rounds.value_or(Meter::no_rounds), [] {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

void pack(PackedPosition* self, int width, int height, int player, bool even, const Bytes& promotions,
          int lowest_row, const std::vector<api::LineCells>& lines) {
  new (self) PackedPosition(api::pack(width, height, player, even, promotions, lowest_row, lines));
}

void pack_state(PackedPosition& self, const api::PackedState& state) {
  const auto& [width, height, player, even, promotions, lowest_row, lines] = state;
  pack(&self, width, height, player, even, promotions, lowest_row, lines);
}

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::count_actions(*self.position, limit.value_or(std::numeric_limits<long long>::max()),
                                   meter);
}

std::string status(const PackedPosition& self, std::optional<double> seconds,
                   std::optional<long long> rounds) {
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  try {
    switch (find_status(*self.position, meter)) {
      case Status::ongoing: return "ongoing";
      case Status::check: return "check";
      case Status::softmate: return "softmate";
      case Status::checkmate: return "checkmate";
      case Status::stalemate: return "stalemate";
    }
  } catch (const BudgetExhausted&) {
  }
  return "unknown";
}

constexpr int max_perft_depth = 64;  // more than can be counted; each level takes stack space

long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds) {
  if (depth > max_perft_depth) throw BudgetExhausted("cannot count sequences of so many actions");
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::perft(*self.position, depth, meter);
}

PackedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds) {
  return {std::shared_ptr<PackedActions::Source>(
      new PackedActions::Source{{self.position, meter_of(seconds, rounds)}, {}})};
}

std::vector<ActionHandle> fetch(PackedActions& self, int most) {
  std::vector<ActionHandle> handles;
  nb::gil_scoped_release release;
  const std::lock_guard lock(self.source->mutex);
  ActionIterator& iterator = self.source->iterator;
  const std::shared_ptr<const ActionIterator> kept(self.source, &iterator);
  try {
    while (static_cast<int>(handles.size()) < most && iterator.next())
      handles.push_back({kept, iterator.point()});
  } catch (const BudgetExhausted&) {
    // What was found is returned; the next call ends here with nothing and throws.
    if (handles.empty()) throw;
  }
  return handles;
}

MoveNumbers move_number(const PackedActions& self, int number) {
  const std::vector<Move>& moves = self.source->iterator.axes().moves;
  if (number < 0 || number >= static_cast<int>(moves.size())) throw nb::index_error("no such move");
  return numbers_of(moves[number]);
}

std::vector<int> handle_moves(const ActionHandle& self) {
  std::vector<int> moves;
  moves_of(self.source->axes(), self.point, moves);
  return moves;
}

PackedPosition play(const ActionHandle& self) {
  const Axes& axes = self.source->axes();
  return {std::make_shared<const Multiverse>(
      axes.multiverse.with(boards_of(axes, self.point), 1 - axes.multiverse.player()))};
}

}  // namespace
}  // namespace hyperchess::python

NB_MODULE(_native, module) {
  using namespace hyperchess;
  namespace py = hyperchess::python;
  module.doc() = "The rules of 5D chess in C++. Use `hyperchess.multiverse`, not this module.";
  // Positions that live until the process ends are not leaks.
  nb::set_leak_warnings(false);
  module.attr("MAX_SQUARES") = max_squares;
  module.attr("MAX_TIMELINES") = max_timelines;
  module.attr("MAX_BOARDS") = max_boards;
  module.attr("ANYTHING") = Pattern::anything;

  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const InvalidPosition& invalid) {
      py::raise("InvalidPosition", invalid.what());
    } catch (const BudgetExhausted& exhausted) {
      py::raise("BudgetExhausted", exhausted.what());
    }
  });

  nb::class_<py::ActionHandle>(module, "Handle", "A legal action that has not been turned into moves.")
      .def("moves", &py::handle_moves, "Its moves in standard order, as numbers for `Actions.move`.")
      .def("play", &py::play, "The position after it.");

  nb::class_<py::PackedActions>(module, "Actions",
                                "The legal actions of a position, found as they are fetched.")
      .def("fetch", &py::fetch, "most"_a,
           "The next actions, as many as asked for if there are; none if there are no more.")
      .def("move", &py::move_number, "number"_a, "A move by its number.");

  nb::class_<api::MadeBoards>(module, "MadeBoards", "Boards that moves made.")
      .def("cells", &api::cells_of,
           "The row, half-turn and cells of each, and the row and half-turn of the board it branched from.");

  nb::class_<api::PackedPosition> position(module, "Position", "A position as bitboards.");
  position
      .def("__init__", &py::pack, "width"_a, "height"_a, "player"_a, "even"_a, "promotions"_a, "lowest_row"_a,
           "lines"_a)
      .def("__getstate__", &api::unpack)
      .def("__setstate__", &py::pack_state, "state"_a)
      .def_prop_ro("width", &api::width)
      .def_prop_ro("height", &api::height)
      .def_prop_ro("even", &api::even)
      .def_prop_ro("lowest_row", &api::lowest_row)
      .def("ends", &api::ends, "The last half-turn of every row, from the lowest.")
      .def("initial_rows", &api::initial_rows, "The rows that no player made.")
      .def("with_player", &api::with_player, "player"_a)
      .def("keys", &api::keys, "before"_a.none(),
           "Low and high words of the key and of the front's, the material, and the boards that are new.")
      .def("line_facts", &api::line_facts, "actions"_a,
           "Keys and facts of this position and of those after each action; none if one cannot be played.")
      .def("match", &api::match, "pattern"_a, "The moves that fit a pattern.")
      .def("count_moves", &api::count_moves)
      .def("move", &api::move, "numbers"_a,
           "The boards that one move makes and the position after it; none if no piece can make it.")
      .def("play_action", &api::play_action, "action"_a,
           "A legal action: what each move did, boards made, position after, checks, timelines before.")
      .def("checks", &api::checks, "passing"_a)
      .def("in_check", &api::in_check)
      .def("may_submit", &api::may_submit)
      .def("count_actions", &py::count_actions, "limit"_a, "seconds"_a, "rounds"_a)
      .def("status", &py::status, "seconds"_a, "rounds"_a)
      .def("perft", &py::perft, "depth"_a, "seconds"_a, "rounds"_a)
      .def("memory", &api::memory, "The bytes it takes, with all boards it shares with other positions.")
      .def("actions", &py::actions, "seconds"_a, "rounds"_a);
  py::bind_lines(position);
  py::bind_mates(module);
  py::bind_engine(module);
  py::bind_infinite(module);
  py::bind_infinite_engine(module);
}
