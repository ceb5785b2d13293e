// API of positions of infinite chess.
#pragma once

#include "api/records.hpp"
#include "infinite/rules/generation.hpp"

namespace hyperchess::api {

// A position of infinite chess, owned by the caller.
struct PackedInfinite {
  infinite::Position position;
};
HYPERCHESS_OBJECT(PackedInfinite, "InfinitePosition")

struct PackedRules {
  std::shared_ptr<const infinite::Rules> rules;
  infinite::Border border;
  infinite::Coordinate slide_limit, edge;
};
HYPERCHESS_OBJECT(PackedRules, "InfiniteRules")

struct PackedMoves {
  infinite::MoveList moves;
};
HYPERCHESS_OBJECT(PackedMoves, "InfiniteMoves")

// In Python, squares, pieces, moves and rays are instances of classes that the caller provides.
HYPERCHESS_RECORD(infinite::Square, "Square", x, y)
template <>
inline constexpr auto type_name<infinite::Piece> = text("Piece");
template <>
inline constexpr auto record<infinite::Move> =
    fields("InfiniteMove", Field{"start", &infinite::Move::from}, Field{"end", &infinite::Move::to},
           Field{"promotion", &infinite::Move::promotion});
HYPERCHESS_RECORD(infinite::Step, "", dx, dy)
template <>
inline constexpr auto record<infinite::Ray> =
    fields("Ray", Field{"source", &infinite::Ray::from}, Field{"step", &infinite::Ray::step},
           Field{"first", &infinite::Ray::first},
           Field{"last", [](const infinite::Ray& ray) {
                   return ray.last == infinite::Ray::endless ? std::nullopt : std::optional(ray.last);
                 }});

HYPERCHESS_RECORD(infinite::Slot, "", at, piece)
// The pieces of a board, which callers pass as a dictionary.
struct Slots : std::vector<infinite::Slot> {};
template <>
inline constexpr auto type_name<Slots> = text("dict[Square, Piece]");
HYPERCHESS_RECORD(infinite::SquareChange, "", at, before, after)

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
HYPERCHESS_RECORD(PlayedInfinite, "", piece, captured, passed, changes, promotion, was_open, gives_check,
                  after)

// The ranks on which the pawns of a colour promote, and the kinds they promote to.
struct PromotionNumbers {
  int color;
  std::vector<infinite::Coordinate> ranks;
  std::vector<int> kinds;
};
HYPERCHESS_RECORD(PromotionNumbers, "", color, ranks, kinds)

struct InfiniteSummary {
  bool in_check;
  std::optional<bool> can_move;  // nothing if that needs numbers beyond 64 bits
  bool may_repeat, is_insufficient;
};
HYPERCHESS_RECORD(InfiniteSummary, "InfiniteSummary", in_check, can_move, may_repeat, is_insufficient)

int infinite_code(int kind, int color, bool special);
// Return nothing if numbers are too large, or for kinds that only the rules in Python support.
std::optional<PackedRules> pack_rules(const std::vector<int>& players,
                                      const std::vector<PromotionNumbers>& promotions,
                                      const std::vector<unsigned>& goals,
                                      const std::array<std::optional<infinite::Coordinate>, 4>& border,
                                      std::optional<infinite::Coordinate> slide_limit, bool free_promotion,
                                      bool drop_idle_rights, bool automatic_move_rule, bool counts_checks);
// Return nothing if a coordinate is too large, or for kinds that only the rules in Python support.
std::optional<PackedInfinite> pack_infinite(const PackedRules& rules, const Slots& slots,
                                            std::optional<infinite::Square> en_passant,
                                            const std::vector<unsigned>& checks_given,
                                            infinite::Coordinate rule_count, infinite::Coordinate rule_limit,
                                            bool knows_past);
std::uint64_t hash(const PackedInfinite& self);
int size(const PackedInfinite& self);
infinite::Piece piece_at(const PackedInfinite& self, infinite::Square square);

// These return nothing if the result needs numbers beyond 64 bits.
std::optional<PackedMoves> find_moves(const PackedInfinite& self);
std::optional<bool> can_move(const PackedInfinite& self);
std::optional<bool> allows(const PackedInfinite& self, const infinite::Move& move);
// Return nothing if the move is illegal or goes too far.
std::optional<PlayedInfinite> play(const PackedInfinite& self, const infinite::Move& move);

std::vector<infinite::Move> points(const PackedMoves& self);
std::vector<infinite::Ray> rays(const PackedMoves& self);
// Return the number of moves that end in a window, given by two corners, or nothing if its edges are too
// large.
std::optional<std::uint64_t> count(const PackedMoves& self, infinite::Square lowest,
                                   infinite::Square highest);

// Return the attacked royal pieces of the player to move, and the pieces that attack them, each once.
std::vector<infinite::Square> royals_in_check(const PackedInfinite& self);
std::vector<infinite::Square> checkers(const PackedInfinite& self);

InfiniteSummary summary(const PackedInfinite& self);

// Whether the game is certainly not over: there is a legal move, no check, no repetition and sufficient
// material, no goal but checkmate for the last mover, and no draw by the move rule.
bool is_ongoing(const PackedInfinite& self);

}  // namespace hyperchess::api
