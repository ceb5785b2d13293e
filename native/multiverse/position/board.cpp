#include "multiverse/position/board.hpp"

namespace hyperchess {

void Board::put(int square, Code code) {
  assert(find_kind(code) >= 0);
  clear(square);
  cells[square] = code;
  kinds[find_kind(code)] |= bit(square);
  colors[piece_color(code)] |= bit(square);
  if (code & unmoved_mark) unmoved |= bit(square);
}

void Board::clear(int square) {
  const Code code = at(square);
  if (code == empty_code) return;
  cells[square] = empty_code;
  kinds[find_kind(code)] &= ~bit(square);
  colors[piece_color(code)] &= ~bit(square);
  unmoved &= ~bit(square);
}

}  // namespace hyperchess
