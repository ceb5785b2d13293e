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

}  // namespace hyperchess
