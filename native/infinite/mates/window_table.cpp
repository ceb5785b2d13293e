#include "infinite/mates/window_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace hyperchess::infinite {
namespace {

constexpr int max_leap = 4, remote = 20'000, beyond = 10'000;
constexpr std::uint64_t most_positions = std::numeric_limits<std::uint32_t>::max();

bool is_next(WindowTable::Cell cell) { return std::abs(cell.x) <= 1 && std::abs(cell.y) <= 1; }

std::size_t choose(std::size_t of, std::size_t count) {
  std::size_t ways = 1;
  for (std::size_t index = 0; index < count; ++index) ways = ways * (of - index) / (index + 1);
  return count > of ? 0 : ways;
}

// Bit 0 mirrors x, bit 1 mirrors y, bit 2 then swaps them.
WindowTable::Cell transform(WindowTable::Cell cell, unsigned symmetry) {
  const int x = symmetry & 1U ? -cell.x : cell.x, y = symmetry & 2U ? -cell.y : cell.y;
  return symmetry & 4U ? WindowTable::Cell{y, x} : WindowTable::Cell{x, y};
}

Step direction_step(std::size_t line, int sign) {
  return {sign * line_steps[line].dx, sign * line_steps[line].dy};
}

// Return the symmetry that moves a cell into the octant 0 <= y <= x.
unsigned find_symmetry(WindowTable::Cell cell) {
  return (cell.x < 0 ? 1U : 0U) | (cell.y < 0 ? 2U : 0U) | (std::abs(cell.y) > std::abs(cell.x) ? 4U : 0U);
}

}  // namespace

WindowTable::WindowTable(std::vector<Kind> pieces, bool has_rook, int reach, int rook_reach)
    : kinds_(std::move(pieces)),
      pieces_(kinds_.size()),
      has_rook_(has_rook),
      has_twin_(pieces_ > 1 && kinds_[0] == kinds_[1]),
      reach_(reach),
      rook_reach_(rook_reach),
      side_(2 * reach + 1),
      classes_(2 * rook_reach + 5) {
  if (pieces_ == 0 || pieces_ > max_pieces || reach < 2 || reach > 60 || rook_reach < 2 || rook_reach > reach)
    throw std::invalid_argument("no window of this size");
  if (has_twin_ && pieces_ > 2) throw std::invalid_argument("no window for this material");
  for (std::size_t piece = 0; piece < pieces_; ++piece) add_moves(piece);
  for (int x = -rook_reach; x <= rook_reach; ++x) ranges_.push_back({x, x});
  ranges_.push_back({-beyond, -rook_reach - 1});
  ranges_.push_back({rook_reach + 1, beyond});
  ranges_.push_back({-remote, -remote});
  ranges_.push_back({remote, remote});
  for (int rook = 0; rook < classes_; ++rook) {
    const Range here = range(rook);
    for (int other = 0; other < classes_; ++other) {
      if (range(other).low == -here.high && range(other).high == -here.low)
        mirrored_classes_.push_back(other);
    }
  }
  first_cell_index_.assign(static_cast<std::size_t>(side_ * side_), -1);
  for (int x = 0; x <= reach; ++x) {
    for (int y = has_pawn_ ? -reach : 0; y <= (has_pawn_ ? reach : x); ++y) {
      first_cell_index_[static_cast<std::size_t>(cell_index({x, y}))] = static_cast<int>(first_cells_.size());
      first_cells_.push_back({x, y});
    }
  }
  const std::size_t cells = static_cast<std::size_t>(side_ * side_);
  std::uint64_t size = first_cells_.size();
  for (std::size_t begin = 1; begin < pieces_;) {
    std::size_t end = begin + 1;
    while (end < pieces_ && kinds_[end] == kinds_[begin]) ++end;
    groups_.push_back({begin, end, choose(cells, end - begin)});
    size *= groups_.back().combinations;
    if (size > most_positions) throw std::invalid_argument("the window has too many positions");
    add_combinations(end - begin);
    begin = end;
  }
  if (has_rook) rook_states_ = static_cast<std::size_t>(classes_ * classes_);
  size *= rook_states_;
  if (size > most_positions) throw std::invalid_argument("the window has too many positions");
  size_ = static_cast<std::size_t>(size);
  add_sights();
}

