// The static evaluation of infinite chess: a sum over pieces, and what is known about bare royal pieces.
#pragma once

#include "infinite/position.hpp"
#include "infinite_engine/confinement.hpp"
#include "infinite_engine/weights.hpp"

namespace hyperchess::infinite {

// What is counted for one player, in centipawns.
struct SideTerms {
  int material = 0, pawns = 0, activity = 0, safety = 0, mate = 0, goals = 0;
  int sum() const { return material + pawns + activity + safety + mate + goals; }
};

using Terms = std::array<SideTerms, color_count>;

class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  // From the side of one player: their terms less the average of the other players'.
  int of(const Position& position, Color color) const;
  Terms terms_of(const Position& position) const;

  // What a piece is worth in exchanges; royals count more than all others.
  int exchange_value(Piece piece) const;
  const Weights& weights() const { return weights_; }

 private:
  int pawn_terms(const Position& position, const Slot& slot) const;
  int activity_of(const Board& board, const Slot& slot) const;
  int safety_of(const Board& board, SlotNumber royal) const;
  int room_terms(const Confinement& room, Piece royal) const;
  // What a side has made of a bare royal piece; false if nothing is known about such a piece.
  bool against_bare(const Position& position, SlotNumber royal, SideTerms& strong) const;

  Weights weights_;
};

}  // namespace hyperchess::infinite
