#include "infinite/rules/insufficient_material.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <utility>

namespace hyperchess::infinite {
namespace {

constexpr std::size_t max_pieces = 12;      // with more pieces, material counts as sufficient
constexpr std::size_t max_states = 50'000;  // beyond, the search gives up and material counts as sufficient
constexpr std::size_t max_cached = 4'096;   // entries of each cache
constexpr int reach = 14;  // distance from the royal within which an attacker can cover any set it ever can

// A set of squares of the zone around a royal piece, as bits; bit 0 is its own square.
using Squares = std::uint32_t;

enum class Shade : std::uint8_t { even, odd, any };

// A piece that may cover squares: the set of kinds it can be, and the shade of squares it is bound to.
struct Attacker {
  std::uint32_t kinds = 0;
  Shade shade = Shade::any;
  friend auto operator<=>(const Attacker&, const Attacker&) = default;
};

// Distance from the royal to each border: 0, 1, or `wide` for two and more squares.
constexpr int wide = 2;
using Edges = std::array<int, 4>;  // left, right, bottom, top

// Whether `attackers` and `blockers` can take all squares of the zone of a royal piece on a square of
// `shade`.
struct CoverProblem {
  Kind target{};
  std::vector<Attacker> attackers;  // sorted
  std::size_t blockers = 0;         // own pieces of the royal's side
  Shade shade{};
  Edges edges{};
  friend auto operator<=>(const CoverProblem&, const CoverProblem&) = default;
};

// Covered squares of the zone, and squares of the zone occupied by attackers.
struct Cover {
  Squares covered = 0, taken = 0;
  friend auto operator<=>(const Cover&, const Cover&) = default;
};

constexpr std::uint32_t kind_bit(Kind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }

Shade find_shade(Coordinate x, Coordinate y) { return ((x ^ y) & 1) != 0 ? Shade::odd : Shade::even; }

// Return the royal's square and the squares it can go to.
std::vector<Step> find_zone(Kind target) {
  const KindTraits& traits = kind_traits(kind_traits(target).leaps != 0 ? target : Kind::king);
  std::vector<Step> zone{{0, 0}};
  for (int index = 0; index < traits.leaps; ++index)
    zone.push_back(leap_steps[traits.leap_order[static_cast<std::size_t>(index)]]);
  return zone;
}

// Whether a piece attacks a square `step` away on an empty board.
bool attacks(Kind kind, Step step) {
  for (std::uint64_t leaps = attack_leaps(kind, white); leaps != 0; leaps &= leaps - 1) {
    if (leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))] == step) return true;
  }
  for (unsigned lines = kind_traits(kind).lines; lines != 0; lines &= lines - 1) {
    if (Board::line_key(std::countr_zero(lines), {step.dx, step.dy}) == 0) {
      const Step& line = line_steps[static_cast<std::size_t>(std::countr_zero(lines))];
      if ((line.dx == 0 || step.dx % line.dx == 0) && (line.dy == 0 || step.dy % line.dy == 0)) return true;
    }
  }
  return false;
}

