#include "multiverse/rules/attacks.hpp"

#include <algorithm>
#include <cstdlib>

namespace hyperchess {

Attackers Attackers::collect(const Board& board, int color) {
  const Bitboard own = board.colors[color];
  const auto& kinds = board.kinds;
  const Bitboard everywhere = kinds[queen] | kinds[royal_queen];
  Attackers attackers;
  attackers.riders = {0, (everywhere | kinds[rook] | kinds[princess]) & own,
                      (everywhere | kinds[bishop] | kinds[princess]) & own,
                      (everywhere | kinds[unicorn]) & own, (everywhere | kinds[dragon]) & own};
  attackers.kings = (kinds[king] | kinds[common_king]) & own;
  attackers.knights = kinds[knight] & own;
  attackers.pawns = (kinds[pawn] | kinds[brawn]) & own;
  attackers.brawns = kinds[brawn] & own;
  return attackers;
}

Attackers Attackers::without(Bitboard squares) const {
  Attackers left = *this;
  for (Bitboard& group : left.riders) group &= ~squares;
  left.kings &= ~squares;
  left.knights &= ~squares;
  left.pawns &= ~squares;
  left.brawns &= ~squares;
  return left;
}

void Attackers::add(const Attackers& others) {
  for (std::size_t changed = 0; changed < riders.size(); ++changed) riders[changed] |= others.riders[changed];
  kings |= others.kings;
  knights |= others.knights;
  pawns |= others.pawns;
  brawns |= others.brawns;
}

CapturingGroups::CapturingGroups(int color, const Step& step, int distance) {
  assert(distance >= 1);
  constexpr Bitboard all = ~Bitboard{0};
  const int lengths[] = {std::abs(step.rows), std::abs(step.turns), std::abs(step.files),
                         std::abs(step.ranks)};
  if (std::ranges::max(lengths) == 2) {
    knights_ = all;
    return;
  }
  changed_ = lengths[0] + lengths[1] + lengths[2] + lengths[3];
  if (distance > 1) return;
  kings_ = all;
  const std::size_t plain = traits(pawn).pawn_captures.size();
  const auto& captures = traits(brawn).pawn_captures;  // the captures of a pawn come first
  for (std::size_t index = 0; index < captures.size(); ++index) {
    const Step capture = captures[index].for_color(color);
    if (capture.rows == step.rows && capture.turns == step.turns && capture.files == step.files &&
        capture.ranks == step.ranks)
      (index < plain ? pawns_ : brawns_) = all;
  }
}

bool is_attacked(const BoardShape& shape, const Board& board, int square, int by) {
  const Attackers attackers = Attackers::collect(board, by);
  const Bitboard empty = ~board.occupied();
  for (const FlatStep& flat : flat_steps) {
    const int number = flat_number(flat.files, flat.ranks);
    const int changed = flat.changed;
    Bitboard ray = shape.shift(bit(square), number);
    if (ray & attackers.kings) return true;
    while (ray & empty) ray = shape.shift(ray, number);
    if (ray & attackers.riders[changed]) return true;
  }
  for (const Lane& lane : knight_lanes())
    if (lane.rows == 0 && lane.turns == 0)
      for (const std::uint8_t flat : lane.flats)
        if (shape.shift(bit(square), flat) & attackers.knights) return true;
  const int behind = by == white ? -1 : 1;  // a pawn attacks from one rank behind the square
  return ((shape.shift(bit(square), flat_number(-1, behind)) |
           shape.shift(bit(square), flat_number(1, behind))) &
          attackers.pawns) != 0;
}

}  // namespace hyperchess