void WindowTable::add_moves(std::size_t piece) {
  const Kind kind = kinds_[piece];
  const KindTraits& traits = kind_traits(kind);
  if (!traits.supported || traits.neutral || (has_rook_ && traits.lines != 0))
    throw std::invalid_argument("no window for this material");
  if (kind == Kind::pawn) {
    has_pawn_ = true;
    leaps_[piece].push_back({0, 1});
  }
  for (int index = 0; index < traits.leaps; ++index)
    leaps_[piece].push_back(leap_steps[traits.leap_order[static_cast<std::size_t>(index)]]);
  for (std::size_t leap = 0; leap < leap_steps.size(); ++leap) {
    if (!(attack_leaps(kind, white) >> leap & 1U)) continue;
    leap_table_[piece][static_cast<std::size_t>(leap_steps[leap].dx + max_leap)]
               [static_cast<std::size_t>(leap_steps[leap].dy + max_leap)] = true;
  }
  for (std::size_t line = 0; line < line_steps.size(); ++line) {
    if (!(traits.lines >> line & 1U)) continue;
    for (const int sign : {1, -1}) slides_[piece].push_back(direction_step(line, sign));
    directions_[piece] = static_cast<std::uint16_t>(directions_[piece] | 3U << 2 * line);
  }
}

// List the sets of cells of a size in colexicographic order.
void WindowTable::add_combinations(std::size_t size) {
  auto& sets = combination_cells_[size];
  if (!sets.empty()) return;
  sets.resize(choose(static_cast<std::size_t>(side_ * side_), size));
  std::array<std::uint16_t, max_pieces - 1> chosen{};
  for (std::size_t index = 0; index < size; ++index) chosen[index] = static_cast<std::uint16_t>(index);
  for (auto& set : sets) {
    set = chosen;
    for (std::size_t index = 0; index < size; ++index) {
      const bool is_last = index + 1 == size;
      if (is_last || chosen[index] + 1 < chosen[index + 1]) {
        ++chosen[index];
        for (std::size_t lower = 0; lower < index; ++lower) chosen[lower] = static_cast<std::uint16_t>(lower);
        break;
      }
    }
  }
}

void WindowTable::add_sights() {
  const int span = 2 * side_ - 1, far = side_ - 1;  // the largest difference of two cells
  sights_.assign(static_cast<std::size_t>(span * span), {});
  for (std::size_t line = 0; line < line_steps.size(); ++line) {
    for (const int sign : {1, -1}) {
      const Step step = direction_step(line, sign);
      const auto direction = static_cast<std::uint8_t>(2 * line + (sign < 0 ? 1 : 0));
      for (int count = 1; std::max(std::abs(count * step.dx), std::abs(count * step.dy)) <= far; ++count)
        sights_[static_cast<std::size_t>((count * step.dy + far) * span + count * step.dx + far)] = {
            direction, static_cast<std::uint16_t>(count)};
    }
  }
}

int WindowTable::rook_class(Coordinate value, bool is_remote) const {
  if (std::abs(value) <= rook_reach_) return static_cast<int>(value) + rook_reach_;
  const int first = 2 * rook_reach_ + (is_remote ? 3 : 1);
  return value < 0 ? first : first + 1;
}

WindowTable::Sight WindowTable::sight(Cell from, Cell to) const {
  const int span = 2 * side_ - 1, far = side_ - 1, dx = to.x - from.x, dy = to.y - from.y;
  if (std::abs(dx) <= far && std::abs(dy) <= far)
    return sights_[static_cast<std::size_t>((dy + far) * span + dx + far)];
  for (std::size_t line = 0; line < line_steps.size(); ++line) {
    const Step step = line_steps[line];
    const int count = step.dx != 0 ? dx / step.dx : dy / step.dy;
    if (count * step.dx == dx && count * step.dy == dy)
      return {static_cast<std::uint8_t>(2 * line + (count < 0 ? 1 : 0)),
              static_cast<std::uint16_t>(std::abs(count))};
  }
  return {};
}

