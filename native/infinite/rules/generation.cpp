#include "infinite/rules/generation.hpp"

#include <algorithm>
#include <cassert>

#include "infinite/rules/attacks.hpp"

namespace hyperchess::infinite {
namespace {

// Cross products of coordinate differences below this and steps fit into 64 bits.
constexpr Coordinate max_difference = Coordinate{1} << 60;

// Work in units of the poller: to generate the moves of a piece, and to find what it attacks on a ray.
constexpr std::size_t piece_work = 8, attack_work = 15;

Coordinate magnitude(Coordinate value) { return value < 0 ? -value : value; }

Coordinate floor_quotient(Coordinate value, Coordinate divisor) {
  const Coordinate quotient = value / divisor;
  return quotient * divisor != value && (value < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

// Arithmetic modulo 2^64; the caller checks the result.
Coordinate wrapped_product(Coordinate first, Coordinate second) {
  return static_cast<Coordinate>(static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second));
}
Coordinate wrapped_sum(Coordinate first, Coordinate second) {
  return static_cast<Coordinate>(static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(second));
}

// Whether `difference` is `steps` times `step`, without overflow.
bool is_multiple(Coordinate difference, int step, Coordinate steps) {
  switch (step) {
    case 0: return difference == 0;
    case 1: return difference == steps;
    case -1: return difference == -steps;
    case 2: return difference % 2 == 0 && difference / 2 == steps;
    default: return difference % 2 == 0 && difference / 2 == -steps;
  }
}

// Sink that collects all moves.
class Collector {
 public:
  Collector(const Position& position, MoveList& found) : position_(position), found_(found) {}

  bool point(const Move& move) {
    found_.points.push_back(move);
    return true;
  }
  bool ray(const Ray& ray) {
    found_.rays.push_back(ray);
    return true;
  }
  // Add a pawn move, once for each kind it may promote to.
  bool pawn(Move move, Color color) {
    const Promotion& promotion = position_.rules().promotions[color];
    if (!promotion.has_rank(move.to.y)) return point(move);
    const MoveType type = move.type;
    if (type == MoveType::double_step) move.type = MoveType::plain;
    for (const Kind kind : promotion.kinds) {
      move.promotion = Piece::make(kind, color, false);
      point(move);
    }
    if (position_.rules().free_promotion || promotion.kinds.empty()) point({move.from, move.to, {}, type});
    return true;
  }

 private:
  const Position& position_;
  MoveList& found_;
};

// Sink that stops at the first move.
struct Finder {
  bool found = false;

  bool point(const Move&) {
    found = true;
    return false;
  }
  bool ray(const Ray&) { return point({}); }
  bool pawn(const Move& move, Color) { return point(move); }
};

}  // namespace

bool steps_between(Square from, Step step, Square to, Coordinate& steps) {
  const Coordinate dx = to.x - from.x, dy = to.y - from.y;
  const Coordinate difference = step.dx != 0 ? dx : dy;
  const int part = step.dx != 0 ? step.dx : step.dy;
  if (difference % part != 0) return false;
  steps = difference / part;
  return is_multiple(dx, step.dx, steps) && is_multiple(dy, step.dy, steps);
}

std::optional<std::uint64_t> MoveList::count(Coordinate left, Coordinate right, Coordinate bottom,
                                             Coordinate top) const {
  assert(-far_edge <= left && right <= far_edge && -far_edge <= bottom && top <= far_edge);
  std::uint64_t total = 0;
  for (const Move& move : points) {
    total += left <= move.to.x && move.to.x <= right && bottom <= move.to.y && move.to.y <= top;
  }
  for (const Ray& ray : rays) {
    Coordinate low = ray.first, high = ray.last;
    const auto clip = [&](Coordinate start, int step, Coordinate least, Coordinate most) {
      if (step == 0) {
        if (start < least || start > most) high = low - 1;
        return;
      }
      const Coordinate near = step > 0 ? least : most, far = step > 0 ? most : least;
      low = std::max(low, -floor_quotient(start - near, step));
      high = std::min(high, floor_quotient(far - start, step));
    };
    clip(ray.from.x, ray.step.dx, left, right);
    clip(ray.from.y, ray.step.dy, bottom, top);
    if (low > high) continue;
    total += static_cast<std::uint64_t>(high - low) + 1;
    if (total > static_cast<std::uint64_t>(far_edge)) return std::nullopt;
  }
  return total;
}

bool Generator::Shield::covers(Square square) const {
  if (square == attacker) return true;
  Coordinate steps = 0;
  return step != Step{} && steps_between(attacker, step, square, steps) && 0 < steps && steps < length;
}

bool Generator::satisfies_shields(Square square) const {
  return std::all_of(shields_.begin(), shields_.end(),
                     [&](const Shield& shield) { return shield.covers(square); });
}

void Generator::find_shields(const Board& board, Color color) {
  checks_.clear();
  pins_.clear();
  std::uint64_t all_leaps = 0;
  unsigned all_lines = 0;
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    all_leaps |= board.leap_mask(other);
    all_lines |= board.line_mask(other);
  }
  for (const SlotNumber royal : board.royals(color)) {
    const Square at = board.slot(royal).at;
    for (std::uint64_t leaps = all_leaps; leaps != 0; leaps &= leaps - 1) {
      const int leap = std::countr_zero(leaps);
      const SlotNumber number = board.find(at - leap_steps[static_cast<std::size_t>(leap)]);
      if (number == no_slot) continue;
      const Slot& slot = board.slot(number);
      if (slot.piece.color() == color || slot.piece.color() == neutral) continue;
      if (attack_leaps(slot.piece.kind(), slot.piece.color()) >> leap & 1U) {
        checks_.push_back({slot.at, royal, no_slot, {}, 0});
      }
    }
    for (unsigned lines = all_lines; lines != 0; lines &= lines - 1) {
      const int line = std::countr_zero(lines);
      const Step step = line_steps[static_cast<std::size_t>(line)];
      const Coordinate here = Board::along(line, at);
      const std::array<SlotNumber, 2> neighbours = board.neighbours(line, at);
      for (const int sign : {1, -1}) {
        SlotNumber pinned = no_slot;
        for (SlotNumber number = neighbours[sign > 0]; number != no_slot;
             number = board.find_next(line, board.slot(number).at, sign)) {
          const Slot& slot = board.slot(number);
          const Color other = slot.piece.color();
          const Coordinate steps = magnitude(Board::along(line, slot.at) - here);
          if (other != color && other != neutral && (kind_traits(slot.piece).lines >> line & 1U) &&
              steps <= board.slide_limit()) {
            (pinned == no_slot ? checks_ : pins_)
                .push_back({slot.at, royal, pinned, {-step.dx * sign, -step.dy * sign}, steps});
            break;
          }
          if (pinned != no_slot || other != color) break;
          pinned = number;
        }
      }
    }
  }
  // `visit` goes through pieces in the order of their slots.
  std::sort(pins_.begin(), pins_.end(),
            [](const Shield& first, const Shield& second) { return first.pinned < second.pinned; });
}

// Cut a ray to the part that satisfies all shields; return false if nothing is left.
bool Generator::shield_ray(Ray& ray) const {
  for (const Shield& shield : shields_) {
    Coordinate at = 0;
    const auto keep_one = [&](Coordinate steps) {
      if (steps < ray.first || steps > ray.last) return false;
      ray.first = ray.last = steps;
      return true;
    };
    if (shield.step == Step{}) {
      if (!steps_between(ray.from, ray.step, shield.attacker, at) || !keep_one(at)) return false;
      continue;
    }
    const int cross = ray.step.dx * shield.step.dy - ray.step.dy * shield.step.dx;
    if (cross != 0) {
      // Compute (dx * ty - dy * tx) / cross for dx and dy of any size: divide first, and check below whether
      // the products wrapped around.
      const Coordinate dx = shield.attacker.x - ray.from.x, dy = shield.attacker.y - ray.from.y;
      const Coordinate qx = dx / cross, rx = dx % cross, qy = dy / cross, ry = dy % cross;
      const Coordinate rest = rx * shield.step.dy - ry * shield.step.dx;
      if (rest % cross != 0) return false;
      const Coordinate steps =
          wrapped_sum(wrapped_sum(wrapped_product(qx, shield.step.dy), -wrapped_product(qy, shield.step.dx)),
                      rest / cross);
      if (steps < ray.first || steps > ray.last) return false;
      const Square target{wrapped_sum(ray.from.x, wrapped_product(steps, ray.step.dx)),
                          wrapped_sum(ray.from.y, wrapped_product(steps, ray.step.dy))};
      if (!within(target, far_edge) || !steps_between(ray.from, ray.step, target, at) || at != steps ||
          !shield.covers(target)) {
        return false;
      }
      ray.first = ray.last = steps;
      continue;
    }
    if (!steps_between(ray.from, ray.step, shield.attacker, at)) return false;
    const Coordinate end = at + (shield.step == ray.step ? shield.length - 1 : 1 - shield.length);
    ray.first = std::max(ray.first, std::min(at, end));
    ray.last = std::min(ray.last, std::max(at, end));
    if (ray.first > ray.last) return false;
  }
  return true;
}

// Compute the slide of a piece in one direction, up to the next piece; return false if it cannot move.
bool Generator::find_slide(const Board& board, const Slot& slot, int line, int sign, SlotNumber next,
                           Ray& ray) const {
  const Step step{line_steps[static_cast<std::size_t>(line)].dx * sign,
                  line_steps[static_cast<std::size_t>(line)].dy * sign};
  Coordinate last = board.slide_limit();
  if (next != no_slot) {
    const Slot& other = board.slot(next);
    const bool enters = other.piece.color() != color_ && !kind_traits(other.piece).solid;
    const Coordinate distance = (Board::along(line, other.at) - Board::along(line, slot.at)) * sign;
    last = std::min(last, enters ? distance : distance - 1);
  }
  const Border& border = board.border();
  const auto clip = [&](Coordinate here, int part, Coordinate low, Coordinate high) {
    if (part > 0 && high != Border::none_high) last = std::min(last, floor_quotient(high - here, part));
    if (part < 0 && low != Border::none_low) last = std::min(last, floor_quotient(low - here, part));
  };
  clip(slot.at.x, step.dx, border.left, border.right);
  clip(slot.at.y, step.dy, border.bottom, border.top);
  ray = {slot.at, step, 1, last};
  return last > 0;
}

template <class AnyPosition, class Sink>
bool Generator::visit(AnyPosition& position, Sink& sink) {
  const Board& board = position.board();
  overflow_ = is_interrupted_ = false;
  color_ = position.player();
  en_passant_ = position.find_en_passant();
  must_avoid_check_ = position.must_avoid_check() && !board.royals(color_).empty();
  checks_.clear();
  pins_.clear();
  enemies_.clear();
  if (must_avoid_check_) find_shields(board, color_);
  std::size_t pin = 0;
  // Trying moves out appends and removes slots, so no iterators into the list are kept.
  const auto count = static_cast<SlotNumber>(board.slots().size());
  for (SlotNumber number = 0; number < count; ++number) {
    const Piece piece = board.slot(number).piece;
    if (!piece || piece.color() != color_) continue;
    if (poller_ && poller_->spend(piece_work)) {
      is_interrupted_ = true;
      return false;
    }
    shields_.clear();
    for (const Shield& shield : checks_) {
      if (shield.royal != number) shields_.push_back(shield);
    }
    while (pin < pins_.size() && pins_[pin].pinned < number) ++pin;
    for (; pin < pins_.size() && pins_[pin].pinned == number; ++pin) {
      if (pins_[pin].royal != number) shields_.push_back(pins_[pin]);
    }
    if (!visit_piece(position, number, sink)) return false;
  }
  return true;
}

template <class AnyPosition, class Sink>
bool Generator::visit_piece(AnyPosition& position, SlotNumber number, Sink& sink) {
  const Board& board = position.board();
  const Slot slot = board.slot(number);
  if (slot.piece.kind() == Kind::pawn) return visit_pawn(position, slot, sink);
  const KindTraits& traits = kind_traits(slot.piece);
  const bool royal = must_avoid_check_ && traits.royal;
  for (int index = 0; index < traits.leaps; ++index) {
    const Square target = slot.at + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    if ((tactical_only_ ? board.find(target) != no_slot && board.can_enter(target, color_)
                        : board.can_enter(target, color_)) &&
        satisfies_shields(target) && !(royal && is_attacked(board, target, color_, number)) &&
        !sink.point({slot.at, target, {}, MoveType::plain})) {
      return false;
    }
  }
  if (traits.lines != 0 && !visit_slides(board, number, sink)) return false;
  if (!tactical_only_ && slot.piece.special() && traits.castles) {
    for (const int sign : {1, -1}) {
      if (position.find_castling_partner(number, sign, must_avoid_check_) == no_slot) continue;
      const Move move{slot.at, {slot.at.x + 2 * sign, slot.at.y}, {}, MoveType::castling};
      if ((!must_avoid_check_ || position.is_safe(move)) && !sink.point(move)) return false;
    }
  }
  return true;
}

template <class AnyPosition, class Sink>
bool Generator::visit_pawn(AnyPosition& position, const Slot& slot, Sink& sink) {
  const Board& board = position.board();
  const int forward = pawn_direction(color_);
  const Square ahead{slot.at.x, slot.at.y + forward};
  const Promotion& promotion = position.rules().promotions[color_];
  const bool may_promote = promotion.has_rank(ahead.y) || promotion.has_rank(ahead.y + forward);
  if ((!tactical_only_ || may_promote) && board.is_empty(ahead)) {
    if (satisfies_shields(ahead) && !sink.pawn({slot.at, ahead, {}, MoveType::plain}, color_)) return false;
    if (slot.piece.special()) {
      const Square further{slot.at.x, slot.at.y + 2 * forward};
      if (board.is_empty(further) && satisfies_shields(further) &&
          !sink.pawn({slot.at, further, {}, MoveType::double_step}, color_)) {
        return false;
      }
    }
  }
  for (const int side : {-1, 1}) {
    const Square target{slot.at.x + side, slot.at.y + forward};
    const Piece victim = board.at(target);
    if (victim) {
      if (victim.color() != color_ && !kind_traits(victim).solid && satisfies_shields(target) &&
          !sink.pawn({slot.at, target, {}, MoveType::plain}, color_)) {
        return false;
      }
    } else if (en_passant_ && en_passant_->square == target) {
      const Move move{slot.at, target, {}, MoveType::en_passant};
      if ((!must_avoid_check_ || position.is_safe(move)) && !sink.pawn(move, color_)) return false;
    }
  }
  return true;
}

template <class Sink>
bool Generator::visit_slides(const Board& board, SlotNumber number, Sink& sink) {
  const Slot slot = board.slot(number);
  const KindTraits& traits = kind_traits(slot.piece);
  for (int line = 0; line < line_count; ++line) {
    if (!(traits.lines >> line & 1U)) continue;
    const std::array<SlotNumber, 2> neighbours = board.neighbours(line, slot.at);
    for (const int sign : {1, -1}) {
      Ray ray;
      if (tactical_only_ && neighbours[sign > 0] == no_slot) continue;
      if (!find_slide(board, slot, line, sign, neighbours[sign > 0], ray)) continue;
      if (tactical_only_) {
        // Only the capture at the end.
        if (ray.target(ray.last) != board.slot(neighbours[sign > 0]).at) continue;
        ray.first = ray.last;
      }
      if (!shield_ray(ray)) continue;
      if (must_avoid_check_ && traits.royal ? !visit_safe_parts(board, number, ray, sink) : !sink.ray(ray))
        return false;
    }
  }
  return true;
}

// Visit the parts of a royal piece's ray that no enemy attacks. An enemy attacks single squares, where one of
// its lines crosses the ray, or an interval, if it slides along the ray's own line.
template <class Sink>
bool Generator::visit_safe_parts(const Board& board, SlotNumber number, Ray ray, Sink& sink) {
  if (ray.last != Ray::endless) {
    const Square end = ray.target(ray.last);
    if (board.find(end) != no_slot) {
      // The last square is a capture, and the captured piece no longer attacks.
      if (!is_attacked(board, end, color_, number) && !sink.ray({ray.from, ray.step, ray.last, ray.last})) {
        return false;
      }
      if (ray.last-- == ray.first) return true;
    }
  }
  if (enemies_.empty()) {
    for (SlotNumber other = 0; other < board.slots().size(); ++other) {
      const Piece piece = board.slot(other).piece;
      if (piece && piece.color() != color_ && piece.color() != neutral) enemies_.push_back(other);
    }
  }
  attacked_.clear();
  for (const SlotNumber enemy : enemies_) {
    if (poller_ && poller_->spend(attack_work)) {
      is_interrupted_ = true;
      return false;
    }
    if (!add_attacks(board, number, ray, board.slot(enemy))) {
      overflow_ = true;
      return false;
    }
  }
  std::sort(attacked_.begin(), attacked_.end(),
            [](const Interval& first, const Interval& second) { return first.low < second.low; });
  Coordinate first = ray.first;
  for (const Interval& interval : attacked_) {
    if (interval.low > ray.last) break;
    if (interval.low > first && !sink.ray({ray.from, ray.step, first, interval.low - 1})) return false;
    if (interval.high == Ray::endless) return true;
    first = std::max(first, interval.high + 1);
  }
  return first > ray.last || sink.ray({ray.from, ray.step, first, ray.last});
}

// Add the intervals of a ray that an enemy attacks; return false if numbers are too large.
bool Generator::add_attacks(const Board& board, SlotNumber start, const Ray& ray, const Slot& enemy) {
  const Coordinate dx = enemy.at.x - ray.from.x, dy = enemy.at.y - ray.from.y;
  for (std::uint64_t leaps = attack_leaps(enemy.piece.kind(), enemy.piece.color()); leaps != 0;
       leaps &= leaps - 1) {
    Coordinate steps = 0;
    const Square target = enemy.at + leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))];
    if (steps_between(ray.from, ray.step, target, steps)) attacked_.push_back({steps, steps});
  }
  for (unsigned lines = kind_traits(enemy.piece).lines; lines != 0; lines &= lines - 1) {
    if (magnitude(dx) >= max_difference || magnitude(dy) >= max_difference) return false;
    const int line = std::countr_zero(lines);
    for (const int sign : {1, -1}) {
      const Step step{line_steps[static_cast<std::size_t>(line)].dx * sign,
                      line_steps[static_cast<std::size_t>(line)].dy * sign};
      const SlotNumber next = board.find_next(line, enemy.at, sign, start);
      Coordinate reach = Ray::endless;  // the enemy can make fewer steps than this
      if (next != no_slot)
        reach = (Board::along(line, board.slot(next).at) - Board::along(line, enemy.at)) * sign;
      if (board.slide_limit() != Board::no_limit) reach = std::min(reach, board.slide_limit() + 1);
      const bool same = ray.step == step;
      if (same || ray.step == Step{-step.dx, -step.dy}) {
        Coordinate at = 0;
        if (!steps_between(ray.from, ray.step, enemy.at, at)) continue;
        if (same) {
          attacked_.push_back({at + 1, reach == Ray::endless ? Ray::endless : at + reach - 1});
        } else if (at > ray.first) {
          attacked_.push_back({reach == Ray::endless ? ray.first : at - reach + 1, at - 1});
        }
        continue;
      }
      const Coordinate cross = ray.step.dx * step.dy - ray.step.dy * step.dx;
      assert(cross != 0);  // parallel lines were handled above
      const Coordinate product = dx * step.dy - dy * step.dx;
      if (product % cross != 0) continue;
      const Coordinate meeting = product / cross;
      Coordinate away = 0;
      if (!steps_between(enemy.at, step, ray.target(meeting), away) || away < 1) continue;
      if (reach == Ray::endless || away < reach) attacked_.push_back({meeting, meeting});
    }
  }
  return true;
}

