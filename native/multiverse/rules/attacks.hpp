// Attack detection. The lines of attack of all pieces on a board are followed together: for each direction,
// one bitboard moves from board to board, loses the squares that are blocked there, and is intersected with
// the targets.
#pragma once

#include <array>
#include <cassert>

#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/grid.hpp"

namespace hyperchess {

// The pieces of one colour on one board, grouped by how they capture.
struct Attackers {
  std::array<Bitboard, 5> riders{};  // by the number of axes that one step changes
  Bitboard kings = 0;                // royal and common kings: one step in any direction
  Bitboard knights = 0;
  Bitboard pawns = 0;  // includes brawns
  Bitboard brawns = 0;

  static Attackers collect(const Board& board, int color);
  Attackers without(Bitboard squares) const;
  void add(const Attackers& others);
  bool any() const { return (riders[1] | riders[2] | riders[3] | riders[4] | kings | knights | pawns) != 0; }
};

// A line of attack from a piece on `square` of `source` to a target, `distance` steps long.
struct Attack {
  const Cell* source;
  int square;
  Step step;
  int distance;
};

// Requirements of a line of attack on one board: an attacker where it starts, empty squares where it passes,
// a royal where it ends.
struct AttackNeeds {
  Bitboard attacker = 0, empty = 0, royal = 0;

  void add(const AttackNeeds& others) {
    attacker |= others.attacker;
    empty |= others.empty;
    royal |= others.royal;
  }
};

// Call `visit(cell, needs)` for each cell on a line of attack, starting at the attacker, while it returns
// true. Return whether all visits did.
template <typename Visit>
bool follow_attack(const Attack& attack, const BoardShape& shape, const Grid& grid, Visit visit) {
  assert(attack.distance >= 1);
  const int stride = grid.stride(attack.step.rows, attack.step.turns);
  const int offset = shape.offset[flat_number(attack.step.files, attack.step.ranks)];
  const Cell* cell = attack.source;
  int square = attack.square;
  if (!visit(cell, AttackNeeds{.attacker = bit(square)})) return false;
  for (int distance = 1; distance <= attack.distance; ++distance) {
    cell += stride;
    square += offset;
    const AttackNeeds needs =
        distance == attack.distance ? AttackNeeds{.royal = bit(square)} : AttackNeeds{.empty = bit(square)};
    if (!visit(cell, needs)) return false;
  }
  return true;
}

// The groups of pieces that capture at a distance of `distance` times `step`.
class CapturingGroups {
 public:
  CapturingGroups(int color, const Step& step, int distance);

  // Return the pieces of these groups.
  Bitboard of(const Attackers& attackers) const {
    return attackers.riders[changed_] | (attackers.kings & kings_) | (attackers.knights & knights_) |
           (attackers.pawns & pawns_) | (attackers.brawns & brawns_);
  }

 private:
  int changed_ = 0;                                            // 0: no riders
  Bitboard kings_ = 0, knights_ = 0, pawns_ = 0, brawns_ = 0;  // all squares or none
};

// Whether a piece of colour `by` on the same board attacks `square`.
bool is_attacked(const BoardShape& shape, const Board& board, int square, int by);

// A lane of one step to another board, and the number of axes it changes.
struct Crossing {
  int rows, turns, changed;
};
inline constexpr std::array<Crossing, 8> crossings = {
    {{-1, -1, 2}, {-1, 0, 1}, {-1, 1, 2}, {0, -1, 1}, {0, 1, 1}, {1, -1, 2}, {1, 0, 1}, {1, 1, 2}}};

// A flat step of one square, and the number of axes it changes.
struct FlatStep {
  int files, ranks, changed;
};
inline constexpr std::array<FlatStep, 8> flat_steps = {
    {{-1, -1, 2}, {-1, 0, 1}, {-1, 1, 2}, {0, -1, 1}, {0, 1, 1}, {1, -1, 2}, {1, 0, 1}, {1, 1, 2}}};

// Follows the lines of attack of all pieces on a board. `visit(attack)` is called for each line that meets a
// target and returns whether to stop. It may remove squares from cells of the grid, but not add any.
template <typename Visit>
class AttackScan {
 public:
  AttackScan(const BoardShape& shape, const Grid& grid, int color, Visit& visit)
      : shape_(shape), grid_(grid), color_(color), visit_(visit) {}

