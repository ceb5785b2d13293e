#include "infinite/mates/hunt.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace hyperchess::infinite {
namespace {

constexpr int longest_leap = 4;

Coordinate cross(Step first, Step second) { return Coordinate{first.dx} * second.dy - first.dy * second.dx; }
Coordinate cross(Square first, Square second, Step line) {
  return (second.x - first.x) * line.dy - (second.y - first.y) * line.dx;
}
Coordinate manhattan_length(Step step) { return std::abs(step.dx) + std::abs(step.dy); }

Coordinate floor_div(Coordinate value, Coordinate by) {
  const Coordinate quotient = value / by;
  return quotient - (value % by != 0 && (value < 0) != (by < 0));
}

// Return the signed number of steps along a line from one square to another, or 0 if the line misses it.
Coordinate steps_along(Step line, Square from, Square to) {
  const Coordinate dx = to.x - from.x, dy = to.y - from.y;
  if (dx * line.dy != dy * line.dx) return 0;
  const Coordinate steps = line.dx ? dx / line.dx : dy / line.dy;
  return steps * line.dx == dx && steps * line.dy == dy ? steps : 0;
}

int find_leap_reach(const KindTraits& traits) {
  int reach = 0;
  for (int index = 0; index < traits.leaps; ++index) {
    const Step& leap = leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    reach = std::max({reach, std::abs(leap.dx), std::abs(leap.dy)});
  }
  return reach;
}

// Return how far lines of a direction can pass from the centre of a zone if they go through the crossing of
// two lines that pass the zone, as a fraction of the zone's radius. The direction is a linear combination of
// the two line directions, and so is the line key.
std::pair<Coordinate, Coordinate> find_spread(Step line, const std::vector<Step>& lines) {
  std::pair<Coordinate, Coordinate> widest{manhattan_length(line), 1};
  for (const Step& first : lines) {
    for (const Step& second : lines) {
      const Coordinate across = std::abs(cross(first, second));
      if (!across) continue;
      const Coordinate sum = std::abs(cross(line, second)) * manhattan_length(first) +
                             std::abs(cross(first, line)) * manhattan_length(second);
      if (sum * widest.second > widest.first * across) widest = {sum, across};
    }
  }
  return widest;
}

// Table of the leaps of each kind by dx and dy.
struct LeapTable {
  LeapTable() {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      for (int index = 0; index < kind_table[kind].leaps; ++index) {
        const Step& leap = leap_steps[kind_table[kind].leap_order[static_cast<std::size_t>(index)]];
        can_leap[kind][static_cast<std::size_t>(leap.dx + longest_leap)]
                [static_cast<std::size_t>(leap.dy + longest_leap)] = true;
      }
    }
  }
  bool can_leap[kind_count][2 * longest_leap + 1][2 * longest_leap + 1] = {};
};

}  // namespace

std::optional<Hunt> Hunt::create(const Position& position, Meter meter) {
  const Board& board = position.board();
  const Border open;
  const Color hunter_color = position.player();
  if (board.size() > max_pieces || !position.rules().is_two_player() ||
      board.slide_limit() != Board::no_limit || board.border().left != open.left ||
      board.border().right != open.right || board.border().bottom != open.bottom ||
      board.border().top != open.top)
    return std::nullopt;
  Hunt hunt(std::move(meter));
  for (const Slot& slot : board.slots()) {
    if (!slot.piece) continue;
    const KindTraits& traits = kind_traits(slot.piece);
    if (!traits.supported || traits.neutral || slot.piece.kind() == Kind::pawn || slot.piece.special() ||
        (traits.royal && traits.lines) || !within(slot.at, edge))
      return std::nullopt;
    if (slot.piece.color() == hunter_color) {
      hunt.hunters_.push_back({.at = slot.at, .traits = &traits, .max_covered = 0, .alive = true});
    } else {
      if (!traits.royal || hunt.royal_traits_) return std::nullopt;
      hunt.royal_ = slot.at;
      hunt.royal_traits_ = &traits;
    }
  }
  if (!hunt.royal_traits_ || hunt.is_attacked(hunt.royal_, none)) return std::nullopt;
  for (int index = 0; index < hunt.royal_traits_->leaps; ++index)
    hunt.flights_.push_back(leap_steps[hunt.royal_traits_->leap_order[static_cast<std::size_t>(index)]]);
  hunt.reach_ = find_leap_reach(*hunt.royal_traits_);
  unsigned lines = 0;
  for (Hunter& hunter : hunt.hunters_) {
    lines |= hunter.traits->lines;
    hunter.max_covered = hunt.find_max_covered(*hunter.traits);
  }
  for (std::size_t line = 0; line < line_count; ++line) {
    if (lines >> line & 1U) hunt.lines_.push_back(line_steps[line]);
  }
  for (const Step& first : hunt.lines_) {
    for (const Step& second : hunt.lines_) {
      if (const Coordinate across = cross(first, second))
        hunt.period_ = std::lcm(hunt.period_, std::abs(across));
    }
  }
  for (const Step& line : hunt.lines_) hunt.spread_.push_back(find_spread(line, hunt.lines_));
  hunt.killer_flights_.assign(longest + 1, 0);
  return hunt;
}

