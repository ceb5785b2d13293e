// Key of a position: a 128-bit hash, wide enough that two positions of one search do not collide.
#pragma once

#include <cstdint>

namespace hyperchess {

struct Key {
  std::uint64_t low = 0, high = 0;

  friend bool operator==(const Key&, const Key&) = default;
  Key& operator+=(const Key& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
};

// SplitMix64 finalizer: flipping one input bit flips about half of the output bits.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

}  // namespace hyperchess
