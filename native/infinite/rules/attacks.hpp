// Attack detection in infinite chess. It looks outwards from the target square, so the cost depends on the
// kinds of pieces on the board, not on their number.
#pragma once

#include <bit>

#include "infinite/board/board.hpp"

namespace hyperchess::infinite {

// Call `found(slot)` for every piece of a player other than `color` that attacks `square`, in the order of
// the rules in Python, until it returns true; return whether it did. The piece in slot `vacated` is ignored,
// such as a king that is about to move away.
template <class Found>
bool each_attacker(const Board& board, Square square, Color color, SlotNumber vacated, const Found& found) {
  std::uint64_t leaps = 0;
  unsigned lines = 0;
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    leaps |= board.leap_mask(other);
    lines |= board.line_mask(other);
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
    const Coordinate here = Board::along(line, square);
    for (const SlotNumber number : board.neighbours(line, square, vacated)) {
      if (number == no_slot) continue;
      const Slot& slot = board.slot(number);
      const Color other = slot.piece.color();
      if (other == color || other == neutral || !(kind_traits(slot.piece).lines >> line & 1U)) continue;
      const Coordinate steps = Board::along(line, slot.at) - here;
      if ((steps < 0 ? -steps : steps) <= board.slide_limit() && found(number)) return true;
    }
  }
  return false;
}

// Whether a piece of a player other than `color` attacks `square`.
bool is_attacked(const Board& board, Square square, Color color, SlotNumber vacated = no_slot);

// Whether a royal piece of `color` is attacked.
bool in_check(const Board& board, Color color);

}  // namespace hyperchess::infinite
