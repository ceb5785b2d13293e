// The weights of the evaluation by name. Their values come from a file (`hyperchess/engine/weights.toml`).
#pragma once

#include <array>
#include <span>

#include "position/pieces.hpp"

namespace hyperchess {

// How a piece attacks on its own board; unicorns and dragons move between boards only.
enum Group : int { pawns, knights, bishops, rooks, queens, kings, group_count };

// Centipawns, unless a comment says otherwise. Each is counted for a side on the last board of a timeline.
struct Weights {
  std::array<int, kind_count> value{};   // of a piece; royals count nothing, since neither side can lose them
  std::array<int, kind_count> center{};  // for each step from the edge towards the middle
  std::array<int, 2> advance{};          // of pawns and brawns, for each rank
  std::array<int, group_count> mobility{};  // for each square attacked on the board; tenths of a centipawn
  std::array<int, group_count> ring{};      // for each attacked square around an enemy royal
  int shelter = 0;                          // for each own pawn beside an own royal
  int hanging = 0;   // percent of what the player to move on a board wins by the best capture there
  int inactive = 0;  // percent of its value that a board of an inactive timeline keeps
  int crowding = 0;  // percent: with n timelines, boards count 100 / (100 + crowding (n - 1)) of their value
  int timeline = 0;  // for each timeline that the opponent has made
  int tempo = 0;     // for the player to move

  static constexpr int count = 2 * kind_count + 2 + 2 * group_count + 6;
  static std::span<const char* const> names();
  static Weights of(std::span<const int> numbers);
};

}  // namespace hyperchess
