#include "infinite/mates/window_draws.hpp"

#include <algorithm>
#include <cstdlib>

namespace hyperchess::infinite {

using Cell = WindowTable::Cell;
constexpr std::size_t no_piece = WindowTable::no_piece;
constexpr std::uint8_t candidate = WindowTable::longest + 1;  // for a value with White to move

WindowDraws::WindowDraws(const WindowTable& window) : window_(window), classes_(2 * window.rook_reach() + 3) {
  for (std::size_t piece = 0; piece < window.kinds().size(); ++piece)
    has_slider_ = has_slider_ || !window.slides(piece).empty();
}

bool WindowDraws::is_searched(const State& state) const {
  return state.rook_x < classes_ && state.rook_y < classes_ && window_.is_legal(state);
}

// Whether the search for draws can find this position, with White to move. A slider can almost always leave
// the window: then the bare king has to be next to another piece.
bool WindowDraws::may_be_drawn(const State& state) const {
  return !has_slider_ || std::ranges::any_of(king_steps, [&](const Step& step) {
    return window_.is_occupied(state, {step.dx, step.dy}, no_piece);
  });
}

bool WindowDraws::is_stalemate(const State& state) const {
  return !window_.is_attacked(state, {0, 0}, true) && std::ranges::all_of(king_steps, [&](const Step& step) {
    return window_.is_attacked(state, {step.dx, step.dy}, false);
  });
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
  for (std::size_t piece = 0; piece < window_.kinds().size(); ++piece) {
    if (blocks(state.pieces[piece])) return false;
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
  for (std::size_t piece = 0; piece < window_.kinds().size(); ++piece) {
    const bool royal = kind_traits(window_.kinds()[piece]).royal;
    // Slides of at least 3 (reach + 2) steps differ only in their length: a piece that is so far away attacks
    // a square next to the bare king along the line of its move or not at all.
    const int least = 3 * (window_.reach() + 2);
    const bool all_allow = window_.visit_cells(state, piece, 1, least, [&](Cell to) {
      if (royal && std::abs(to.x) <= 1 && std::abs(to.y) <= 1) return true;
      next.pieces[piece] = to;
      if (window_.is_inside(to)) return !window_.is_legal(next) || allows(next);
      can_move = true;
      distance = std::max(distance, 1);
      return !window_.has_rook() && can_capture(next);
    });
    if (!all_allow) return std::nullopt;
    next.pieces[piece] = state.pieces[piece];
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

// Whether the bare king, which is to move, can capture a piece for certain. Pieces may be outside the window.
bool WindowDraws::can_capture(const State& state) const {
  return std::ranges::any_of(king_steps, [&](const Step& step) {
    const Cell to{step.dx, step.dy};
    return (window_.is_occupied(state, to, no_piece) || window_.can_rook_be_at(state, to)) &&
           !window_.is_attacked(state, to, true);
  });
}

// Return the number of moves to the capture with the bare king to move, as far as the table is filled.
std::optional<int> WindowDraws::black_distance(const State& state) const {
  if (can_capture(state)) return 1;
  if (is_stalemate(state)) return 0;
  std::optional<int> best;
  for (const Step& step : king_steps) {
    const Cell to{step.dx, step.dy};
    if (window_.is_attacked(state, to, true)) continue;
    const std::vector<State> positions = window_.after_step(state, step);
    int distance = 0;
    for (const State& next : positions)
      distance = std::max<int>(distance, white_to_move_[window_.index(next)]);
    if (!positions.empty() && distance != not_drawn) best = std::min(best.value_or(not_drawn), distance + 1);
  }
  return best;
}

// Add the positions with White to move, not yet known as drawn, from which a move leads to `after`, each
// once.
void WindowDraws::add_white_predecessors(const State& after, Frontier& candidates) {
  const auto add = [&](const State& before) {
    if (!is_searched(before) || !may_be_drawn(before)) return;
    const std::size_t number = window_.index(before);
    if (white_to_move_[number] != not_drawn) return;
    white_to_move_[number] = candidate;
    candidates.push_back(static_cast<std::uint32_t>(number));
  };
  State before = after;
  for (std::size_t piece = 0; piece < window_.kinds().size(); ++piece) {
    window_.visit_cells(after, piece, -1, 0, [&](Cell from) {
      before.pieces[piece] = from;
      add(before);
      return true;
    });
    before.pieces[piece] = after.pieces[piece];
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
    const bool captures = can_capture(position);
    if (!captures && !is_stalemate(position)) continue;
    black_to_move_[number] = captures ? 1 : 0;
    black.push_back(static_cast<std::uint32_t>(number));
  }
  for (int length = 1; !black.empty() && length < WindowTable::longest; ++length) {
    white.clear();
    for (const std::uint32_t number : black) add_white_predecessors(window_.state(number), white);
    std::erase_if(white, [&](std::uint32_t number) {
      const std::optional<int> distance = white_distance(window_.state(number));
      white_to_move_[number] = distance ? static_cast<std::uint8_t>(*distance) : not_drawn;
      return !distance;
    });
    black.clear();
    for (const std::uint32_t number : white) add_black_predecessors(window_.state(number), black);
  }
}

std::vector<WindowDraws::Count> WindowDraws::count(bool white_to_move) const {
  const auto& won = white_to_move ? window_.white_to_move() : window_.black_to_move();
  const auto& drawn = white_to_move ? white_to_move_ : black_to_move_;
  std::vector<Count> counts(static_cast<std::size_t>(window_.reach()) + 1);
  const auto is_remote = [&](int rook_class) {
    return window_.range(rook_class).is_point() && rook_class >= classes_;
  };
  for (std::size_t number = 0; number < window_.size(); ++number) {
    State position = window_.state(number);
    if (window_.has_rook() && !(is_remote(position.rook_x) && is_remote(position.rook_y))) continue;
    if (!window_.is_legal(position) || window_.index(position) != number ||
        (white_to_move && window_.is_attacked(position, {0, 0}, false)))
      continue;
    int distance = 0;
    for (std::size_t piece = 0; piece < window_.kinds().size(); ++piece) {
      const Cell at = position.pieces[piece];
      distance = std::max({distance, std::abs(at.x), std::abs(at.y)});
    }
    Count& count = counts[static_cast<std::size_t>(distance)];
    ++count.positions;
    if (won[number] != not_drawn) ++count.won;
    if (window_.has_rook()) {  // remote squares have the values of the classes far
      position.rook_x -= 2;
      position.rook_y -= 2;
    }
    if (drawn[window_.index(position)] != not_drawn) ++count.drawn;
  }
  return counts;
}

}  // namespace hyperchess::infinite
