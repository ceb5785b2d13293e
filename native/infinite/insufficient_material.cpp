#include "infinite/insufficient_material.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace hyperchess::infinite {
namespace {

constexpr std::size_t most_pieces = 12, most_states = 50'000, most_known = 4'096;
constexpr int reach = 14;  // how far from the king an attacker need stand to do all that it can ever do

// A set of squares around a royal piece, by number; its own has number 0.
using Squares = std::uint32_t;

enum class Shade : std::uint8_t { even, odd, any };

// A piece that may cover squares: the kinds that it can be, as a set, and the shade that it is bound to.
struct Attacker {
  std::uint32_t kinds = 0;
  Shade shade = Shade::any;
  friend auto operator<=>(const Attacker&, const Attacker&) = default;
};

// How far the board may reach to each side of a king: 0 or 1 squares, or two and more.
constexpr int wide = 2;
using Edges = std::array<int, 4>;  // left, right, bottom, top

struct Question {
  Kind target{};
  std::vector<Attacker> attackers;  // sorted
  std::size_t blockers = 0;
  Shade shade{};
  Edges edges{};
  friend auto operator<=>(const Question&, const Question&) = default;
};

// What is covered around a royal piece, and the squares there on which attackers stand.
struct Cover {
  Squares covered = 0, taken = 0;
  friend auto operator<=>(const Cover&, const Cover&) = default;
};

constexpr std::uint32_t set_of(Kind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }

Shade shade_of(Coordinate x, Coordinate y) { return ((x ^ y) & 1) != 0 ? Shade::odd : Shade::even; }

// The royal's square and those around it that it can go to.
std::vector<Step> zone_of(Kind target) {
  const KindTraits& traits = traits_of(traits_of(target).leaps != 0 ? target : Kind::king);
  std::vector<Step> zone{{0, 0}};
  for (int index = 0; index < traits.leaps; ++index)
    zone.push_back(leap_steps[traits.leap_order[static_cast<std::size_t>(index)]]);
  return zone;
}

// Whether a piece attacks a square so far away on an empty board.
bool attacks(Kind kind, Step step) {
  for (std::uint64_t leaps = attack_leaps(kind, white); leaps != 0; leaps &= leaps - 1) {
    if (leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))] == step) return true;
  }
  for (unsigned lines = traits_of(kind).lines; lines != 0; lines &= lines - 1) {
    if (Board::line_key(std::countr_zero(lines), {step.dx, step.dy}) == 0) {
      const Step& line = line_steps[static_cast<std::size_t>(std::countr_zero(lines))];
      if ((line.dx == 0 || step.dx % line.dx == 0) && (line.dy == 0 || step.dy % line.dy == 0)) return true;
    }
  }
  return false;
}

