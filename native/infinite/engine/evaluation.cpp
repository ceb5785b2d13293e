#include "infinite/engine/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <span>

#include "common/logarithms.hpp"
#include "common/values.hpp"
#include "infinite/engine/goals.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::infinite {
namespace {

constexpr Coordinate max_difference = Coordinate{1} << 60;  // line keys of larger differences may overflow

// Distances in squares; larger distances are capped.
constexpr int max_activity_distance = 16;
constexpr int max_hunt_distance = 80;
constexpr int close_distance = 8;    // within it, the shorter axis does not count in a hunt
constexpr int promotion_ranks = 6;   // ranks before promotion on which a pawn is worth more with each step
constexpr int max_far_ranks = 10;    // ranks beyond them that count
constexpr int max_free_squares = 6;  // free squares of a slider that count in one direction
constexpr int max_pressure = 15;     // pairs of attacks around a royal piece that count

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

// Phase of the game by the value of all pieces other than pawns: `full_phase` with many, 0 with none.
constexpr int full_phase = 256;
constexpr int full_material = 6'400;  // centipawns

// Memory for threats; on a board with more slots they are not evaluated.
constexpr std::size_t max_slots = 192;
constexpr std::size_t max_pawns = 64;  // of each player
constexpr int no_attacker = 1'000'000;

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

// Return the number of ranks to the nearest promotion rank, or `max_difference` if there is none ahead.
Coordinate find_promotion_distance(const Position& position, Color color, Coordinate y) {
  Coordinate nearest = max_difference;
  for (const Coordinate rank : position.rules().promotions[color].ranks) {
    const Coordinate left = (rank - y) * pawn_direction(color);
    if (left > 0) nearest = std::min(nearest, left);
  }
  return nearest;
}

// Table of 100 * log2(n) for numbers of squares.
const std::array<int, Window::size * Window::size + 1>& log2_table() {
  static const auto table = [] {
    std::array<int, Window::size * Window::size + 1> made{};
    for (std::size_t number = 1; number < made.size(); ++number)
      made[number] =
          static_cast<int>((100 * scaled_log2(static_cast<std::uint32_t>(number)) + (1 << 23)) >> 24);
    return made;
  }();
  return table;
}

}  // namespace

int Evaluation::exchange_value(Piece piece) const {
  return kind_traits(piece).royal ? royal_exchange_value
                                  : weights_.value[static_cast<std::size_t>(piece.kind())];
}

struct Evaluation::Scan {
  // A royal piece that a player's pieces can attack. Only the first one of each opponent is considered.
  struct Target {
    Color color;
    Square at;
  };
  std::array<SlotNumber, color_count> royal;
  std::array<Target, color_count> targets;  // of all players
  std::size_t target_count = 0;
  std::array<int, color_count> ring{};    // attacks on the squares next to the royal piece of a player
  std::array<int, color_count> behind{};  // enemy sliders behind it
  std::array<unsigned, color_count> bishop_colors{};
  std::array<int, color_count> pawn_bonus{};           // pawn values beyond material
  std::array<std::array<Square, max_pawns>, 3> pawns;  // of White, Black and the others
  std::array<std::size_t, 3> pawn_count{};
  // By player and slot: the value of the player's least valuable piece that attacks or protects the piece in
  // the slot. The last entry is for empty squares.
  std::array<std::array<int, max_slots + 1>, color_count> attacker;
  std::array<Color, color_count> owners;  // colours of the pieces on the board
  std::size_t owner_count = 0;
  bool has_threats = false;
  int phase = full_phase;

  void attack(Color color, int value, SlotNumber target) {
    int& least = attacker[color][std::min<std::size_t>(target, max_slots)];
    least = std::min(least, value);
  }
};

