// Values that all bindings of the kernel pass: plain numbers and bytes, in tuples, vectors and optionals.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "position/moves.hpp"
#include "position/multiverse.hpp"

namespace hyperchess::api {

// A byte string, as opposed to a vector of numbers.
struct Bytes : std::vector<unsigned char> {
  Bytes() = default;
  Bytes(const unsigned char* first, std::size_t size) : std::vector<unsigned char>(first, first + size) {}
};

// A position of 5D chess, owned by the caller.
struct PackedPosition {
  std::shared_ptr<const Multiverse> position;
};

// Row, half-turn and square of the source; row, half-turn and square of the target; letter of the promotion
// or 0.
using MoveNumbers = std::tuple<int, int, int, int, int, int, int>;

inline MoveNumbers to_numbers(const Move& move) {
  return {move.row, move.time, move.from, move.to_row, move.to_time, move.to, move.promotion & ~0x20};
}

}  // namespace hyperchess::api
