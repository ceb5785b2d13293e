#include "multiverse/position/pieces.hpp"

#include <cassert>
#include <cstdlib>

namespace hyperchess {
namespace {

std::vector<Lane> make_leaps() {
  std::vector<Lane> lanes;
  for (int rows = -2; rows <= 2; ++rows)
    for (int turns = -2; turns <= 2; ++turns) {
      Lane lane{static_cast<std::int8_t>(rows), static_cast<std::int8_t>(turns), {}};
      for (int files = -2; files <= 2; ++files)
        for (int ranks = -2; ranks <= 2; ++ranks) {
          int ones = 0, twos = 0;
          for (const int length : {rows, turns, files, ranks}) {
            ones += std::abs(length) == 1;
            twos += std::abs(length) == 2;
          }
          if (ones == 1 && twos == 1)
            lane.flats.push_back(static_cast<std::uint8_t>(flat_number(files, ranks)));
        }
      if (!lane.flats.empty()) lanes.push_back(lane);
    }
  return lanes;
}

std::array<KindTraits, kind_count> make_table() {
  // White's pawns advance up the ranks, or towards lower timelines.
  const std::vector<Step> pawn_captures = {{0, 0, -1, 1}, {0, 0, 1, 1}, {-1, -1, 0, 0}, {-1, 1, 0, 0}};
  std::vector<Step> brawn_captures = pawn_captures;
  for (const Step step : {Step{-1, 0, 0, 1}, {-1, 0, -1, 0}, {-1, 0, 1, 0}, {0, -1, 0, 1}, {0, 1, 0, 1}})
    brawn_captures.push_back(step);
  std::array<KindTraits, kind_count> table{};
  table[pawn] = {.is_pawn = true, .pawn_captures = pawn_captures};
  table[brawn] = {.is_pawn = true, .pawn_captures = brawn_captures};
  table[king] = {.royal = true, .pawn_captures = {}};
  table[royal_queen] = {.royal = true, .pawn_captures = {}};
  return table;
}

const std::array<KindTraits, kind_count> table = make_table();
const std::vector<Lane> leaps = make_leaps();

}  // namespace

const KindTraits& traits(int kind) {
  assert(0 <= kind && kind < kind_count);
  return table[kind];
}

const std::vector<Lane>& knight_lanes() { return leaps; }

}  // namespace hyperchess
