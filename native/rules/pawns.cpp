// Pawns and brawns: advances in rank and across timelines, captures, en passant, promotion.
#include "rules/generation.hpp"

namespace hyperchess {

void Generator::add_pawns() {
  const int color = multiverse_.player();
  // One step forward in rank or in timelines to an empty square, or two while unmoved. A jump never promotes
  // here.
  for (const Step& step : {Step{0, 0, 0, 1}.seen_by(color), Step{-1, 0, 0, 0}.seen_by(color)}) {
    const int flat = flat_number(0, step.ranks);
    const Cell* cell = cell_;
    Bits going = pieces_.pawns;
    for (int length = 1; length <= 2; ++length) {
      cell += grid_.stride(step.rows, 0);
      going = plane_.shifted(going, flat) & cell->empty;
      if (!going) break;
      add(going, length * plane_.offset[flat], row_ + length * step.rows, time_, step.rows == 0);
      going &= plane_.shifted(pieces_.pawns & board_->unmoved, flat);
    }
  }
  const auto& plain = traits(pawn).pawn_captures;
  const auto& all = traits(brawn).pawn_captures;  // those of a pawn come first
  for (std::size_t index = 0; index < all.size(); ++index)
    add_pawn_captures(all[index].seen_by(color), index < plain.size() ? pieces_.pawns & ~pieces_.brawns : 0,
                      pieces_.brawns);
}

void Generator::add_pawn_captures(const Step& step, Bits pawns, Bits brawns) {
  const Cell* const cell = cell_ + grid_.stride(step.rows, step.turns);
  const int flat = flat_number(step.files, step.ranks);
  const bool jumps = step.rows || step.turns;
  const int to_row = row_ + step.rows, to_time = time_ + 2 * step.turns;
  // A pawn cannot promote by a jump, but a brawn can, by a capture (Branched 5DPGN 4.5).
  add(plane_.shifted(pawns, flat) & cell->prey, plane_.offset[flat], to_row, to_time, !jumps);
  add(plane_.shifted(brawns, flat) & cell->prey, plane_.offset[flat], to_row, to_time, true);
  if (!jumps) add_en_passant(step, pawns | brawns);
}

// Within one board: the victim stands beside the capturer, and one turn earlier on the same timeline it stood
// unmoved two squares further on, with nothing where it stands now.
void Generator::add_en_passant(const Step& step, Bits pawns) {
  const Board* const earlier = multiverse_.line(row_).at(time_ - 2);
  if (!earlier) return;
  const int foe = 1 - multiverse_.player();
  const int ahead = flat_number(0, step.ranks);
  const auto ahead_twice = [&](Bits squares) {
    return plane_.shifted(plane_.shifted(squares, ahead), ahead);
  };
  const auto pawns_of = [foe](const Board& board) {
    return (board.kinds[pawn] | board.kinds[brawn]) & board.colors[foe];
  };
  Bits victims = plane_.shifted(pawns, flat_number(step.files, 0)) & pawns_of(*board_) & ~board_->unmoved;
  victims &= ~earlier->occupied();
  const Bits origins = ahead_twice(victims) & ~board_->occupied() & pawns_of(*earlier) & earlier->unmoved;
  const int rank = plane_.offset[ahead];
  const int flat = flat_number(step.files, step.ranks);
  for (Bits left = origins; left;) {
    const int victim = take_lowest(left) - 2 * rank;
    add(bit(victim + rank) & cell_->empty, plane_.offset[flat], row_, time_, true, victim);
  }
}

}  // namespace hyperchess