bool Hunt::leaps_between(const KindTraits& traits, Square from, Square to) const {
  static const LeapTable table;
  const Coordinate dx = to.x - from.x, dy = to.y - from.y;
  if (dx < -longest_leap || dx > longest_leap || dy < -longest_leap || dy > longest_leap) return false;
  return table.can_leap[static_cast<std::size_t>(&traits - kind_table.data())][static_cast<std::size_t>(
      dx + longest_leap)][static_cast<std::size_t>(dy + longest_leap)];
}

// Whether a hunter attacks a square. The royal does not block: the test is about squares it may go to. The
// hunter `ignored` does not block either.
bool Hunt::attacks(std::size_t hunter, Square to, std::size_t ignored) const {
  const Hunter& attacker = hunters_[hunter];
  if (attacker.traits->leaps && leaps_between(*attacker.traits, attacker.at, to)) return true;
  for (unsigned lines = attacker.traits->lines, line = 0; lines; lines >>= 1, ++line) {
    if (!(lines & 1U)) continue;
    const Step& step = line_steps[line];
    const Coordinate steps = steps_along(step, attacker.at, to);
    if (!steps) continue;
    // Only one line of the piece leads there, so the first blocker decides.
    for (std::size_t other = 0; other < hunters_.size(); ++other) {
      if (other == hunter || other == ignored || !hunters_[other].alive) continue;
      const Coordinate until = steps_along(step, attacker.at, hunters_[other].at);
      if (steps > 0 ? until > 0 && until < steps : until < 0 && until > steps) return false;
    }
    return true;
  }
  return false;
}

bool Hunt::is_attacked(Square square, std::size_t ignored) const {
  for (std::size_t hunter = 0; hunter < hunters_.size(); ++hunter) {
    if (hunter != ignored && hunters_[hunter].alive && attacks(hunter, square, ignored)) return true;
  }
  return false;
}

bool Hunt::are_royals_safe() const {
  for (const Hunter& hunter : hunters_) {
    if (hunter.alive && hunter.traits->royal && leaps_between(*royal_traits_, royal_, hunter.at))
      return false;
  }
  return true;
}

std::size_t Hunt::find_hunter(Square square) const {
  for (std::size_t hunter = 0; hunter < hunters_.size(); ++hunter) {
    if (hunters_[hunter].alive && hunters_[hunter].at == square) return hunter;
  }
  return none;
}

int Hunt::count_replies() const {
  int replies = 0;
  for (const Step& flight : flights_) {
    const Square to = royal_ + flight;
    replies += !is_attacked(to, find_hunter(to));
  }
  return replies;
}

