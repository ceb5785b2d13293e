#include "multiverse/engine/check_map.hpp"

#include <algorithm>

#include "multiverse/rules/attacks.hpp"

namespace hyperchess {
namespace {

// Undo a shift by `offset` squares. The bits do not wrap around, so a rotation is a shift.
Bitboard shift_back(Bitboard squares, int offset) { return std::rotr(squares, offset); }

// Return the earliest half-turn that counts.
int find_earliest(const Multiverse& multiverse) {
  int end = multiverse.timeline(multiverse.lowest_row()).end();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    end = std::min(end, multiverse.timeline(row).end());
  return end - 2 * std::max(multiverse.shape().width, multiverse.shape().height);
}

// Return the first half-turn of `color` from `time` on.
int next_half_turn(int color, int time) { return time + ((time & 1) != color); }

}  // namespace

CheckMap::CheckMap(const Multiverse& multiverse, int color, int new_rows)
    : shape_(multiverse.shape()),
      color_(color),
      earliest_(find_earliest(multiverse)),
      grid_(make_enemy_royal_grid(multiverse, color, new_rows, earliest_, /*new_turns=*/3)),
      numbers_(grid_.size(), -1) {
  // Add the next board of each timeline, as a copy of the last one.
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    const Board& board = *timeline.boards.back();
    Cell& cell = grid_.at(row, next_half_turn(color, timeline.end() + 1));
    cell.empty = shape_.full & ~board.occupied();
    cell.targets = board.royals(1 - color);
  }
}

// Follow lines from every square of a board at once and trace the hits back to where they started.
void CheckMap::compute(const Cell* source, Squares& found) const {
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
  for (const Crossing& lane : crossings) {
    const Cell* const first = source + grid_.stride(lane.rows, lane.turns);
    if ((first->empty | first->targets) == 0) continue;
    ride(lane.rows, lane.turns, 0, 0, lane.changed);
    for (const FlatStep& flat : flat_steps)
      ride(lane.rows, lane.turns, flat.files, flat.ranks, lane.changed + flat.changed);
  }
  const auto add_leaps = [&](bool across) {
    for (const Lane& lane : knight_lanes()) {
      if ((lane.rows != 0 || lane.turns != 0) != across) continue;
      const Cell* const cell = source + grid_.stride(lane.rows, lane.turns);
      if (!cell->targets) continue;
      for (const std::uint8_t flat : lane.flats)
        leapers |= shift_back(shape_.shift(shape_.full, flat) & cell->targets, shape_.offset[flat]);
    }
  };
  const auto add_pawns = [&](bool across) {
    const auto& plain = traits(pawn).pawn_captures;
    const auto& all = traits(brawn).pawn_captures;  // the captures of a pawn come first
    for (std::size_t index = 0; index < all.size(); ++index) {
      const Step step = all[index].for_color(color_);
      if ((step.rows != 0 || step.turns != 0) != across) continue;
      const Cell* const cell = source + grid_.stride(step.rows, step.turns);
      const int flat = flat_number(step.files, step.ranks);
      const Bitboard origins =
          shift_back(shape_.shift(shape_.full, flat) & cell->targets, shape_.offset[flat]);
      brawns |= origins;
      if (index < plain.size()) pawns |= origins;
    }
  };
  const auto fill = [&](KindSquares& kinds) {
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
  };
  add_leaps(true);
  add_pawns(true);
  fill(found.across);
  if (source->targets) {
    for (const FlatStep& flat : flat_steps) ride(0, 0, flat.files, flat.ranks, flat.changed);
    add_leaps(false);
    add_pawns(false);
  }
  fill(found.all);
}

CheckMaps::CheckMaps(const Multiverse& multiverse)
    : lowest_row_(std::min(multiverse.lowest_row(), multiverse.new_row(0))),
      highest_row_(std::max(multiverse.highest_row(), multiverse.new_row(0))),
      maps_{CheckMap(multiverse, white, /*new_rows=*/1), CheckMap(multiverse, black, /*new_rows=*/1)} {}

std::array<const KindSquares*, 2> CheckMaps::checks_across(int row, int time) {
  row = std::clamp(row, lowest_row_, highest_row_);
  return {&maps_[white].checks_across(row, next_half_turn(white, time + 2)),
          &maps_[black].checks_across(row, next_half_turn(black, time + 2))};
}

}  // namespace hyperchess
