// Which pieces attack a square. Everything is looked at from the square outwards, so the cost depends on the
// sorts of pieces, not on how many there are.
#pragma once

#include <bit>

#include "infinite/board.hpp"

namespace hyperchess::infinite {

// Calls `found(slot)` for every piece of another player than `color` that attacks a square, in the order of
// the rules in Python, until it returns true. `vacated` is a slot to be seen as empty: where a king comes
// from.
template <class Found>
bool each_attacker(const Board& board, Square square, Color color, SlotNumber vacated, const Found& found) {
  std::uint64_t leaps = 0;
  unsigned lines = 0;
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    leaps |= board.leaps_of(other);
    lines |= board.lines_of(other);
  }
  for (; leaps != 0; leaps &= leaps - 1) {
    const int leap = std::countr_zero(leaps);
    const SlotNumber number = board.find(square - leap_steps[static_cast<std::size_t>(leap)]);
    if (number == no_slot) continue;
    const Piece piece = board.slot(number).piece;
    if (piece.color() == color || piece.color() == neutral) continue;
    if ((attack_leaps(piece.kind(), piece.color()) >> leap & 1U) && found(number)) return true;
  }
  for (; lines != 0; lines &= lines - 1) {
    const int line = std::countr_zero(lines);
    const std::vector<SlotNumber>& order = board.order(line);
    const Coordinate key = Board::line_key(line, square), here = Board::along(line, square);
    const std::size_t place = board.place(line, square);
    const auto attacks = [&](SlotNumber number) {
      const Slot& slot = board.slot(number);
      const Color other = slot.piece.color();
      if (other == color || other == neutral || !(traits_of(slot.piece).lines >> line & 1U)) return false;
      const Coordinate steps = Board::along(line, slot.at) - here;
      return (steps < 0 ? -steps : steps) <= board.slide_limit();
    };
    for (std::size_t index = place; index > 0;) {
      const SlotNumber number = order[--index];
      if (Board::line_key(line, board.slot(number).at) != key) break;
      if (number == vacated) continue;
      if (attacks(number) && found(number)) return true;
      break;
    }
    for (std::size_t index = place; index < order.size(); ++index) {
      const SlotNumber number = order[index];
      const Square at = board.slot(number).at;
      if (Board::line_key(line, at) != key) break;
      if (at == square || number == vacated) continue;
      if (attacks(number) && found(number)) return true;
      break;
    }
  }
  return false;
}

// Whether a piece of another player than `color` could take on a square.
bool is_attacked(const Board& board, Square square, Color color, SlotNumber vacated = no_slot);

// Whether a royal piece of a player is attacked.
bool in_check(const Board& board, Color color);

}  // namespace hyperchess::infinite
