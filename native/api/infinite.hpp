// What the faces of the kernel ask about positions of infinite chess.
#pragma once

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "infinite/generation.hpp"
#include "infinite/position.hpp"

namespace hyperchess::api {

// A position of infinite chess as callers hold it.
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

// What a legal move does, and the position after it.
struct PlayedInfinite {
  infinite::Piece piece, captured;
  std::optional<infinite::Square> passed;
  std::vector<infinite::SquareChange> changes;
  infinite::Piece promotion;
  bool was_open;  // whether a pawn stood ready to take en passant
  bool gives_check;
  PackedInfinite after;
};

// A colour, the ranks where its pawns promote, and to which kinds.
using PromotionNumbers = std::tuple<int, std::vector<infinite::Coordinate>, std::vector<int>>;

// None if the rules name numbers that are too large, or pieces that are left to the rules in Python.
std::optional<PackedRules> pack_rules(const std::vector<int>& players,
                                      const std::vector<PromotionNumbers>& promotions,
                                      const std::vector<unsigned>& goals,
                                      const std::array<std::optional<infinite::Coordinate>, 4>& border,
                                      std::optional<infinite::Coordinate> slide_limit, bool free_promotion,
                                      bool drop_idle_rights, bool automatic_move_rule, bool counts_checks);
// None if a coordinate is too large or a piece is left to the rules in Python.
std::optional<PackedInfinite> pack(const PackedRules& rules, const std::vector<infinite::Slot>& slots,
                                   std::optional<infinite::Square> en_passant,
                                   const std::vector<unsigned>& checks_given, infinite::Coordinate rule_count,
                                   infinite::Coordinate rule_limit, bool knows_past);

// None if that needs numbers beyond 64 bits.
std::optional<PackedMoves> find_moves(PackedInfinite& self);
std::optional<bool> can_move(PackedInfinite& self);
std::optional<bool> allows(PackedInfinite& self, infinite::Square from, infinite::Square to,
                           infinite::Piece promotion);
// None if the move is not legal, or goes too far.
std::optional<PlayedInfinite> play(const PackedInfinite& self, infinite::Square from, infinite::Square to,
                                   infinite::Piece promotion);

// The royal pieces of the player to move that are attacked, and the pieces that attack them, each once.
std::vector<infinite::Square> royals_in_check(const PackedInfinite& self);
std::vector<infinite::Square> checkers(const PackedInfinite& self);

// What a verdict depends on: whether there is check, a legal move (none: that needs numbers beyond 64 bits),
// perhaps a repetition, and too few pieces for a mate.
std::tuple<bool, std::optional<bool>, bool, bool> summary(PackedInfinite& self);

// Whether the game certainly goes on and nothing else is to be said: there is a legal move and none of the
// others, no goal but checkmate for the last mover, and no draw by the move rule.
bool is_ongoing(PackedInfinite& self);

}  // namespace hyperchess::api
