#include "mates/refutations.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "mates/move_path.hpp"

namespace hyperchess {
namespace {

constexpr Bits all_squares = ~Bits{0};
constexpr std::size_t max_answers = 4;
constexpr int no_move = 1 << 30;
constexpr int never = std::numeric_limits<int>::max();

// A move within a board as one number.
int pack(const Move& move) { return move.from | move.to << 6 | move.promotion << 12; }

bool same_on(const Board& one, const Board& other, Bits squares) {
  while (squares) {
    const int square = take_lowest(squares);
    if (one.at(square) != other.at(square)) return false;
  }
  return true;
}

}  // namespace

Refutations::Refutations(const Axes& axes, const Layout& layout, bool softmates)
    : axes_(axes), layout_(layout), softmates_(softmates), boards_(axes), answers_(axes.choices.size()) {
  for (const int jump : axes.jumps) {
    const int time = axes.moves[axes.choices[jump].move].to_time + 1;
    if (std::ranges::find(jump_times_, time) == jump_times_.end()) jump_times_.push_back(time);
  }
}

const Slice& Refutations::find(const std::vector<int>& point, const Axes& replies,
                               const std::vector<int>& reply) {
  const Multiverse& after = replies.multiverse;
  needed_.assign(point.size(), 0);
  landing_.assign(point.size(), 0);
  needed_within_.assign(point.size(), 0);
  landing_within_.assign(point.size(), 0);
  for (int axis = 0; axis < static_cast<int>(reply.size()); ++axis) {
    const Choice* const choice = replies.choice(axis, reply[axis]);
    if (choice && choice->move >= 0) require_move(point, after, replies.moves[choice->move]);
  }
  keep_similar(point, after.player());

  Grid grid = grid_of_royals(after, static_cast<int>(reply.size()) - replies.playable());
  find_reply_boards(point, replies, reply, grid);
  const auto visit = [&](const Attack& attack) {
    close_line(point, grid, attack);
    return false;
  };
  const int attacker = 1 - after.player();
  LineScan lines(after.plane(), grid, attacker, visit);
  waiting_.clear();
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row) {
    if (after.playable(row)) continue;
    const Line& line = after.line(row);
    waiting_.emplace_back(&grid.at(row, line.end()), Attackers::of(*line.boards.back(), attacker));
  }
  for (const ReplyBoard& reply_board : reply_boards_) lines.from(reply_board.cell, reply_board.attackers);
  for (const auto& [cell, attackers] : waiting_) lines.from(cell, attackers);
  find_ends(replies, reply);
  unplayed_.clear();
  const std::size_t branches = point.size() - static_cast<std::size_t>(axes_.playable());
  reply_boards_.reserve(reply_boards_.size() + static_cast<std::size_t>(axes_.playable()) +
                        branches * jump_times_.size());
  // If softmates count, a reply must not move the present back. One that makes timelines keeps to that for
  // actions that make boards at the same places; one that does not make any never moves it back.
  const bool same_places = softmates_ && static_cast<int>(reply.size()) > replies.playable();
  for (int axis = 0; axis < static_cast<int>(point.size()) && !same_places; ++axis) {
    if (axes_.is_branch(axis))
      add_jumps(point, axis);
    else if (point[axis] != 0)
      add_pass(axis, grid);
    else
      add_moves(axis, grid);
  }
  for (std::size_t index = 0, made = reply_boards_.size(); index < made; ++index) {
    ReplyBoard& reply_board = reply_boards_[index];
    // Where a jump of the reply makes another board of the same one, both depend on the entry.
    if (reply_board.move < 0 || std::ranges::count(reply_boards_, reply_board.axis, &ReplyBoard::axis) > 1)
      continue;
    if (reply_board.move != no_move) learn_answer(point, reply_board);
    const Choice* const chosen = axes_.choice(reply_board.axis, point[reply_board.axis]);
    const int time =
        chosen ? axes_.time_of(reply_board.axis, *chosen) : axes_.axes[reply_board.axis].time + 1;
    add_answers(point, grid, reply_board, time);
    if (axes_.is_branch(reply_board.axis) && !same_places)
      add_answered_jumps(point, grid, reply_board.axis, time);
  }

