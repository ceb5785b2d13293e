// Logarithms in integers: mathematical libraries round differently, and a search must not depend on that.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace hyperchess {

// Return log2(number) * 2^24, rounded down.
constexpr std::int64_t scaled_log2(std::uint32_t number) {
  assert(number > 0);
  constexpr int fraction_bits = 24;
  std::int64_t result = 0;
  // `rest` is between 1 and 2, in units of 2^-31. Squaring it doubles its logarithm.
  std::uint64_t rest = std::uint64_t{number} << 31;
  for (; rest >= std::uint64_t{2} << 31; rest >>= 1) ++result;
  for (int bit = 0; bit < fraction_bits; ++bit) {
    rest = rest * rest >> 31;
    result <<= 1;
    if (rest >= std::uint64_t{2} << 31) {
      rest >>= 1;
      ++result;
    }
  }
  return result;
}

// Late move reductions by depth and number of the move, in units of 1/1024 ply: base + ln(depth) * ln(number)
// / divisor, where base and divisor are in hundredths.
class ReductionTable {
 public:
  static constexpr int unit = 1'024;  // one ply

  constexpr ReductionTable(int base, int divisor) {
    constexpr std::int64_t ln2_squared = 480'453'014;  // ln(2)^2 * 10^9
    constexpr std::int64_t one = std::int64_t{1} << 24;
    for (int depth = 1; depth < size; ++depth) {
      for (int number = 1; number < size; ++number) {
        // The factors have 24 fractional bits each, and so has the product.
        const std::int64_t product = scaled_log2(static_cast<std::uint32_t>(depth)) *
                                         scaled_log2(static_cast<std::uint32_t>(number)) >>
                                     24;
        const std::int64_t units = product * ln2_squared / 100'000 * unit / divisor;
        at(depth, number) = static_cast<int>((std::int64_t{base} * unit * one + units) / (100 * one));
      }
    }
  }
  constexpr int operator()(int depth, int number) const {
    return table_[static_cast<std::size_t>((depth < size ? depth : size - 1) * size +
                                           (number < size ? number : size - 1))];
  }

 private:
  static constexpr int size = 64;

  constexpr int& at(int depth, int number) { return table_[static_cast<std::size_t>(depth * size + number)]; }

  std::array<int, static_cast<std::size_t>(size) * size> table_{};
};

}  // namespace hyperchess
