// Python bindings of the rules of 5D chess, for `hyperchess.multiverse.kernel` only: conversions, no logic.
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
// The legal actions of a position, and handles to single actions, which keep them alive. A mutex serialises
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

Meter make_meter(std::optional<double> seconds, std::optional<long long> rounds) {
  return Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds), [] {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

void pack(PackedPosition* self, int width, int height, int player, bool even, const Bytes& promotions,
          int lowest_row, const std::vector<api::TimelineCells>& lines) {
  new (self) PackedPosition(api::pack(width, height, player, even, promotions, lowest_row, lines));
}

void pack_state(PackedPosition& self, const api::PackedState& state) {
  const auto& [width, height, player, even, promotions, lowest_row, lines] = state;
  pack(&self, width, height, player, even, promotions, lowest_row, lines);
}

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::count_actions(*self.position, limit.value_or(std::numeric_limits<long long>::max()),
                                   meter);
}

std::string status(const PackedPosition& self, std::optional<double> seconds,
                   std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
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

constexpr int max_perft_depth = 64;  // deeper than 63 bits can count; bounds the recursion

long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds) {
  if (depth > max_perft_depth) throw BudgetExhausted("cannot count sequences of so many actions");
  Meter meter = make_meter(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::perft(*self.position, depth, meter);
}

PackedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds) {
  return {std::shared_ptr<PackedActions::Source>(
      new PackedActions::Source{{self.position, make_meter(seconds, rounds)}, {}})};
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
    // Return the actions found so far; the next call finds none and throws.
    if (handles.empty()) throw;
  }
  return handles;
}

MoveNumbers get_move(const PackedActions& self, int number) {
  const std::vector<Move>& moves = self.source->iterator.axes().moves;
  if (number < 0 || number >= static_cast<int>(moves.size())) throw nb::index_error("no such move");
  return to_numbers(moves[number]);
}

std::vector<int> handle_moves(const ActionHandle& self) {
  std::vector<int> moves;
  collect_moves(self.source->axes(), self.point, moves);
  return moves;
}

PackedPosition play(const ActionHandle& self) {
  const Axes& axes = self.source->axes();
  return {std::make_shared<const Multiverse>(
      axes.multiverse.with(make_boards(axes, self.point), 1 - axes.multiverse.player()))};
}

}  // namespace
}  // namespace hyperchess::python

NB_MODULE(_native, module) {
  using namespace hyperchess;
  namespace py = hyperchess::python;
  module.doc() =
      "C++ kernel. Use `hyperchess.multiverse`, `hyperchess.infinite` and `hyperchess.engine` instead.";
  // Positions that are still alive when the process ends are not leaks.
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

  nb::class_<py::ActionHandle>(module, "Handle", "A legal action, not converted to moves yet.")
      .def("moves", &py::handle_moves, "Return its moves in standard order, as numbers for `Actions.move`.")
      .def("play", &py::play, "Return the position after it.");

  nb::class_<py::PackedActions>(module, "Actions",
                                "The legal actions of a position, generated as they are fetched.")
      .def("fetch", &py::fetch, "most"_a,
           "Return up to `most` further actions; empty if there are none left.")
      .def("move", &py::get_move, "number"_a, "Return the move with a number.");

  nb::class_<api::MadeBoards>(module, "MadeBoards", "Boards made by moves.")
      .def("cells", &api::read_cells,
           "Return row, half-turn and cells of each board, and row and half-turn of the board it branched "
           "from.");

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
      .def("ends", &api::ends, "Return the last half-turn of every row, from the lowest.")
      .def("initial_rows", &api::initial_rows, "Return the rows of the starting position.")
      .def("with_player", &api::with_player, "player"_a)
      .def("keys", &api::keys, "before"_a.none(),
           "Return low and high words of the key and of the front key, the material key, and the new boards.")
      .def("line_facts", &api::line_facts, "actions"_a,
           "Return keys and facts of this position and of the position after each action, or `None` if an\n"
           "action cannot be played.")
      .def("match", &api::match, "pattern"_a, "Return the moves that match a pattern.")
      .def("count_moves", &api::count_moves)
      .def(
          "move", &api::move, "numbers"_a,
          "Return the boards that one move makes and the position after it, or `None` if it is not possible.")
      .def("play_action", &api::play_action, "action"_a,
           "Play a legal action: effect of each move, boards made, position after, checks, timelines before.")
      .def("checks", &api::checks, "passing"_a)
      .def("in_check", &api::in_check)
      .def("may_submit", &api::may_submit)
      .def("count_actions", &py::count_actions, "limit"_a, "seconds"_a, "rounds"_a)
      .def("status", &py::status, "seconds"_a, "rounds"_a)
      .def("perft", &py::perft, "depth"_a, "seconds"_a, "rounds"_a)
      .def("memory", &api::memory, "Return the size in bytes, including boards shared with other positions.")
      .def("actions", &py::actions, "seconds"_a, "rounds"_a);
  py::bind_lines(position);
  py::bind_mates(module);
  py::bind_engine(module);
  py::bind_infinite(module);
  py::bind_infinite_engine(module);
}