  slice_.parts.clear();
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis)
    if (count_in(kept_[axis].data(), layout_.words(axis)) < axes_.size_of(axis))
      slice_.parts.push_back({axis, kept_[axis]});
  return slice_;
}

// The axis on which a point makes the board at a place, or -1.
int Refutations::axis_at(const std::vector<int>& point, int row, int time) const {
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const Choice* const choice = axes_.choice(axis, point[axis]);
    if (choice && axes_.row_of(axis) == row && axes_.time_of(axis, *choice) == time) return axis;
  }
  return -1;
}

// Note what a move needs on the squares from its start to its end.
void Refutations::require_move(const std::vector<int>& point, const Multiverse& after, const Move& move) {
  std::vector<Bits>& needed = move.is_physical() ? needed_within_ : needed_;
  std::vector<Bits>& landing = move.is_physical() ? landing_within_ : landing_;
  if (move.special >= 0) {
    if (const int axis = axis_at(point, move.row, move.time); axis >= 0) needed[axis] = all_squares;
    return;
  }
  const MovePath path(move, axes_.multiverse.plane());
  const bool is_pawn = traits(find_kind(after.board(move.row, move.time)->at(move.from))).is_pawn;
  for (int step = 0; step <= path.steps(); ++step) {
    const int axis = axis_at(point, path.row(step), path.time(step));
    if (axis < 0) continue;
    // All pieces but pawns may capture there or not.
    auto& squares = step == path.steps() && !is_pawn ? landing : needed;
    squares[axis] |= path.square(step);
  }
}

// Start with the entries that make boards at the same places and agree with the point where the reply needs
// it.
void Refutations::keep_similar(const std::vector<int>& point, int defender) {
  kept_.resize(point.size());
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    kept_[axis].assign(layout_.words(axis), 0);
    const Choice* const chosen = axes_.choice(axis, point[axis]);
    const Bits needed = needed_[axis] | needed_within_[axis];
    const Bits landing = landing_[axis] | landing_within_[axis];
    if (!chosen || needed == all_squares) {
      insert(kept_[axis].data(), point[axis]);
      continue;
    }
    const Board& board = boards_.after(axis, point[axis]);
    const int time = axes_.time_of(axis, *chosen);
    for (int entry = 0; entry < axes_.size_of(axis); ++entry) {
      const Choice* const choice = axes_.choice(axis, entry);
      if (!choice || axes_.time_of(axis, *choice) != time) continue;
      const Board& other = boards_.after(axis, entry);
      if (!(other.colors[defender] & landing) && same_on(other, board, needed))
        insert(kept_[axis].data(), entry);
    }
  }
}

// Put the boards that the reply makes into the grid.
void Refutations::find_reply_boards(const std::vector<int>& point, const Axes& replies,
                                    const std::vector<int>& reply, Grid& grid) {
  reply_boards_.clear();
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
    const bool alone = from_axis >= 0 && move && move->is_physical() && move->special < 0;
    reply_boards_.push_back(
        {from_axis, touched, board_of(replies, *choice), &grid.at(row, time), {}, alone ? pack(*move) : -1});
    unite(reply_boards_.back());
  }
}

// The board for another entry of its axis, as far as lines of attack depend on it.
Board Refutations::with_entry(const ReplyBoard& reply_board, int entry) {
  const Board& base = boards_.after(reply_board.axis, entry);
  const auto merged = [&](Bits before, Bits after) {
    return (before & ~reply_board.touched) | (after & reply_board.touched);
  };
  Board board;
  for (int kind = 0; kind < kind_count; ++kind)
    board.kinds[kind] = merged(base.kinds[kind], reply_board.board.kinds[kind]);
  for (const int color : {white, black})
    board.colors[color] = merged(base.colors[color], reply_board.board.colors[color]);
  return board;
}

