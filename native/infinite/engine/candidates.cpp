#include "infinite/engine/candidates.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace hyperchess::infinite {
namespace {

constexpr Coordinate max_difference = Coordinate{1} << 60;  // line keys of larger differences may overflow
constexpr std::size_t max_royals = 4;                       // of each opponent
// Work in units of the poller: to look at the target of a move, and to choose the squares of a ray.
constexpr std::size_t point_work = 5, ray_work = 20;
constexpr int own_target_malus = 10'000;  // own pieces come after all others

// Return the last step of a ray that stays within `edge`.
Coordinate clip_to_edge(const Ray& ray, Coordinate edge) {
  Coordinate last = ray.last;
  const auto clip = [&](Coordinate start, int part) {
    if (part > 0) last = std::min(last, (edge - start) / part);
    if (part < 0) last = std::min(last, (start + edge) / -part);
  };
  clip(ray.from.x, ray.step.dx);
  clip(ray.from.y, ray.step.dy);
  return last;
}

}  // namespace

bool Candidates::generate(Position& position, const CandidateLimits& limits, MoveFilter filter,
                          std::vector<Candidate>& found, bool& is_complete) {
  is_complete = true;
  if (!generator_.generate_legal(position, moves_, filter == MoveFilter::tactical)) return false;
  is_complete = !generator_.is_interrupted();
  for (const Move& move : moves_.points) {
    if (poller_ && poller_->spend(point_work)) {
      is_complete = false;
      break;
    }
    if (!within(move.to, position.board().edge())) {
      is_complete = false;
      continue;
    }
    const Candidate candidate = describe(position, move);
    if (filter == MoveFilter::all || candidate.is_tactical == (filter == MoveFilter::tactical))
      found.push_back(candidate);
  }
  if (filter != MoveFilter::tactical && !moves_.rays.empty()) find_targets(position, limits);
  for (const Ray& ray : moves_.rays) {
    is_complete = add_ray(position, ray, limits, filter, found) && is_complete;
    if (poller_ && poller_->spend(ray_work)) {
      is_complete = false;
      break;
    }
  }
  return true;
}

Candidate Candidates::describe(const Position& position, const Move& move) const {
  const Board& board = position.board();
  Candidate candidate{.move = move, .piece = board.at(move.from), .captured = {}};
  assert(candidate.piece.color() == position.player());
  if (move.type != MoveType::castling) {
    candidate.captured =
        move.type == MoveType::en_passant ? Piece::make(Kind::pawn, neutral, false) : board.at(move.to);
  }
  if (candidate.captured) {
    // The capture of an obstacle, which is worth nothing, is a quiet move.
    candidate.gain = evaluation_.exchange_value(candidate.captured);
    candidate.is_tactical = candidate.gain > 0;
  }
  if (move.promotion) {
    candidate.gain +=
        evaluation_.exchange_value(move.promotion) - evaluation_.exchange_value(candidate.piece);
    candidate.is_tactical = true;
  }
  return candidate;
}

// The royal pieces of the others, then their max_count valuable pieces, then own pieces.
void Candidates::find_targets(const Position& position, const CandidateLimits& limits) {
  targets_.clear();
  const Board& board = position.board();
  const Color color = position.player();
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    const auto royals = board.royals(other);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), max_royals); ++index)
      targets_.push_back(
          {.at = board.slot(royals[index]).at, .band = limits.royal_band, .worth = 0, .royal = true});
  }
  const std::size_t first = targets_.size(), max_count = first + static_cast<std::size_t>(limits.targets);
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == neutral || kind_traits(slot.piece).royal) continue;
    const bool own = slot.piece.color() == color;
    int worth = evaluation_.exchange_value(slot.piece);
    if (own) worth -= own_target_malus;
    if (targets_.size() == max_count && (max_count == first || targets_.back().worth >= worth)) continue;
    if (targets_.size() == max_count) targets_.pop_back();
    const auto position_in_list =
        std::find_if(targets_.begin() + static_cast<std::ptrdiff_t>(first), targets_.end(),
                     [&](const Target& target) { return target.worth < worth; });
    targets_.insert(position_in_list, {.at = slot.at, .band = 0, .worth = worth, .royal = false});
  }
}

