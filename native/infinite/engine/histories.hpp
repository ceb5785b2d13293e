// Statistics of earlier cutoffs, for move ordering, reductions and the correction of the static evaluation.
// Each thread has its own; they are kept from move to move of a game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "infinite/engine/candidates.hpp"

namespace hyperchess::infinite {

class Histories {
 public:
  using Value = std::int16_t;

  static constexpr int max_value = 16'384;

  Histories()
      : quiet_(piece_count * square_count),
        capture_(piece_count * small_square_count * kind_mask_count),
        continuation_(2 * context_count * context_count),
        pawn_(pawn_count * context_count),
        correction_(2 * 2 * correction_count) {}

  void clear() {
    for (auto* const table : {&quiet_, &capture_, &continuation_, &pawn_, &correction_})
      std::fill(table->begin(), table->end(), Value{0});
  }

  // Quiet moves by piece and target square.
  Value& quiet(Piece piece, Square to) {
    return quiet_[piece_index(piece) * square_count + square_index(to)];
  }
  // Captures by piece, target square and captured kind.
  Value& capture(const Candidate& candidate) {
    const std::size_t captured =
        candidate.captured ? 1 + static_cast<std::size_t>(candidate.captured.kind()) : 0;
    return capture_[(piece_index(candidate.piece) * small_square_count +
                     small_square_index(candidate.move.to)) *
                        kind_mask_count +
                    captured];
  }
  // Row of the continuation history after a move: quiet moves that follow it, by `context_index`.
  // `plies` is 1 for the reply and 2 for the next move of the same player.
  Value* continuation(Piece piece, Square to, int plies) {
    return &continuation_[(static_cast<std::size_t>(plies - 1) * context_count + context_index(piece, to)) *
                          context_count];
  }
  // Quiet moves by pawn structure.
  Value& pawn(std::uint64_t pawn_hash, Piece piece, Square to) {
    return pawn_[(pawn_hash & (pawn_count - 1)) * context_count + context_index(piece, to)];
  }
  // Difference between the search and the static evaluation, in units of 1 / `correction_unit` centipawns, by
  // player to move and pawn structure, and by player to move and the other material.
  static constexpr int correction_unit = 128;
  Value& correction(int table, bool is_white, std::uint64_t hash) {
    return correction_[(static_cast<std::size_t>(table * 2 + is_white)) * correction_count +
                       (hash & (correction_count - 1))];
  }
  static std::size_t context_index(Piece piece, Square to) {
    const std::size_t kind = static_cast<std::size_t>(piece.kind()) & 15U;
    return (static_cast<std::size_t>(piece.color() == white) << 4 | kind) * small_square_count +
           small_square_index(to);
  }

  // Move a value towards `bonus`, the more the further away it is, so that it stays within `max_value`.
  static void update(Value& value, int bonus) {
    value = static_cast<Value>(value + bonus - value * std::abs(bonus) / max_value);
  }

 private:
  static constexpr std::size_t piece_count = 64;         // kind and whether it is White's
  static constexpr std::size_t square_count = 1'024;     // coordinates modulo 32
  static constexpr std::size_t small_square_count = 64;  // coordinates modulo 8
  static constexpr std::size_t kind_mask_count = 32;
  static constexpr std::size_t context_count = 32 * small_square_count;
  static constexpr std::size_t pawn_count = 256;
  static constexpr std::size_t correction_count = 16'384;

  static std::size_t piece_index(Piece piece) {
    return static_cast<std::size_t>(piece.kind()) << 1 | static_cast<std::size_t>(piece.color() == white);
  }
  static std::size_t square_index(Square square) {
    return (static_cast<std::size_t>(square.x) & 31U) | (static_cast<std::size_t>(square.y) & 31U) << 5;
  }
  static std::size_t small_square_index(Square square) {
    return (static_cast<std::size_t>(square.x) & 7U) | (static_cast<std::size_t>(square.y) & 7U) << 3;
  }

  std::vector<Value> quiet_, capture_, continuation_, pawn_, correction_;
};

}  // namespace hyperchess::infinite
