#include "multiverse/engine/check_map.hpp"

#include "multiverse/rules/attacks.hpp"

namespace hyperchess {
namespace {

// Undo a shift by `offset` squares. The bits do not wrap around, so a rotation is a shift.
Bitboard shift_back(Bitboard squares, int offset) { return std::rotr(squares, offset); }

}  // namespace

CheckMap::CheckMap(const Multiverse& multiverse, int new_rows)
    : shape_(multiverse.shape()),
      player_(multiverse.player()),
      grid_(make_enemy_royal_grid(multiverse, new_rows)),
      squares_(grid_.size()) {
  // Add the next boards of the player, as copies of the last ones.
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    const Board& board = *timeline.boards.back();
    Cell& cell = grid_.at(row, timeline.end() + (multiverse.is_playable(row) ? 2 : 1));
    cell.empty = shape_.full & ~board.occupied();
    cell.targets = board.royals(1 - player_);
  }
}

bool CheckMap::gives_check(int row, int time, int kind, int square) {
  assert(0 <= kind && kind < kind_count);
  const int number = grid_.index(row, time);
  Squares& squares = squares_[number];
  if (!squares.known) find_squares(&grid_.at(row, time), squares);
  return (squares.kinds[kind] & bit(square)) != 0;
}

// Follow lines from every square of a board at once and trace the hits back to where they started.
void CheckMap::find_squares(const Cell* source, Squares& found) const {
  found.known = true;
  std::array<Bitboard, 5> riders{};
  Bitboard kings = 0, leapers = 0, pawns = 0, brawns = 0;
  const auto ride = [&](int rows, int turns, int files, int ranks, int changed) {
    const int flat = flat_number(files, ranks), stride = grid_.stride(rows, turns);
    const Cell* cell = source;
    Bitboard squares = shape_.full;
    for (int distance = 1;; ++distance) {
      cell += stride;
      squares = shape_.shift(squares, flat);
      if (const Bitboard hits = squares & cell->targets) {
        const Bitboard origins = shift_back(hits, distance * shape_.offset[flat]);
        riders[changed] |= origins;
        if (distance == 1) kings |= origins;
      }
      squares &= cell->empty;
      if (!squares) return;
    }
  };
  if (source->targets)
    for (const FlatStep& flat : flat_steps) ride(0, 0, flat.files, flat.ranks, flat.changed);
  for (const Crossing& lane : crossings) {
    const Cell* const first = source + grid_.stride(lane.rows, lane.turns);
    if ((first->empty | first->targets) == 0) continue;
    ride(lane.rows, lane.turns, 0, 0, lane.changed);
    for (const FlatStep& flat : flat_steps)
      ride(lane.rows, lane.turns, flat.files, flat.ranks, lane.changed + flat.changed);
  }
  for (const Lane& lane : knight_lanes()) {
    const Cell* const cell = source + grid_.stride(lane.rows, lane.turns);
    if (!cell->targets) continue;
    for (const std::uint8_t flat : lane.flats)
      leapers |= shift_back(shape_.shift(shape_.full, flat) & cell->targets, shape_.offset[flat]);
  }
  const auto& plain = traits(pawn).pawn_captures;
  const auto& all = traits(brawn).pawn_captures;  // the captures of a pawn come first
  for (std::size_t index = 0; index < all.size(); ++index) {
    const Step step = all[index].for_color(player_);
    const Cell* const cell = source + grid_.stride(step.rows, step.turns);
    const int flat = flat_number(step.files, step.ranks);
    const Bitboard origins = shift_back(shape_.shift(shape_.full, flat) & cell->targets, shape_.offset[flat]);
    brawns |= origins;
    if (index < plain.size()) pawns |= origins;
  }
  auto& kinds = found.kinds;
  kinds[pawn] = pawns;
  kinds[brawn] = brawns;
  kinds[king] = kinds[common_king] = kings;
  kinds[knight] = leapers;
  kinds[rook] = riders[1];
  kinds[bishop] = riders[2];
  kinds[unicorn] = riders[3];
  kinds[dragon] = riders[4];
  kinds[princess] = riders[1] | riders[2];
  kinds[queen] = kinds[royal_queen] = riders[1] | riders[2] | riders[3] | riders[4];
}

}  // namespace hyperchess
