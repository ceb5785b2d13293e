#include "pieces.hpp"

#include <cstdlib>
#include <functional>

namespace hyperchess {
namespace {

// All steps of at most `reach` on every axis that fit, grouped by lane.
std::vector<Lane> lanes_where(int reach, const std::function<bool(const std::array<int, 4>&)>& fits) {
  std::vector<Lane> lanes;
  for (int rows = -reach; rows <= reach; ++rows)
    for (int turns = -reach; turns <= reach; ++turns) {
      Lane lane{static_cast<std::int8_t>(rows), static_cast<std::int8_t>(turns), {}};
      for (int files = -reach; files <= reach; ++files)
        for (int ranks = -reach; ranks <= reach; ++ranks)
          if (fits({std::abs(rows), std::abs(turns), std::abs(files), std::abs(ranks)}))
            lane.flats.push_back(static_cast<std::uint8_t>(flat_number(files, ranks)));
      if (!lane.flats.empty()) lanes.push_back(lane);
    }
  return lanes;
}

// Steps by one that change at least `least` and at most `most` axes.
std::vector<Lane> lines(int least, int most) {
  return lanes_where(1, [=](const std::array<int, 4>& step) {
    const int changed = step[0] + step[1] + step[2] + step[3];
    return least <= changed && changed <= most;
  });
}

// Two steps on one axis and one on another.
std::vector<Lane> leaps() {
  return lanes_where(2, [](const std::array<int, 4>& step) {
    int ones = 0, twos = 0;
    for (const int length : step) {
      ones += length == 1;
      twos += length == 2;
    }
    return ones == 1 && twos == 1;
  });
}

std::array<KindTraits, kind_count> make_table() {
  // White's pawns go up the ranks, or towards lower timelines.
  const std::vector<Step> pawn_captures = {{0, 0, -1, 1}, {0, 0, 1, 1}, {-1, -1, 0, 0}, {-1, 1, 0, 0}};
  std::vector<Step> brawn_captures = pawn_captures;
  for (const Step step : {Step{-1, 0, 0, 1}, {-1, 0, -1, 0}, {-1, 0, 1, 0}, {0, -1, 0, 1}, {0, 1, 0, 1}})
    brawn_captures.push_back(step);
  //          letter rides  royal  pawn   keeps the unmoved mark
  return {{{'P', false, false, true, true, {}, pawn_captures},
           {'W', false, false, true, true, {}, brawn_captures},
           {'K', false, true, false, true, lines(1, 4), {}},
           {'C', false, false, false, false, lines(1, 4), {}},
           {'Q', true, false, false, false, lines(1, 4), {}},
           {'Y', true, true, false, false, lines(1, 4), {}},
           {'S', true, false, false, false, lines(1, 2), {}},
           {'N', false, false, false, false, leaps(), {}},
           {'R', true, false, false, true, lines(1, 1), {}},
           {'B', true, false, false, false, lines(2, 2), {}},
           {'U', true, false, false, false, lines(3, 3), {}},
           {'D', true, false, false, false, lines(4, 4), {}}}};
}

const std::array<KindTraits, kind_count> table = make_table();

std::array<std::int8_t, 256> make_kinds() {
  std::array<std::int8_t, 256> kinds;
  kinds.fill(-1);
  for (int kind = 0; kind < kind_count; ++kind)
    for (const int color : {white, black}) {
      kinds[code_of(kind, color)] = static_cast<std::int8_t>(kind);
      if (table[kind].keeps_unmoved)
        kinds[code_of(kind, color) | unmoved_mark] = static_cast<std::int8_t>(kind);
    }
  return kinds;
}

const std::array<std::int8_t, 256> kinds = make_kinds();

}  // namespace

const KindTraits& traits(int kind) { return table[kind]; }

int find_kind(Code code) { return kinds[code]; }

}  // namespace hyperchess
