#include "infinite/engine/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "common/values.hpp"
#include "infinite/engine/goals.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::infinite {
namespace {

constexpr Coordinate max_difference = Coordinate{1} << 60;  // line keys of larger differences may overflow

// Distances in squares; larger distances are capped.
constexpr int max_activity_distance = 16;
constexpr int max_hunt_distance = 80;
constexpr int close_distance = 8;           // within it, the shorter axis does not count in a hunt
constexpr int max_promotion_distance = 12;  // beyond, a pawn gets no bonus for advancing

// Centipawns.
constexpr int mated_value = 14'000;

// A bare royal piece draws against a single piece other than an amazon: divide the value of the strong side.
constexpr int drawn_divisor = 8;
// Divisors of the hunt terms against a royal piece that has only pawns.
constexpr int pawns_confinement_divisor = 2;
constexpr int pawns_king_near_divisor = 4;
constexpr std::size_t max_royals = 4;   // royal pieces per player that are evaluated
constexpr int max_leapers = 4;          // leapers that are rewarded for approaching a bare royal piece
constexpr int move_rule_divisor = 4;    // at the limit of the move rule, this fraction of the value is lost
constexpr int max_exposed_sliders = 3;  // sliders counted per direction
constexpr unsigned checks_to_win = 3;

Coordinate coordinate_distance(Coordinate one, Coordinate two) {
  if (one > max_difference || one < -max_difference || two > max_difference || two < -max_difference)
    return max_difference;
  return one < two ? two - one : one - two;
}

Coordinate distance(Square one, Square two) {
  return std::max(coordinate_distance(one.x, two.x), coordinate_distance(one.y, two.y));
}

int capped_distance(Square one, Square two, int most) {
  return static_cast<int>(std::min<Coordinate>(distance(one, two), most));
}

// Distance of a piece from a bare royal piece: `steps` on the longer axis, and the `excess` of the shorter
// axis over `close_distance`. A king fleeing in a straight line can be intercepted diagonally, so at long
// range both axes count; at close range only the longer one does.
struct HuntDistance {
  int steps, excess;
};

HuntDistance find_hunt_distance(Square one, Square two) {
  const Coordinate across = coordinate_distance(one.x, two.x), up = coordinate_distance(one.y, two.y);
  const auto capped = [](Coordinate steps) {
    return static_cast<int>(std::min<Coordinate>(steps, max_hunt_distance));
  };
  return {capped(std::max(across, up)), std::max(capped(std::min(across, up)) - close_distance, 0)};
}

// Table of 100 * log2(n) for numbers of squares.
const std::array<int, Window::size * Window::size + 1>& log2_table() {
  static const auto table = [] {
    std::array<int, Window::size * Window::size + 1> made{};
    for (std::size_t number = 1; number < made.size(); ++number)
      made[number] = static_cast<int>(std::lround(100 * std::log2(static_cast<double>(number))));
    return made;
  }();
  return table;
}

}  // namespace

int Evaluation::exchange_value(Piece piece) const {
  return kind_traits(piece).royal ? royal_exchange_value
                                  : weights_.value[static_cast<std::size_t>(piece.kind())];
}

int Evaluation::evaluate(const Position& position, Color color) const {
  const Terms terms = compute_terms(position);
  const Rules& rules = position.rules();
  int others = 0, number = 0;
  for (Color other = 1; other < color_count; ++other) {
    if (other == color || std::find(rules.players.begin(), rules.players.end(), other) == rules.players.end())
      continue;
    others += terms[other].sum();
    ++number;
  }
  int value = terms[color].sum() - (number > 1 ? others / number : others);
  value += position.player() == color ? weights_.tempo : -weights_.tempo;
  value = std::clamp(value, -max_static, max_static);
  // Scale the score towards 0 as the move-rule counter approaches its limit.
  if (const std::int64_t limit = position.rule_limit(); limit > 0)
    value -= static_cast<int>(value * std::min(position.rule_count(), limit) / (move_rule_divisor * limit));
  return value;
}

