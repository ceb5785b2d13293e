// What a search says about a position: centipawns from the side of the player to move, or a mate.
//
// Two bands lie above the centipawns:
//
// * A *proven* mate: the winner's actions exist, and every legal reply was looked at.
// * A *likely* mate: the replies looked at all lose, but not every legal reply was looked at.
#pragma once

namespace hyperchess {

inline constexpr int proven_mate = 30'000;
inline constexpr int likely_mate = 20'000;
inline constexpr int mate_band = 1'000;  // more plies than any search reaches
inline constexpr int max_static = 15'000;
inline constexpr int max_depth = 60;

constexpr bool is_proven(int value) {
  return value > proven_mate - mate_band || value < mate_band - proven_mate;
}

// Mates are counted from the root in a search, and from their position in a table.
constexpr int to_table(int value, int ply) {
  if (value > likely_mate - mate_band) return value + ply;
  if (value < mate_band - likely_mate) return value - ply;
  return value;
}
constexpr int from_table(int value, int ply) {
  if (value > likely_mate - mate_band) return value - ply;
  if (value < mate_band - likely_mate) return value + ply;
  return value;
}

}  // namespace hyperchess
