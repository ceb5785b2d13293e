// Python bindings of infinite chess, for `hyperchess.infinite.kernel` only: conversions, no logic.
//
// Squares, moves and rays are instances of Python classes. They are created here through the C API, because
// calling Python code would take longer than generating the moves.
#include <nanobind/stl/array.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "api/infinite.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

namespace inf = infinite;

nb::object checked(PyObject* made) {
  if (!made) throw nb::python_error();
  return nb::steal(made);
}

nb::object integer(inf::Coordinate value) { return checked(PyLong_FromLongLong(value)); }

// Read an integer; return false if it does not fit into 64 bits.
bool read_integer(PyObject* number, inf::Coordinate& value) {
  if (!number) throw nb::python_error();
  int overflow = 0;
  value = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (value == -1 && !overflow && PyErr_Occurred()) throw nb::python_error();
  return overflow == 0;
}

bool read_square(PyObject* square, inf::Square& found) {
  return read_integer(PyTuple_GetItem(square, 0), found.x) &&
         read_integer(PyTuple_GetItem(square, 1), found.y);
}

// The Python classes of squares, moves and rays, and the pieces by their codes.
class Values {
 public:
  Values(nb::object square, nb::object move, nb::object ray, const nb::dict& codes)
      : square_(std::move(square)), move_(std::move(move)), ray_(std::move(ray)), codes_(codes) {
    new_tuple_ = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
    const char* const names[] = {"source", "step", "first", "last", "sieves"};
    for (std::size_t index = 0; index < fields_.size(); ++index) {
      nb::object field = ray_.attr(names[index]);
      set_field_ = reinterpret_cast<descrsetfunc>(PyType_GetSlot(Py_TYPE(field.ptr()), Py_tp_descr_set));
      fields_[index] = std::move(field);
    }
    if (!new_tuple_ || !set_field_) throw nb::type_error("a ray needs slots");
    for (const auto& [piece, code] : codes) {
      pieces_.at(static_cast<std::size_t>(nb::cast<int>(code))) = nb::borrow(piece);
    }
    pieces_[0] = nb::none();
    for (int line = 0; line < inf::line_count; ++line) {
      for (const int sign : {1, -1}) {
        const inf::Step& step = inf::line_steps[static_cast<std::size_t>(line)];
        steps_[static_cast<std::size_t>(2 * line + (sign < 0))] =
            nb::make_tuple(step.dx * sign, step.dy * sign);
      }
    }
  }

  const nb::object& piece(inf::Piece piece) const { return pieces_[piece.code]; }
  // Return the code of a piece, or 0 for `None`.
  inf::Piece read_piece(PyObject* piece) const {
    if (piece == Py_None) return {};
    PyObject* const code = PyDict_GetItemWithError(codes_.ptr(), piece);
    if (!code) throw nb::type_error("not a piece");
    return {static_cast<std::uint16_t>(PyLong_AsLong(code))};
  }
  // Squares are immutable, so recently created ones are cached.
  const nb::object& square(inf::Square at) const {
    const std::uint64_t word = static_cast<std::uint64_t>(at.x) * 0x9e3779b97f4a7c15U +
                               static_cast<std::uint64_t>(at.y) * 0xc2b2ae3d27d4eb4fU;
    Known& known = squares_[static_cast<std::size_t>(word >> 53)];
    if (!known.made.is_valid() || known.at != at) {
      const nb::object x = integer(at.x), y = integer(at.y);
      known.made = make_named(square_, square_arguments_, {x.ptr(), y.ptr()});
      known.at = at;
    }
    return known.made;
  }
  nb::object move(const inf::Move& move) const {
    const nb::object from =
        square(move.from);  // own a reference: the other square may evict it from the cache
    const nb::object& to = square(move.to);
    return make_named(move_, move_arguments_, {from.ptr(), to.ptr(), piece(move.promotion).ptr()});
  }
  nb::object ray(const inf::Ray& ray) const {
    nb::object made =
        checked(PyType_GenericNew(reinterpret_cast<PyTypeObject*>(ray_.ptr()), nullptr, nullptr));
    set(made, 0, square(ray.from));
    set(made, 1, step(ray.step));
    set(made, 2, integer(ray.first));
    set(made, 3, ray.last == inf::Ray::endless ? nb::none() : integer(ray.last));
    set(made, 4, no_sieves_);
    return made;
  }