std::size_t Hunt::find_max_covered(const KindTraits& traits) const {
  constexpr int window = 24;  // from further away, two lines of a piece cannot both reach the zone
  std::size_t most = 0;
  for (int x = -window; x <= window; ++x) {
    for (int y = -window; y <= window; ++y) {
      const Square from{x, y};
      std::size_t covered = 0;
      const auto add = [&](Square to) {
        bool reached = leaps_between(traits, from, to);
        for (std::size_t line = 0; line < line_count; ++line)
          reached = reached || ((traits.lines >> line & 1U) && steps_along(line_steps[line], from, to));
        covered += reached;
      };
      add({0, 0});
      for (const Step& flight : flights_) add(Square{0, 0} + flight);
      most = std::max(most, covered);
    }
  }
  return most;
}

// Return the number of steps a slide can make before it is blocked.
Coordinate Hunt::free_steps(Square from, Step step) const {
  Coordinate steps = Ray::endless;
  const auto stop_before = [&](Square square) {
    const Coordinate until = steps_along(step, from, square);
    if (until > 0) steps = std::min(steps, until - 1);
  };
  stop_before(royal_);
  for (const Hunter& hunter : hunters_) {
    if (hunter.alive) stop_before(hunter.at);
  }
  return steps;
}

// Collect, as intervals, the numbers of steps that are classes of their own for a mate in `length`.
void Hunt::find_special_steps(const Ray& ray, std::size_t hunter, int length) {
  special_steps_.clear();
  // Add the steps at which the ray crosses lines of a direction that pass `square` within `distance`.
  const auto add_lines = [&](Square square, Step line, Coordinate distance) {
    const Coordinate across = cross(ray.step, line), begin = cross(square, ray.from, line);
    if (!across) return;
    // Steps with -distance <= begin + steps * across <= distance.
    const Coordinate offset = across > 0 ? begin : -begin;
    const Coordinate low = std::max(-floor_div(offset + distance, std::abs(across)), ray.first);
    const Coordinate high = std::min(floor_div(distance - offset, std::abs(across)), ray.last);
    if (low <= high) special_steps_.push_back({low, high});
  };
  int leap = find_leap_reach(*hunters_[hunter].traits);
  if (length == 1) {
    for (const Step& line : lines_) add_lines(royal_, line, (reach_ + leap) * manhattan_length(line));
    return;
  }
  if (is_orthogonal()) {
    for (const Hunter& other : hunters_) {
      if (other.alive) leap = std::max(leap, find_leap_reach(*other.traits));
    }
    Coordinate band = reach_ + leap;
    for (int move = 1; move < length; ++move) band = 2 * band + 1 + reach_;
    for (const Step& line : lines_) {
      add_lines(royal_, line, band);
      for (std::size_t other = 0; other < hunters_.size(); ++other) {
        if (other != hunter && hunters_[other].alive) add_lines(hunters_[other].at, line, band);
      }
    }
    return;
  }
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    for (std::size_t other = 0; other < hunters_.size(); ++other) {
      if (other == hunter || !hunters_[other].alive) continue;
      const int reach = find_leap_reach(*hunters_[other].traits);
      leap = std::max(leap, reach);
      add_lines(hunters_[other].at, lines_[line], reach * manhattan_length(lines_[line]));
    }
  }
  const Coordinate zone = length * reach_ + leap;
  for (std::size_t line = 0; line < lines_.size(); ++line)
    add_lines(royal_, lines_[line], floor_div(zone * spread_[line].first, spread_[line].second));
}

void Hunt::add_slides(std::size_t hunter, int length, std::vector<Landing>& found) {
  const Square from = hunters_[hunter].at;
  for (unsigned lines = hunters_[hunter].traits->lines, line = 0; lines; lines >>= 1, ++line) {
    if (!(lines & 1U)) continue;
    for (const int sign : {1, -1}) {
      const Step step{line_steps[line].dx * sign, line_steps[line].dy * sign};
      const Ray ray{from, step, 1, free_steps(from, step)};
      if (ray.last < 1) continue;
      find_special_steps(ray, hunter, length);
      std::sort(special_steps_.begin(), special_steps_.end(),
                [](const Interval& first, const Interval& second) { return first.low < second.low; });
      const Coordinate class_count = length == 1 ? 2 : 2 * period_;  // two slides of each class
      Coordinate following = ray.first;
      // Add representatives of the steps from `following` to `last`, which are not special.
      const auto add_gap = [&](Coordinate last) {
        const Coordinate end = last - following < class_count ? last : following + class_count - 1;
        for (Coordinate steps = following; steps <= end; ++steps)
          found.push_back(
              {.hunter = hunter, .to = ray.target(steps), .is_single = end == last, .replies = 0});
      };
      for (const Interval& interval : special_steps_) {
        if (following < interval.low) add_gap(interval.low - 1);
        for (Coordinate steps = std::max(following, interval.low); steps <= interval.high; ++steps)
          found.push_back({.hunter = hunter, .to = ray.target(steps), .is_single = true, .replies = 0});
        following = std::max(following, interval.high + 1);
      }
      if (following <= ray.last) add_gap(ray.last);
    }
  }
}

