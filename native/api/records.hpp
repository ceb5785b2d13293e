// Records: structs that cross the boundary of the kernel, with the names of their fields. The bindings for
// Python and for browsers are templates over these lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace hyperchess::api {

// A byte string, as opposed to a vector of numbers.
struct Bytes : std::vector<unsigned char> {
  Bytes() = default;
  Bytes(const unsigned char* first, std::size_t size) : std::vector<unsigned char>(first, first + size) {}
};

// A field of a record: a pointer to the member, or a function that computes the value.
template <class Get>
struct Field {
  const char* name;
  Get get;
};
template <class Get>
Field(const char*, Get) -> Field<Get>;

template <std::size_t size, class... Gets>
struct FieldList {
  const char (&name)[size];
  std::tuple<Field<Gets>...> fields;
};

// A record with an empty name is a plain tuple in Python: for values created in large numbers.
template <std::size_t size, class... Gets>
constexpr FieldList<size, Gets...> fields(const char (&name)[size], Field<Gets>... each) {
  return {name, {each...}};
}

// Specialised for each record: its field list.
template <class T>
inline constexpr int record = 0;
template <class T>
concept IsRecord = !std::is_same_v<decltype(record<T>), const int>;

// HYPERCHESS_RECORD(type, name, fields...) declares a record whose fields are all members. It is used in this
// namespace; the helpers repeat a macro for up to 27 fields.
#define HYPERCHESS_PARENTHESES ()
#define HYPERCHESS_SCAN(...) HYPERCHESS_SCAN2(HYPERCHESS_SCAN2(HYPERCHESS_SCAN2(__VA_ARGS__)))
#define HYPERCHESS_SCAN2(...) HYPERCHESS_SCAN1(HYPERCHESS_SCAN1(HYPERCHESS_SCAN1(__VA_ARGS__)))
#define HYPERCHESS_SCAN1(...) HYPERCHESS_SCAN0(HYPERCHESS_SCAN0(HYPERCHESS_SCAN0(__VA_ARGS__)))
#define HYPERCHESS_SCAN0(...) __VA_ARGS__
#define HYPERCHESS_FIELDS(type, field, ...) \
  Field{#field, &type::field} __VA_OPT__(, HYPERCHESS_AGAIN HYPERCHESS_PARENTHESES(type, __VA_ARGS__))
#define HYPERCHESS_AGAIN() HYPERCHESS_FIELDS
#define HYPERCHESS_RECORD(type, name, ...) \
  template <>                              \
  inline constexpr auto record<type> = fields(name, HYPERCHESS_SCAN(HYPERCHESS_FIELDS(type, __VA_ARGS__)));
#define HYPERCHESS_OBJECT(type, name) \
  template <>                         \
  inline constexpr char object_name<type>[] = name;

// Specialised for each class of objects that stay in the kernel: its name.
template <class T>
inline constexpr char object_name[] = "";
template <class T>
concept IsObject = sizeof(object_name<T>) > 1;

template <class T, class Get>
using FieldType = std::remove_cvref_t<std::invoke_result_t<Get, const T&>>;

// Whether all fields are members, so that the record can be an argument.
template <class... Gets>
constexpr bool are_members(const std::tuple<Field<Gets>...>&) {
  return (std::is_member_pointer_v<Gets> && ...);
}

// A text that the compiler puts together.
template <std::size_t size>
struct Text {
  char characters[size + 1] = {};

  constexpr Text() = default;
  constexpr Text(const char* first) { std::copy_n(first, size, characters); }
  template <std::size_t other>
  constexpr auto operator+(const Text<other>& next) const {
    Text<size + other> joined;
    std::copy_n(characters, size, joined.characters);
    std::copy_n(next.characters, other, joined.characters + size);
    return joined;
  }
};
template <std::size_t size>
constexpr Text<size - 1> text(const char (&characters)[size]) {
  return {characters};
}
template <class Separator>
constexpr auto join(const Separator&) {
  return text("");
}
template <class Separator, class First, class... Rest>
constexpr auto join(const Separator& separator, const First& first, const Rest&... rest) {
  return (first + ... + (separator + rest));
}

// Names of the types, for the description of the interface.
template <class T>
inline constexpr auto type_name = text(object_name<T>);
template <class T>
  requires std::is_integral_v<T>
inline constexpr auto type_name<T> = text("int");
template <>
inline constexpr auto type_name<std::uint64_t> = text("unsigned");
template <>
inline constexpr auto type_name<bool> = text("bool");
template <>
inline constexpr auto type_name<void> = text("None");
template <>
inline constexpr auto type_name<double> = text("float");
template <>
inline constexpr auto type_name<Bytes> = text("bytes");
template <>
inline constexpr auto type_name<std::string_view> = text("str");
template <class T>
inline constexpr auto type_name<std::optional<T>> = type_name<T> + text(" | None");
template <class T>
inline constexpr auto type_name<std::vector<T>> = text("list[") + type_name<T> + text("]");
template <class T, std::size_t size>
inline constexpr auto type_name<std::array<T, size>> = text("array[") + type_name<T> + text("]");
template <class... Ts>
inline constexpr auto type_name<std::function<void(Ts...)>> =
    text("Callable[[") + join(text(", "), type_name<std::remove_cvref_t<Ts>>...) + text("], None]");

// Types of the fields, with a separator.
template <class T, class Separator, class... Gets>
constexpr auto join_types(const Separator& separator, const std::tuple<Field<Gets>...>&) {
  return join(separator, type_name<FieldType<T, Gets>>...);
}
template <class T>
  requires(IsRecord<T> && sizeof(record<T>.name) > 1)
inline constexpr auto type_name<T> = text(record<T>.name);
template <class T>
  requires(IsRecord<T> && sizeof(record<T>.name) == 1)
inline constexpr auto type_name<T> = text("tuple[") + join_types<T>(text(", "), record<T>.fields) + text("]");

}  // namespace hyperchess::api