 private:
  // Return the arguments that create a named tuple: a tuple that contains one tuple of `size` items.
  static nb::object arguments_for(Py_ssize_t size) {
    nb::object arguments = checked(PyTuple_New(1));
    nb::object items = checked(PyTuple_New(size));
    for (Py_ssize_t index = 0; index < size; ++index) {
      PyTuple_SetItem(items.ptr(), index, nb::none().release().ptr());
    }
    PyTuple_SetItem(arguments.ptr(), 0, items.release().ptr());
    return arguments;
  }
  // Create a named tuple. It copies the items out of `arguments`, which never leaves this class, so the same
  // arguments are reused.
  nb::object make_named(const nb::object& type, const nb::object& arguments,
                        std::initializer_list<PyObject*> items) const {
    PyObject* const holder = PyTuple_GetItem(arguments.ptr(), 0);
    Py_ssize_t index = 0;
    for (PyObject* const item : items) {
      if (PyTuple_SetItem(holder, index++, nb::borrow(item).release().ptr()) != 0) throw nb::python_error();
    }
    return checked(new_tuple_(reinterpret_cast<PyTypeObject*>(type.ptr()), arguments.ptr(), nullptr));
  }
  void set(const nb::object& ray, std::size_t field, const nb::object& value) const {
    if (set_field_(fields_[field].ptr(), ray.ptr(), value.ptr()) != 0) throw nb::python_error();
  }
  const nb::object& step(inf::Step wanted) const {
    for (int line = 0; line < inf::line_count; ++line) {
      const inf::Step& step = inf::line_steps[static_cast<std::size_t>(line)];
      if (step == wanted) return steps_[static_cast<std::size_t>(2 * line)];
      if (wanted == inf::Step{-step.dx, -step.dy}) return steps_[static_cast<std::size_t>(2 * line + 1)];
    }
    return steps_[0];
  }

  struct Known {
    inf::Square at;
    nb::object made;
  };

  nb::object square_, move_, ray_;
  mutable std::vector<Known> squares_ = std::vector<Known>(2048);
  nb::dict codes_;
  std::array<nb::object, inf::piece_codes> pieces_;
  std::array<nb::object, 2 * inf::line_count> steps_;
  std::array<nb::object, 5> fields_;
  nb::object no_sieves_ = nb::make_tuple();
  nb::object square_arguments_ = arguments_for(2), move_arguments_ = arguments_for(3);
  newfunc new_tuple_ = nullptr;
  descrsetfunc set_field_ = nullptr;
};

// Return nothing if a coordinate is too large, or for kinds that only the rules in Python support.
std::optional<PackedInfinite> pack(const Values& values, const api::PackedRules& rules,
                                   const nb::dict& pieces, nb::handle en_passant,
                                   const std::vector<unsigned>& checks_given, inf::Coordinate rule_count,
                                   inf::Coordinate rule_limit, bool knows_past) {
  std::vector<inf::Slot> slots;
  slots.reserve(static_cast<std::size_t>(PyDict_Size(pieces.ptr())));
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(pieces.ptr(), &at, &key, &value)) {
    inf::Square square;
    if (!read_square(key, square)) return std::nullopt;
    slots.push_back({square, values.read_piece(value)});
  }
  std::optional<inf::Square> passed;
  if (inf::Square square; !en_passant.is_none() && read_square(en_passant.ptr(), square)) passed = square;
  return api::pack(rules, slots, passed, checks_given, rule_count, rule_limit, knows_past);
}

// Return a tuple of `make(index)` for each index below `size`.
template <class Make>
nb::object fill_tuple(std::size_t size, const Make& make) {
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(size)));
  for (std::size_t index = 0; index < size; ++index) {
    PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(index), make(index).release().ptr());
  }
  return made;
}

nb::object list_points(const api::PackedMoves& self, const Values& values) {
  const std::vector<inf::Move>& points = self.moves.points;
  return fill_tuple(points.size(), [&](std::size_t index) { return values.move(points[index]); });
}

nb::object list_rays(const api::PackedMoves& self, const Values& values) {
  const std::vector<inf::Ray>& rays = self.moves.rays;
  return fill_tuple(rays.size(), [&](std::size_t index) { return values.ray(rays[index]); });
}

std::optional<std::uint64_t> count_moves(const api::PackedMoves& self, nb::handle left, nb::handle right,
                                         nb::handle bottom, nb::handle top) {
  std::array<inf::Coordinate, 4> edges{};
  const std::array<nb::handle, 4> given = {left, right, bottom, top};
  for (std::size_t index = 0; index < edges.size(); ++index) {
    if (!read_integer(given[index].ptr(), edges[index])) return std::nullopt;
    if (edges[index] < -inf::far_edge || edges[index] > inf::far_edge) return std::nullopt;
  }
  return self.moves.count(edges[0], edges[1], edges[2], edges[3]);
}

nb::object convert_squares(const Values& values, const std::vector<inf::Square>& found) {
  return fill_tuple(found.size(), [&](std::size_t index) { return nb::object(values.square(found[index])); });
}

nb::object checks(const PackedInfinite& self, const Values& values) {
  return convert_squares(values, api::royals_in_check(self));
}

nb::object checkers(const PackedInfinite& self, const Values& values) {
  return convert_squares(values, api::checkers(self));
}

// Read the squares of a move; return false if they do not fit into 64 bits.
bool read_squares(nb::handle move, inf::Square& from, inf::Square& to) {
  return read_square(PyTuple_GetItem(move.ptr(), 0), from) && read_square(PyTuple_GetItem(move.ptr(), 1), to);
}

std::optional<bool> allows(PackedInfinite& self, const Values& values, nb::handle move) {
  inf::Square from, to;
  if (!read_squares(move, from, to)) return std::nullopt;
  return api::allows(self, from, to, values.read_piece(PyTuple_GetItem(move.ptr(), 2)));
}