  // Scan from one board. Return whether a visit asked to stop.
  bool scan_from(const Cell* source, const Attackers& attackers) {
    if (!attackers.any()) return false;
    return scan_within_board(source, attackers) || scan_across_boards(source, attackers) ||
           scan_leaps(source, attackers) || scan_pawns(source, attackers);
  }

 private:
  bool report(Bitboard hits, const Cell* source, const Step& step, int distance) {
    const int back = distance * shape_.offset[flat_number(step.files, step.ranks)];
    while (hits) {
      const int square = pop_lowest(hits) - back;
      assert(0 <= square && square < shape_.width * shape_.height);
      if (visit_({.source = source, .square = square, .step = step, .distance = distance})) return true;
    }
    return false;
  }

  // Follow riders from `squares` as far as they go, and single steps from `once`.
  bool ride(const Cell* source, Bitboard squares, Bitboard once, const Step& step) {
    const int flat = flat_number(step.files, step.ranks);
    const int stride = grid_.stride(step.rows, step.turns);
    const Cell* cell = source + stride;
    squares = shape_.shift(squares, flat);
    if (const Bitboard hits = (squares | shape_.shift(once, flat)) & cell->targets)
      if (report(hits, source, step, 1)) return true;
    for (int distance = 2; (squares &= cell->empty) != 0; ++distance) {
      cell += stride;
      squares = shape_.shift(squares, flat);
      if (const Bitboard hits = squares & cell->targets)
        if (report(hits, source, step, distance)) return true;
    }
    return false;
  }

  bool scan_within_board(const Cell* source, const Attackers& attackers) {
    if (!source->targets) return false;
    for (const FlatStep& flat : flat_steps)
      if (ride(source, attackers.riders[flat.changed], attackers.kings, step(0, 0, flat.files, flat.ranks)))
        return true;
    return false;
  }

  bool scan_across_boards(const Cell* source, const Attackers& attackers) {
    for (const Crossing& lane : crossings) {
      const Cell* const first = source + grid_.stride(lane.rows, lane.turns);
      if ((first->empty | first->targets) == 0) continue;
      if (ride(source, attackers.riders[lane.changed], attackers.kings, step(lane.rows, lane.turns, 0, 0)))
        return true;
      for (const FlatStep& flat : flat_steps) {
        const Bitboard riders = attackers.riders[lane.changed + flat.changed];
        if ((riders | attackers.kings) == 0) continue;
        if (ride(source, riders, attackers.kings, step(lane.rows, lane.turns, flat.files, flat.ranks)))
          return true;
      }
    }
    return false;
  }

  bool scan_leaps(const Cell* source, const Attackers& attackers) {
    if (!attackers.knights) return false;
    for (const Lane& lane : knight_lanes()) {
      const Cell* const cell = source + grid_.stride(lane.rows, lane.turns);
      if (!cell->targets) continue;
      for (const std::uint8_t flat : lane.flats)
        if (const Bitboard hits = shape_.shift(attackers.knights, flat) & cell->targets)
          if (report(hits, source, step(lane.rows, lane.turns, flat / 5 - 2, flat % 5 - 2), 1)) return true;
    }
    return false;
  }

  bool scan_pawns(const Cell* source, const Attackers& attackers) {
    if (!attackers.pawns) return false;
    const auto& plain = traits(pawn).pawn_captures;
    const auto& all = traits(brawn).pawn_captures;  // the captures of a pawn come first
    for (std::size_t index = 0; index < all.size(); ++index) {
      const Bitboard squares = index < plain.size() ? attackers.pawns : attackers.brawns;
      const Step taken = all[index].for_color(color_);
      const Cell* const cell = source + grid_.stride(taken.rows, taken.turns);
      if (const Bitboard hits = shape_.shift(squares, flat_number(taken.files, taken.ranks)) & cell->targets)
        if (report(hits, source, taken, 1)) return true;
    }
    return false;
  }

  static Step step(int rows, int turns, int files, int ranks) {
    return {static_cast<std::int8_t>(rows), static_cast<std::int8_t>(turns), static_cast<std::int8_t>(files),
            static_cast<std::int8_t>(ranks)};
  }

  const BoardShape& shape_;
  const Grid& grid_;
  int color_;
  Visit& visit_;
};

}  // namespace hyperchess
