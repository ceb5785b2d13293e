#include "mates/refutations.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace hyperchess {
namespace {

constexpr Bits all_squares = ~Bits{0};

bool alike(const Board& one, const Board& other, Bits squares) {
  while (squares) {
    const int square = take_lowest(squares);
    if (one.at(square) != other.at(square)) return false;
  }
  return true;
}

}  // namespace

Answers::Answers(const Axes& axes, const Layout& layout)
    : axes_(axes), layout_(layout), numbers_(axes.choices.size(), -1) {}

const Slice& Answers::find(const std::vector<int>& point, const Axes& replies,
                           const std::vector<int>& reply) {
  const Multiverse& after = replies.multiverse;
  needed_.assign(point.size(), 0);
  free_.assign(point.size(), 0);
  for (int axis = 0; axis < static_cast<int>(reply.size()); ++axis) {
    const Choice* const choice = replies.choice(axis, reply[axis]);
    if (choice && choice->move >= 0) need_move(point, after, replies.moves[choice->move]);
  }
  keep_alike(point, after.player());

  Grid grid = grid_of_royals(after, static_cast<int>(reply.size()) - replies.playable());
  find_finals(point, replies, reply, grid);
  const auto visit = [&](const Attack& attack) {
    close(point, grid, attack);
    return false;
  };
  const int attacker = 1 - after.player();
  LineScan lines(after.plane(), grid, attacker, visit);
  for (const Final& final : finals_) lines.from(final.cell, final.attackers);
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row) {
    if (after.playable(row)) continue;
    const Line& line = after.line(row);
    lines.from(&grid.at(row, line.end()), Attackers::of(*line.boards.back(), attacker));
  }

  slice_.parts.clear();
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis)
    if (count_in(kept_[axis].data(), layout_.words(axis)) < axes_.size_of(axis))
      slice_.parts.push_back({axis, kept_[axis]});
  return slice_;
}

// The board that an entry makes.
const Board& Answers::made(int axis, int entry) {
  const Choice& choice = *axes_.choice(axis, entry);
  int& number = numbers_[&choice - axes_.choices.data()];
  if (number < 0) {
    number = static_cast<int>(made_.size());
    made_.push_back(board_of(axes_, choice));
  }
  return made_[number];
}

// The axis on which a point makes the board at a place, or -1.
int Answers::axis_at(const std::vector<int>& point, int row, int time) const {
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const Choice* const choice = axes_.choice(axis, point[axis]);
    if (choice && axes_.row_of(axis) == row && axes_.time_of(axis, *choice) == time) return axis;
  }
  return -1;
}

// Note the squares from the start of a move to its end.
void Answers::need_move(const std::vector<int>& point, const Multiverse& after, const Move& move) {
  if (move.special >= 0) {
    if (const int axis = axis_at(point, move.row, move.time); axis >= 0) needed_[axis] = all_squares;
    return;
  }
  const Plane& plane = axes_.multiverse.plane();
  const int way[] = {move.to_row - move.row, (move.to_time - move.time) / 2,
                     plane.file(move.to) - plane.file(move.from),
                     plane.rank(move.to) - plane.rank(move.from)};
  int steps = 0;
  bool straight = true;  // all but the leaps of knights
  for (const int part : way) {
    if (part == 0) continue;
    straight &= steps == 0 || steps == std::abs(part);
    steps = std::max(steps, std::abs(part));
  }
  if (!straight) steps = 1;
  const bool is_pawn = traits(find_kind(after.board(move.row, move.time)->at(move.from))).is_pawn;
  for (int step = 0; step <= steps; ++step) {
    const int axis = axis_at(point, move.row + way[0] / steps * step, move.time + way[1] / steps * 2 * step);
    if (axis < 0) continue;
    // All pieces but pawns may take something there, or nothing.
    auto& squares = step == steps && !is_pawn ? free_ : needed_;
    squares[axis] |= bit(move.from + (move.to - move.from) / steps * step);
  }
}

// Start with the entries that make boards at the same places, alike where the reply needs it.
void Answers::keep_alike(const std::vector<int>& point, int defender) {
  kept_.resize(point.size());
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    kept_[axis].assign(layout_.words(axis), 0);
    const Choice* const chosen = axes_.choice(axis, point[axis]);
    if (!chosen || needed_[axis] == all_squares) {
      insert(kept_[axis].data(), point[axis]);
      continue;
    }
    const Board& board = made(axis, point[axis]);
    const int time = axes_.time_of(axis, *chosen);
    for (int entry = 0; entry < axes_.size_of(axis); ++entry) {
      const Choice* const choice = axes_.choice(axis, entry);
      if (!choice || axes_.time_of(axis, *choice) != time) continue;
      const Board& other = made(axis, entry);
      if (!(other.colors[defender] & free_[axis]) && alike(other, board, needed_[axis]))
        insert(kept_[axis].data(), entry);
    }
  }
}