// Whether a piece attacks a cell. The bare king is no blocker, because it is about to leave its square.
bool WindowTable::attacks(const State& state, std::size_t piece, Cell to) const {
  const Cell at = state.pieces[piece], by{to.x - at.x, to.y - at.y};
  if (std::abs(by.x) <= max_leap && std::abs(by.y) <= max_leap &&
      leap_table_[piece][static_cast<std::size_t>(by.x + max_leap)]
                 [static_cast<std::size_t>(by.y + max_leap)])
    return true;
  if (directions_[piece] == 0) return false;
  const Sight target = sight(at, to);
  if (target.steps == 0 || !(directions_[piece] >> target.direction & 1U)) return false;
  for (std::size_t other = 0; other < pieces_; ++other) {
    const Sight blocker = sight(at, state.pieces[other]);
    if (blocker.steps != 0 && blocker.direction == target.direction && blocker.steps < target.steps)
      return false;
  }
  return true;
}

bool WindowTable::is_occupied(const State& state, Cell cell, std::size_t except) const {
  if (cell == Cell{0, 0}) return true;
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    if (piece != except && state.pieces[piece] == cell) return true;
  }
  return false;
}

bool WindowTable::can_rook_be_at(const State& state, Cell cell) const {
  return has_rook_ && range(state.rook_x).contains(cell.x) && range(state.rook_y).contains(cell.y);
}

// Whether no rule of the position is broken, apart from a check.
bool WindowTable::is_legal(const State& state) const {
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    const Cell cell = state.pieces[piece];
    if (!is_inside(cell) || is_occupied(state, cell, piece)) return false;
    if (kind_traits(kinds_[piece]).royal && is_next(cell)) return false;
  }
  if (!has_rook_) return true;
  const Range x = range(state.rook_x), y = range(state.rook_y);
  return !x.is_point() || !y.is_point() || !is_occupied(state, {x.low, y.low}, no_piece);
}

bool WindowTable::rook_attacks(const State& state, Cell to, bool possibly) const {
  const auto along = [&](Range rook, Range line, int target, int crossing, auto coordinate, auto other) {
    if (line.low != crossing || !line.is_point() || rook.contains(target)) return false;
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      const Cell at = state.pieces[piece];
      if (other(at) != crossing) continue;
      const int place = coordinate(at);
      if (rook.high < target ? place < target && place > (possibly ? rook.high : rook.low)
                             : place > target && place < (possibly ? rook.low : rook.high))
        return false;
    }
    return true;
  };
  const auto x_of = [](Cell cell) { return cell.x; };
  const auto y_of = [](Cell cell) { return cell.y; };
  const Range x = range(state.rook_x), y = range(state.rook_y);
  return along(x, y, to.x, to.y, x_of, y_of) || along(y, x, to.y, to.x, y_of, x_of);
}

bool WindowTable::is_attacked(const State& state, Cell to, bool possibly) const {
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    if (attacks(state, piece, to)) return true;
  }
  return has_rook_ && rook_attacks(state, to, possibly);
}

// Whether the rook can certainly slide along x (or y) to a class, which is exact or remote.
bool WindowTable::can_rook_slide(const State& state, bool along_x, int to_class) const {
  const Range from = range(along_x ? state.rook_x : state.rook_y);
  const Range line = range(along_x ? state.rook_y : state.rook_x);
  const int to = range(to_class).low;
  if (from.is_point() && from.low == to) return std::abs(to) == remote;  // further away, as a waiting move
  const bool up = to > from.high;
  const auto blocks = [&](Cell at) {
    if (!line.contains(along_x ? at.y : at.x)) return false;
    const int place = along_x ? at.x : at.y;
    if (from.is_point()) return up ? place > from.low && place <= to : place < from.low && place >= to;
    return up ? place >= from.low && place <= to : place <= from.high && place >= to;
  };
  if (blocks({0, 0})) return false;
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    if (blocks(state.pieces[piece])) return false;
  }
  return true;
}

