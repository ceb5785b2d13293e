#include "infinite/engine/goals.hpp"

namespace hyperchess::infinite {
namespace {

// Whether a player has a piece of a kind for which `test` is true.
template <class Test>
bool has_kind(const Board& board, Color color, const Test& test) {
  for (int index = 0; index < kind_count; ++index) {
    const auto kind = static_cast<Kind>(index);
    if (board.count(color, kind) != 0 && test(kind)) return true;
  }
  return false;
}

}  // namespace

bool is_goal_reached(const Position& position) {
  const std::optional<LastMove>& last = position.last_move();
  if (!last) return false;
  const Color mover = position.last_mover();
  const Rules& rules = position.rules();
  unsigned goals = rules.goals[mover];
  if ((goals & checkmate) != 0 && !rules.is_two_player()) goals |= royal_capture;
  if ((goals & ~static_cast<unsigned>(checkmate)) == 0) return false;
  const Board& board = position.board();
  if (last->captured && last->captured.color() != neutral) {
    bool royals_left = false, pieces_left = false;
    for (Color other = 1; other < color_count; ++other) {
      if (other == mover) continue;
      royals_left = royals_left || !board.royals(other).empty();
      pieces_left = pieces_left || has_kind(board, other, [](Kind) { return true; });
    }
    const bool royal = kind_traits(last->captured).royal;
    if (royal && (goals & royal_capture) != 0) return true;
    if (royal && (goals & all_royals_captured) != 0 && !royals_left) return true;
    if ((goals & all_pieces_captured) != 0 && !pieces_left) return true;
  }
  if ((goals & king_of_the_hill) != 0 && last->piece.kind() == Kind::king) {
    const Square to = last->to;
    if (hill_low <= to.x && to.x <= hill_high && hill_low <= to.y && to.y <= hill_high) return true;
  }
  constexpr unsigned checks_to_win = 3;
  return (goals & three_checks) != 0 && position.checks_given(mover) >= checks_to_win;
}

bool is_bare(const Board& board, Color color) {
  return !has_kind(board, color, [](Kind kind) { return !kind_traits(kind).royal; });
}

bool has_non_pawn_material(const Board& board, Color color) {
  return has_kind(board, color, [](Kind kind) { return !kind_traits(kind).royal && kind != Kind::pawn; });
}

}  // namespace hyperchess::infinite
