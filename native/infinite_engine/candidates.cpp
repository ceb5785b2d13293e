#include "infinite_engine/candidates.hpp"

#include <algorithm>
#include <bit>

namespace hyperchess::infinite {
namespace {

constexpr Coordinate far_away = Coordinate{1} << 60;
constexpr std::size_t most_royals = 4;

// The last step of a ray that stays within the edge.
Coordinate last_within(const Ray& ray, Coordinate edge) {
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

bool Candidates::list(Position& position, const Width& width, bool tactical_only,
                      std::vector<Candidate>& found, bool& complete) {
  found.clear();
  complete = true;
  if (!generator_.legal(position, moves_)) return false;
  for (const Move& move : moves_.points) {
    add(position, move, found);
    if (tactical_only && !found.back().tactical) found.pop_back();
  }
  if (!tactical_only) find_targets(position, width);
  for (const Ray& ray : moves_.rays)
    complete = add_ray(position, ray, width, tactical_only, found) && complete;
  return true;
}

void Candidates::add(const Position& position, const Move& move, std::vector<Candidate>& found) const {
  Candidate candidate{move, 0, 0, false};
  const Piece victim = move.type == MoveType::en_passant ? Piece::of(Kind::pawn, neutral, false)
                                                         : position.board().at(move.to);
  if (victim && move.type != MoveType::castling) {
    candidate.gain = evaluation_.exchange_value(victim);
    candidate.tactical = true;
  }
  if (move.promotion) {
    candidate.gain += evaluation_.exchange_value(move.promotion);
    candidate.tactical = true;
  }
  found.push_back(candidate);
}

// The royal pieces of the others, then their most valuable pieces, then own pieces.
void Candidates::find_targets(const Position& position, const Width& width) {
  targets_.clear();
  const Board& board = position.board();
  const Color color = position.player();
  for (Color other = 1; other < color_count; ++other) {
    if (other == color) continue;
    const auto royals = board.royals(other);
    for (std::size_t index = 0; index < std::min<std::size_t>(royals.size(), most_royals); ++index)
      targets_.push_back({board.slot(royals[index]).at, width.band, 0, true});
  }
  const std::size_t first = targets_.size(), most = first + static_cast<std::size_t>(width.targets);
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.piece.color() == neutral || traits_of(slot.piece).royal) continue;
    const bool own = slot.piece.color() == color;
    int worth = evaluation_.exchange_value(slot.piece);
    if (own) worth -= 10'000;
    if (targets_.size() == most && (most == first || targets_.back().worth >= worth)) continue;
    if (targets_.size() == most) targets_.pop_back();
    const auto place = std::find_if(targets_.begin() + static_cast<std::ptrdiff_t>(first), targets_.end(),
                                    [&](const Target& target) { return target.worth < worth; });
    targets_.insert(place, {slot.at, 0, worth, false});
  }
}

// Whether all squares of the ray were added.
bool Candidates::add_ray(const Position& position, const Ray& ray, const Width& width, bool tactical_only,
                         std::vector<Candidate>& found) {
  const Board& board = position.board();
  const Coordinate last = last_within(ray, board.edge());
  if (last < ray.first) return false;
  const auto take = [&](Coordinate steps) {
    add(position, {ray.from, ray.target(steps), {}, MoveType::plain}, found);
  };
  if (tactical_only) {
    if (ray.last == last && board.find(ray.target(last)) != no_slot) take(last);
    return true;
  }
  if (ray.last == last && last - ray.first < width.whole) {
    for (Coordinate steps = ray.first; steps <= last; ++steps) take(steps);
    return true;
  }
  choose_steps(board, ray, board.at(ray.from), last, width);
  for (const Coordinate steps : steps_) take(steps);
  return false;
}

void Candidates::choose_steps(const Board& board, const Ray& ray, Piece piece, Coordinate last,
                              const Width& width) {
  steps_.clear();
  const auto most = static_cast<std::size_t>(width.ray);
  const auto keep = [&](Coordinate steps) {
    if (steps < ray.first || steps > last || steps_.size() >= most) return;
    if (std::find(steps_.begin(), steps_.end(), steps) == steps_.end()) steps_.push_back(steps);
  };
  const KindTraits& traits = traits_of(piece);
  if (ray.last == last) keep(last);
  const auto aim_at = [&](const Target& target) {
    const Coordinate dx = target.at.x - ray.from.x, dy = target.at.y - ray.from.y;
    if (dx >= far_away || dx <= -far_away || dy >= far_away || dy <= -far_away) return;
    for (unsigned lines = traits.lines; lines != 0; lines &= lines - 1) {
      const int line = std::countr_zero(lines);
      // Along the ray, the number of the line changes by this much.
      const Coordinate change = Board::line_key(line, {ray.step.dx, ray.step.dy});
      if (change == 0) continue;
      const Coordinate wanted = Board::line_key(line, {dx, dy});
      for (int beside = 0; beside <= target.band; ++beside) {
        if ((wanted + beside) % change == 0) keep((wanted + beside) / change);
        if (beside != 0 && (wanted - beside) % change == 0) keep((wanted - beside) / change);
      }
    }
    if (!target.royal) return;
    if (width.far != 0) {
      const auto towards = [](Coordinate way, int part) { return part > 0 ? way : part < 0 ? -way : 0; };
      const Coordinate foot = std::max({towards(dx, ray.step.dx), towards(dy, ray.step.dy), Coordinate{0}});
      keep(foot + width.far);
    }
    for (int index = 0; index < traits.leaps; ++index) {
      Coordinate steps = 0;
      const Square from = target.at - leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
      if (steps_between(ray.from, ray.step, from, steps)) keep(steps);
    }
  };
  std::size_t next = 0;
  for (; next < targets_.size() && targets_[next].royal; ++next) aim_at(targets_[next]);
  for (int steps = 0; steps < width.near; ++steps) keep(ray.first + steps);
  if (ray.last == last && board.find(ray.target(last)) != no_slot) keep(last - 1);
  for (; next < targets_.size() && steps_.size() < most; ++next) aim_at(targets_[next]);
}

}  // namespace hyperchess::infinite