// What an attacker can cover around a royal, with the square there on which it stands; only the best.
std::vector<Cover> find_covers(const std::vector<Step>& zone, const Attacker& attacker) {
  std::vector<Cover> found{{}};
  for (std::uint32_t kinds = attacker.kinds; kinds != 0; kinds &= kinds - 1) {
    const auto kind = static_cast<Kind>(std::countr_zero(kinds));
    for (int x = -reach; x <= reach; ++x) {
      for (int y = -reach; y <= reach; ++y) {
        if ((x == 0 && y == 0) || (attacker.shade != Shade::any && shade_of(x, y) != attacker.shade))
          continue;
        Cover cover;
        for (std::size_t index = 0; index < zone.size(); ++index) {
          const Step step{zone[index].dx - x, zone[index].dy - y};
          if (step == Step{0, 0})
            cover.taken = Squares{1} << index;
          else if (attacks(kind, step))
            cover.covered |= Squares{1} << index;
        }
        // Two royal pieces would attack each other.
        if (!traits_of(kind).royal || cover.taken == 0) found.push_back(cover);
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

const std::vector<Cover>& covers_of(Kind target, const std::vector<Step>& zone, const Attacker& attacker) {
  thread_local std::map<std::pair<Kind, Attacker>, std::vector<Cover>> known;
  const auto key = std::pair(target, attacker);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (known.size() >= most_known) known.clear();
  return known.emplace(key, find_covers(zone, attacker)).first->second;
}

// Whether attackers and own pieces can close every square of a royal on a square of a shade.
bool covers_all(const Question& question) {
  const std::vector<Step> zone = zone_of(question.target);
  const Squares everything = (Squares{1} << zone.size()) - 1;
  const auto [left, right, bottom, top] = question.edges;
  Cover none;
  for (std::size_t index = 0; index < zone.size(); ++index) {
    const Step& step = zone[index];
    const bool beyond = (left != wide && -step.dx > left) || (right != wide && step.dx > right) ||
                        (bottom != wide && -step.dy > bottom) || (top != wide && step.dy > top);
    if (beyond) none.covered |= Squares{1} << index;
  }
  // More attackers never cover less, so this may be asked after each of them.
  const auto is_closed = [&](const Cover& cover) {
    const Squares missing = everything & ~cover.covered;
    return (missing & (cover.taken | 1U)) == 0 &&
           static_cast<std::size_t>(std::popcount(missing)) <= question.blockers;
  };
  std::vector<Cover> states{none}, next;
  for (Attacker attacker : question.attackers) {
    if (attacker.shade != Shade::any)
      attacker.shade = attacker.shade == question.shade ? Shade::even : Shade::odd;
    next.clear();
    for (const Cover& cover : covers_of(question.target, zone, attacker)) {
      for (const Cover& state : states) {
        if ((state.taken & cover.taken) != 0) continue;
        next.push_back({state.covered | cover.covered, state.taken | cover.taken});
        if (is_closed(next.back())) return true;
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::swap(states, next);
    if (states.size() > most_states) return true;
  }
  return false;
}

bool is_coverable(const Question& question) {
  thread_local std::map<Question, bool> known;
  if (const auto found = known.find(question); found != known.end()) return found->second;
  if (known.size() >= most_known) known.clear();
  return known.emplace(question, covers_all(question)).first->second;
}

// The choices of `Edges` for two opposite sides.
std::vector<std::pair<int, int>> choices(bool has_low, bool has_high, std::uint64_t width) {
  std::vector<std::pair<int, int>> found;
  for (int low = has_low ? 0 : wide; low <= wide; ++low) {
    for (int high = has_high ? 0 : wide; high <= wide; ++high) {
      if (low == wide || high == wide || width == static_cast<std::uint64_t>(low + high))
        found.emplace_back(low, high);
    }
  }
  return found;
}

// Whether the pieces of a player might mate the royal piece of another one.
bool can_mate(const Position& position, Color attacking, Color defending, SlotNumber taken) {
  const Board& board = position.board();
  Question question;
  std::size_t targets = 0;
  std::uint32_t kinds = 0, royals = 0;
  const Promotion& promotion = position.rules().promotions[attacking];
  for (SlotNumber number = 0; number < board.slots().size(); ++number) {
    const auto& [at, piece] = board.slot(number);
    if (!piece || number == taken) continue;
    const Kind kind = piece.kind();
    if (piece.color() == defending) {
      ++question.blockers;
      if (!traits_of(kind).royal) continue;
      ++targets;
      royals |= set_of(kind);
      question.target = kind;
    } else if (piece.color() == attacking) {
      Attacker& attacker = question.attackers.emplace_back();
      kinds |= set_of(kind);
      attacker.kinds = set_of(kind);
      if (kind == Kind::pawn) {
        for (const Kind made : promotion.kinds) attacker.kinds |= set_of(made);
      }
      if (kind == Kind::bishop || kind == Kind::camel) attacker.shade = shade_of(at.x, at.y);
    }
  }
  if (targets == 0 || question.attackers.empty()) return false;
  // Kings alone cannot check kings, nor royal centaurs royal centaurs.
  if (kinds == royals && std::has_single_bit(kinds) && traits_of(question.target).lines == 0) return false;
  if (targets > 1) return true;
  --question.blockers;
  std::sort(question.attackers.begin(), question.attackers.end());
  const Border& border = board.border();
  const auto width = [](Coordinate low, Coordinate high) {
    return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  };
  const auto across = choices(border.left != Border::none_low, border.right != Border::none_high,
                              width(border.left, border.right));
  const auto along = choices(border.bottom != Border::none_low, border.top != Border::none_high,
                             width(border.bottom, border.top));
  for (const Shade shade : {Shade::even, Shade::odd}) {
    for (const auto& [left, right] : across) {
      for (const auto& [bottom, top] : along) {
        question.shade = shade;
        question.edges = {left, right, bottom, top};
        if (is_coverable(question)) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool is_dead(const Position& position, SlotNumber taken) {
  const Board& board = position.board();
  const Rules& rules = position.rules();
  if (board.owned() > most_pieces + (taken == no_slot ? 0 : 1) || !rules.two_alternate()) return false;
  const Color one = rules.players[0], two = rules.players[1];
  if (rules.goals[one] != checkmate || rules.goals[two] != checkmate) return false;
  for (const Slot& slot : board.slots()) {
    if (!slot.piece) continue;
    const Color color = slot.piece.color();
    // A void takes squares from a king.
    if (color == neutral ? traits_of(slot.piece).solid : color != one && color != two) return false;
  }
  return !can_mate(position, one, two, taken) && !can_mate(position, two, one, taken);
}

}  // namespace hyperchess::infinite