// Put the union of the boards for all kept entries into the grid.
void Refutations::unite(ReplyBoard& reply_board) {
  const Bits full = axes_.multiverse.plane().full;
  const int attacker = axes_.multiverse.player();
  reply_board.cell->empty = reply_board.cell->targets = 0;
  reply_board.attackers = {};
  const auto add = [&](const Board& board) {
    reply_board.cell->empty |= full & ~board.occupied();
    reply_board.cell->targets |= board.royals(1 - attacker);
    reply_board.attackers.add(Attackers::of(board, attacker));
  };
  if (reply_board.axis < 0)
    add(reply_board.board);
  else
    for_each_entry(kept_[reply_board.axis].data(), layout_.words(reply_board.axis),
                   [&](int entry) { add(with_entry(reply_board, entry)); });
}

// Find where active timelines end after the reply.
void Refutations::find_ends(const Axes& replies, const std::vector<int>& reply) {
  const Multiverse& after = replies.multiverse;
  const int outermost = after.new_row(static_cast<int>(reply.size()) - replies.playable() - 1);
  const int lowest = std::min(after.lowest_row(), outermost);
  const int highest = std::max(after.highest_row(), outermost);
  lowest_row_ = lowest;
  ends_.assign(highest - lowest + 1, never);
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row)
    ends_[row - lowest] = after.line(row).end();
  for (int axis = 0; axis < static_cast<int>(reply.size()); ++axis)
    if (const Choice* const choice = replies.choice(axis, reply[axis]))
      ends_[replies.row_of(axis) - lowest] = replies.time_of(axis, *choice);
  first_left_ = never;
  for (int row = lowest; row <= highest; ++row) {
    int& end = ends_[row - lowest];
    if (!after.active(row, lowest, highest)) end = never;
    if (end != never && (end & 1) == after.player()) first_left_ = std::min(first_left_, end);
  }
}

// The present is the attacker's after all replies if some active timeline surely ends before any that ends
// with a board of the defender's.
bool Refutations::hands_over(int row, int end, int first_left) const {
  int surely = end;
  for (std::size_t index = 0; index < ends_.size(); ++index)
    if (static_cast<int>(index) != row - lowest_row_) surely = std::min(surely, ends_[index]);
  return surely < first_left;
}

// The attacker may as well pass on a board if no jump of the reply needs the board that he makes there, and
// if his pieces do no harm from where they stand. The reply then has one move less. The present stays the
// attacker's: what the timeline ends with is a board of his.
void Refutations::add_pass(int axis, const Grid& grid) {
  if (needed_[axis] || landing_[axis]) return;
  const Axis& own = axes_.axes[axis];
  const auto made = std::ranges::find(reply_boards_, axis, &ReplyBoard::axis);
  Cell* const hidden = made == reply_boards_.end() ? nullptr : made->cell;
  const Cell shown = hidden ? *hidden : Cell{};
  if (hidden) hidden->empty = hidden->targets = 0;
  const auto stop = [](const Attack&) { return true; };
  const int attacker = axes_.multiverse.player();
  const Cell* const cell = &grid.at(own.row, own.time);
  const Attackers attackers = Attackers::of(*axes_.multiverse.board(own.row, own.time), attacker);
  const bool harmless = !LineScan(axes_.multiverse.plane(), grid, attacker, stop).from(cell, attackers);
  if (hidden) *hidden = shown;
  if (!harmless) return;
  unplayed_.emplace_back(cell, attackers);
  insert(kept_[axis].data(), 0);
}

