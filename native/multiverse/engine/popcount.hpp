// Population counts in hardware where the processor has them and the compiler may not assume it: x86-64 as
// GCC and Clang compile it by default. A function marked `HYPERCHESS_POPCNT` runs only if
// `counts_bits_in_hardware()` returns true; what it calls is compiled for it too if it is marked
// `HYPERCHESS_INLINE`. Elsewhere the marks mean nothing, and `std::popcount` is already as fast as it can be.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(_MSC_VER) && !defined(__POPCNT__)

#define HYPERCHESS_POPCNT [[gnu::target("popcnt")]]
#define HYPERCHESS_INLINE [[gnu::always_inline]] inline

namespace hyperchess {

inline bool counts_bits_in_hardware() {
  static const bool counts = __builtin_cpu_supports("popcnt") != 0;
  return counts;
}

}  // namespace hyperchess

#else

#define HYPERCHESS_POPCNT
#define HYPERCHESS_INLINE

namespace hyperchess {

constexpr bool counts_bits_in_hardware() { return false; }

}  // namespace hyperchess

#endif
