// Calls from outside: arguments are read from the buffer, the result or an error is written into it.
#pragma once

#include "wasm/words.hpp"

namespace hyperchess::wasm {

// What a call returns instead of the number of words of its result; the message is in the buffer.
enum class Failure { invalid_position = -1, budget_exhausted = -2, invalid_argument = -3, bug = -4 };

// The failure that a `catch (...)` has caught, with its message in the buffer.
int fail();

template <class Result, class... Arguments>
int answer(Result (*function)(Arguments...)) {
  try {
    buffer.rewind();
    // In braces arguments are read in order.
    std::tuple<decltype(Form<std::remove_cvref_t<Arguments>>::read())...> arguments{
        Form<std::remove_cvref_t<Arguments>>::read()...};
    if constexpr (std::is_void_v<Result>) {
      std::apply(function, arguments);
      buffer.rewind();
    } else {
      Result result = std::apply(function, arguments);
      buffer.rewind();
      Form<Result>::write(std::move(result));
    }
    return static_cast<int>(buffer.used());
  } catch (...) {
    return fail();
  }
}

}  // namespace hyperchess::wasm

#define HYPERCHESS_EXPORT(name, function) \
  extern "C" __attribute__((export_name(#name))) int name##_() { return hyperchess::wasm::answer(function); }
