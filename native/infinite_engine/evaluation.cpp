#include "infinite_engine/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/values.hpp"
#include "infinite/insufficient_material.hpp"
#include "infinite_engine/goals.hpp"

namespace hyperchess::infinite {
namespace {

constexpr Coordinate far_away = Coordinate{1} << 60;
constexpr int far_steps = 16, mate_steps = 80, near_steps = 8, pawn_steps = 12;
constexpr int royal_worth = 5'000;
constexpr int mated = 14'000;
// A bare royal piece with a single piece against it holds, unless that is an amazon.
constexpr int drawn_share = 8;
constexpr std::size_t most_royals = 4;
constexpr int most_leapers = 4;  // that have to come near
constexpr int rule_share = 4;    // one part in so many of its value is lost on the way to the move rule

Coordinate apart(Coordinate one, Coordinate two) {
  if (one > far_away || one < -far_away || two > far_away || two < -far_away) return far_away;
  return one < two ? two - one : one - two;
}

Coordinate distance(Square one, Square two) { return std::max(apart(one.x, two.x), apart(one.y, two.y)); }

int steps_to(Square one, Square two, int most) {
  return static_cast<int>(std::min<Coordinate>(distance(one, two), most));
}

// How far a piece is from a bare royal piece: the longer way, and what the shorter one adds to it. Who runs
// straight ahead is caught up with along the diagonal, so from afar both count; nearby either side will do.
struct Way {
  int steps, aside;
};

Way way_to(Square one, Square two) {
  const Coordinate across = apart(one.x, two.x), up = apart(one.y, two.y);
  const auto capped = [](Coordinate steps) {
    return static_cast<int>(std::min<Coordinate>(steps, mate_steps));
  };
  return {capped(std::max(across, up)), std::max(capped(std::min(across, up)) - near_steps, 0)};
}

// 100 times the logarithm to base 2 of a number of squares.
const std::array<int, Window::size * Window::size + 1>& logarithms() {
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
  return traits_of(piece).royal ? royal_worth : weights_.value[static_cast<std::size_t>(piece.kind())];
}

int Evaluation::of(const Position& position, Color color) const {
  const Terms terms = terms_of(position);
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
  // What does not get on is worth less the nearer the move rule is.
  if (const std::int64_t limit = position.rule_limit(); limit > 0)
    value -= static_cast<int>(value * std::min(position.rule_count(), limit) / (rule_share * limit));
  return value;
}

Terms Evaluation::terms_of(const Position& position) const {
  Terms terms{};
  const Board& board = position.board();
  const Rules& rules = position.rules();
  const bool royals_fall = !position.guarded();
  if (rules.two_alternate()) {
    for (const Color weak : rules.players) {
      const Color strong = rules.players[rules.players[0] == weak ? 1 : 0];
      if (board.royals(weak).size() != 1 || !is_bare(board, weak) || is_bare(board, strong) ||
          (rules.goals[strong] & checkmate) == 0)
        continue;
      if (against_bare(position, board.royals(weak)[0], terms[strong])) return terms;
    }
  }
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == neutral) continue;
    SideTerms& side = terms[slot.piece.color()];
    const KindTraits& traits = traits_of(slot.piece);
    if (traits.royal && !royals_fall) continue;
    if (slot.piece.kind() == Kind::pawn) {
      side.pawns += pawn_terms(position, slot);
    } else {
      side.material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
      if (!traits.royal) side.activity += activity_of(board, slot);
    }
  }
  if (rules.two_alternate()) {
    for (const Color weak : rules.players) {
      const Color strong = rules.players[rules.players[0] == weak ? 1 : 0];
      const auto royals = board.royals(weak);
      if (royals.size() != 1 || has_pieces(board, weak) || !has_pieces(board, strong) ||
          traits_of(board.slot(royals[0]).piece).lines != 0)
        continue;
      // Pawns are all that helps the royal piece.
      const Slot& royal = board.slot(royals[0]);
      terms[strong].mate += room_terms(Window(board, royals[0]).confinement(), royal.piece) / 2;
      for (const SlotNumber own : board.royals(strong))
        terms[strong].mate +=
            weights_.king_near * (mate_steps - steps_to(board.slot(own).at, royal.at, mate_steps)) / 4;
    }
  }
  for (const Color color : rules.players) {
    const auto royals = board.royals(color);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), most_royals); ++index) {
      terms[color].safety += safety_of(board, royals[index]);
      if ((rules.goals[color] & king_of_the_hill) != 0 &&
          board.slot(royals[index]).piece.kind() == Kind::king) {
        terms[color].goals += weights_.hill * (far_steps - steps_to(board.slot(royals[index]).at,
                                                                    {hill_low, hill_low}, far_steps));
      }
    }
    if ((rules.goals[color] & three_checks) != 0)
      terms[color].goals +=
          weights_.check_given * static_cast<int>(std::min(position.checks_given(color), 3U));
  }
  return terms;
}

