// API of positions of infinite chess.
#pragma once

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "infinite/generation.hpp"
#include "infinite/position.hpp"

namespace hyperchess::api {

// A position of infinite chess, owned by the caller.
struct PackedInfinite {
  infinite::Position position;
};

struct PackedRules {
  std::shared_ptr<const infinite::Rules> rules;
  infinite::Border border;
  infinite::Coordinate slide_limit, edge;
};

struct PackedMoves {
  infinite::MoveList moves;
};

// The effect of a legal move.
struct PlayedInfinite {
  infinite::Piece piece, captured;
  std::optional<infinite::Square> passed;  // en passant square after the move
  std::vector<infinite::SquareChange> changes;
  infinite::Piece promotion;
  bool was_open;  // whether a pawn could capture en passant before the move
  bool gives_check;
  PackedInfinite after;
};

// A colour, the ranks on which its pawns promote, and the kinds they promote to.
using PromotionNumbers = std::tuple<int, std::vector<infinite::Coordinate>, std::vector<int>>;

// Return nothing if numbers are too large, or for kinds that only the rules in Python support.
std::optional<PackedRules> pack_rules(const std::vector<int>& players,
                                      const std::vector<PromotionNumbers>& promotions,
                                      const std::vector<unsigned>& goals,
                                      const std::array<std::optional<infinite::Coordinate>, 4>& border,
                                      std::optional<infinite::Coordinate> slide_limit, bool free_promotion,
                                      bool drop_idle_rights, bool automatic_move_rule, bool counts_checks);
// Return nothing if a coordinate is too large, or for kinds that only the rules in Python support.
std::optional<PackedInfinite> pack(const PackedRules& rules, const std::vector<infinite::Slot>& slots,
                                   std::optional<infinite::Square> en_passant,
                                   const std::vector<unsigned>& checks_given, infinite::Coordinate rule_count,
                                   infinite::Coordinate rule_limit, bool knows_past);

// These return nothing if the result needs numbers beyond 64 bits.
std::optional<PackedMoves> find_moves(PackedInfinite& self);
std::optional<bool> can_move(PackedInfinite& self);
std::optional<bool> allows(PackedInfinite& self, infinite::Square from, infinite::Square to,
                           infinite::Piece promotion);
// Return nothing if the move is illegal or goes too far.
std::optional<PlayedInfinite> play(const PackedInfinite& self, infinite::Square from, infinite::Square to,
                                   infinite::Piece promotion);

// Return the attacked royal pieces of the player to move, and the pieces that attack them, each once.
std::vector<infinite::Square> royals_in_check(const PackedInfinite& self);
std::vector<infinite::Square> checkers(const PackedInfinite& self);

// Return whether there is check, whether there is a legal move (nothing if that needs numbers beyond 64
// bits), whether there may be a repetition, and whether there is insufficient material.
std::tuple<bool, std::optional<bool>, bool, bool> summary(PackedInfinite& self);

// Whether the game is certainly not over: there is a legal move, no check, no repetition and sufficient
// material, no goal but checkmate for the last mover, and no draw by the move rule.
bool is_ongoing(PackedInfinite& self);

}  // namespace hyperchess::api