template <class AnyPosition>
bool Generator::generate(AnyPosition& position, MoveList& found, bool tactical_only) {
  found.clear();
  tactical_only_ = tactical_only;
  Collector collector(position, found);
  visit(position, collector);
  return !overflow_;
}

template <class AnyPosition>
bool Generator::find_any(AnyPosition& position, bool& found) {
  Finder finder;
  tactical_only_ = false;
  visit(position, finder);
  found = finder.found;
  return !overflow_;
}

bool Generator::generate_legal(Position& position, MoveList& found, bool tactical_only) {
  return generate(position, found, tactical_only);
}
bool Generator::generate_legal(const Position& position, MoveList& found, bool tactical_only) {
  return generate(position, found, tactical_only);
}
bool Generator::find_any_legal(Position& position, bool& found) { return find_any(position, found); }
bool Generator::find_any_legal(const Position& position, bool& found) { return find_any(position, found); }

void Generator::generate_pseudo_legal(Position& position, MoveList& found) {
  found.clear();
  Collector collector(position, found);
  color_ = position.player();
  en_passant_ = position.find_en_passant();
  must_avoid_check_ = false;
  tactical_only_ = false;
  shields_.clear();
  const auto count = static_cast<SlotNumber>(position.board().slots().size());
  for (SlotNumber number = 0; number < count; ++number) {
    const Piece piece = position.board().slot(number).piece;
    if (piece && piece.color() == color_) visit_piece(position, number, collector);
  }
}

}  // namespace hyperchess::infinite