std::size_t WindowTable::rank(std::size_t base, const State& state, unsigned symmetry) const {
  const auto cell_of = [&](std::size_t piece) {
    return static_cast<std::size_t>(cell_index(transform(state.pieces[piece], symmetry)));
  };
  std::size_t number = static_cast<std::size_t>(first_cell_index_[cell_of(base)]);
  for (const Group& group : groups_) {
    std::array<std::size_t, max_pieces - 1> cells{};
    std::size_t count = 0;
    for (std::size_t piece = group.begin; piece < group.end; ++piece) {
      const std::size_t cell = cell_of(piece == base ? 0 : piece);
      std::size_t place = count++;
      for (; place > 0 && cells[place - 1] > cell; --place) cells[place] = cells[place - 1];
      cells[place] = cell;
    }
    number = number * group.combinations + cells[0];
    if (count > 1) number += cells[1] * (cells[1] - 1) / 2;
    if (count > 2) number += cells[2] * (cells[2] - 1) / 2 * (cells[2] - 2) / 3;
  }
  if (!has_rook_) return number;
  int x = state.rook_x, y = state.rook_y;
  if (symmetry & 1U) x = mirrored_classes_[static_cast<std::size_t>(x)];
  if (symmetry & 2U) y = mirrored_classes_[static_cast<std::size_t>(y)];
  if (symmetry & 4U) std::swap(x, y);
  return number * rook_states_ + static_cast<std::size_t>(y * classes_ + x);
}

// Return the smallest rank under symmetries that move the first piece into the octant (with a pawn, into the
// right half), and exchanges of twins.
std::size_t WindowTable::index(const State& state) const {
  std::size_t smallest = size_;
  for (std::size_t base = 0; base < (has_twin_ ? 2U : 1U); ++base) {
    const Cell cell = state.pieces[base];
    const unsigned symmetry = has_pawn_ ? (cell.x < 0 ? 1U : 0U) : find_symmetry(cell);
    smallest = std::min(smallest, rank(base, state, symmetry));
    if (cell.x == 0 || (cell.y == 0 && !has_pawn_)) {
      smallest = std::min(smallest, rank(base, state, symmetry ^ (cell.x == 0 ? 1U : 2U)));
    } else if (std::abs(cell.x) == std::abs(cell.y) && !has_pawn_) {
      smallest = std::min(smallest, rank(base, state, symmetry ^ 4U));
    }
  }
  return smallest;
}

WindowTable::State WindowTable::state(std::size_t index) const {
  State state;
  if (has_rook_) {
    const int rook = static_cast<int>(index % rook_states_);
    state.rook_x = rook % classes_;
    state.rook_y = rook / classes_;
    index /= rook_states_;
  }
  for (std::size_t number = groups_.size(); number-- > 0;) {
    const Group& group = groups_[number];
    const auto& cells = combination_cells_[group.end - group.begin][index % group.combinations];
    index /= group.combinations;
    for (std::size_t piece = group.begin; piece < group.end; ++piece) {
      const int cell = cells[piece - group.begin];
      state.pieces[piece] = {cell % side_ - reach_, cell / side_ - reach_};
    }
  }
  state.pieces[0] = first_cells_[index];
  return state;
}

std::vector<WindowTable::State> WindowTable::after_step(const State& state, const Step& step) const {
  State next;
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    next.pieces[piece] = {state.pieces[piece].x - step.dx, state.pieces[piece].y - step.dy};
    if (!is_inside(next.pieces[piece])) return {};
  }
  if (!has_rook_) return {next};
  std::array<int, 2> next_x{}, next_y{};
  const auto find_classes = [&](int rook, int by, std::array<int, 2>& classes) {
    const int low_far = 2 * rook_reach_ + 1, high_far = low_far + 1;
    classes[0] = rook;
    if (rook < low_far) {
      const int moved = rook - by;
      classes[0] = moved < 0 ? low_far : moved >= low_far ? high_far : moved;
    } else if ((rook == low_far && by < 0) || (rook == high_far && by > 0)) {
      classes[1] = rook == low_far ? 0 : low_far - 1;
      return 2;
    }
    return 1;
  };
  const int x_count = find_classes(state.rook_x, step.dx, next_x);
  const int y_count = find_classes(state.rook_y, step.dy, next_y);
  std::vector<State> positions;
  for (int x = 0; x < x_count; ++x) {
    for (int y = 0; y < y_count; ++y) {
      next.rook_x = next_x[static_cast<std::size_t>(x)];
      next.rook_y = next_y[static_cast<std::size_t>(y)];
      // The bare king is next to the square of its move, so two classes can name the square of a piece.
      if (is_legal(next)) positions.push_back(next);
    }
  }
  return positions;
}