void Hunt::add_leaps(std::size_t hunter, std::vector<Landing>& found) const {
  const KindTraits& traits = *hunters_[hunter].traits;
  for (int index = 0; index < traits.leaps; ++index) {
    const Square to = hunters_[hunter].at + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    if (is_free(to)) found.push_back({.hunter = hunter, .to = to, .is_single = true, .replies = 0});
  }
}

// Add the slides after which the moved piece itself attacks the royal.
void Hunt::add_checks(std::size_t hunter, std::vector<Landing>& found) const {
  const KindTraits& traits = *hunters_[hunter].traits;
  const Square from = hunters_[hunter].at;
  for (unsigned lines = traits.lines, line = 0; lines; lines >>= 1, ++line) {
    if (!(lines & 1U)) continue;
    const Step& step = line_steps[line];
    const Coordinate up = free_steps(from, step), down = free_steps(from, {-step.dx, -step.dy});
    const auto add = [&](Coordinate steps) {
      if (steps && steps <= up && -steps <= down)
        found.push_back({.hunter = hunter,
                         .to = Square{from.x + steps * step.dx, from.y + steps * step.dy},
                         .is_single = true,
                         .replies = 0});
    };
    for (std::size_t other = 0; other < line_count; ++other) {
      if (!(traits.lines >> other & 1U) || other == line) continue;
      const Coordinate across = cross(step, line_steps[other]);
      const Coordinate begin = cross(from, royal_, line_steps[other]);
      if (begin % across == 0) add(begin / across);
    }
    for (int index = 0; index < traits.leaps; ++index)
      add(steps_along(step, from, royal_ - leap_steps[traits.leap_order[static_cast<std::size_t>(index)]]));
  }
}

// Add the moves that may mate in one: moves after which, by a quick test, every square of the royal's zone is
// attacked.
void Hunt::add_last_moves(std::vector<Landing>& found) {
  for (std::size_t hunter = 0; hunter < hunters_.size(); ++hunter) {
    if (!hunters_[hunter].alive) continue;
    // The piece has to attack the squares that the others do not attack without it.
    uncovered_.clear();
    const bool discovers = is_attacked(royal_, hunter);
    if (!discovers) uncovered_.push_back(royal_);
    for (const Step& flight : flights_) {
      const Square to = royal_ + flight;
      if (!is_attacked(to, hunter)) uncovered_.push_back(to);
    }
    if (uncovered_.size() > hunters_[hunter].max_covered) continue;
    const std::size_t first = found.size();
    add_leaps(hunter, found);
    if (discovers)
      add_slides(hunter, 1, found);
    else
      add_checks(hunter, found);
    const Square from = hunters_[hunter].at;
    const auto fails = [&](const Landing& landing) {
      hunters_[hunter].at = landing.to;
      return !std::all_of(uncovered_.begin(), uncovered_.end(),
                          [&](Square square) { return attacks(hunter, square, none); });
    };
    found.erase(std::remove_if(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(), fails),
                found.end());
    hunters_[hunter].at = from;
  }
}

