#include "rules/generation.hpp"

#include <array>

namespace hyperchess {

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
  write(moves);
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

// Go in one direction: those that ride as far as they can, the others once.
void Generator::ride(int rows, int turns, int files, int ranks, Bits riders, Bits once) {
  const int flat = flat_number(files, ranks);
  const int stride = grid_.stride(rows, turns);
  const Cell* cell = cell_ + stride;
  const Bits targets = plane_.shifted(riders | once, flat) & (cell->empty | cell->prey);
  if (!targets) return;
  const int offset = plane_.offset[flat];
  add(targets, offset, row_ + rows, time_ + 2 * turns);
  riders = plane_.shifted(riders, flat) & cell->empty;
  for (int distance = 2; riders; ++distance) {
    cell += stride;
    riders = plane_.shifted(riders, flat);
    add(riders & (cell->empty | cell->prey), distance * offset, row_ + distance * rows,
        time_ + 2 * distance * turns);
    riders &= cell->empty;
  }
}

void Generator::add_riders_and_kings() {
  for (int rows = -1; rows <= 1; ++rows)
    for (int turns = -1; turns <= 1; ++turns) {
      const Cell* const first = cell_ + grid_.stride(rows, turns);
      if ((first->empty | first->prey) == 0) continue;
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
    const Bits goals = cell->empty | cell->prey;
    if (!goals) continue;
    for (const std::uint8_t flat : lane.flats)
      add(plane_.shifted(pieces_.knights, flat) & goals, plane_.offset[flat], row_ + lane.rows,
          time_ + 2 * lane.turns);
  }
}

// Write the beams out as moves: a first pass counts them by the square from which they start, a second one
// puts them in their places.
void Generator::write(std::vector<Move>& moves) const {
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
        time_, beam.to_time, static_cast<std::int16_t>(row_),       static_cast<std::int16_t>(beam.to_row), 0,
        0,     empty_code,   static_cast<std::int8_t>(beam.special)};
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
