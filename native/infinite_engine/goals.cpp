#include "infinite_engine/goals.hpp"

namespace hyperchess::infinite {
namespace {

template <class Counts>
bool any_kind(const Board& board, Color color, const Counts& counts) {
  for (int index = 0; index < kind_count; ++index) {
    const auto kind = static_cast<Kind>(index);
    if (board.count(color, kind) != 0 && counts(kind)) return true;
  }
  return false;
}

}  // namespace

bool goal_reached(const Position& position) {
  const std::optional<LastMove>& last = position.last();
  if (!last) return false;
  const Color mover = position.mover();
  const Rules& rules = position.rules();
  unsigned goals = rules.goals[mover];
  if ((goals & checkmate) != 0 && !rules.two_alternate()) goals |= royal_capture;
  if ((goals & ~static_cast<unsigned>(checkmate)) == 0) return false;
  const Board& board = position.board();
  if (last->captured && last->captured.color() != neutral) {
    bool royals_left = false, pieces_left = false;
    for (Color other = 1; other < color_count; ++other) {
      if (other == mover) continue;
      royals_left = royals_left || !board.royals(other).empty();
      pieces_left = pieces_left || any_kind(board, other, [](Kind) { return true; });
    }
    const bool royal = traits_of(last->captured).royal;
    if (royal && (goals & royal_capture) != 0) return true;
    if (royal && (goals & all_royals_captured) != 0 && !royals_left) return true;
    if ((goals & all_pieces_captured) != 0 && !pieces_left) return true;
  }
  if ((goals & king_of_the_hill) != 0 && last->piece.kind() == Kind::king) {
    const Square to = last->to;
    if (hill_low <= to.x && to.x <= hill_high && hill_low <= to.y && to.y <= hill_high) return true;
  }
  return (goals & three_checks) != 0 && position.checks_given(mover) >= 3;
}

bool is_bare(const Board& board, Color color) {
  return !any_kind(board, color, [](Kind kind) { return !traits_of(kind).royal; });
}

bool has_pieces(const Board& board, Color color) {
  return any_kind(board, color, [](Kind kind) { return !traits_of(kind).royal && kind != Kind::pawn; });
}

}  // namespace hyperchess::infinite
