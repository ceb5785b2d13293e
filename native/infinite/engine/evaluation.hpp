// Static evaluation of infinite chess: a sum over pieces, and special knowledge about bare royal pieces.
#pragma once

#include "infinite/engine/confinement.hpp"
#include "infinite/engine/weights.hpp"
#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

// Terms of one player, in centipawns.
struct SideTerms {
  int material = 0, pawns = 0, activity = 0, threats = 0, safety = 0, mate = 0, goals = 0;
  int sum() const { return material + pawns + activity + threats + safety + mate + goals; }
};

inline constexpr int royal_exchange_value = 5'000;  // more than any other piece

// Pawn structure of White and Black, in centipawns.
struct PawnStructure {
  std::array<int, 2> base{}, passed{};  // `passed` grows as pieces are exchanged
};

// Cache of pawn structures by the hash of the pawns. Each search thread has its own.
class PawnCache {
 public:
  // Return the structure of the pawns, computed by `compute` unless it is known.
  template <class Compute>
  const PawnStructure& find(std::uint64_t pawn_hash, const Compute& compute) {
    Entry& entry = entries_[static_cast<std::size_t>(pawn_hash) & (size - 1)];
    if (!entry.is_used || entry.hash != pawn_hash) entry = {pawn_hash, true, compute()};
    return entry.structure;
  }

  static constexpr std::size_t bytes() { return size * sizeof(Entry); }

 private:
  static constexpr std::size_t size = 4'096;

  struct Entry {
    std::uint64_t hash = 0;
    bool is_used = false;
    PawnStructure structure;
  };

  std::vector<Entry> entries_ = std::vector<Entry>(size);
};

using Terms = std::array<SideTerms, color_count>;

class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  // Evaluate a position from the point of view of `color`: their terms minus the average of the other
  // players.
  int evaluate(const Position& position, Color color, PawnCache* cache = nullptr) const;
  Terms compute_terms(const Position& position, PawnCache* cache = nullptr) const;

  // Value of a piece in exchanges. Royal pieces count more than all others.
  int exchange_value(Piece piece) const;
  const Weights& weights() const { return weights_; }

 private:
  // Working memory of one evaluation.
  struct Scan;

  int evaluate_pawn(const Position& position, const Slot& slot) const;
  PawnStructure evaluate_pawn_structure(const Position& position, const Scan& scan) const;
  int evaluate_piece(const Position& position, SlotNumber number, Scan& scan) const;
  void add_pawn_attacks(const Board& board, const Slot& slot, Scan& scan) const;
  void evaluate_threats(const Position& position, const Scan& scan, Terms& terms) const;
  int evaluate_safety(const Board& board, SlotNumber royal, const Scan& scan) const;
  int evaluate_confinement(const Confinement& confinement, Piece royal) const;
  // Evaluate the hunt of a bare royal piece for the strong side; return false if the royal piece slides.
  bool evaluate_bare_royal(const Position& position, SlotNumber royal, SideTerms& strong) const;

  Weights weights_;
};

}  // namespace hyperchess::infinite