// Drop illegal moves and moves without a reply (stalemate or a mate already tried), and sort the rest by the
// number of replies, fewest first.
void Hunt::filter_and_order(std::vector<Landing>& moves) {
  const auto fails = [&](Landing& landing) {
    Hunter& hunter = hunters_[landing.hunter];
    const Square from = std::exchange(hunter.at, landing.to);
    landing.replies = are_royals_safe() ? count_replies() : 0;
    hunter.at = from;
    return landing.replies == 0;
  };
  moves.erase(std::remove_if(moves.begin(), moves.end(), fails), moves.end());
  std::stable_sort(moves.begin(), moves.end(), [](const Landing& first, const Landing& second) {
    return first.replies < second.replies;
  });
}

bool Hunt::mates_with(const Landing& landing) {
  Hunter& hunter = hunters_[landing.hunter];
  const Square from = std::exchange(hunter.at, landing.to);
  assert(hunter.alive);
  const bool mate = are_royals_safe() && is_mate();
  hunter.at = from;
  return mate;
}

// Whether the hunters, to move, can mate within `length` moves.
bool Hunt::can_mate(int length) {
  assert(1 <= length && length <= longest);
  meter_.spend();

  // Step 1. Mates in one.
  last_moves_.clear();
  add_last_moves(last_moves_);
  for (const Landing& landing : last_moves_) {
    if (mates_with(landing)) return true;
  }
  if (length == 1) return false;

  // Step 2. Generate one or two moves of each class, fewest replies first.
  std::vector<Landing> moves;
  for (std::size_t hunter = 0; hunter < hunters_.size(); ++hunter) {
    if (!hunters_[hunter].alive) continue;
    add_leaps(hunter, moves);
    add_slides(hunter, length, moves);
  }
  filter_and_order(moves);

  // Step 3. Search each move.
  for (const Landing& landing : moves) {
    Hunter& hunter = hunters_[landing.hunter];
    const Square from = std::exchange(hunter.at, landing.to);
    const bool mate = can_mate_after_all_replies(length - 1);
    hunter.at = from;
    if (mate) return true;
  }
  return false;
}

// Whether there is a mate within `length` moves after every reply. The reply that refuted the last move is
// tried first.
bool Hunt::can_mate_after_all_replies(int length) {
  const Square from = royal_;
  assert(static_cast<std::size_t>(length) < killer_flights_.size());
  std::size_t& killer = killer_flights_[static_cast<std::size_t>(length)];
  const std::size_t begin = killer;
  for (std::size_t index = 0; index < flights_.size(); ++index) {
    const std::size_t flight = (begin + index) % flights_.size();
    const Square to = from + flights_[flight];
    const std::size_t taken = find_hunter(to);
    if (is_attacked(to, taken)) continue;
    if (taken != none) hunters_[taken].alive = false;
    royal_ = to;
    const bool mate = can_mate(length);
    royal_ = from;
    if (taken != none) hunters_[taken].alive = true;
    if (!mate) {
      killer = flight;
      return false;
    }
  }
  return true;
}

std::vector<HuntMove> Hunt::first_moves(int length) {
  std::vector<Landing> moves;
  if (length == 1) {
    add_last_moves(moves);
  } else {
    for (std::size_t hunter = 0; hunter < hunters_.size(); ++hunter) {
      add_leaps(hunter, moves);
      add_slides(hunter, length, moves);
    }
    filter_and_order(moves);
  }
  std::vector<HuntMove> found;
  for (const Landing& landing : moves)
    found.push_back({hunters_[landing.hunter].at, landing.to, landing.is_single});
  return found;
}

bool Hunt::wins(Square from, Square to, int length) {
  const std::size_t number = find_hunter(from);
  if (number == none) throw std::invalid_argument("there is no piece to move");
  if (length == 1) {
    meter_.spend();
    return mates_with({.hunter = number, .to = to, .is_single = true, .replies = 0});
  }
  const std::vector<Hunter> hunters = hunters_;
  const Square royal = royal_;
  hunters_[number].at = to;
  try {
    const bool mate =
        are_royals_safe() && (count_replies() ? can_mate_after_all_replies(length - 1) : is_mate());
    hunters_[number].at = from;
    return mate;
  } catch (...) {  // the search was stopped: restore the position
    hunters_ = hunters;
    royal_ = royal;
    throw;
  }
}

}  // namespace hyperchess::infinite
