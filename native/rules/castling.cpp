// Castling on boards of any width: the king moves two files, the rook lands on the square crossed.
#include "rules/generation.hpp"

namespace hyperchess {
namespace {

constexpr int least_distance = 3;  // files between king and rook, so that both change places

// The square of the unmoved rook that stands next on a side, or -1.
int castling_rook(const Plane& plane, const Board& board, int king_square, int side, int color) {
  Bits place = bit(king_square);
  for (int distance = 1; (place = plane.shifted(place, flat_number(side, 0))) != 0; ++distance) {
    const int square = lowest(place);
    if (board.at(square) == empty_code) continue;
    const bool fits = board.at(square) == (code_of(rook, color) | unmoved_mark) && distance >= least_distance;
    return fits ? square : -1;
  }
  return -1;
}

}  // namespace

void Generator::add_castling() {
  const int color = multiverse_.player();
  for (Bits kings = pieces_.kings & board_->unmoved & board_->kinds[king]; kings;) {
    const int square = take_lowest(kings);
    for (const int side : {-1, 1}) {
      const int rook_square = castling_rook(plane_, *board_, square, side, color);
      if (rook_square < 0) continue;
      bool attacked = false;
      for (int step = 0; step <= 2 && !attacked; ++step)
        attacked = is_attacked(plane_, *board_, square + step * side, 1 - color);
      if (attacked) continue;
      add(bit(square + 2 * side), 2 * side, row_, time_, false, rook_square);
    }
  }
}

}  // namespace hyperchess