int Evaluation::pawn_terms(const Position& position, const Slot& slot) const {
  const Color color = slot.piece.color();
  const int forward = forward_of(color), value = weights_.value[static_cast<std::size_t>(Kind::pawn)];
  Coordinate nearest = far_away;
  for (const Coordinate rank : position.rules().promotions[color].ranks) {
    const Coordinate left = (rank - slot.at.y) * forward;
    if (left > 0) nearest = std::min(nearest, left);
  }
  if (nearest == far_away) return value * weights_.pawn_spent / 100;
  if (nearest > pawn_steps) return value;
  const int ahead = pawn_steps - static_cast<int>(nearest);
  int sum = value + weights_.pawn_advance * ahead;
  // The line of files counts up.
  constexpr int file_line = 1;
  if (nearest <= pawn_steps / 2) {
    const SlotNumber next = position.board().next(file_line, slot.at, forward);
    if (next == no_slot || (position.board().slot(next).at.y - slot.at.y) * forward > nearest)
      sum += weights_.pawn_free * ahead;
  }
  return sum;
}

int Evaluation::activity_of(const Board& board, const Slot& slot) const {
  const Color color = slot.piece.color();
  const KindTraits& traits = traits_of(slot.piece);
  int nearest = far_steps, aims = 0;
  for (Color other = 1; other < color_count; ++other) {
    const auto royals = board.royals(other);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), most_royals); ++index) {
      const Square royal = board.slot(royals[index]).at;
      nearest = std::min(nearest, steps_to(slot.at, royal, far_steps));
      if (other == color || distance(slot.at, royal) >= far_away) continue;
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

int Evaluation::safety_of(const Board& board, SlotNumber royal) const {
  const Slot& slot = board.slot(royal);
  const Color color = slot.piece.color();
  int sum = 0;
  std::array<int, line_count> sliders{};
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    for (int index = 0; index < kind_count; ++index) {
      const auto kind = static_cast<Kind>(index);
      const auto number = static_cast<int>(std::min(board.count(other, kind), 3U));
      if (number == 0) continue;
      for (unsigned lines = traits_of(kind).lines; lines != 0; lines &= lines - 1)
        sliders[static_cast<std::size_t>(std::countr_zero(lines))] += number;
    }
  }
  for (int line = 0; line < first_hop_line; ++line) {
    const Step& step = line_steps[static_cast<std::size_t>(line)];
    for (const int way : {1, -1}) {
      const Piece beside = board.at({slot.at.x + step.dx * way, slot.at.y + step.dy * way});
      if (beside) {
        if (beside.color() == color) sum += weights_.shelter;
        continue;
      }
      const int number = std::min(sliders[static_cast<std::size_t>(line)], 3);
      if (number == 0) continue;
      const SlotNumber next = board.next(line, slot.at, way);
      if (next == no_slot || board.slot(next).piece.color() != color) sum -= weights_.exposed * number;
    }
  }
  return sum;
}

int Evaluation::room_terms(const Confinement& room, Piece royal) const {
  const auto& logarithm = logarithms();
  int sum = weights_.confinement * (logarithm.back() - logarithm[static_cast<std::size_t>(room.area)]) / 100;
  sum += weights_.escape * (traits_of(royal).leaps - room.escapes);
  if (room.closed) sum += weights_.cage;
  if (room.exits == 0) return sum + weights_.headed_off;
  return sum - weights_.exits * logarithm[static_cast<std::size_t>(room.exits) + 1] / 100;
}

bool Evaluation::against_bare(const Position& position, SlotNumber royal, SideTerms& strong) const {
  const Board& board = position.board();
  const Slot& weak = board.slot(royal);
  if (traits_of(weak.piece).lines != 0) return false;
  const Window window(board, royal);
  const Confinement room = window.confinement();
  const bool weak_to_move = position.player() == weak.piece.color();
  int pieces = 0, winners = 0, leapers = 0;
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == weak.piece.color() || slot.piece.color() == neutral) continue;
    const KindTraits& traits = traits_of(slot.piece);
    const auto [steps, aside] = way_to(slot.at, weak.at);
    if (traits.royal) {
      strong.mate += weights_.king_near * (mate_steps - steps - aside);
      continue;
    }
    if (slot.piece.kind() == Kind::pawn) {
      strong.pawns += pawn_terms(position, slot);
      ++winners;
      continue;
    }
    ++pieces;
    winners += slot.piece.kind() == Kind::amazon;
    strong.material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
    if (traits.lines == 0 && leapers++ < most_leapers)
      strong.mate += weights_.leaper_near * (2 * (mate_steps - steps) - aside) / 2;
  }
  if (weak_to_move && room.escapes == 0) {
    // It is mated, or there is stalemate.
    strong = {};
    strong.mate = room.attacked ? mated : 0;
    return true;
  }
  if (weak_to_move && room.loose != no_slot) {
    if (is_dead(position, room.loose)) {
      strong = {};
      return true;
    }
    strong.material -= exchange_value(board.slot(room.loose).piece);
  }
  strong.mate += room_terms(room, weak.piece);
  if (pieces <= 1 && winners == 0) {
    strong.material /= drawn_share;
    strong.mate /= drawn_share;
  }
  return true;
}

}  // namespace hyperchess::infinite
