// Declarations shared by the Python bindings.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "api/infinite.hpp"
#include "api/values.hpp"

// Convert `Bytes` to and from `bytes`.
template <>
struct nanobind::detail::type_caster<hyperchess::api::Bytes> {
  NB_TYPE_CASTER(hyperchess::api::Bytes, const_name("bytes"))

  // The type of the flags depends on the version of nanobind; 32 bits hold both.
  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    char* first = nullptr;
    Py_ssize_t size = 0;
    if (!PyBytes_Check(source.ptr()) || PyBytes_AsStringAndSize(source.ptr(), &first, &size) != 0)
      return false;
    value = {reinterpret_cast<const unsigned char*>(first), static_cast<std::size_t>(size)};
    return true;
  }
  static handle from_cpp(const hyperchess::api::Bytes& bytes, rv_policy, cleanup_list*) noexcept {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()),
                                     static_cast<Py_ssize_t>(bytes.size()));
  }
};

namespace hyperchess::python {

using api::Bytes;
using api::MoveNumbers;
using api::PackedInfinite;
using api::PackedPosition;
using api::to_numbers;

void bind_lines(nanobind::class_<PackedPosition>& position);
void bind_mates(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_infinite(nanobind::module_& module);
void bind_infinite_engine(nanobind::module_& module);

}  // namespace hyperchess::python