Terms Evaluation::compute_terms(const Position& position) const {
  Terms terms{};
  const Board& board = position.board();
  const Rules& rules = position.rules();
  const bool royals_can_be_captured = !position.must_avoid_check();
  if (rules.is_two_player()) {
    for (const Color weak : rules.players) {
      const Color strong = rules.players[rules.players[0] == weak ? 1 : 0];
      if (board.royals(weak).size() != 1 || !is_bare(board, weak) || is_bare(board, strong) ||
          (rules.goals[strong] & checkmate) == 0)
        continue;
      if (evaluate_bare_royal(position, board.royals(weak)[0], terms[strong])) return terms;
    }
  }
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == neutral) continue;
    SideTerms& side = terms[slot.piece.color()];
    const KindTraits& traits = kind_traits(slot.piece);
    if (traits.royal && !royals_can_be_captured) continue;
    if (slot.piece.kind() == Kind::pawn) {
      side.pawns += evaluate_pawn(position, slot);
    } else {
      side.material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
      if (!traits.royal) side.activity += evaluate_activity(board, slot);
    }
  }
  if (rules.is_two_player()) {
    for (const Color weak : rules.players) {
      const Color strong = rules.players[rules.players[0] == weak ? 1 : 0];
      const auto royals = board.royals(weak);
      if (royals.size() != 1 || has_non_pawn_material(board, weak) || !has_non_pawn_material(board, strong) ||
          kind_traits(board.slot(royals[0]).piece).lines != 0)
        continue;
      // The weak side has only a royal piece and pawns: a fraction of the hunt terms.
      const Slot& royal = board.slot(royals[0]);
      terms[strong].mate += evaluate_confinement(Window(board, royals[0]).confinement(), royal.piece) /
                            pawns_confinement_divisor;
      for (const SlotNumber own : board.royals(strong))
        terms[strong].mate +=
            weights_.king_near *
            (max_hunt_distance - capped_distance(board.slot(own).at, royal.at, max_hunt_distance)) /
            pawns_king_near_divisor;
    }
  }
  for (const Color color : rules.players) {
    const auto royals = board.royals(color);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), max_royals); ++index) {
      terms[color].safety += evaluate_safety(board, royals[index]);
      if ((rules.goals[color] & king_of_the_hill) != 0 &&
          board.slot(royals[index]).piece.kind() == Kind::king) {
        terms[color].goals += weights_.hill * (max_activity_distance -
                                               capped_distance(board.slot(royals[index]).at,
                                                               {hill_low, hill_low}, max_activity_distance));
      }
    }
    if ((rules.goals[color] & three_checks) != 0)
      terms[color].goals +=
          weights_.check_given * static_cast<int>(std::min(position.checks_given(color), checks_to_win));
  }
  return terms;
}

// Value of a pawn: material, advance towards the nearest promotion rank, and a free path.
int Evaluation::evaluate_pawn(const Position& position, const Slot& slot) const {
  const Color color = slot.piece.color();
  const int forward = pawn_direction(color), value = weights_.value[static_cast<std::size_t>(Kind::pawn)];
  Coordinate nearest = max_difference;
  for (const Coordinate rank : position.rules().promotions[color].ranks) {
    const Coordinate left = (rank - slot.at.y) * forward;
    if (left > 0) nearest = std::min(nearest, left);
  }
  if (nearest == max_difference) return value * weights_.pawn_spent / 100;
  if (nearest > max_promotion_distance) return value;
  const int ahead = max_promotion_distance - static_cast<int>(nearest);
  int sum = value + weights_.pawn_advance * ahead;
  constexpr int file_line = 1;  // index into `line_steps`, upwards
  if (nearest <= max_promotion_distance / 2) {
    const SlotNumber next = position.board().find_next(file_line, slot.at, forward);
    if (next == no_slot || (position.board().slot(next).at.y - slot.at.y) * forward > nearest)
      sum += weights_.pawn_free * ahead;
  }
  return sum;
}

// Activity of a piece: distance to the nearest royal piece; for sliders also lines that pass an enemy royal
// piece, and open directions.
int Evaluation::evaluate_activity(const Board& board, const Slot& slot) const {
  const Color color = slot.piece.color();
  const KindTraits& traits = kind_traits(slot.piece);
  int nearest = max_activity_distance, aims = 0;
  for (Color other = 1; other < color_count; ++other) {
    const auto royals = board.royals(other);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), max_royals); ++index) {
      const Square royal = board.slot(royals[index]).at;
      nearest = std::min(nearest, capped_distance(slot.at, royal, max_activity_distance));
      if (other == color || distance(slot.at, royal) >= max_difference) continue;
      const Square away{royal.x - slot.at.x, royal.y - slot.at.y};
      for (unsigned lines = traits.lines; lines != 0; lines &= lines - 1) {
        const Coordinate key = Board::line_key(std::countr_zero(lines), away);
        aims += -1 <= key && key <= 1;
      }
    }
  }
  if (traits.lines == 0) return -weights_.far_leaper * nearest;
  int open = 0;
  for (unsigned lines = traits.lines; lines != 0; lines &= lines - 1) {
    const Step& step = line_steps[static_cast<std::size_t>(std::countr_zero(lines))];
    open += board.is_empty(slot.at + step);
    open += board.is_empty(slot.at - step);
  }
  return weights_.aim * aims + weights_.open_direction * open - weights_.far_slider * nearest;
}

