// Weights of the evaluation of 5D chess. Their values come from `hyperchess/engine/multiverse/weights.toml`.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "multiverse/position/bitboard.hpp"
#include "multiverse/position/pieces.hpp"

namespace hyperchess {

// Pieces grouped by how they attack on their own board. Unicorns and dragons only move between boards.
enum Group : int { pawns, knights, bishops, rooks, queens, kings, group_count };

using SquareTable = std::array<std::array<int, max_squares>, kind_count>;  // by kind and square

// In centipawns unless noted otherwise. Board terms are counted for each side on the last board of a
// timeline. How they were tuned, and the matches: docs/engine-measurements.md.
//
// All members are ints, so that a weight is known by its index among them (`index_of`).
struct Weights {
  std::array<int, kind_count> value;      // piece values; 0 for royals, which neither side can lose
  std::array<int, kind_count> center;     // per step from the edge towards the centre
  std::array<int, 2> advance;             // per rank, of pawns and brawns
  std::array<int, group_count> mobility;  // per square attacked on the board, in tenths of a centipawn
  std::array<int, group_count> ring;      // king safety: per attacked square around an enemy royal
  int shelter;                            // per own pawn next to an own royal
  int hanging;   // percent of the material gained by the best capture of the player to move on a board
  int inactive;  // percent of its value that a board of an inactive timeline keeps
  int crowding;  // percent: with n timelines, boards count 100 / (100 + crowding (n - 1)) of their value
  int timeline;  // per timeline created by the opponent
  int tempo;     // for the player to move
  int flight;    // per square next to an own royal that is neither occupied by an own piece nor attacked
  int surplus;   // in addition per timeline beyond the first that the opponent has created more
  // Per own piece that is attacked on the board and not defended, or attacked by a less valuable piece.
  std::array<int, queens + 1> loose;
  // Per square that a piece can move to on its board and from which it attacks a royal on another board.
  std::array<int, group_count> across;
  SquareTable square;  // piece-square table, seen by the owner of the piece

  // The same, in addition for the player to move on the board.
  std::array<int, group_count> mover_mobility;
  std::array<int, group_count> mover_ring;
  int mover_shelter;
  int mover_flight;
  std::array<int, queens + 1> mover_loose;
  std::array<int, group_count> mover_across;
  SquareTable mover_square;

  static constexpr int count =
      2 * kind_count + 2 + 6 * group_count + 10 + 2 * (queens + 1) + 2 * kind_count * max_squares;
  // Names in the order in which `from_numbers` takes the values.
  static std::span<const std::string_view> names();
  static Weights from_numbers(std::span<const int> numbers);
  // Return the place of one of these weights in the order of their names.
  int index_of(const int& weight) const {
    return static_cast<int>(&weight - reinterpret_cast<const int*>(this));
  }
};
static_assert(sizeof(Weights) == Weights::count * sizeof(int));

}  // namespace hyperchess
