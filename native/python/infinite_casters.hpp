// Conversions between squares, pieces, moves and rays of infinite chess and instances of Python classes.
#pragma once

#include <array>
#include <initializer_list>
#include <limits>
#include <utility>

#include "api/infinite.hpp"
#include "python/casters.hpp"

namespace hyperchess::python {

namespace inf = infinite;

inline nb::object integer(inf::Coordinate value) { return checked(PyLong_FromLongLong(value)); }

// Read an integer. Numbers beyond 64 bits are clamped: no board reaches that far.
inline bool read_integer(PyObject* number, inf::Coordinate& value) {
  int overflow = 0;
  value = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (value == -1 && !overflow && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  if (overflow != 0)
    value = overflow > 0 ? std::numeric_limits<inf::Coordinate>::max()
                         : std::numeric_limits<inf::Coordinate>::min();
  return true;
}

inline bool read_square(PyObject* square, inf::Square& found) {
  return PyTuple_Check(square) && PyTuple_Size(square) >= 2 &&
         read_integer(PyTuple_GetItem(square, 0), found.x) &&
         read_integer(PyTuple_GetItem(square, 1), found.y);
}

// The Python classes of squares, moves and rays, and the pieces by their codes. Instances are created through
// the C API, because calling Python code would take longer than generating the moves.
class InfiniteClasses {
 public:
  InfiniteClasses(nb::object square, nb::object move, nb::object ray, const nb::dict& codes)
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
  // Read a piece, or `None`; return false if it is neither.
  bool read_piece(PyObject* piece, inf::Piece& found) const {
    found = {};
    if (piece == Py_None) return true;
    PyObject* const code = PyDict_GetItemWithError(codes_.ptr(), piece);
    if (code)
      found.code = static_cast<std::uint16_t>(PyLong_AsLong(code));
    else
      PyErr_Clear();
    return code != nullptr;
  }
  // Squares are immutable, so recently created ones are cached.
  const nb::object& square(inf::Square at) const {
    const std::uint64_t word = static_cast<std::uint64_t>(at.x) * 0x9e3779b97f4a7c15U +
                               static_cast<std::uint64_t>(at.y) * 0xc2b2ae3d27d4eb4fU;
    Known& known = squares_[static_cast<std::size_t>(word >> 53)];
    if (!known.made.is_valid() || known.at != at) {
      const nb::object x = integer(at.x), y = integer(at.y);
      known.made = make_tuple_of(square_, square_arguments_, {x.ptr(), y.ptr()});
      known.at = at;
    }
    return known.made;
  }
  nb::object move(const inf::Move& move) const {
    const nb::object from =
        square(move.from);  // own a reference: the other square may evict it from the cache
    const nb::object& to = square(move.to);
    return make_tuple_of(move_, move_arguments_, {from.ptr(), to.ptr(), piece(move.promotion).ptr()});
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
  nb::object make_tuple_of(const nb::object& type, const nb::object& arguments,
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

// The classes in use; null until Python has provided them. Never freed, because Python may have ended before.
inline const InfiniteClasses* infinite_classes = nullptr;

template <class Make>
nb::handle convert_infinite(const Make& make) {
  if (!infinite_classes) {
    PyErr_SetString(PyExc_RuntimeError, "the classes of infinite chess are not set");
    return nullptr;
  }
  try {
    return nb::object(make(*infinite_classes)).release();
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  }
}

}  // namespace hyperchess::python

namespace nanobind::detail {

namespace hcp = hyperchess::python;
namespace inf = hyperchess::infinite;

template <>
struct type_caster<inf::Square> {
  NB_TYPE_CASTER(inf::Square, const_name("typing.Any"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    return hcp::read_square(source.ptr(), value);
  }
  static handle from_cpp(const inf::Square& square, rv_policy, cleanup_list*) {
    return hcp::convert_infinite([&](const auto& classes) { return classes.square(square); });
  }
};

template <>
struct type_caster<inf::Piece> {
  NB_TYPE_CASTER(inf::Piece, const_name("typing.Any"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    return hcp::infinite_classes && hcp::infinite_classes->read_piece(source.ptr(), value);
  }
  static handle from_cpp(inf::Piece piece, rv_policy, cleanup_list*) {
    return hcp::convert_infinite([&](const auto& classes) { return classes.piece(piece); });
  }
};

template <>
struct type_caster<inf::Move> {
  NB_TYPE_CASTER(inf::Move, const_name("typing.Any"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    PyObject* const move = source.ptr();
    return hcp::infinite_classes && PyTuple_Check(move) && PyTuple_Size(move) >= 3 &&
           hcp::read_square(PyTuple_GetItem(move, 0), value.from) &&
           hcp::read_square(PyTuple_GetItem(move, 1), value.to) &&
           hcp::infinite_classes->read_piece(PyTuple_GetItem(move, 2), value.promotion);
  }
  static handle from_cpp(const inf::Move& move, rv_policy, cleanup_list*) {
    return hcp::convert_infinite([&](const auto& classes) { return classes.move(move); });
  }
};

template <>
struct type_caster<inf::Ray> {
  NB_TYPE_CASTER(inf::Ray, const_name("typing.Any"))
  static handle from_cpp(const inf::Ray& ray, rv_policy, cleanup_list*) {
    return hcp::convert_infinite([&](const auto& classes) { return classes.ray(ray); });
  }
};

template <>
struct type_caster<hyperchess::api::Slots> {
  NB_TYPE_CASTER(hyperchess::api::Slots, const_name("dict[typing.Any, typing.Any]"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    if (!PyDict_Check(source.ptr()) || !hcp::infinite_classes) return false;
    value.reserve(static_cast<std::size_t>(PyDict_Size(source.ptr())));
    PyObject *square = nullptr, *piece = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(source.ptr(), &at, &square, &piece);) {
      inf::Slot& slot = value.emplace_back();
      if (!hcp::read_square(square, slot.at) || !hcp::infinite_classes->read_piece(piece, slot.piece))
        return false;
    }
    return true;
  }
};

}  // namespace nanobind::detail