// King safety: own pieces next to the royal piece, and open lines on which enemy sliders could attack it.
int Evaluation::evaluate_safety(const Board& board, SlotNumber royal) const {
  const Slot& slot = board.slot(royal);
  const Color color = slot.piece.color();
  int sum = 0;
  std::array<int, line_count> sliders{};
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    for (int index = 0; index < kind_count; ++index) {
      const auto kind = static_cast<Kind>(index);
      const auto number =
          static_cast<int>(std::min(board.count(other, kind), static_cast<unsigned>(max_exposed_sliders)));
      if (number == 0) continue;
      for (unsigned lines = kind_traits(kind).lines; lines != 0; lines &= lines - 1)
        sliders[static_cast<std::size_t>(std::countr_zero(lines))] += number;
    }
  }
  for (int line = 0; line < first_hop_line; ++line) {
    const Step& step = line_steps[static_cast<std::size_t>(line)];
    for (const int sign : {1, -1}) {
      const Piece neighbour = board.at({slot.at.x + step.dx * sign, slot.at.y + step.dy * sign});
      if (neighbour) {
        if (neighbour.color() == color) sum += weights_.shelter;
        continue;
      }
      const int number = std::min(sliders[static_cast<std::size_t>(line)], max_exposed_sliders);
      if (number == 0) continue;
      const SlotNumber next = board.find_next(line, slot.at, sign);
      if (next == no_slot || board.slot(next).piece.color() != color) sum -= weights_.exposed * number;
    }
  }
  return sum;
}

int Evaluation::evaluate_confinement(const Confinement& confinement, Piece royal) const {
  assert(confinement.area >= 1 && confinement.area <= Window::size * Window::size);
  const auto& log2_of = log2_table();
  int sum =
      weights_.confinement * (log2_of.back() - log2_of[static_cast<std::size_t>(confinement.area)]) / 100;
  sum += weights_.escape * (kind_traits(royal).leaps - confinement.escapes);
  if (confinement.is_closed) sum += weights_.cage;
  if (confinement.exits == 0) return sum + weights_.headed_off;
  return sum - weights_.exits * log2_of[static_cast<std::size_t>(confinement.exits) + 1] / 100;
}

bool Evaluation::evaluate_bare_royal(const Position& position, SlotNumber royal, SideTerms& strong) const {
  const Board& board = position.board();
  const Slot& weak = board.slot(royal);
  if (kind_traits(weak.piece).lines != 0) return false;
  const Window window(board, royal);
  const Confinement confinement = window.confinement();
  const bool is_weak_to_move = position.player() == weak.piece.color();
  int pieces = 0, winners = 0, leapers = 0;
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == weak.piece.color() || slot.piece.color() == neutral) continue;
    const KindTraits& traits = kind_traits(slot.piece);
    const auto [steps, excess] = find_hunt_distance(slot.at, weak.at);
    if (traits.royal) {
      strong.mate += weights_.king_near * (max_hunt_distance - steps - excess);
      continue;
    }
    if (slot.piece.kind() == Kind::pawn) {
      strong.pawns += evaluate_pawn(position, slot);
      ++winners;
      continue;
    }
    ++pieces;
    winners += slot.piece.kind() == Kind::amazon;
    strong.material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
    if (traits.lines == 0 && leapers++ < max_leapers)
      strong.mate += weights_.leaper_near * (2 * (max_hunt_distance - steps) - excess) / 2;
  }
  if (is_weak_to_move && confinement.escapes == 0) {
    // Checkmate or stalemate.
    strong = {};
    strong.mate = confinement.is_attacked ? mated_value : 0;
    return true;
  }
  if (is_weak_to_move && confinement.undefended != no_slot) {
    if (has_insufficient_material(position, confinement.undefended)) {
      strong = {};
      return true;
    }
    strong.material -= exchange_value(board.slot(confinement.undefended).piece);
  }
  strong.mate += evaluate_confinement(confinement, weak.piece);
  if (pieces <= 1 && winners == 0) {
    strong.material /= drawn_divisor;
    strong.mate /= drawn_divisor;
  }
  return true;
}

}  // namespace hyperchess::infinite
