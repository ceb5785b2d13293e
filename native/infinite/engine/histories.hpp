// Statistics of earlier cutoffs, for move ordering, reductions and the correction of the static evaluation.
// They are kept from move to move of a game. The large tables are shared by the threads of a search.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "infinite/engine/candidates.hpp"

namespace hyperchess::infinite {

// A number between plus and minus `max_value`. Threads may share it: an update that is lost to another thread
// does no harm.
class HistoryValue {
 public:
  static constexpr int max_value = 16'384;

  int get() const { return value_.load(std::memory_order_relaxed); }
  // Move the value towards `bonus`, the more the further away it is.
  void update(int bonus) {
    const int value = get();
    value_.store(static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / max_value),
                 std::memory_order_relaxed);
  }
  void clear() { value_.store(0, std::memory_order_relaxed); }

 private:
  std::atomic<std::int16_t> value_{0};
};

using HistoryTable = std::vector<HistoryValue>;

// Tables of several megabytes, shared by all threads. A search with little memory has small ones, in which
// more squares share an entry.
class SharedHistories {
 public:
  enum class Size : std::uint8_t { small, full };

  explicit SharedHistories(Size size)
      : square_bits_(size == Size::full ? 3 : 2),
        continuation_(2 * 2 * count_contexts(size) * count_contexts(size)),
        pawn_(2 * pawn_count * count_contexts(size)) {}

  // Index of a piece and its target square, without the colour.
  std::size_t context_index(Piece piece, Square to) const {
    const std::size_t mask = (std::size_t{1} << square_bits_) - 1;
    return ((static_cast<std::size_t>(piece.kind()) & 15U) << square_bits_ |
            (static_cast<std::size_t>(to.y) & mask))
               << square_bits_ |
           (static_cast<std::size_t>(to.x) & mask);
  }

  void clear() {
    for (HistoryTable* const table : {&continuation_, &pawn_})
      for (HistoryValue& value : *table) value.clear();
  }
  // Row of the continuation history after a move: quiet moves that follow it, by `context_index`. `plies` is
  // 1 for the reply and 2 for the next move of the same player, so the colour of the following move is known.
  HistoryValue* continuation(Piece piece, Square to, int plies) {
    const std::size_t is_white = piece.color() == white;
    return &continuation_[(((static_cast<std::size_t>(plies - 1) * 2 + is_white) * context_count()) +
                           context_index(piece, to)) *
                          context_count()];
  }
  // Quiet moves by pawn structure.
  HistoryValue& pawn(std::uint64_t pawn_hash, Piece piece, Square to) {
    const std::size_t is_white = piece.color() == white;
    return pawn_[((pawn_hash & (pawn_count - 1)) * 2 + is_white) * context_count() +
                 context_index(piece, to)];
  }
  static constexpr std::size_t bytes(Size size) {
    return (2 * 2 * count_contexts(size) + 2 * pawn_count) * count_contexts(size) * sizeof(HistoryValue);
  }

 private:
  static constexpr std::size_t pawn_count = 256;

  static constexpr std::size_t count_contexts(Size size) { return size == Size::full ? 16 * 64 : 16 * 16; }
  std::size_t context_count() const { return std::size_t{16} << 2 * square_bits_; }

  int square_bits_;  // of each coordinate of a square that count
  HistoryTable continuation_, pawn_;
};

// Tables of one thread.
class Histories {
 public:
  Histories()
      : quiet_(piece_count * square_count),
        capture_(piece_count * small_square_count * kind_mask_count),
        correction_(2 * 2 * correction_count) {}

  void clear() {
    for (HistoryTable* const table : {&quiet_, &capture_, &correction_})
      for (HistoryValue& value : *table) value.clear();
  }
  // Quiet moves by piece and target square.
  HistoryValue& quiet(Piece piece, Square to) {
    const std::size_t square = (static_cast<std::size_t>(to.x) & 31U) | (static_cast<std::size_t>(to.y) & 31U)
                                                                            << 5;
    return quiet_[piece_index(piece) * square_count + square];
  }
  // Captures by piece, target square and captured kind.
  HistoryValue& capture(const Candidate& candidate) {
    const Square to = candidate.move.to;
    const std::size_t captured =
        candidate.captured ? 1 + static_cast<std::size_t>(candidate.captured.kind()) : 0;
    const std::size_t square = (static_cast<std::size_t>(to.x) & 7U) | (static_cast<std::size_t>(to.y) & 7U)
                                                                           << 3;
    return capture_[(piece_index(candidate.piece) * small_square_count + square) * kind_mask_count +
                    captured];
  }
  // Difference between the search and the static evaluation, in units of 1 / `correction_unit` centipawns, by
  // player to move and pawn structure, and by player to move and the other material.
  static constexpr int correction_unit = 128;
  HistoryValue& correction(int table, bool is_white, std::uint64_t hash) {
    return correction_[(static_cast<std::size_t>(table * 2 + is_white)) * correction_count +
                       (hash & (correction_count - 1))];
  }
  static constexpr std::size_t bytes() {
    return (piece_count * square_count + piece_count * small_square_count * kind_mask_count +
            2 * 2 * correction_count) *
           sizeof(HistoryValue);
  }

 private:
  static constexpr std::size_t piece_count = 64;         // kind and whether it is White's
  static constexpr std::size_t square_count = 1'024;     // coordinates modulo 32
  static constexpr std::size_t small_square_count = 64;  // coordinates modulo 8
  static constexpr std::size_t kind_mask_count = 32;
  static constexpr std::size_t correction_count = 16'384;

  static std::size_t piece_index(Piece piece) {
    return static_cast<std::size_t>(piece.kind()) << 1 | static_cast<std::size_t>(piece.color() == white);
  }

  HistoryTable quiet_, capture_, correction_;
};

}  // namespace hyperchess::infinite
