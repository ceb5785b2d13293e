// Castling on boards of any width: the king moves two files, the rook lands on the square crossed.
#include "attacks.hpp"
#include "generation.hpp"

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

void generate_castling(const Multiverse& multiverse, int row, int square, std::vector<Move>& moves) {
  const Line& line = multiverse.line(row);
  const Board& board = *line.boards.back();
  const int color = multiverse.player();
  for (const int side : {-1, 1}) {
    const int rook_square = castling_rook(multiverse.plane(), board, square, side, color);
    if (rook_square < 0) continue;
    bool attacked = false;
    for (int step = 0; step <= 2 && !attacked; ++step)
      attacked = is_attacked(multiverse.plane(), board, square + step * side, 1 - color);
    if (attacked) continue;
    Move move{row, line.end(), row, line.end(), static_cast<std::int8_t>(square),
              static_cast<std::int8_t>(square + 2 * side)};
    move.castling_rook = static_cast<std::int8_t>(rook_square);
    moves.push_back(move);
  }
}

}  // namespace hyperchess
