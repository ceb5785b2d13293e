// What the files of bindings share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "infinite/position.hpp"
#include "position/moves.hpp"
#include "position/multiverse.hpp"

namespace hyperchess::python {

// A position as Python holds it.
struct PackedPosition {
  std::shared_ptr<const Multiverse> position;
};

// A position of infinite chess as Python holds it.
struct PackedInfinite {
  infinite::Position position;
};

// Row, half-turn and square of the start and of the target; the letter of the promotion or 0.
using MoveNumbers = std::tuple<int, int, int, int, int, int, int>;

inline MoveNumbers numbers_of(const Move& move) {
  return {move.row, move.time, move.from, move.to_row, move.to_time, move.to, move.promotion & ~0x20};
}

void bind_mates(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_infinite(nanobind::module_& module);
void bind_infinite_engine(nanobind::module_& module);

}  // namespace hyperchess::python
