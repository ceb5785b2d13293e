#include "infinite/generation.hpp"

#include <algorithm>

#include "infinite/attacks.hpp"

namespace hyperchess::infinite {
namespace {

// Differences below this can be multiplied by two steps and added.
constexpr Coordinate near_bound = Coordinate{1} << 60;

Coordinate magnitude(Coordinate value) { return value < 0 ? -value : value; }

Coordinate floor_quotient(Coordinate value, Coordinate divisor) {
  const Coordinate quotient = value / divisor;
  return quotient * divisor != value && (value < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

// Arithmetic modulo 2^64, for numbers that are checked afterwards.
Coordinate wrapped_product(Coordinate first, Coordinate second) {
  return static_cast<Coordinate>(static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second));
}
Coordinate wrapped_sum(Coordinate first, Coordinate second) {
  return static_cast<Coordinate>(static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(second));
}

bool goes(Coordinate difference, int step, Coordinate steps) {
  switch (step) {
    case 0: return difference == 0;
    case 1: return difference == steps;
    case -1: return difference == -steps;
    case 2: return difference % 2 == 0 && difference / 2 == steps;
    default: return difference % 2 == 0 && difference / 2 == -steps;
  }
}

// Takes every move, in the order in which pieces stand in the list.
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
  // A pawn's move: one for each piece that it may become.
  bool pawn(Move move, Color color) {
    const Promotion& promotion = position_.rules().promotions[color];
    if (!promotion.on_rank(move.to.y)) return point(move);
    const MoveType type = move.type;
    if (type == MoveType::double_step) move.type = MoveType::plain;
    for (const Kind kind : promotion.kinds) {
      move.promotion = Piece::of(kind, color, false);
      point(move);
    }
    if (position_.rules().free_promotion || promotion.kinds.empty()) point({move.from, move.to, {}, type});
    return true;
  }

 private:
  const Position& position_;
  MoveList& found_;
};

// Stops at the first move.
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
  return goes(dx, step.dx, steps) && goes(dy, step.dy, steps);
}

std::optional<std::uint64_t> MoveList::count(Coordinate left, Coordinate right, Coordinate bottom,
                                             Coordinate top) const {
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

bool Generator::covered(Square square) const {
  return std::all_of(needed_.begin(), needed_.end(),
                     [&](const Shield& shield) { return shield.covers(square); });
}

void Generator::find_shields(const Board& board, Color color) {
  checks_.clear();
  pins_.clear();
  std::uint64_t all_leaps = 0;
  unsigned all_lines = 0;
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    all_leaps |= board.leaps_of(other);
    all_lines |= board.lines_of(other);
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
      const std::vector<SlotNumber>& order = board.order(line);
      const Step step = line_steps[static_cast<std::size_t>(line)];
      const Coordinate key = Board::line_key(line, at), here = Board::along(line, at);
      const std::size_t place = board.place(line, at);
      for (const int way : {1, -1}) {
        SlotNumber pinned = no_slot;
        // The royal itself is at `place`; going down, the index wraps around to a number beyond the end.
        for (std::size_t index = place + static_cast<std::size_t>(way); index < order.size();
             index += static_cast<std::size_t>(way)) {
          const SlotNumber number = order[index];
          const Slot& slot = board.slot(number);
          if (Board::line_key(line, slot.at) != key) break;
          const Color other = slot.piece.color();
          const Coordinate steps = magnitude(Board::along(line, slot.at) - here);
          if (other != color && other != neutral && (traits_of(slot.piece).lines >> line & 1U) &&
              steps <= board.slide_limit()) {
            (pinned == no_slot ? checks_ : pins_)
                .push_back({slot.at, royal, pinned, {-step.dx * way, -step.dy * way}, steps});
            break;
          }
          if (pinned != no_slot || other != color) break;
          pinned = number;
        }
      }
    }
  }
  // Pieces are visited in the order of their slots.
  std::sort(pins_.begin(), pins_.end(),
            [](const Shield& first, const Shield& second) { return first.pinned < second.pinned; });
}