// Put the boards that the reply makes into the grid.
void Answers::find_finals(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply,
                          Grid& grid) {
  finals_.clear();
  for (int axis = 0; axis < static_cast<int>(reply.size()); ++axis) {
    const Choice* const choice = replies.choice(axis, reply[axis]);
    if (!choice) continue;
    const int row = replies.row_of(axis), time = replies.time_of(axis, *choice);
    const Move* const move = choice->move < 0 ? nullptr : &replies.moves[choice->move];
    const Board& base = *replies.bases[choice->base].board;
    Bits touched = base.occupied() & ~choice->occupied;  // where a piece left
    if (move) touched |= bit(move->to);
    if (move && move->special >= 0) touched = all_squares;
    const int from_axis = axis_at(point, replies.is_branch(axis) ? move->to_row : row, time - 1);
    finals_.push_back({from_axis, touched, board_of(replies, *choice), &grid.at(row, time), {}});
    lay_over(finals_.back());
  }
}

// The final board for another entry of its axis: only what lines of attack look at.
Board Answers::final_board(const Final& final, int entry) {
  const Board& base = made(final.axis, entry);
  const auto merged = [&](Bits before, Bits after) {
    return (before & ~final.touched) | (after & final.touched);
  };
  Board board;
  for (int kind = 0; kind < kind_count; ++kind)
    board.kinds[kind] = merged(base.kinds[kind], final.board.kinds[kind]);
  for (const int color : {white, black})
    board.colors[color] = merged(base.colors[color], final.board.colors[color]);
  return board;
}

// Show a final board for all entries that are kept.
void Answers::lay_over(Final& final) {
  const Bits full = axes_.multiverse.plane().full;
  const int attacker = axes_.multiverse.player();
  final.cell->empty = final.cell->prey = 0;
  final.attackers = {};
  const auto add = [&](const Board& board) {
    final.cell->empty |= full & ~board.occupied();
    final.cell->prey |= board.royals(1 - attacker);
    final.attackers.add(Attackers::of(board, attacker));
  };
  if (final.axis < 0)
    add(final.board);
  else
    for_each_entry(kept_[final.axis].data(), layout_.words(final.axis),
                   [&](int entry) { add(final_board(final, entry)); });
}

void Answers::add_condition(const Cell* cell, Bits empty, Bits royal, Bits attacker) {
  const auto final =
      std::ranges::find(finals_, cell, [](const Final& made) -> const Cell* { return made.cell; });
  if (final == finals_.end() || final->axis < 0) return;
  auto known = std::ranges::find(conditions_, &*final, &Condition::final);
  if (known == conditions_.end()) known = conditions_.insert(known, {&*final});
  known->empty |= empty;
  known->royal |= royal;
  known->attacker |= attacker;
}

bool Answers::keeps_open(const Condition& condition, int entry, const Attack& attack) {
  const int attacker = axes_.multiverse.player();
  const Board board = final_board(*condition.final, entry);
  if ((board.occupied() & condition.empty) || (condition.royal & ~board.royals(1 - attacker))) return false;
  return !condition.attacker ||
         (attackers_along(Attackers::of(board, attacker), attacker, attack.step, attack.distance) &
          condition.attacker);
}

// Take out the entries of one axis that keep a line of attack open. After the point itself it is not open.
void Answers::close(const std::vector<int>& point, const Grid& grid, const Attack& attack) {
  conditions_.clear();
  const Step& step = attack.step;
  const int stride = grid.stride(step.rows, step.turns);
  const int offset = axes_.multiverse.plane().offset[flat_number(step.files, step.ranks)];
  const Cell* cell = attack.source;
  int square = attack.square;
  add_condition(cell, 0, 0, bit(square));
  for (int distance = 1; distance <= attack.distance; ++distance) {
    cell += stride;
    square += offset;
    const bool last = distance == attack.distance;
    add_condition(cell, last ? 0 : bit(square), last ? bit(square) : 0, 0);
  }

  int best = -1;
  double most_left = -1;
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const auto concerns = [&](const Condition& condition) { return condition.final->axis == axis; };
    if (std::ranges::none_of(conditions_, concerns)) continue;
    open_.assign(layout_.words(axis), 0);
    int all = 0, open = 0;
    for_each_entry(kept_[axis].data(), layout_.words(axis), [&](int entry) {
      ++all;
      for (const Condition& condition : conditions_)
        if (concerns(condition) && !keeps_open(condition, entry, attack)) return;
      insert(open_.data(), entry);
      ++open;
    });
    if (open == 0) return;  // no single board allows it
    if (has(open_.data(), point[axis])) continue;
    if (const double left = 1 - static_cast<double>(open) / all; left > most_left) {
      most_left = left;
      best = axis;
      best_open_ = open_;
    }
  }
  if (best < 0) throw std::logic_error("a reply that leaves a royal hanging");
  for (std::size_t word = 0; word < best_open_.size(); ++word) kept_[best][word] &= ~best_open_[word];
  for (Final& final : finals_)
    if (final.axis == best) lay_over(final);
}

}  // namespace hyperchess
