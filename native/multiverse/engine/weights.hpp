// Weights of the evaluation of 5D chess. Their values come from `hyperchess/engine/weights.toml`.
#pragma once

#include <array>
#include <span>

#include "multiverse/position/pieces.hpp"

namespace hyperchess {

// Pieces grouped by how they attack on their own board. Unicorns and dragons only move between boards.
enum Group : int { pawns, knights, bishops, rooks, queens, kings, group_count };

// In centipawns unless noted otherwise. Board terms are counted for each side on the last board of a
// timeline. How they were tuned, and the matches: docs/engine-measurements.md.
struct Weights {
  std::array<int, kind_count> value{};      // piece values; 0 for royals, which neither side can lose
  std::array<int, kind_count> center{};     // per step from the edge towards the centre
  std::array<int, 2> advance{};             // per rank, of pawns and brawns
  std::array<int, group_count> mobility{};  // per square attacked on the board, in tenths of a centipawn
  std::array<int, group_count> ring{};      // king safety: per attacked square around an enemy royal
  int shelter = 0;                          // per own pawn next to an own royal
  int hanging = 0;   // percent of the material gained by the best capture of the player to move on a board
  int inactive = 0;  // percent of its value that a board of an inactive timeline keeps
  int crowding = 0;  // percent: with n timelines, boards count 100 / (100 + crowding (n - 1)) of their value
  int timeline = 0;  // per timeline created by the opponent
  int tempo = 0;     // for the player to move

  static constexpr int count = 2 * kind_count + 2 + 2 * group_count + 6;
  // Names in the order in which `from_numbers` takes the values.
  static std::span<const char* const> names();
  static Weights from_numbers(std::span<const int> numbers);
};

}  // namespace hyperchess
