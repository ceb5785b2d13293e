#include "infinite/mates/window_draws.hpp"

#include <algorithm>
#include <cstdlib>

namespace hyperchess::infinite {

using Cell = WindowTable::Cell;
constexpr std::size_t no_leaper = WindowTable::no_leaper;

WindowDraws::WindowDraws(const WindowTable& window)
    : window_(window), classes_(2 * window.rook_reach() + 3) {}

bool WindowDraws::is_searched(const State& state) const {
  return state.rook_x < classes_ && state.rook_y < classes_ && window_.is_legal(state);
}

// Whether the rook may slide along x (or y) to some square of a class, from some square of its own.
bool WindowDraws::can_possibly_slide(const State& state, bool along_x, int to_class) const {
  const int from_class = along_x ? state.rook_x : state.rook_y;
  const WindowTable::Range from = window_.range(from_class), to = window_.range(to_class);
  if (from_class == to_class) return !from.is_point();
  const WindowTable::Range line = window_.range(along_x ? state.rook_y : state.rook_x);
  if (!line.is_point()) return true;
  const auto blocks = [&](Cell at) {
    if ((along_x ? at.y : at.x) != line.low) return false;
    const int place = along_x ? at.x : at.y;
    return to.low > from.low ? from.high < place && place <= to.low : to.high <= place && place < from.low;
  };
  if (blocks({0, 0})) return false;
  for (std::size_t leaper = 0; leaper < window_.kinds().size(); ++leaper) {
    if (blocks(state.leapers[leaper])) return false;
  }
  return true;
}

// Return the number of moves to the capture after White's best move; nothing if one of White's moves is not
// known to allow the capture.
std::optional<int> WindowDraws::white_distance(const State& state) const {
  int distance = 0;
  bool can_move = false;
  const auto allows = [&](const State& next) {
    const std::uint8_t found = black_to_move_[window_.index(next)];
    distance = std::max<int>(distance, found);
    can_move = true;
    return found != not_drawn;
  };
  State next = state;
  for (std::size_t leaper = 0; leaper < window_.kinds().size(); ++leaper) {
    const Cell from = state.leapers[leaper];
    const bool royal = kind_traits(window_.kinds()[leaper]).royal;
    for (const Step& leap : window_.leaps(leaper)) {
      const Cell to{from.x + leap.dx, from.y + leap.dy};
      if (window_.is_occupied(state, to, leaper) || (royal && std::abs(to.x) <= 1 && std::abs(to.y) <= 1))
        continue;
      if (!window_.is_inside(to)) return std::nullopt;
      next.leapers[leaper] = to;
      if (window_.is_legal(next) && !allows(next)) return std::nullopt;
    }
    next.leapers[leaper] = from;
  }
  for (int side = 0; side < (window_.has_rook() ? 2 : 0); ++side) {
    const bool along_x = side == 0;
    for (int to = 0; to < classes_; ++to) {
      if (!can_possibly_slide(state, along_x, to)) continue;
      (along_x ? next.rook_x : next.rook_y) = to;
      if (window_.is_legal(next) && !allows(next)) return std::nullopt;
    }
    (along_x ? next.rook_x : next.rook_y) = along_x ? state.rook_x : state.rook_y;
  }
  return can_move ? std::optional(distance) : std::nullopt;
}

// Return the number of moves to the capture with the bare king to move, as far as the table is filled.
std::optional<int> WindowDraws::black_distance(const State& state) const {
  std::optional<int> best;
  bool may_move = false;
  for (const Step& step : king_steps) {
    const Cell to{step.dx, step.dy};
    std::size_t captured = no_leaper;
    for (std::size_t leaper = 0; leaper < window_.kinds().size(); ++leaper) {
      if (state.leapers[leaper] == to) captured = leaper;
    }
    const bool takes_rook = window_.can_rook_be_at(state, to);
    if (window_.is_attacked(state, to, captured, takes_rook, false)) continue;
    may_move = true;
    if (window_.is_attacked(state, to, captured, takes_rook, true)) continue;
    if (captured != no_leaper || takes_rook) return 1;
    const std::vector<State> positions = window_.after_step(state, step);
    int distance = 0;
    for (const State& next : positions)
      distance = std::max<int>(distance, white_to_move_[window_.index(next)]);
    if (!positions.empty() && distance != not_drawn) best = std::min(best.value_or(not_drawn), distance + 1);
  }
  if (!may_move && !window_.is_attacked(state, {0, 0}, no_leaper, false, true)) return 0;
  return best;
}

// Add the positions with White to move in which every move allows the capture, and one leads to `after`.
void WindowDraws::add_white_predecessors(const State& after, Frontier& found) {
  const auto add = [&](const State& before) {
    if (!is_searched(before)) return;
    const std::size_t number = window_.index(before);
    if (white_to_move_[number] != not_drawn) return;
    const std::optional<int> distance = white_distance(before);
    if (!distance) return;
    white_to_move_[number] = static_cast<std::uint8_t>(*distance);
    found.push_back(static_cast<std::uint32_t>(number));
  };
  State before = after;
  for (std::size_t leaper = 0; leaper < window_.kinds().size(); ++leaper) {
    for (const Step& leap : window_.leaps(leaper)) {
      before.leapers[leaper] = {after.leapers[leaper].x - leap.dx, after.leapers[leaper].y - leap.dy};
      add(before);
    }
    before.leapers[leaper] = after.leapers[leaper];
  }
  if (!window_.has_rook()) return;
  for (const bool along_x : {true, false}) {
    const int to = along_x ? after.rook_x : after.rook_y;
    for (int from = 0; from < classes_; ++from) {
      (along_x ? before.rook_x : before.rook_y) = from;
      if (can_possibly_slide(before, along_x, to)) add(before);
    }
    (along_x ? before.rook_x : before.rook_y) = to;
  }
}

// Add the positions with the bare king to move from which it can force the capture by a move to `after`.
void WindowDraws::add_black_predecessors(const State& after, Frontier& found) {
  for (const Step& step : king_steps) {
    for (const State& before : window_.after_step(after, {-step.dx, -step.dy})) {
      if (!is_searched(before)) continue;
      const std::size_t number = window_.index(before);
      if (black_to_move_[number] != not_drawn) continue;
      const std::optional<int> distance = black_distance(before);
      if (!distance) continue;
      black_to_move_[number] = static_cast<std::uint8_t>(*distance);
      found.push_back(static_cast<std::uint32_t>(number));
    }
  }
}

void WindowDraws::solve() {
  white_to_move_.assign(window_.size(), not_drawn);
  black_to_move_.assign(window_.size(), not_drawn);
  Frontier black, white;
  for (std::size_t number = 0; number < window_.size(); ++number) {
    const State position = window_.state(number);
    if (!is_searched(position) || window_.index(position) != number) continue;
    const std::optional<int> distance = black_distance(position);
    if (!distance) continue;
    black_to_move_[number] = static_cast<std::uint8_t>(*distance);
    black.push_back(static_cast<std::uint32_t>(number));
  }
  for (int length = 1; !black.empty() && length < WindowTable::longest; ++length) {
    white.clear();
    for (const std::uint32_t number : black) add_white_predecessors(window_.state(number), white);
    black.clear();
    for (const std::uint32_t number : white) add_black_predecessors(window_.state(number), black);
  }
}

}  // namespace hyperchess::infinite