// The attacker may as well play a board on which he passes if the defender may pass there in turn; or if
// there is a known answer to each entry on its own board, which is left to `add_answers`.
void Refutations::add_moves(int axis, Grid& grid) {
  const Axis& own = axes_.axes[axis];
  int& end = ends_[own.row - lowest_row_];
  if (end == never || hands_over(own.row, own.time + 1, std::min(first_left_, own.time + 1))) {
    for (int entry = 1; entry < own.size(); ++entry) insert(kept_[axis].data(), entry);
    if (end == never) return;
    end = own.time + 1;
    first_left_ = std::min(first_left_, end);
  } else if (hands_over(own.row, own.time + 2, first_left_)) {
    end = own.time + 2;
    reply_boards_.push_back({axis, 0, {}, &grid.at(own.row, own.time + 2), {}, no_move});
  }
}

// A new timeline on which the reply passes may as well be any other one, as long as the present is handed
// over: no piece of the attacker's captures from a board on which the defender is to move.
void Refutations::add_jumps(const std::vector<int>& point, int axis) {
  if (needed_[axis] || landing_[axis] ||
      std::ranges::find(reply_boards_, axis, &ReplyBoard::axis) != reply_boards_.end())
    return;
  const int row = axes_.row_of(axis);
  int& end = ends_[row - lowest_row_];
  const int chosen_time = axes_.time_of(axis, *axes_.choice(axis, point[axis]));
  for (const int time : jump_times_) {
    if (time == chosen_time) continue;
    if (end != never) {
      const int latest = std::max(end, time), first_left = std::min(first_left_, time);
      if (!hands_over(row, latest, first_left)) continue;
      end = latest;
      first_left_ = first_left;
    }
    for (int entry = 0; entry < axes_.size_of(axis); ++entry)
      if (axes_.time_of(axis, *axes_.choice(axis, entry)) == time) insert(kept_[axis].data(), entry);
  }
}

// A new timeline on which the reply moves may as well start at another time, if there is a known answer to
// the jump that makes it. The answer makes a board at another place, and the one of the reply is not there.
void Refutations::add_answered_jumps(const std::vector<int>& point, Grid& grid, int axis, int chosen_time) {
  if (needed_[axis] || landing_[axis]) return;
  const int row = axes_.row_of(axis);
  int& end = ends_[row - lowest_row_];
  for (const int time : jump_times_) {
    if (time == chosen_time) continue;
    const int latest = end == never ? never : std::max(end, time + 1);
    if (end != never && !hands_over(row, latest, first_left_)) continue;
    reply_boards_.push_back({axis, 0, {}, &grid.at(row, time + 1), {}, no_move});
    if (add_answers(point, grid, reply_boards_.back(), time))
      end = latest;
    else
      reply_boards_.pop_back();
  }
}

// Remember the move of a reply within the board that an entry makes.
void Refutations::learn_answer(const std::vector<int>& point, const ReplyBoard& reply_board) {
  const int attacker = axes_.multiverse.player();
  const Choice& chosen = *axes_.choice(reply_board.axis, point[reply_board.axis]);
  std::vector<Answer>& known = answers_[&chosen - axes_.choices.data()];
  if (std::ranges::find(known, reply_board.move, &Answer::move) != known.end()) return;
  if (known.size() == max_answers) known.pop_back();
  const Board& board = reply_board.board;
  known.insert(known.begin(), {reply_board.move, axes_.multiverse.plane().full & ~board.occupied(),
                               board.royals(1 - attacker), Attackers::of(board, attacker)});
}

// Add entries that make a board at a time, after which the reply does not hold, but would with another move
// on that board: one that was an answer to the same entry before. All other moves of the reply stay the same.
// Whether there are any.
bool Refutations::add_answers(const std::vector<int>& point, const Grid& grid, ReplyBoard& reply_board,
                              int time) {
  const int axis = reply_board.axis;
  const int defender = 1 - axes_.multiverse.player();
  bool any = false;
  for (int entry = 0; entry < axes_.size_of(axis); ++entry) {
    const Choice* const choice = axes_.choice(axis, entry);
    if (!choice || axes_.time_of(axis, *choice) != time || has(kept_[axis].data(), entry)) continue;
    const std::vector<Answer>& answers = answers_[choice - axes_.choices.data()];
    if (answers.empty()) continue;
    if (needed_[axis] || landing_[axis]) {
      const Board& other = boards_.after(axis, entry);
      if ((other.colors[defender] & landing_[axis]) ||
          !same_on(other, boards_.after(axis, point[axis]), needed_[axis]))
        continue;
    }
    for (const Answer& answer : answers) {
      if (!holds_with(answer, grid, reply_board)) continue;
      reply_board.cell->empty |= answer.empty;
      reply_board.cell->targets |= answer.royals;
      reply_board.attackers.add(answer.attackers);
      insert(kept_[axis].data(), entry);
      any = true;
      break;
    }
  }
  return any;
}

