#include "infinite/rules/attacks.hpp"

namespace hyperchess::infinite {

bool is_attacked(const Board& board, Square square, Color color, SlotNumber vacated) {
  return each_attacker(board, square, color, vacated, [](SlotNumber) { return true; });
}

bool in_check(const Board& board, Color color) {
  for (const SlotNumber royal : board.royals(color)) {
    if (is_attacked(board, board.slot(royal).at, color)) return true;
  }
  return false;
}

}  // namespace hyperchess::infinite
