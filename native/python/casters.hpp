// Conversions between records of the kernel and values of Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "api/records.hpp"

namespace hyperchess::python {

namespace nb = nanobind;

inline nb::object checked(PyObject* made) {
  if (!made) throw nb::python_error();
  return nb::steal(made);
}

// The named tuple of a record, created when the module is; null for plain tuples.
template <class T>
inline PyTypeObject* named_tuple = nullptr;

// Return an instance of a subclass of `tuple` with these items; null after an error.
PyObject* make_named(PyTypeObject* type, PyObject* items) noexcept;

template <class T>
concept IsReadable = api::IsRecord<T> && api::are_members(api::record<T>.fields);

// Names of the types in signatures.
template <class T, class... Gets>
constexpr auto describe_fields(const std::tuple<api::Field<Gets>...>&) {
  using namespace nb::detail;
  return const_name("tuple[") + concat(make_caster<api::FieldType<T, Gets>>::Name...) + const_name("]");
}
template <class T>
constexpr auto describe() {
  if constexpr (sizeof(api::record<T>.name) > 1)
    return nb::detail::const_name(api::record<T>.name);
  else
    return describe_fields<T>(api::record<T>.fields);
}

template <class T>
struct RecordCaster {
  template <class U>
  static nb::handle from_cpp(U&& value, nb::rv_policy policy, nb::detail::cleanup_list* cleanup) {
    return std::apply(
        [&]<class... Gets>(const api::Field<Gets>&... each) -> nb::handle {
          PyObject* const items = PyTuple_New(sizeof...(each));
          if (!items) return nullptr;
          Py_ssize_t index = 0;
          const bool complete = ([&] {
            // Members are moved out one by one.
            nb::handle item = nb::detail::make_caster<api::FieldType<T, Gets>>::from_cpp(
                std::invoke(each.get, std::forward<U>(value)), policy, cleanup);
            return item.is_valid() && PyTuple_SetItem(items, index++, item.ptr()) == 0;
          }() && ...);
          if (!complete) {
            Py_DECREF(items);
            return nullptr;
          }
          return named_tuple<T> ? make_named(named_tuple<T>, items) : items;
        },
        api::record<T>.fields);
  }
};

}  // namespace hyperchess::python

namespace nanobind::detail {

template <class T>
  requires hyperchess::api::IsRecord<T>
struct type_caster<T> : hyperchess::python::RecordCaster<T> {
  using Value = T;
  static constexpr auto Name = hyperchess::python::describe<T>();
  template <class>
  using Cast = T;
};

template <class T>
  requires hyperchess::python::IsReadable<T>
struct type_caster<T> : hyperchess::python::RecordCaster<T> {
  using hyperchess::python::RecordCaster<T>::from_cpp;
  NB_TYPE_CASTER(T, hyperchess::python::describe<T>())

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
    return std::apply(
        [&]<class... Gets>(const hyperchess::api::Field<Gets>&... each) {
          if (!PyTuple_Check(source.ptr()) || PyTuple_Size(source.ptr()) != sizeof...(each)) return false;
          Py_ssize_t index = 0;
          return ([&] {
            using Type = hyperchess::api::FieldType<T, Gets>;
            make_caster<Type> caster;
            if (!caster.from_python(PyTuple_GetItem(source.ptr(), index++), flags, cleanup)) return false;
            value.*each.get = caster.operator typename make_caster<Type>::template Cast<Type&&>();
            return true;
          }() && ...);
        },
        hyperchess::api::record<T>.fields);
  }
};

// Convert `Bytes` to and from `bytes`.
template <>
struct type_caster<hyperchess::api::Bytes> {
  NB_TYPE_CASTER(hyperchess::api::Bytes, const_name("bytes"))

  // The type of the flags depends on the version of nanobind; 32 bits hold both.
  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    char* first = nullptr;
    Py_ssize_t size = 0;
    if (!PyBytes_Check(source.ptr()) || PyBytes_AsStringAndSize(source.ptr(), &first, &size) != 0)
      return false;
    value = {reinterpret_cast<const unsigned char*>(first), static_cast<std::size_t>(size)};
    return true;
  }
  static handle from_cpp(const hyperchess::api::Bytes& bytes, rv_policy, cleanup_list*) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()),
                                     static_cast<Py_ssize_t>(bytes.size()));
  }
};

}  // namespace nanobind::detail