// Whether no line of attack is open if an answer makes the only board of its axis.
bool Refutations::holds_with(const Answer& answer, const Grid& grid, const ReplyBoard& place) {
  hidden_.clear();
  for (ReplyBoard& made : reply_boards_) {
    if (made.axis != place.axis) continue;
    hidden_.push_back({*made.cell, made.attackers});
    made.cell->empty = made.cell->targets = 0;
    made.attackers = {};
    if (&made != &place) continue;
    made.cell->empty = answer.empty;
    made.cell->targets = answer.royals;
    made.attackers = answer.attackers;
  }
  const bool holds = no_line_open(grid);
  auto shown = hidden_.begin();
  for (ReplyBoard& made : reply_boards_)
    if (made.axis == place.axis) std::tie(*made.cell, made.attackers) = *shown++;
  return holds;
}

bool Refutations::no_line_open(const Grid& grid) const {
  const auto stop = [](const Attack&) { return true; };
  LineScan lines(axes_.multiverse.plane(), grid, axes_.multiverse.player(), stop);
  for (const ReplyBoard& made : reply_boards_)
    if (lines.from(made.cell, made.attackers)) return false;
  const auto attacks = [&](const auto& source) { return lines.from(source.first, source.second); };
  return std::ranges::none_of(waiting_, attacks) && std::ranges::none_of(unplayed_, attacks);
}

void Refutations::add_condition(const Cell* cell, const LineNeeds& needs) {
  const auto reply_board =
      std::ranges::find(reply_boards_, cell, [](const ReplyBoard& made) -> const Cell* { return made.cell; });
  if (reply_board == reply_boards_.end() || reply_board->axis < 0) return;
  auto known = std::ranges::find(conditions_, &*reply_board, &Condition::reply_board);
  if (known == conditions_.end()) known = conditions_.insert(known, {&*reply_board, {}});
  known->needs.add(needs);
}

bool Refutations::keeps_open(const Condition& condition, int entry, const Attack& attack) {
  const LineNeeds& needs = condition.needs;
  const int attacker = axes_.multiverse.player();
  const Board board = with_entry(*condition.reply_board, entry);
  if ((board.occupied() & needs.empty) || (needs.royal & ~board.royals(1 - attacker))) return false;
  return !needs.attacker ||
         (attackers_along(Attackers::of(board, attacker), attacker, attack.step, attack.distance) &
          needs.attacker);
}

// Remove the entries of one axis that keep a line of attack open. For the point itself it is not open.
void Refutations::close_line(const std::vector<int>& point, const Grid& grid, const Attack& attack) {
  conditions_.clear();
  follow(attack, axes_.multiverse.plane(), grid, [&](const Cell* cell, const LineNeeds& needs) {
    add_condition(cell, needs);
    return true;
  });

  int best = -1;
  double most_left = -1;
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const auto concerns = [&](const Condition& condition) { return condition.reply_board->axis == axis; };
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
  if (best < 0) throw std::logic_error("a reply that leaves a royal attacked");
  for (std::size_t word = 0; word < best_open_.size(); ++word) kept_[best][word] &= ~best_open_[word];
  for (ReplyBoard& reply_board : reply_boards_)
    if (reply_board.axis == best) unite(reply_board);
}

}  // namespace hyperchess