// The part of a ray that stops all attacks; false if there is none.
bool Generator::shield_ray(Ray& ray) const {
  for (const Shield& shield : needed_) {
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
      // (dx * ty - dy * tx) / cross, where dx and dy may be as large as numbers get: whole parts first, and
      // what may have wrapped around is checked below.
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

// How far a piece can slide one way, up to the next piece there; false if nowhere.
bool Generator::find_slide(const Board& board, const Slot& slot, int line, int way, SlotNumber next,
                           Ray& ray) const {
  const Step step{line_steps[static_cast<std::size_t>(line)].dx * way,
                  line_steps[static_cast<std::size_t>(line)].dy * way};
  Coordinate last = board.slide_limit();
  if (next != no_slot) {
    const Slot& other = board.slot(next);
    const bool enters = other.piece.color() != color_ && !traits_of(other.piece).solid;
    const Coordinate distance = (Board::along(line, other.at) - Board::along(line, slot.at)) * way;
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

template <class Sink>
bool Generator::visit(Position& position, Sink& sink) {
  const Board& board = position.board();
  overflow_ = false;
  color_ = position.player();
  passed_ = position.passed();
  guarded_ = position.guarded() && !board.royals(color_).empty();
  checks_.clear();
  pins_.clear();
  enemies_.clear();
  if (guarded_) find_shields(board, color_);
  std::size_t pin = 0;
  // Trying moves out adds slots and takes them away again, so the list is not held as a range.
  const auto count = static_cast<SlotNumber>(board.slots().size());
  for (SlotNumber number = 0; number < count; ++number) {
    const Piece piece = board.slot(number).piece;
    if (!piece || piece.color() != color_) continue;
    needed_.clear();
    for (const Shield& shield : checks_) {
      if (shield.royal != number) needed_.push_back(shield);
    }
    while (pin < pins_.size() && pins_[pin].pinned < number) ++pin;
    for (; pin < pins_.size() && pins_[pin].pinned == number; ++pin) {
      if (pins_[pin].royal != number) needed_.push_back(pins_[pin]);
    }
    if (!visit_piece(position, number, sink)) return false;
  }
  return true;
}

template <class Sink>
bool Generator::visit_piece(Position& position, SlotNumber number, Sink& sink) {
  const Board& board = position.board();
  const Slot slot = board.slot(number);
  if (slot.piece.kind() == Kind::pawn) return visit_pawn(position, slot, sink);
  const KindTraits& traits = traits_of(slot.piece);
  const bool royal = guarded_ && traits.royal;
  for (int index = 0; index < traits.leaps; ++index) {
    const Square target = slot.at + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    if (board.can_enter(target, color_) && covered(target) &&
        !(royal && is_attacked(board, target, color_, number)) &&
        !sink.point({slot.at, target, {}, MoveType::plain})) {
      return false;
    }
  }
  if (traits.lines != 0 && !visit_slides(position, number, sink)) return false;
  if (slot.piece.special() && traits.castles) {
    for (const int way : {1, -1}) {
      if (position.castling_partner(number, way, guarded_) == no_slot) continue;
      const Move move{slot.at, {slot.at.x + 2 * way, slot.at.y}, {}, MoveType::castling};
      if ((!guarded_ || position.is_safe(move)) && !sink.point(move)) return false;
    }
  }
  return true;
}

template <class Sink>
bool Generator::visit_pawn(Position& position, const Slot& slot, Sink& sink) {
  const Board& board = position.board();
  const int forward = forward_of(color_);
  const Square ahead{slot.at.x, slot.at.y + forward};
  if (board.is_empty(ahead)) {
    if (covered(ahead) && !sink.pawn({slot.at, ahead, {}, MoveType::plain}, color_)) return false;
    if (slot.piece.special()) {
      const Square further{slot.at.x, slot.at.y + 2 * forward};
      if (board.is_empty(further) && covered(further) &&
          !sink.pawn({slot.at, further, {}, MoveType::double_step}, color_)) {
        return false;
      }
    }
  }
  for (const int side : {-1, 1}) {
    const Square target{slot.at.x + side, slot.at.y + forward};
    const Piece victim = board.at(target);
    if (victim) {
      if (victim.color() != color_ && !traits_of(victim).solid && covered(target) &&
          !sink.pawn({slot.at, target, {}, MoveType::plain}, color_)) {
        return false;
      }
    } else if (passed_ && passed_->square == target) {
      const Move move{slot.at, target, {}, MoveType::en_passant};
      if ((!guarded_ || position.is_safe(move)) && !sink.pawn(move, color_)) return false;
    }
  }
  return true;
}

template <class Sink>
bool Generator::visit_slides(Position& position, SlotNumber number, Sink& sink) {
  const Board& board = position.board();
  const Slot slot = board.slot(number);
  const KindTraits& traits = traits_of(slot.piece);
  for (int line = 0; line < line_count; ++line) {
    if (!(traits.lines >> line & 1U)) continue;
    const std::array<SlotNumber, 2> neighbours = board.neighbours(line, slot.at);
    for (const int way : {1, -1}) {
      Ray ray;
      if (!find_slide(board, slot, line, way, neighbours[way > 0], ray) || !shield_ray(ray)) continue;
      if (guarded_ && traits.royal ? !visit_safe_parts(board, number, ray, sink) : !sink.ray(ray))
        return false;
    }
  }
  return true;
}

// The parts of a royal piece's ray where no enemy attacks it. Each enemy attacks single squares, where one of
// its lines crosses the ray, or a stretch, if it slides on the ray's own line.
template <class Sink>
bool Generator::visit_safe_parts(const Board& board, SlotNumber number, Ray ray, Sink& sink) {
  if (ray.last != Ray::endless) {
    const Square end = ray.target(ray.last);
    if (board.find(end) != no_slot) {
      // The last square is a capture, so the victim no longer attacks.
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
    if (!add_attacks(board, number, ray, board.slot(enemy))) {
      overflow_ = true;
      return false;
    }
  }
  std::sort(attacked_.begin(), attacked_.end(),
            [](const Stretch& first, const Stretch& second) { return first.low < second.low; });
  Coordinate first = ray.first;
  for (const Stretch& stretch : attacked_) {
    if (stretch.low > ray.last) break;
    if (stretch.low > first && !sink.ray({ray.from, ray.step, first, stretch.low - 1})) return false;
    if (stretch.high == Ray::endless) return true;
    first = std::max(first, stretch.high + 1);
  }
  return first > ray.last || sink.ray({ray.from, ray.step, first, ray.last});
}

// Adds what an enemy attacks of a ray; false if numbers are too large.
bool Generator::add_attacks(const Board& board, SlotNumber start, const Ray& ray, const Slot& enemy) {
  const Coordinate dx = enemy.at.x - ray.from.x, dy = enemy.at.y - ray.from.y;
  for (std::uint64_t leaps = attack_leaps(enemy.piece.kind(), enemy.piece.color()); leaps != 0;
       leaps &= leaps - 1) {
    Coordinate steps = 0;
    const Square target = enemy.at + leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))];
    if (steps_between(ray.from, ray.step, target, steps)) attacked_.push_back({steps, steps});
  }
  for (unsigned lines = traits_of(enemy.piece).lines; lines != 0; lines &= lines - 1) {
    if (magnitude(dx) >= near_bound || magnitude(dy) >= near_bound) return false;
    const int line = std::countr_zero(lines);
    for (const int way : {1, -1}) {
      const Step step{line_steps[static_cast<std::size_t>(line)].dx * way,
                      line_steps[static_cast<std::size_t>(line)].dy * way};
      const SlotNumber next = board.next(line, enemy.at, way, start);
      Coordinate reach = Ray::endless;  // the first number of steps that it cannot make
      if (next != no_slot)
        reach = (Board::along(line, board.slot(next).at) - Board::along(line, enemy.at)) * way;
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

bool Generator::legal(Position& position, MoveList& found) {
  found.clear();
  Collector collector(position, found);
  visit(position, collector);
  return !overflow_;
}

bool Generator::any_legal(Position& position, bool& found) {
  Finder finder;
  visit(position, finder);
  found = finder.found;
  return !overflow_;
}

void Generator::pseudo_legal(Position& position, MoveList& found) {
  found.clear();
  Collector collector(position, found);
  color_ = position.player();
  passed_ = position.passed();
  guarded_ = false;
  needed_.clear();
  const auto count = static_cast<SlotNumber>(position.board().slots().size());
  for (SlotNumber number = 0; number < count; ++number) {
    const Piece piece = position.board().slot(number).piece;
    if (piece && piece.color() == color_) visit_piece(position, number, collector);
  }
}

}  // namespace hyperchess::infinite
