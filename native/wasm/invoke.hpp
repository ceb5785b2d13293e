// Calls by number: arguments are decoded from the buffer, the result or an error message is encoded into it.
//
// A file of the kernel for browsers defines `declare_calls`, which declares constants, classes and functions
// like `api/interface.hpp`. Their numbers are in the order of the declarations.
#pragma once

#include <string>

#include "wasm/words.hpp"

namespace hyperchess::wasm {

class Module;
void declare_calls(Module& module);

// Return codes of a failed call, instead of the number of words of its result; the message is in the buffer.
enum class Failure {
  invalid_position = -1,
  budget_exhausted = -2,
  invalid_argument = -3,
  out_of_range = -4,
  bug = -5,
  busy = -6
};

using AnyFunction = void (*)();

template <class Result, class... Arguments>
void invoke(AnyFunction function) {
  // Braces guarantee that the arguments are read in order.
  std::tuple<decltype(Codec<std::remove_cvref_t<Arguments>>::read())...> arguments{
      Codec<std::remove_cvref_t<Arguments>>::read()...};
  const auto call = reinterpret_cast<Result (*)(Arguments...)>(function);
  if constexpr (std::is_void_v<Result>) {
    std::apply(call, arguments);
    buffer.rewind();
  } else if constexpr (api::IsObject<Result>) {
    // Not every object can be moved.
    const auto* const held = new HeldValue<Result>([&] { return std::apply(call, arguments); });
    buffer.rewind();
    Codec<Result>::put(held);
  } else {
    Result result = std::apply(call, arguments);
    buffer.rewind();
    Codec<Result>::write(std::move(result));
  }
}

// Adds the records in a type to the description.
template <class T>
struct Records {
  static void add(Module& module);
};
template <class T>
struct Records<std::vector<T>> : Records<T> {};
template <class T>
struct Records<std::optional<T>> : Records<T> {};
template <class T, std::size_t size>
struct Records<std::array<T, size>> : Records<T> {};
template <class... Ts>
struct Records<std::function<void(Ts...)>> {
  static void add(Module& module) { (Records<std::remove_cvref_t<Ts>>::add(module), ...); }
};

template <class T>
class Class;

// The calls by number, and their description: one line for each constant, record and call, with its kind and
// its words separated by tabs.
class Module {
 public:
  struct Call {
    void (*invoke)(AnyFunction);
    AnyFunction function;
  };
  std::vector<Call> calls;
  std::string description;

  void constant(const char* name, long long value);
  template <class T>
  Class<T> object(const char*) {
    return {*this};
  }
  template <class Result, class... Arguments, class... Names>
  void function(const char* name, Result (*function)(Arguments...), const char*, Names... names) {
    add("function", "", name, function, names...);
  }

  // `names` are those of the last arguments.
  template <class Result, class... Arguments, class... Names>
  void add(const char* kind, const char* owner, const char* name, Result (*function)(Arguments...),
           Names... names) {
    static constexpr auto types =
        api::join(api::text("\t"), api::type_name<Result>, api::type_name<std::remove_cvref_t<Arguments>>...);
    (Records<std::remove_cvref_t<Arguments>>::add(*this), ...);
    Records<Result>::add(*this);
    line({kind, owner, name, names..., types.characters});
    calls.push_back({&invoke<Result, Arguments...>, reinterpret_cast<AnyFunction>(function)});
  }
  void line(std::initializer_list<const char*> words);
};

template <class T>
void Records<T>::add(Module& module) {
  if constexpr (api::IsRecord<T>) {
    static bool added = false;
    if (added) return;
    added = true;
    std::apply(
        [&module]<class... Gets>(const api::Field<Gets>&... each) {
          (Records<api::FieldType<T, Gets>>::add(module), ...);
          if (*api::record<T>.name == '\0') return;
          static constexpr auto types =
              api::join(api::text("\t"), api::type_name<api::FieldType<T, Gets>>...);
          module.line({"record", api::record<T>.name, each.name..., types.characters});
        },
        api::record<T>.fields);
  }
}

template <class T>
class Class {
 public:
  Class(Module& module) : module_(module) {}

  template <class... Arguments, class... Names>
  Class& constructor(T (*make)(Arguments...), Names... names) {
    return add("constructor", "", make, names...);
  }
  template <class State>
  Class& pickled(T (*make)(const State&), State (*get)(const T&)) {
    return add("constructor", "", make, "state").add("method", "__getstate__", get);
  }
  template <class Function, class... Names>
  Class& factory(const char* name, Function* function, const char*, Names... names) {
    return add("factory", name, function, names...);
  }
  template <class Function, class... Names>
  Class& method(const char* name, Function* function, const char*, Names... names) {
    return add("method", name, function, names...);
  }
  template <class Function, class... Names>
  Class& search(const char* name, Function* function, const char*, Names... names) {
    return add("method", name, function, names...);
  }
  template <class Function>
  Class& property(const char* name, Function* function, const char*) {
    return add("property", name, function);
  }

 private:
  template <class Function, class... Names>
  Class& add(const char* kind, const char* name, Function* function, Names... names) {
    module_.add(kind, api::object_name<T>, name, function, names...);
    return *this;
  }

  Module& module_;
};

}  // namespace hyperchess::wasm