// Add squares of a ray; return whether all of them were added.
bool Candidates::add_ray(const Position& position, const Ray& ray, const CandidateLimits& limits,
                         MoveFilter filter, std::vector<Candidate>& found) {
  const Board& board = position.board();
  Coordinate last = clip_to_edge(ray, board.edge());
  if (last < ray.first) return false;
  const Piece piece = board.at(ray.from);
  const bool ends = ray.last == last;
  if (ends) {
    // Only the last square of a ray can be occupied.
    const Square end = ray.target(last);
    if (const Piece captured = board.at(end)) {
      const int gain = evaluation_.exchange_value(captured);
      if (filter == MoveFilter::all || (filter == MoveFilter::tactical) == (gain > 0))
        found.push_back({.move = {ray.from, end, {}, MoveType::plain},
                         .piece = piece,
                         .captured = captured,
                         .gain = gain,
                         .is_tactical = gain > 0});
      --last;
    }
  }
  if (filter == MoveFilter::tactical || last < ray.first) return true;
  const auto add_step = [&](Coordinate steps) {
    found.push_back(
        {.move = {ray.from, ray.target(steps), {}, MoveType::plain}, .piece = piece, .captured = {}});
  };
  if (ends && last - ray.first < limits.whole_ray) {
    for (Coordinate steps = ray.first; steps <= last; ++steps) add_step(steps);
    return true;
  }
  choose_steps(ray, piece, last, limits, /*keep_last=*/ends);
  for (const Coordinate steps : steps_) add_step(steps);
  return false;
}

// Choose the quiet squares of a long ray. A square of a ray differs from its neighbours only by what the
// piece attacks, protects, blocks or leaves from there. So the chosen squares are
//
// * those on a line of the piece, other than the ray, through an enemy royal piece or one of the most
//   valuable other pieces: from there it attacks or protects them, or stands between them and a third piece;
// * those from which a compound piece leaps to an enemy royal piece;
// * the first squares, which block lines next to the piece, and the last one before the end of the ray.
//
// The other squares attack empty squares only. They are left out, so a loss is not proven by such a node.
void Candidates::choose_steps(const Ray& ray, Piece piece, Coordinate last, const CandidateLimits& limits,
                              bool keep_last) {
  steps_.clear();
  const auto max_count = static_cast<std::size_t>(limits.max_per_ray);
  const auto keep = [&](Coordinate steps) {
    if (steps < ray.first || steps > last || steps_.size() >= max_count) return;
    if (std::find(steps_.begin(), steps_.end(), steps) == steps_.end()) steps_.push_back(steps);
  };
  // Between ranks, files and diagonals the divisor is 1 or 2 up to its sign.
  const auto keep_quotient = [&](Coordinate number, Coordinate divisor) {
    switch (divisor) {
      case 1: return keep(number);
      case -1: return keep(-number);
      case 2:
        if ((number & 1) == 0) keep(number >> 1);
        return;
      case -2:
        if ((number & 1) == 0) keep(-(number >> 1));
        return;
      default:
        if (number % divisor == 0) keep(number / divisor);
    }
  };
  const KindTraits& traits = kind_traits(piece);
  const auto aim_at = [&](const Target& target) {
    const Coordinate dx = target.at.x - ray.from.x, dy = target.at.y - ray.from.y;
    if (dx >= max_difference || dx <= -max_difference || dy >= max_difference || dy <= -max_difference)
      return;
    for (unsigned lines = traits.lines; lines != 0; lines &= lines - 1) {
      const int line = std::countr_zero(lines);
      // Change of the line key per step along the ray.
      const Coordinate change = Board::line_key(line, {ray.step.dx, ray.step.dy});
      if (change == 0) continue;
      const Coordinate wanted = Board::line_key(line, {dx, dy});
      for (int offset = 0; offset <= target.band; ++offset) {
        keep_quotient(wanted + offset, change);
        if (offset != 0) keep_quotient(wanted - offset, change);
      }
    }
    if (!target.royal) return;
    if (limits.far_steps != 0) {
      const auto towards = [](Coordinate distance, int part) {
        return part > 0 ? distance : part < 0 ? -distance : 0;
      };
      const Coordinate foot = std::max({towards(dx, ray.step.dx), towards(dy, ray.step.dy), Coordinate{0}});
      keep(foot + limits.far_steps);
    }
    for (int index = 0; index < traits.leaps; ++index) {
      Coordinate steps = 0;
      const Square from = target.at - leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
      if (steps_between(ray.from, ray.step, from, steps)) keep(steps);
    }
  };
  std::size_t next = 0;
  for (; next < targets_.size() && targets_[next].royal; ++next) aim_at(targets_[next]);
  for (int steps = 0; steps < limits.near; ++steps) keep(ray.first + steps);
  if (keep_last) keep(last);
  for (; next < targets_.size() && steps_.size() < max_count; ++next) aim_at(targets_[next]);
}

}  // namespace hyperchess::infinite
