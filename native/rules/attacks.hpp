// Which pieces can capture what. The lines of all attackers on a board are followed together: for each
// direction, one set of squares moves from board to board, loses the squares that are blocked there, and is
// compared with the targets.
#pragma once

#include <array>

#include "position/multiverse.hpp"
#include "rules/grid.hpp"

namespace hyperchess {

// The pieces of one colour on one board, by how they capture.
struct Attackers {
  std::array<Bits, 5> riders{};  // by the number of axes that a step of theirs changes
  Bits kings = 0;                // royal or not: one step in any direction
  Bits knights = 0;
  Bits pawns = 0;  // with brawns
  Bits brawns = 0;

  static Attackers of(const Board& board, int color);
  Attackers without(Bits squares) const;
  void add(const Attackers& others);
  bool any() const { return (riders[1] | riders[2] | riders[3] | riders[4] | kings | knights | pawns) != 0; }
};

// A line from an attacker to a target, `distance` steps long.
struct Attack {
  const Cell* source;
  int square;
  Step step;
  int distance;
};

// What a line of attack needs on a board: an attacker where it starts, empty squares where it passes, a royal
// where it ends.
struct LineNeeds {
  Bits attacker = 0, empty = 0, royal = 0;

  void add(const LineNeeds& others) {
    attacker |= others.attacker;
    empty |= others.empty;
    royal |= others.royal;
  }
};

// Call `visit(cell, needs)` for the cells on a line of attack, from the attacker on, while it returns true.
// Whether it did so to the end.
template <typename Visit>
bool follow(const Attack& attack, const Plane& plane, const Grid& grid, Visit visit) {
  const int stride = grid.stride(attack.step.rows, attack.step.turns);
  const int offset = plane.offset[flat_number(attack.step.files, attack.step.ranks)];
  const Cell* cell = attack.source;
  int square = attack.square;
  if (!visit(cell, LineNeeds{.attacker = bit(square)})) return false;
  for (int distance = 1; distance <= attack.distance; ++distance) {
    cell += stride;
    square += offset;
    const LineNeeds needs =
        distance == attack.distance ? LineNeeds{.royal = bit(square)} : LineNeeds{.empty = bit(square)};
    if (!visit(cell, needs)) return false;
  }
  return true;
}

// The pieces among `attackers` that capture at `distance` repetitions of a step.
Bits attackers_along(const Attackers& attackers, int color, const Step& step, int distance);

// Whether a piece of `by` on the same board could capture on a square.
bool is_attacked(const Plane& plane, const Board& board, int square, int by);

// The lanes of one step to another board, and the number of axes that each changes.
struct Crossing {
  int rows, turns, changed;
};
inline constexpr std::array<Crossing, 8> crossings = {
    {{-1, -1, 2}, {-1, 0, 1}, {-1, 1, 2}, {0, -1, 1}, {0, 1, 1}, {1, -1, 2}, {1, 0, 1}, {1, 1, 2}}};

// The flat steps of one square, and the number of axes that each changes.
struct FlatStep {
  int files, ranks, changed;
};
inline constexpr std::array<FlatStep, 8> flat_steps = {
    {{-1, -1, 2}, {-1, 0, 1}, {-1, 1, 2}, {0, -1, 1}, {0, 1, 1}, {1, -1, 2}, {1, 0, 1}, {1, 1, 2}}};

// Follows the lines of all attackers on a board. `visit(attack)` is called for each line that meets a target,
// and returns whether to stop. It may change cells of the grid meanwhile, if it only takes squares out of
// them.
template <typename Visit>
class LineScan {
 public:
  LineScan(const Plane& plane, const Grid& grid, int color, Visit& visit)
      : plane_(plane), grid_(grid), color_(color), visit_(visit) {}

  // Whether a visit asked to stop.
  bool from(const Cell* source, const Attackers& attackers) {
    if (!attackers.any()) return false;
    return within(source, attackers) || across(source, attackers) || leaps(source, attackers) ||
           pawns(source, attackers);
  }

 private:
  bool report(Bits hits, const Cell* source, const Step& step, int distance) {
    const int back = distance * plane_.offset[flat_number(step.files, step.ranks)];
    while (hits) {
      const int square = take_lowest(hits) - back;
      if (visit_(Attack{source, square, step, distance})) return true;
    }
    return false;
  }

  bool ride(const Cell* source, Bits squares, Bits once, const Step& step) {
    const int flat = flat_number(step.files, step.ranks);
    const int stride = grid_.stride(step.rows, step.turns);
    const Cell* cell = source + stride;
    squares = plane_.shifted(squares, flat);
    if (const Bits hits = (squares | plane_.shifted(once, flat)) & cell->targets)
      if (report(hits, source, step, 1)) return true;
    for (int distance = 2; (squares &= cell->empty) != 0; ++distance) {
      cell += stride;
      squares = plane_.shifted(squares, flat);
      if (const Bits hits = squares & cell->targets)
        if (report(hits, source, step, distance)) return true;
    }
    return false;
  }

  bool within(const Cell* source, const Attackers& attackers) {
    if (!source->targets) return false;
    for (const FlatStep& flat : flat_steps)
      if (ride(source, attackers.riders[flat.changed], attackers.kings, step(0, 0, flat.files, flat.ranks)))
        return true;
    return false;
  }

  bool across(const Cell* source, const Attackers& attackers) {
    for (const Crossing& lane : crossings) {
      const Cell* const first = source + grid_.stride(lane.rows, lane.turns);
      if ((first->empty | first->targets) == 0) continue;
      if (ride(source, attackers.riders[lane.changed], attackers.kings, step(lane.rows, lane.turns, 0, 0)))
        return true;
      for (const FlatStep& flat : flat_steps) {
        const Bits riders = attackers.riders[lane.changed + flat.changed];
        if ((riders | attackers.kings) == 0) continue;
        if (ride(source, riders, attackers.kings, step(lane.rows, lane.turns, flat.files, flat.ranks)))
          return true;
      }
    }
    return false;
  }

  bool leaps(const Cell* source, const Attackers& attackers) {
    if (!attackers.knights) return false;
    for (const Lane& lane : knight_lanes()) {
      const Cell* const cell = source + grid_.stride(lane.rows, lane.turns);
      if (!cell->targets) continue;
      for (const std::uint8_t flat : lane.flats)
        if (const Bits hits = plane_.shifted(attackers.knights, flat) & cell->targets)
          if (report(hits, source, step(lane.rows, lane.turns, flat / 5 - 2, flat % 5 - 2), 1)) return true;
    }
    return false;
  }

  bool pawns(const Cell* source, const Attackers& attackers) {
    if (!attackers.pawns) return false;
    const auto& plain = traits(pawn).pawn_captures;
    const auto& all = traits(brawn).pawn_captures;  // those of a pawn come first
    for (std::size_t index = 0; index < all.size(); ++index) {
      const Bits squares = index < plain.size() ? attackers.pawns : attackers.brawns;
      const Step taken = all[index].seen_by(color_);
      const Cell* const cell = source + grid_.stride(taken.rows, taken.turns);
      if (const Bits hits = plane_.shifted(squares, flat_number(taken.files, taken.ranks)) & cell->targets)
        if (report(hits, source, taken, 1)) return true;
    }
    return false;
  }

  static Step step(int rows, int turns, int files, int ranks) {
    return {static_cast<std::int8_t>(rows), static_cast<std::int8_t>(turns), static_cast<std::int8_t>(files),
            static_cast<std::int8_t>(ranks)};
  }

  const Plane& plane_;
  const Grid& grid_;
  int color_;
  Visit& visit_;
};

}  // namespace hyperchess
