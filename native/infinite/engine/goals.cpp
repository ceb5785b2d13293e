#include "infinite/engine/goals.hpp"

namespace hyperchess::infinite {
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
      pieces_left = pieces_left || board.count(other) != 0;
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

bool is_bare(const Board& board, Color color) { return board.count(color) == board.royals(color).size(); }

bool has_non_pawn_material(const Board& board, Color color) {
  return board.count(color) > board.royals(color).size() + board.count(color, Kind::pawn);
}

}  // namespace hyperchess::infinite
