// Static evaluation of infinite chess: a sum over pieces, and special knowledge about bare royal pieces.
#pragma once

#include "infinite/engine/confinement.hpp"
#include "infinite/engine/weights.hpp"
#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

// Terms of one player, in centipawns.
struct SideTerms {
  int material = 0, pawns = 0, activity = 0, safety = 0, mate = 0, goals = 0;
  int sum() const { return material + pawns + activity + safety + mate + goals; }
};

inline constexpr int royal_exchange_value = 5'000;  // more than any other piece

using Terms = std::array<SideTerms, color_count>;

class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  // Evaluate a position from the point of view of `color`: their terms minus the average of the other
  // players.
  int evaluate(const Position& position, Color color) const;
  Terms compute_terms(const Position& position) const;

  // Value of a piece in exchanges. Royal pieces count more than all others.
  int exchange_value(Piece piece) const;
  const Weights& weights() const { return weights_; }

 private:
  int evaluate_pawn(const Position& position, const Slot& slot) const;
  int evaluate_activity(const Board& board, const Slot& slot) const;
  int evaluate_safety(const Board& board, SlotNumber royal) const;
  int evaluate_confinement(const Confinement& confinement, Piece royal) const;
  // Evaluate the hunt of a bare royal piece for the strong side; return false if the royal piece slides.
  bool evaluate_bare_royal(const Position& position, SlotNumber royal, SideTerms& strong) const;

  Weights weights_;
};

}  // namespace hyperchess::infinite