int Evaluation::evaluate(const Position& position, Color color, PawnCache* cache) const {
  const Terms terms = compute_terms(position, cache);
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

Terms Evaluation::compute_terms(const Position& position, PawnCache* cache) const {
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
  Scan scan;
  const std::span<const Slot> slots = board.slots();
  scan.has_threats = slots.size() <= max_slots && rules.is_two_player();
  for (Color color = 1; color < color_count && scan.has_threats; ++color) {
    if (board.count(color) == 0) continue;
    scan.owners[scan.owner_count++] = color;
    std::fill_n(scan.attacker[color].begin(), slots.size(), no_attacker);
  }
  scan.royal.fill(no_slot);
  for (Color other = 1; other < color_count; ++other) {
    if (board.royals(other).empty()) continue;
    scan.royal[other] = board.royals(other)[0];
    const Square at = board.slot(scan.royal[other]).at;
    if (within(at, max_difference / 2)) scan.targets[scan.target_count++] = {other, at};
  }
  int material = 0;
  for (SlotNumber number = 0; number < slots.size(); ++number) {
    const Slot& slot = slots[number];
    if (!slot.piece || slot.piece.color() == neutral) continue;
    SideTerms& side = terms[slot.piece.color()];
    const KindTraits& traits = kind_traits(slot.piece);
    if (slot.piece.kind() == Kind::pawn) {
      const int value = evaluate_pawn(position, slot);
      const int base = std::min(weights_.value[static_cast<std::size_t>(Kind::pawn)], value);
      side.pawns += base;
      scan.pawn_bonus[slot.piece.color()] += value - base;
      add_pawn_attacks(board, slot, scan);
      const std::size_t player = std::min<std::size_t>(slot.piece.color() - 1U, 2);
      if (scan.pawn_count[player] < max_pawns) scan.pawns[player][scan.pawn_count[player]++] = slot.at;
    } else {
      if (!traits.royal || royals_can_be_captured)
        side.material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
      const int activity = evaluate_piece(position, number, scan);
      if (traits.royal) continue;
      side.activity += activity;
      material += weights_.value[static_cast<std::size_t>(slot.piece.kind())];
    }
  }
  scan.phase = std::min(material, full_material) * full_phase / full_material;
  // Advanced pawns gain as pieces are exchanged.
  for (const Color color : rules.players)
    terms[color].pawns += scan.pawn_bonus[color] * (2 * full_phase - scan.phase) / full_phase;
  const auto compute = [&] { return evaluate_pawn_structure(position, scan); };
  const PawnStructure structure = cache != nullptr ? cache->find(board.pawn_hash(), compute) : compute();
  for (const std::size_t player : {0U, 1U})
    terms[player + 1].pawns +=
        structure.base[player] + structure.passed[player] * (2 * full_phase - scan.phase) / full_phase;
  evaluate_threats(position, scan, terms);
  for (const Color color : rules.players) {
    if (scan.bishop_colors[color] == 3) terms[color].activity += weights_.bishop_pair;
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
      terms[color].safety += evaluate_safety(board, royals[index], scan);
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
  const int value = weights_.value[static_cast<std::size_t>(Kind::pawn)];
  const Coordinate nearest = find_promotion_distance(position, color, slot.at.y);
  if (nearest == max_difference) return value * weights_.pawn_spent / 100;
  if (nearest > promotion_ranks) {
    const Coordinate beyond = std::min<Coordinate>(nearest - promotion_ranks, max_far_ranks);
    return value - weights_.pawn_far * static_cast<int>(beyond);
  }
  const int ahead = promotion_ranks + 1 - static_cast<int>(nearest);
  int sum = value + weights_.pawn_advance * ahead * (ahead + 1) / 2;
  if (position.board().is_file_free(slot.at, pawn_direction(color), nearest))
    sum += weights_.pawn_free * ahead;
  return sum;
}

// Passed, isolated, doubled and protected pawns of White and Black.
PawnStructure Evaluation::evaluate_pawn_structure(const Position& position, const Scan& scan) const {
  // Pawns by file modulo `file_count`, with the highest and the lowest rank.
  constexpr std::size_t file_count = 64;
  struct File {
    int count = 0;
    Coordinate highest = std::numeric_limits<Coordinate>::min();
    Coordinate lowest = std::numeric_limits<Coordinate>::max();
  };
  std::array<std::array<File, file_count>, 2> files;
  const auto find_file = [&](std::size_t player, Coordinate x) -> File& {
    return files[player][static_cast<std::size_t>(x) & (file_count - 1)];
  };
  for (const std::size_t player : {0U, 1U}) {
    for (std::size_t index = 0; index < scan.pawn_count[player]; ++index) {
      const Square at = scan.pawns[player][index];
      File& file = find_file(player, at.x);
      ++file.count;
      file.highest = std::max(file.highest, at.y);
      file.lowest = std::min(file.lowest, at.y);
    }
  }
  PawnStructure structure;
  for (const Color color : {Color{1}, Color{2}}) {
    const std::size_t own = color - 1U, other = 1 - own;
    const int forward = pawn_direction(color);
    const auto has_pawn_ahead = [&](const File& file, Coordinate y) {
      return file.count != 0 && (forward > 0 ? file.highest > y : file.lowest < y);
    };
    for (std::size_t index = 0; index < scan.pawn_count[own]; ++index) {
      const Square at = scan.pawns[own][index];
      int& sum = structure.base[own];
      if (find_file(own, at.x - 1).count == 0 && find_file(own, at.x + 1).count == 0)
        sum -= weights_.pawn_isolated;
      const bool is_doubled = has_pawn_ahead(find_file(own, at.x), at.y);
      if (is_doubled) sum -= weights_.pawn_doubled;
      for (const int side : {-1, 1}) {
        const Piece protector = position.board().at({at.x + side, at.y - forward});
        if (protector && protector.kind() == Kind::pawn && protector.color() == color) {
          sum += weights_.pawn_protected;
          break;
        }
      }
      if (is_doubled || has_pawn_ahead(find_file(other, at.x - 1), at.y) ||
          has_pawn_ahead(find_file(other, at.x), at.y) || has_pawn_ahead(find_file(other, at.x + 1), at.y))
        continue;
      const Coordinate nearest = find_promotion_distance(position, color, at.y);
      if (nearest <= promotion_ranks)
        structure.passed[own] += weights_.pawn_passed * (promotion_ranks + 1 - static_cast<int>(nearest));
    }
  }
  return structure;
}

void Evaluation::add_pawn_attacks(const Board& board, const Slot& slot, Scan& scan) const {
  if (!scan.has_threats) return;
  const Color color = slot.piece.color();
  const int value = weights_.value[static_cast<std::size_t>(Kind::pawn)];
  for (const int side : {-1, 1})
    scan.attack(color, value, board.find({slot.at.x + side, slot.at.y + pawn_direction(color)}));
}

// Activity of a piece: distance to the nearest royal piece, mobility, and for sliders lines that pass an
// enemy royal piece. Also collects the attacks on pieces and around royal pieces.
int Evaluation::evaluate_piece(const Position& position, SlotNumber number, Scan& scan) const {
  const Board& board = position.board();
  const Slot& slot = board.slot(number);
  const Color color = slot.piece.color();
  const KindTraits& traits = kind_traits(slot.piece);
  const int value = exchange_value(slot.piece);
  if (slot.piece.kind() == Kind::bishop)
    scan.bishop_colors[color] |= 1U << (static_cast<unsigned>(slot.at.x + slot.at.y) & 1U);

  int nearest = max_activity_distance, aims = 0;
  const bool is_near = within(slot.at, max_difference / 2);
  bool has_aim = false;  // whether a line may pass next to a royal piece of another player
  for (std::size_t index = 0; index < scan.target_count && is_near; ++index) {
    const auto& [other, royal] = scan.targets[index];
    const Coordinate dx = royal.x - slot.at.x, dy = royal.y - slot.at.y;
    const Coordinate across = dx < 0 ? -dx : dx, up = dy < 0 ? -dy : dy;
    nearest = static_cast<int>(std::min<Coordinate>(nearest, std::max(across, up)));
    if (other == color || traits.lines == 0) continue;
    if (-dy * pawn_direction(other) < 0) ++scan.behind[other];
    has_aim = has_aim || traits.lines >> first_hop_line != 0 || across <= 1 || up <= 1 ||
              (across - up <= 2 && up - across <= 2);
  }

  // Leaps.
  int leaps = 0;
  for (int index = 0; index < traits.leaps; ++index) {
    const Square to = slot.at + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    const SlotNumber target = board.find(to);
    if (scan.has_threats) scan.attack(color, value, target);
    if (weights_.leaper_mobility != 0)
      leaps += target == no_slot || board.slot(target).piece.color() != color;
  }
  constexpr int longest_leap = 4;
  if (traits.leaps != 0 && nearest <= longest_leap + 1) {
    for (std::size_t each = 0; each < scan.target_count; ++each) {
      const auto& [other, royal] = scan.targets[each];
      if (other == color || distance(slot.at, royal) > longest_leap + 1) continue;
      for (int index = 0; index < traits.leaps; ++index) {
        const Square to = slot.at + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
        scan.ring[other] += distance(to, royal) <= 1;
      }
    }
  }

  // Slides.
  int open = 0, free = 0;
  for (unsigned lines = traits.lines; lines != 0; lines &= lines - 1) {
    const int line = std::countr_zero(lines);
    const std::array<Neighbour, 2> neighbours = board.measure_neighbours(line, slot.at);
    std::array<Coordinate, 2> reached{};  // steps to the last square attacked, in each direction
    for (const std::size_t side : {0U, 1U}) {
      const Neighbour& next = neighbours[side];
      Coordinate steps = board.slide_limit(), squares = steps;
      if (next.slot != no_slot) {
        steps = std::min(steps, next.steps);
        squares = steps - 1;
        if (scan.has_threats) scan.attack(color, value, next.slot);
      }
      reached[side] = steps;
      free += static_cast<int>(std::min<Coordinate>(squares, max_free_squares));
      open += squares > 0;
    }
    for (std::size_t index = 0; index < scan.target_count && has_aim; ++index) {
      const auto& [other, royal] = scan.targets[index];
      if (other == color) continue;
      const Square away{royal.x - slot.at.x, royal.y - slot.at.y};
      const Coordinate key = Board::line_key(line, away);
      aims += -1 <= key && key <= 1;
      // A line reaches the squares next to a royal piece if it passes it at a distance of one square.
      const Coordinate reach = line < 2 ? 1 : 2;
      if (key < -reach || key > reach) continue;
      const Step& step = line_steps[static_cast<std::size_t>(line)];
      const Coordinate product = away.x * step.dx + away.y * step.dy;
      const Coordinate ahead = product < 0 ? -product : product;
      if (ahead > 0 && (line < 2 ? ahead : ahead / 2) - 1 <= reached[product > 0]) ++scan.ring[other];
    }
  }
  int sum = weights_.leaper_mobility * leaps / 10 + weights_.slider_mobility * free / 10 +
            weights_.open_direction * open + weights_.aim * aims;
  sum -= (traits.lines == 0 ? weights_.far_leaper : weights_.far_slider) * nearest;
  return sum;
}

// Attacked pieces count for the attacker: in full if their owner is not to move.
void Evaluation::evaluate_threats(const Position& position, const Scan& scan, Terms& terms) const {
  if (!scan.has_threats) return;
  const Board& board = position.board();
  const auto& players = position.rules().players;
  for (SlotNumber number = 0; number < board.slots().size(); ++number) {
    const Slot& slot = board.slot(number);
    if (!slot.piece || slot.piece.color() == neutral) continue;
    const Color owner = slot.piece.color();
    int attacker = no_attacker;
    for (std::size_t index = 0; index < scan.owner_count; ++index) {
      const Color other = scan.owners[index];
      if (other != owner) attacker = std::min(attacker, scan.attacker[other][number]);
    }
    if (attacker == no_attacker || kind_traits(slot.piece).royal) continue;
    int threat = weights_.threat_attack;
    if (attacker < exchange_value(slot.piece)) {
      threat = weights_.threat_lesser;
    } else if (scan.attacker[owner][number] == no_attacker) {
      threat = weights_.threat_hanging;
    }
    if (position.player() == owner) threat /= 2;
    terms[players[players[0] == owner ? 1 : 0]].threats += threat;
  }
}

// King safety: own pieces next to the royal piece, open lines on which enemy sliders could attack it, attacks
// on the squares next to it, and sliders behind it. Counts less as pieces are exchanged.
int Evaluation::evaluate_safety(const Board& board, SlotNumber royal, const Scan& scan) const {
  const Slot& slot = board.slot(royal);
  const Color color = slot.piece.color();
  int sum = 0;
  std::array<int, line_count> sliders{};
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    for (unsigned kinds = board.kind_mask(other); kinds != 0; kinds &= kinds - 1) {
      const auto kind = static_cast<Kind>(std::countr_zero(kinds));
      const auto number =
          static_cast<int>(std::min(board.count(other, kind), static_cast<unsigned>(max_exposed_sliders)));
      for (unsigned lines = kind_traits(kind).lines; lines != 0; lines &= lines - 1)
        sliders[static_cast<std::size_t>(std::countr_zero(lines))] += number;
    }
  }
  for (int line = 0; line < first_hop_line; ++line) {
    const int number = std::min(sliders[static_cast<std::size_t>(line)], max_exposed_sliders);
    for (const Neighbour& next : board.measure_neighbours(line, slot.at)) {
      const bool is_own = next.slot != no_slot && board.slot(next.slot).piece.color() == color;
      if (next.steps == 1) {
        if (is_own) sum += weights_.shelter;
      } else if (!is_own) {
        sum -= weights_.exposed * number;
      }
    }
  }
  if (royal == scan.royal[color]) {
    const int attacks = scan.ring[color];
    sum -= weights_.ring * attacks +
           weights_.ring_pressure * std::min(attacks * (attacks - 1) / 2, max_pressure) +
           weights_.behind * scan.behind[color];
  }
  return sum * scan.phase / full_phase;
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
