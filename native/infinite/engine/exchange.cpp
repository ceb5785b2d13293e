#include "infinite/engine/exchange.hpp"

#include <bit>

namespace hyperchess::infinite {
namespace {

constexpr int max_attackers = 32;
constexpr int max_per_ray = 3;  // pieces on one side of a line that take part
constexpr int ray_count = 2 * line_count;
constexpr int no_ray = -1;

// The pieces that attack one square, directly or behind other attackers.
class Attackers {
 public:
  Attackers(const Board& board, const Evaluation& evaluation, Square square, SlotNumber vacated) {
    std::uint64_t leaps = 0;
    unsigned lines = 0;
    for (Color color = 1; color < color_count; ++color) {
      leaps |= board.leap_mask(color);
      lines |= board.line_mask(color);
    }
    for (; leaps != 0; leaps &= leaps - 1) {
      const int leap = std::countr_zero(leaps);
      const SlotNumber number = board.find(square - leap_steps[static_cast<std::size_t>(leap)]);
      if (number == no_slot || number == vacated) continue;
      const Piece piece = board.slot(number).piece;
      if (piece.color() != neutral && (attack_leaps(piece.kind(), piece.color()) >> leap & 1U))
        add(evaluation, number, piece, no_ray, 0);
    }
    const int leapers = count_;
    for (; lines != 0; lines &= lines - 1) {
      const int line = std::countr_zero(lines);
      const std::array<SlotNumber, 2> neighbours = board.neighbours(line, square, vacated);
      for (int side = 0; side < 2; ++side)
        add_ray(board, evaluation, line, side, neighbours[static_cast<std::size_t>(side)], vacated, leapers);
    }
  }

  // Take the least valuable piece of a side that can capture now. Return its value, or nothing.
  std::optional<int> take(bool is_mover, Color mover) {
    int best = -1;
    for (int index = 0; index < count_; ++index) {
      const Attacker& each = list_[static_cast<std::size_t>(index)];
      if (each.used || (each.color == mover) != is_mover) continue;
      // A leaper can capture at once; a slider only if the pieces before it on its ray have captured.
      if (each.slides && each.order != taken_[static_cast<std::size_t>(each.ray)]) continue;
      if (best < 0 || each.value < list_[static_cast<std::size_t>(best)].value) best = index;
    }
    if (best < 0) return std::nullopt;
    Attacker& chosen = list_[static_cast<std::size_t>(best)];
    chosen.used = true;
    if (chosen.ray != no_ray) ++taken_[static_cast<std::size_t>(chosen.ray)];
    return chosen.value;
  }

 private:
  struct Attacker {
    SlotNumber number;
    int value;
    Color color;
    int ray, order;  // index of the ray, and number of attackers before this one on it
    bool slides, used;
  };

  void add(const Evaluation& evaluation, SlotNumber number, Piece piece, int ray, int order) {
    if (count_ == max_attackers) return;
    list_[static_cast<std::size_t>(count_++)] = {.number = number,
                                                 .value = evaluation.exchange_value(piece),
                                                 .color = piece.color(),
                                                 .ray = ray,
                                                 .order = order,
                                                 .slides = ray != no_ray,
                                                 .used = false};
  }

  void add_ray(const Board& board, const Evaluation& evaluation, int line, int side, SlotNumber first,
               SlotNumber vacated, int leapers) {
    const int ray = 2 * line + side;
    SlotNumber number = first;
    for (int order = 0; order < max_per_ray && number != no_slot; ++order) {
      const Slot& slot = board.slot(number);
      if (slot.piece.color() == neutral) return;
      if (kind_traits(slot.piece).lines >> line & 1U) {
        add(evaluation, number, slot.piece, ray, order);
      } else {
        // An adjacent piece that captures by a leap lets the pieces behind it through.
        int index = 0;
        while (index < leapers && list_[static_cast<std::size_t>(index)].number != number) ++index;
        if (index == leapers) return;
        list_[static_cast<std::size_t>(index)].ray = ray;
        list_[static_cast<std::size_t>(index)].order = order;
      }
      number = board.find_next(line, slot.at, side == 0 ? -1 : 1, vacated);
    }
  }

  std::array<Attacker, max_attackers> list_;
  std::array<int, ray_count> taken_{};
  int count_ = 0;
};

}  // namespace

bool exchange_gains(const Board& board, const Evaluation& evaluation, const Candidate& candidate,
                    int threshold) {
  const Move& move = candidate.move;
  if (move.type == MoveType::castling) return threshold <= 0;
  // `balance` is what the side to capture has to reach to change the result.
  int balance = candidate.gain - threshold;
  if (balance < 0) return false;
  balance = evaluation.exchange_value(move.promotion ? move.promotion : candidate.piece) - balance;
  if (balance <= 0) return true;
  Attackers attackers(board, evaluation, move.to, board.find(move.from));
  const Color mover = candidate.piece.color();
  bool gains = true, is_mover = false;
  while (const std::optional<int> value = attackers.take(is_mover, mover)) {
    gains = !gains;
    // A royal piece cannot capture a protected piece: the exchange ends before.
    if (*value >= royal_exchange_value && attackers.take(!is_mover, mover)) return !gains;
    balance = *value - balance;
    if (balance < static_cast<int>(gains)) break;
    is_mover = !is_mover;
  }
  return gains;
}

}  // namespace hyperchess::infinite
