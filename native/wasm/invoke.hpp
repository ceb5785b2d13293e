// Exported calls: arguments are decoded from the buffer, the result or an error message is encoded into it.
#pragma once

#include "wasm/words.hpp"

namespace hyperchess::wasm {

// Return codes of a failed call, instead of the number of words of its result; the message is in the buffer.
enum class Failure { invalid_position = -1, budget_exhausted = -2, invalid_argument = -3, bug = -4 };

// Return the code of the exception caught by `catch (...)`, and write its message into the buffer.
int fail();

// Call `function` with arguments from the buffer. Return the number of words of the result, or a `Failure`.
template <class Result, class... Arguments>
int invoke(Result (*function)(Arguments...)) {
  try {
    buffer.rewind();
    // Braces guarantee that the arguments are read in order.
    std::tuple<decltype(Codec<std::remove_cvref_t<Arguments>>::read())...> arguments{
        Codec<std::remove_cvref_t<Arguments>>::read()...};
    if constexpr (std::is_void_v<Result>) {
      std::apply(function, arguments);
      buffer.rewind();
    } else {
      Result result = std::apply(function, arguments);
      buffer.rewind();
      Codec<Result>::write(std::move(result));
    }
    return static_cast<int>(buffer.used());
  } catch (...) {
    return fail();
  }
}

}  // namespace hyperchess::wasm

#define HYPERCHESS_EXPORT(name, function) \
  extern "C" __attribute__((export_name(#name))) int name##_() { return hyperchess::wasm::invoke(function); }