nb::object play(const PackedInfinite& self, const Values& values, nb::handle move) {
  inf::Square from, to;
  if (!read_squares(move, from, to)) return nb::none();
  std::optional<api::PlayedInfinite> played =
      api::play(self, from, to, values.read_piece(PyTuple_GetItem(move.ptr(), 2)));
  if (!played) return nb::none();
  nb::object changes = fill_tuple(played->changes.size(), [&](std::size_t index) {
    const inf::SquareChange& change = played->changes[index];
    return nb::object(
        nb::make_tuple(values.square(change.at), values.piece(change.before), values.piece(change.after)));
  });
  return nb::make_tuple(values.piece(played->piece), values.piece(played->captured),
                        played->passed ? nb::object(values.square(*played->passed)) : nb::none(),
                        std::move(changes), values.piece(played->promotion), played->was_open,
                        played->gives_check, std::move(played->after));
}

}  // namespace

void bind_infinite(nb::module_& module) {
  module.attr("FAR_EDGE") = inf::far_edge;
  module.attr("HOP_EDGE") = inf::hop_edge;
  module.def(
      "infinite_code",
      [](int kind, int color, bool special) {
        return inf::Piece::make(static_cast<inf::Kind>(kind), static_cast<inf::Color>(color), special).code;
      },
      "kind"_a, "color"_a, "special"_a, "Return the code of a piece of infinite chess.");

  nb::class_<Values>(module, "InfiniteValues", "Classes of squares, moves and rays, and codes of the pieces.")
      .def(nb::init<nb::object, nb::object, nb::object, const nb::dict&>(),
           nb::sig("def __init__(self, square: object, move: object, ray: object, codes: dict[typing.Any, "
                   "int]) -> None"),
           "square"_a, "move"_a, "ray"_a, "codes"_a);

  nb::class_<api::PackedRules>(module, "InfiniteRules",
                               "Rules of a variant, which stay the same from move to move.")
      .def_static("pack", &api::pack_rules, "players"_a, "promotions"_a, "goals"_a, "border"_a,
                  "slide_limit"_a.none(), "free_promotion"_a, "drop_idle_rights"_a, "automatic_move_rule"_a,
                  "counts_checks"_a);

  nb::class_<api::PackedMoves>(module, "InfiniteMoves", "Legal moves as points and rays.")
      .def("points", &list_points, "values"_a,
           nb::sig("def points(self, values: InfiniteValues) -> tuple[typing.Any, ...]"))
      .def("rays", &list_rays, "values"_a,
           nb::sig("def rays(self, values: InfiniteValues) -> tuple[typing.Any, ...]"))
      .def("count", &count_moves, "left"_a, "right"_a, "bottom"_a, "top"_a,
           "Return the number of moves that end in a window, or `None` if its edges are too large.");

  nb::class_<PackedInfinite>(module, "InfinitePosition", "A position of infinite chess.")
      .def_static(
          "pack", &pack,
          nb::sig("def pack(values: InfiniteValues, rules: InfiniteRules, pieces: dict[typing.Any, "
                  "typing.Any], en_passant: object | None, checks_given: collections.abc.Sequence[int], "
                  "rule_count: int, rule_limit: int, knows_past: bool) -> InfinitePosition | None"),
          "values"_a, "rules"_a, "pieces"_a, "en_passant"_a.none(), "checks_given"_a, "rule_count"_a,
          "rule_limit"_a, "knows_past"_a)
      .def_prop_ro("hash", [](const PackedInfinite& self) { return self.position.hash(); })
      .def_prop_ro("size", [](const PackedInfinite& self) { return self.position.board().size(); })
      .def("find_moves", &api::find_moves,
           "Return all legal moves, or `None` if they need numbers beyond 64 bits.")
      .def("can_move", &api::can_move,
           "Return whether there is a legal move, or `None` if that needs numbers beyond 64 bits.")
      .def("checks", &checks, "values"_a,
           nb::sig("def checks(self, values: InfiniteValues) -> tuple[typing.Any, ...]"),
           "Return the attacked royal pieces of the player to move.")
      .def("checkers", &checkers, "values"_a,
           nb::sig("def checkers(self, values: InfiniteValues) -> tuple[typing.Any, ...]"),
           "Return the pieces that give check, each once.")
      .def("allows", &allows, "values"_a, "move"_a,
           "Return whether a move is legal, or `None` if it goes too far.")
      .def("play", &play, "values"_a, "move"_a,
           nb::sig("def play(self, values: InfiniteValues, move: object) -> tuple[typing.Any, ...] | None"),
           "Return the effect of a legal move and the position after it, or `None` if it is illegal or goes\n"
           "too far.")
      .def("summary", &api::summary,
           "Return whether there is check, a legal move, possibly a repetition, insufficient material.")
      .def("is_ongoing", &api::is_ongoing,
           "Return whether the game is certainly not over: there is a legal move, none of the others, no\n"
           "further goal and no draw by the move rule.");
}

}  // namespace hyperchess::python
