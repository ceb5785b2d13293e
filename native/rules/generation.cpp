#include "rules/generation.hpp"

#include <array>

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

Generator::Generator(const Multiverse& multiverse)
    : multiverse_(multiverse), plane_(multiverse.plane()), grid_(grid_of_captures(multiverse)) {
  const int rank = multiverse.player() == white ? plane_.height - 1 : 0;
  beams_.reserve(128);
  last_rank_ = (plane_.full >> (plane_.width * (plane_.height - 1))) << (plane_.width * rank);
}

void Generator::add_moves(int row, std::vector<Move>& moves, Bits pieces) {
  start(row, pieces);
  add_riders_and_kings();
  add_knights();
  if (pieces_.kings & board_->unmoved) add_castling();
  if (pieces_.pawns) add_pawns();
  expand(moves);
}

void Generator::start(int row, Bits pieces) {
  row_ = row;
  time_ = multiverse_.line(row).end();
  board_ = multiverse_.line(row).boards.back().get();
  cell_ = &grid_.at(row_, time_);
  pieces_ = Attackers::of(*board_, multiverse_.player());
  if (~pieces) pieces_ = pieces_.without(~pieces);
  beams_.clear();
}

// Move in one direction: riders as far as they can, the others one step.
void Generator::ride(int rows, int turns, int files, int ranks, Bits riders, Bits once) {
  const int flat = flat_number(files, ranks);
  const int stride = grid_.stride(rows, turns);
  const Cell* cell = cell_ + stride;
  const Bits targets = plane_.shifted(riders | once, flat) & (cell->empty | cell->targets);
  if (!targets) return;
  const int offset = plane_.offset[flat];
  add(targets, offset, row_ + rows, time_ + 2 * turns);
  riders = plane_.shifted(riders, flat) & cell->empty;
  for (int distance = 2; riders; ++distance) {
    cell += stride;
    riders = plane_.shifted(riders, flat);
    add(riders & (cell->empty | cell->targets), distance * offset, row_ + distance * rows,
        time_ + 2 * distance * turns);
    riders &= cell->empty;
  }
}

void Generator::add_riders_and_kings() {
  for (int rows = -1; rows <= 1; ++rows)
    for (int turns = -1; turns <= 1; ++turns) {
      const Cell* const first = cell_ + grid_.stride(rows, turns);
      if ((first->empty | first->targets) == 0) continue;
      const int changed = (rows != 0) + (turns != 0);
      for (int files = -1; files <= 1; ++files)
        for (int ranks = -1; ranks <= 1; ++ranks) {
          const Bits riders = pieces_.riders[changed + (files != 0) + (ranks != 0)];
          if ((riders | pieces_.kings) && (changed || files || ranks))
            ride(rows, turns, files, ranks, riders, pieces_.kings);
        }
    }
}

void Generator::add_knights() {
  if (!pieces_.knights) return;
  for (const Lane& lane : knight_lanes()) {
    const Cell* const cell = cell_ + grid_.stride(lane.rows, lane.turns);
    const Bits goals = cell->empty | cell->targets;
    if (!goals) continue;
    for (const std::uint8_t flat : lane.flats)
      add(plane_.shifted(pieces_.knights, flat) & goals, plane_.offset[flat], row_ + lane.rows,
          time_ + 2 * lane.turns);
  }
}

// Castling on boards of any width: the king moves two files, the rook lands on the square crossed.
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

// Pawns and brawns: advances in rank and across timelines, captures, en passant, promotion.
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
  add(plane_.shifted(pawns, flat) & cell->targets, plane_.offset[flat], to_row, to_time, !jumps);
  add(plane_.shifted(brawns, flat) & cell->targets, plane_.offset[flat], to_row, to_time, true);
  if (!jumps) add_en_passant(step, pawns | brawns);
}

// Within one board: the captured pawn stands beside the capturing one. One turn earlier on the same timeline
// it stood unmoved two squares further on, and its present square was empty.
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

// Expand the beams into moves by a counting sort: the first pass counts the moves of each square, the second
// puts them in their places.
void Generator::expand(std::vector<Move>& moves) const {
  const std::vector<Code>& choices = multiverse_.promotions();
  const Code lower_case = multiverse_.player() == black ? 0x20 : 0;
  const auto promoting = [&](const Beam& beam) { return beam.promotes && !choices.empty() ? last_rank_ : 0; };
  std::array<int, max_squares + 1> place{};
  for (const Beam& beam : beams_) {
    const Bits last = promoting(beam);
    for (Bits left = beam.targets; left;) {
      const int to = take_lowest(left);
      place[to - beam.back + 1] += last & bit(to) ? static_cast<int>(choices.size()) : 1;
    }
  }
  const int squares = plane_.width * plane_.height;
  for (int square = 0; square < squares; ++square) place[square + 1] += place[square];
  const std::size_t first = moves.size();
  if (first + place[squares] > static_cast<std::size_t>(max_moves))
    throw InvalidPosition("the position has more moves than the native rules hold");
  moves.resize(first + place[squares]);
  for (const Beam& beam : beams_) {
    const Bits last = promoting(beam);
    Move move{
        .time = time_,
        .to_time = beam.to_time,
        .row = static_cast<std::int16_t>(row_),
        .to_row = static_cast<std::int16_t>(beam.to_row),
        .from = 0,
        .to = 0,
        .promotion = empty_code,
        .special = static_cast<std::int8_t>(beam.special),
    };
    for (Bits left = beam.targets; left;) {
      const int to = take_lowest(left);
      move.from = static_cast<std::int8_t>(to - beam.back);
      move.to = static_cast<std::int8_t>(to);
      if (!(last & bit(to))) {
        moves[first + place[move.from]++] = move;
        continue;
      }
      for (const Code letter : choices) {
        Move& made = moves[first + place[move.from]++] = move;
        made.promotion = static_cast<Code>(letter | lower_case);
      }
    }
  }
}

}  // namespace hyperchess
