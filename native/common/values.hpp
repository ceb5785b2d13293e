// Search values: centipawns from the point of view of the player to move, or a mate.
//
// Two bands above the centipawns stand for mates:
//
// * A *proven* mate: the winner's actions exist, and every legal reply was searched.
// * A *likely* mate: all searched replies lose, but not every legal reply was searched.
#pragma once

namespace hyperchess {

inline constexpr int proven_mate = 30'000;
inline constexpr int likely_mate = 20'000;
inline constexpr int mate_band = 1'000;    // width of each band; more plies than any search reaches
inline constexpr int max_static = 15'000;  // static values are clamped to this
inline constexpr int max_depth = 60;

static_assert(max_static < likely_mate - mate_band && likely_mate < proven_mate - mate_band);

constexpr bool is_proven(int value) {
  return value > proven_mate - mate_band || value < mate_band - proven_mate;
}
// Whether a value is a proven or a likely mate, for either side.
constexpr bool is_mate(int value) {
  return value > likely_mate - mate_band || value < mate_band - likely_mate;
}

// Convert mates between plies from the root, as used in the search, and plies from the position, as stored in
// the transposition table.
constexpr int value_to_tt(int value, int ply) {
  if (value > likely_mate - mate_band) return value + ply;
  if (value < mate_band - likely_mate) return value - ply;
  return value;
}
constexpr int value_from_tt(int value, int ply) {
  if (value > likely_mate - mate_band) return value - ply;
  if (value < mate_band - likely_mate) return value + ply;
  return value;
}

}  // namespace hyperchess