// Return the covers an attacker can provide from any square, without those dominated by another.
std::vector<Cover> find_covers(const std::vector<Step>& zone, const Attacker& attacker) {
  std::vector<Cover> found{{}};
  for (std::uint32_t kinds = attacker.kinds; kinds != 0; kinds &= kinds - 1) {
    const auto kind = static_cast<Kind>(std::countr_zero(kinds));
    for (int x = -reach; x <= reach; ++x) {
      for (int y = -reach; y <= reach; ++y) {
        if ((x == 0 && y == 0) || (attacker.shade != Shade::any && find_shade(x, y) != attacker.shade))
          continue;
        Cover cover;
        for (std::size_t index = 0; index < zone.size(); ++index) {
          const Step step{zone[index].dx - x, zone[index].dy - y};
          if (step == Step{0, 0})
            cover.taken = Squares{1} << index;
          else if (attacks(kind, step))
            cover.covered |= Squares{1} << index;
        }
        // A royal piece cannot be next to the other one.
        if (!kind_traits(kind).royal || cover.taken == 0) found.push_back(cover);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<Cover> best;
  for (const Cover& cover : found) {
    const bool beaten = std::any_of(found.begin(), found.end(), [&](const Cover& other) {
      return other != cover && (cover.covered & ~other.covered) == 0 && (other.taken & ~cover.taken) == 0;
    });
    if (!beaten) best.push_back(cover);
  }
  return best;
}

const std::vector<Cover>& get_covers(Kind target, const std::vector<Step>& zone, const Attacker& attacker) {
  thread_local std::map<std::pair<Kind, Attacker>, std::vector<Cover>> known;
  const auto key = std::pair(target, attacker);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (known.size() >= max_cached) known.clear();
  return known.emplace(key, find_covers(zone, attacker)).first->second;
}

// Solve a cover problem by adding one attacker after the other to the set of reachable covers.
bool search_covers(const CoverProblem& problem) {
  const std::vector<Step> zone = find_zone(problem.target);
  assert(zone.size() < 32);
  const Squares everything = (Squares{1} << zone.size()) - 1;
  const auto [left, right, bottom, top] = problem.edges;
  Cover none;
  for (std::size_t index = 0; index < zone.size(); ++index) {
    const Step& step = zone[index];
    const bool beyond = (left != wide && -step.dx > left) || (right != wide && step.dx > right) ||
                        (bottom != wide && -step.dy > bottom) || (top != wide && step.dy > top);
    if (beyond) none.covered |= Squares{1} << index;
  }
  // More attackers never cover less, so this can be tested after each of them.
  const auto is_closed = [&](const Cover& cover) {
    const Squares missing = everything & ~cover.covered;
    return (missing & (cover.taken | 1U)) == 0 &&
           static_cast<std::size_t>(std::popcount(missing)) <= problem.blockers;
  };
  std::vector<Cover> states{none}, next;
  for (Attacker attacker : problem.attackers) {
    if (attacker.shade != Shade::any)
      attacker.shade = attacker.shade == problem.shade ? Shade::even : Shade::odd;
    next.clear();
    for (const Cover& cover : get_covers(problem.target, zone, attacker)) {
      for (const Cover& state : states) {
        if ((state.taken & cover.taken) != 0) continue;
        next.push_back({state.covered | cover.covered, state.taken | cover.taken});
        if (is_closed(next.back())) return true;
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::swap(states, next);
    if (states.size() > max_states) return true;
  }
  return false;
}

// Same, cached.
bool can_cover_all(const CoverProblem& problem) {
  thread_local std::map<CoverProblem, bool> known;
  if (const auto found = known.find(problem); found != known.end()) return found->second;
  if (known.size() >= max_cached) known.clear();
  return known.emplace(problem, search_covers(problem)).first->second;
}

// Return the possible distances to two opposite borders.
std::vector<std::pair<int, int>> list_border_distances(bool has_low, bool has_high, std::uint64_t width) {
  std::vector<std::pair<int, int>> found;
  for (int low = has_low ? 0 : wide; low <= wide; ++low) {
    for (int high = has_high ? 0 : wide; high <= wide; ++high) {
      if (low == wide || high == wide || width == static_cast<std::uint64_t>(low + high))
        found.emplace_back(low, high);
    }
  }
  return found;
}

// Whether the pieces of `attacking` might mate the royal piece of `defending`.
bool can_mate(const Position& position, Color attacking, Color defending, SlotNumber taken) {
  const Board& board = position.board();
  CoverProblem problem;
  std::size_t targets = 0;
  std::uint32_t kinds = 0, royals = 0;
  const Promotion& promotion = position.rules().promotions[attacking];
  for (SlotNumber number = 0; number < board.slots().size(); ++number) {
    const auto& [at, piece] = board.slot(number);
    if (!piece || number == taken) continue;
    const Kind kind = piece.kind();
    if (piece.color() == defending) {
      ++problem.blockers;
      if (!kind_traits(kind).royal) continue;
      ++targets;
      royals |= kind_bit(kind);
      problem.target = kind;
    } else if (piece.color() == attacking) {
      Attacker& attacker = problem.attackers.emplace_back();
      kinds |= kind_bit(kind);
      attacker.kinds = kind_bit(kind);
      if (kind == Kind::pawn) {
        for (const Kind made : promotion.kinds) attacker.kinds |= kind_bit(made);
      }
      if (kind == Kind::bishop || kind == Kind::camel) attacker.shade = find_shade(at.x, at.y);
    }
  }
  if (targets == 0 || problem.attackers.empty()) return false;
  // Kings alone cannot check kings, nor royal centaurs royal centaurs.
  if (kinds == royals && std::has_single_bit(kinds) && kind_traits(problem.target).lines == 0) return false;
  if (targets > 1) return true;
  --problem.blockers;
  std::sort(problem.attackers.begin(), problem.attackers.end());
  const Border& border = board.border();
  const auto width = [](Coordinate low, Coordinate high) {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  };
  const auto across = list_border_distances(
      border.left != Border::none_low, border.right != Border::none_high, width(border.left, border.right));
  const auto along = list_border_distances(border.bottom != Border::none_low, border.top != Border::none_high,
                                           width(border.bottom, border.top));
  for (const Shade shade : {Shade::even, Shade::odd}) {
    for (const auto& [left, right] : across) {
      for (const auto& [bottom, top] : along) {
        problem.shade = shade;
        problem.edges = {left, right, bottom, top};
        if (can_cover_all(problem)) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool has_insufficient_material(const Position& position, SlotNumber taken) {
  const Board& board = position.board();
  const Rules& rules = position.rules();
  if (board.owned() > max_pieces + (taken == no_slot ? 0 : 1) || !rules.is_two_player()) return false;
  const Color one = rules.players[0], two = rules.players[1];
  if (rules.goals[one] != checkmate || rules.goals[two] != checkmate) return false;
  for (const Slot& slot : board.slots()) {
    if (!slot.piece) continue;
    const Color color = slot.piece.color();
    // A void square reduces the zone of a king.
    if (color == neutral ? kind_traits(slot.piece).solid : color != one && color != two) return false;
  }
  return !can_mate(position, one, two, taken) && !can_mate(position, two, one, taken);
}

}  // namespace hyperchess::infinite