// Return the number of moves to mate with the bare king to move, as far as the table is filled; 0 is
// checkmate.
std::optional<int> WindowTable::mate_distance(const State& state) const {
  int distance = 0;
  bool can_move = false, can_certainly_move = false;
  for (const Step& step : king_steps) {
    const Cell to{step.dx, step.dy};
    if (is_attacked(state, to, false)) continue;
    if (is_occupied(state, to, no_piece) || can_rook_be_at(state, to)) return std::nullopt;
    can_move = true;
    can_certainly_move = can_certainly_move || !is_attacked(state, to, true);
    const std::vector<State> positions = after_step(state, step);
    if (positions.empty()) return std::nullopt;
    for (const State& next : positions) {
      const std::uint8_t found = white_to_move_[index(next)];
      if (found == not_won) return std::nullopt;
      distance = std::max<int>(distance, found);
    }
  }
  if (can_move) return can_certainly_move ? std::optional(distance) : std::nullopt;
  return is_attacked(state, {0, 0}, false) ? std::optional(0) : std::nullopt;
}

// Add the positions with White to move from which a move leads to `after`.
void WindowTable::add_white_predecessors(const State& after, std::uint8_t length, Frontier& found) {
  const auto add = [&](const State& before) {
    if (!is_legal(before)) return;
    const std::size_t number = index(before);
    if (white_to_move_[number] != not_won || is_attacked(before, {0, 0}, false)) return;
    white_to_move_[number] = length;
    found.push_back(static_cast<std::uint32_t>(number));
  };
  State before = after;
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    if (can_rook_be_at(after, after.pieces[piece])) continue;
    visit_cells(after, piece, -1, 0, [&](Cell from) {
      before.pieces[piece] = from;
      add(before);
      return true;
    });
    before.pieces[piece] = after.pieces[piece];
  }
  if (!has_rook_) return;
  for (const bool along_x : {true, false}) {
    const int to = along_x ? after.rook_x : after.rook_y;
    if (!range(to).is_point()) continue;
    for (int from = 0; from < classes_; ++from) {
      (along_x ? before.rook_x : before.rook_y) = from;
      if (can_rook_slide(before, along_x, to)) add(before);
    }
    (along_x ? before.rook_x : before.rook_y) = to;
  }
}

// Add the positions with Black to move from which every move leads to a mate, and one to `after`.
void WindowTable::add_black_predecessors(const State& after, Frontier& found) {
  const auto add = [&](const State& before) {
    if (!is_legal(before)) return;
    const std::size_t number = index(before);
    if (black_to_move_[number] != not_won) return;
    const std::optional<int> distance = mate_distance(before);
    if (!distance) return;
    black_to_move_[number] = static_cast<std::uint8_t>(*distance);
    found.push_back(static_cast<std::uint32_t>(number));
  };
  for (const Step& step : king_steps) {
    for (const State& before : after_step(after, {-step.dx, -step.dy})) add(before);
  }
}

void WindowTable::solve() {
  white_to_move_.assign(size_, not_won);
  black_to_move_.assign(size_, not_won);
  Frontier black, white;
  for (std::size_t number = 0; number < size_; ++number) {
    const State position = state(number);
    if (!is_attacked(position, {0, 0}, false) || !is_legal(position) || index(position) != number ||
        mate_distance(position) != 0)
      continue;
    black_to_move_[number] = 0;
    black.push_back(static_cast<std::uint32_t>(number));
  }
  int length = 0;
  while (!black.empty() && length < longest) {
    ++length;
    white.clear();
    for (const std::uint32_t number : black)
      add_white_predecessors(state(number), static_cast<std::uint8_t>(length), white);
    black.clear();
    for (const std::uint32_t number : white) add_black_predecessors(state(number), black);
  }
}

void WindowTable::load(std::vector<std::uint8_t> black_to_move) {
  if (black_to_move.size() != size_) throw std::invalid_argument("the values belong to another window");
  black_to_move_ = std::move(black_to_move);
}

}  // namespace hyperchess::infinite
