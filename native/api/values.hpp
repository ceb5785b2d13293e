// Values that every face of the kernel passes: plain numbers and bytes, in tuples, vectors and optionals.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "position/moves.hpp"
#include "position/multiverse.hpp"

namespace hyperchess::api {

// Bytes that are not text.
struct Bytes : std::vector<unsigned char> {
  Bytes() = default;
  Bytes(const unsigned char* first, std::size_t size) : std::vector<unsigned char>(first, first + size) {}
};

// A position of 5D chess as callers hold it.
struct PackedPosition {
  std::shared_ptr<const Multiverse> position;
};

// Row, half-turn and square of the start and of the target; the letter of the promotion or 0.
using MoveNumbers = std::tuple<int, int, int, int, int, int, int>;

inline MoveNumbers numbers_of(const Move& move) {
  return {move.row, move.time, move.from, move.to_row, move.to_time, move.to, move.promotion & ~0x20};
}

}  // namespace hyperchess::api
