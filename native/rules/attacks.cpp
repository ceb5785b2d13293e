#include "rules/attacks.hpp"

#include <algorithm>
#include <cstdlib>

namespace hyperchess {

Attackers Attackers::of(const Board& board, int color) {
  const Bits own = board.colors[color];
  const auto& kinds = board.kinds;
  const Bits everywhere = kinds[queen] | kinds[royal_queen];
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

Attackers Attackers::without(Bits squares) const {
  Attackers left = *this;
  for (Bits& group : left.riders) group &= ~squares;
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

Bits attackers_along(const Attackers& attackers, int color, const Step& step, int distance) {
  const int lengths[] = {std::abs(step.rows), std::abs(step.turns), std::abs(step.files),
                         std::abs(step.ranks)};
  if (std::ranges::max(lengths) == 2) return attackers.knights;
  Bits squares = attackers.riders[lengths[0] + lengths[1] + lengths[2] + lengths[3]];
  if (distance > 1) return squares;
  squares |= attackers.kings;
  const std::size_t plain = traits(pawn).pawn_captures.size();
  const auto& captures = traits(brawn).pawn_captures;  // those of a pawn come first
  for (std::size_t index = 0; index < captures.size(); ++index) {
    const Step capture = captures[index].seen_by(color);
    if (capture.rows == step.rows && capture.turns == step.turns && capture.files == step.files &&
        capture.ranks == step.ranks)
      squares |= index < plain ? attackers.pawns : attackers.brawns;
  }
  return squares;
}

bool is_attacked(const Plane& plane, const Board& board, int square, int by) {
  const Attackers attackers = Attackers::of(board, by);
  const Bits empty = ~board.occupied();
  for (const FlatStep& flat : flat_steps) {
    const int number = flat_number(flat.files, flat.ranks);
    const int changed = flat.changed;
    Bits place = plane.shifted(bit(square), number);
    if (place & attackers.kings) return true;
    while (place & empty) place = plane.shifted(place, number);
    if (place & attackers.riders[changed]) return true;
  }
  for (const Lane& lane : knight_lanes())
    if (lane.rows == 0 && lane.turns == 0)
      for (const std::uint8_t flat : lane.flats)
        if (plane.shifted(bit(square), flat) & attackers.knights) return true;
  // A pawn of `by` stands one rank behind, as it sees the board.
  const int behind = by == white ? -1 : 1;
  return ((plane.shifted(bit(square), flat_number(-1, behind)) |
           plane.shifted(bit(square), flat_number(1, behind))) &
          attackers.pawns) != 0;
}

}  // namespace hyperchess
