#include "multiverse/mates/refutations.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "multiverse/mates/move_path.hpp"

namespace hyperchess {
namespace {

constexpr Bitboard all_squares = ~Bitboard{0};
constexpr std::size_t max_answers = 4;  // answers remembered per choice
constexpr int no_move = 1 << 30;        // a board that only answers can make
constexpr int never = std::numeric_limits<int>::max();

// Pack a move within a board into one number.
int pack_move(const Move& move) { return move.from | move.to << 6 | move.promotion << 12; }

bool agree_on(const Board& one, const Board& other, Bitboard squares) {
  while (squares) {
    const int square = pop_lowest(squares);
    if (one.at(square) != other.at(square)) return false;
  }
  return true;
}

}  // namespace

Refutations::Refutations(const Axes& axes, const Layout& layout, EntryBoards& boards, bool softmates)
    : axes_(axes), layout_(layout), softmates_(softmates), boards_(boards), answers_(axes.choices.size()) {
  IndexedVector<JumpIndex, int> index_of_jump;
  jump_times_ = axes.list_jump_times(index_of_jump);
}

const Slice& Refutations::find(const Point& point, const Axes& replies, const Point& reply) {
  assert(static_cast<int>(point.size()) >= axes_.playable_count());
  assert(static_cast<int>(reply.size()) >= replies.playable_count());

  // Step 1. Keep the entries after which the moves of the reply are possible.
  const Multiverse& after = replies.multiverse;
  needed_.assign(point.size(), 0);
  landing_.assign(point.size(), 0);
  needed_within_.assign(point.size(), 0);
  landing_within_.assign(point.size(), 0);
  for (AxisIndex axis{0}; axis < reply.end_index(); ++axis) {
    const Choice* const choice = replies.choice(axis, reply[axis]);
    if (choice && choice->move >= 0) require_move(point, after, replies.moves[choice->move]);
  }
  keep_similar(point, after.player());

  // Step 2. Remove entries until no line of attack on the defender's royals is open after the reply.
  Grid grid = make_royal_grid(after, static_cast<int>(reply.size()) - replies.playable_count());
  find_reply_boards(point, replies, reply, grid);
  const auto visit = [&](const Attack& attack) {
    close_line(point, grid, attack);
    return false;
  };
  const int attacker = 1 - after.player();
  AttackScan scan(after.shape(), grid, attacker, visit);
  waiting_.clear();
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row) {
    if (after.is_playable(row)) continue;
    const Timeline& timeline = after.timeline(row);
    waiting_.emplace_back(&grid.at(row, timeline.end()),
                          Attackers::collect(*timeline.boards.back(), attacker));
  }
  for (const ReplyBoard& reply_board : reply_boards_) scan.scan_from(reply_board.cell, reply_board.attackers);
  for (const auto& [cell, attackers] : waiting_) scan.scan_from(cell, attackers);

  // Step 3. Add entries that pass instead of playing or play instead of passing, and timelines that start at
  // another half-turn. If softmates count, a reply must not move the present back. A reply that creates
  // timelines satisfies that only for actions that make boards in the same cells; any other reply always
  // does.
  find_ends(replies, reply);
  unplayed_.clear();
  const std::size_t branches = point.size() - static_cast<std::size_t>(axes_.playable_count());
  reply_boards_.reserve(reply_boards_.size() + static_cast<std::size_t>(axes_.playable_count()) +
                        branches * jump_times_.size());
  const bool same_cells = softmates_ && static_cast<int>(reply.size()) > replies.playable_count();
  for (AxisIndex axis{0}; axis < point.end_index() && !same_cells; ++axis) {
    if (axes_.is_branch(axis))
      add_jumps(point, axis);
    else if (point[axis] != pass)
      add_pass(axis, grid);
    else
      add_moves(axis, grid);
  }

  // Step 4. Add entries to which another answer on the same board is known.
  for (std::size_t index = 0, made = reply_boards_.size(); index < made; ++index) {
    ReplyBoard& reply_board = reply_boards_[index];
    // If a jump of the reply makes a second board from the same predecessor, both depend on the entry.
    if (reply_board.move < 0 || std::ranges::count(reply_boards_, reply_board.axis, &ReplyBoard::axis) > 1)
      continue;
    if (reply_board.move != no_move) learn_answer(point, reply_board);
    const Choice* const chosen = axes_.choice(reply_board.axis, point[reply_board.axis]);
    const int time =
        chosen ? axes_.board_time(reply_board.axis, *chosen) : axes_.axes[reply_board.axis].time + 1;
    add_answers(point, grid, reply_board, time);
    if (axes_.is_branch(reply_board.axis) && !same_cells)
      add_answered_jumps(point, grid, reply_board.axis, time);
  }

  slice_.parts.clear();
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis)
    if (count_entries(kept_[axis].data(), layout_.words(axis)) < axes_.axis_size(axis))
      slice_.parts.push_back({axis, kept_[axis]});
  return slice_;
}

// Return the axis on which a point makes the board at `row` and `time`, or none.
AxisIndex Refutations::find_axis(const Point& point, int row, int time) const {
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    const Choice* const choice = axes_.choice(axis, point[axis]);
    if (choice && axes_.axis_row(axis) == row && axes_.board_time(axis, *choice) == time) return axis;
  }
  return {};
}

// Add the squares from the start to the end of a move to the requirements.
void Refutations::require_move(const Point& point, const Multiverse& after, const Move& move) {
  std::vector<Bitboard>& needed = move.is_physical() ? needed_within_ : needed_;
  std::vector<Bitboard>& landing = move.is_physical() ? landing_within_ : landing_;
  if (move.special >= 0) {
    if (const AxisIndex axis = find_axis(point, move.row, move.time); axis >= 0) needed[axis] = all_squares;
    return;
  }
  const MovePath path(move, axes_.multiverse.shape());
  const bool is_pawn = traits(find_kind(after.board(move.row, move.time)->at(move.from))).is_pawn;
  for (int step = 0; step <= path.steps(); ++step) {
    const AxisIndex axis = find_axis(point, path.row(step), path.time(step));
    if (axis < 0) continue;
    // Only for pawns does it matter whether the move is a capture.
    auto& squares = step == path.steps() && !is_pawn ? landing : needed;
    squares[axis] |= path.square(step);
  }
}

// Start with the entries that make boards in the same cells and agree with the point on the needed squares.
void Refutations::keep_similar(const Point& point, int defender) {
  kept_.resize(point.size());
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    kept_[axis].assign(layout_.words(axis), 0);
    const Choice* const chosen = axes_.choice(axis, point[axis]);
    const Bitboard needed = needed_[axis] | needed_within_[axis];
    const Bitboard landing = landing_[axis] | landing_within_[axis];
    if (!chosen || needed == all_squares) {
      insert(kept_[axis].data(), point[axis]);
      continue;
    }
    const Board& board = boards_.get(axis, point[axis]);
    const int time = axes_.board_time(axis, *chosen);
    for (EntryIndex entry{0}; entry < axes_.axis_size(axis); ++entry) {
      const Choice* const choice = axes_.choice(axis, entry);
      if (!choice || axes_.board_time(axis, *choice) != time) continue;
      const Board& other = boards_.get(axis, entry);
      if (!(other.colors[defender] & landing) && agree_on(other, board, needed))
        insert(kept_[axis].data(), entry);
    }
  }
}

// Put the boards that the reply makes into the grid.
void Refutations::find_reply_boards(const Point& point, const Axes& replies, const Point& reply, Grid& grid) {
  reply_boards_.clear();
  for (AxisIndex axis{0}; axis < reply.end_index(); ++axis) {
    const Choice* const choice = replies.choice(axis, reply[axis]);
    if (!choice) continue;
    const int row = replies.axis_row(axis), time = replies.board_time(axis, *choice);
    const Move* const move = choice->move < 0 ? nullptr : &replies.moves[choice->move];
    const Board& base = *replies.bases[choice->base].board;
    Bitboard touched = base.occupied() & ~choice->occupied;  // vacated squares
    if (move) touched |= bit(move->to);
    if (move && move->special >= 0) touched = all_squares;
    const AxisIndex from_axis = find_axis(point, replies.is_branch(axis) ? move->to_row : row, time - 1);
    const bool replaceable = from_axis >= 0 && move && move->is_physical() && move->special < 0;
    reply_boards_.push_back({.axis = from_axis,
                             .touched = touched,
                             .board = make_board(replies, *choice),
                             .cell = &grid.at(row, time),
                             .attackers = {},
                             .fixed = {},
                             .move = replaceable ? pack_move(*move) : -1});
    ReplyBoard& reply_board = reply_boards_.back();
    reply_board.fixed = Attackers::collect(reply_board.board, axes_.multiverse.player()).without(~touched);
    unite(reply_board);
  }
}

// Put the union of the boards for all remaining entries into the grid. The reply board for an entry has the
// squares in `touched` from the reply, and the others from the board that the entry makes.
void Refutations::unite(ReplyBoard& reply_board) {
  const Bitboard touched = reply_board.touched, full = axes_.multiverse.shape().full;
  const int attacker = axes_.multiverse.player();
  Cell& cell = *reply_board.cell;
  if (reply_board.axis < 0) {
    cell.empty = full & ~reply_board.board.occupied();
    cell.targets = reply_board.board.royals(1 - attacker);
    reply_board.attackers = Attackers::collect(reply_board.board, attacker);
    return;
  }
  Bitboard empty = 0, royals = 0;
  Attackers attackers;
  for_each_entry(kept_[reply_board.axis].data(), layout_.words(reply_board.axis), [&](EntryIndex entry) {
    const Choice& choice = *axes_.choice(reply_board.axis, entry);
    const EntryBoards::Made& made = boards_.find(choice);
    empty |= ~choice.occupied;
    royals |= made.royals;
    attackers.add(made.attackers);
  });
  cell.empty = full & ((empty & ~touched) | (~reply_board.board.occupied() & touched));
  cell.targets = (royals & ~touched) | (reply_board.board.royals(1 - attacker) & touched);
  reply_board.attackers = attackers.without(touched);
  reply_board.attackers.add(reply_board.fixed);
}

// Find the ends of active timelines after the reply.
void Refutations::find_ends(const Axes& replies, const Point& reply) {
  const Multiverse& after = replies.multiverse;
  const int outermost = after.new_row(static_cast<int>(reply.size()) - replies.playable_count() - 1);
  const int lowest = std::min(after.lowest_row(), outermost);
  const int highest = std::max(after.highest_row(), outermost);
  lowest_row_ = lowest;
  ends_.assign(highest - lowest + 1, never);
  for (int row = after.lowest_row(); row <= after.highest_row(); ++row)
    ends_[row - lowest] = after.timeline(row).end();
  for (AxisIndex axis{0}; axis < reply.end_index(); ++axis)
    if (const Choice* const choice = replies.choice(axis, reply[axis]))
      ends_[replies.axis_row(axis) - lowest] = replies.board_time(axis, *choice);
  first_left_ = never;
  for (int row = lowest; row <= highest; ++row) {
    int& end = ends_[row - lowest];
    if (!after.is_active(row, lowest, highest)) end = never;
    if (end != never && (end & 1) == after.player()) first_left_ = std::min(first_left_, end);
  }
}

// Whether the present passes to the attacker: some active timeline is certain to end before any that ends
// with a board of the defender, if the timeline in `row` ends at `end`.
bool Refutations::hands_over(int row, int end, int first_left) const {
  assert(row >= lowest_row_ && row - lowest_row_ < static_cast<int>(ends_.size()));
  int surely = end;
  for (std::size_t index = 0; index < ends_.size(); ++index)
    if (static_cast<int>(index) != row - lowest_row_) surely = std::min(surely, ends_[index]);
  return surely < first_left;
}

// Add a pass of the attacker on a board that the point plays. It is possible if no jump of the reply needs
// the board that the point makes there, and if the attacker's pieces on the unplayed board attack no royal.
// The reply then has one move less. The present still passes to the attacker: the timeline ends with a board
// on which the attacker is to move.
void Refutations::add_pass(AxisIndex axis, const Grid& grid) {
  if (needed_[axis] || landing_[axis]) return;
  const Axis& own = axes_.axes[axis];
  const auto made = std::ranges::find(reply_boards_, axis, &ReplyBoard::axis);
  Cell* const hidden = made == reply_boards_.end() ? nullptr : made->cell;
  const Cell saved = hidden ? *hidden : Cell{};
  if (hidden) hidden->empty = hidden->targets = 0;
  const auto stop = [](const Attack&) { return true; };
  const int attacker = axes_.multiverse.player();
  const Cell* const cell = &grid.at(own.row, own.time);
  const Attackers attackers = Attackers::collect(*axes_.multiverse.board(own.row, own.time), attacker);
  const bool harmless =
      !AttackScan(axes_.multiverse.shape(), grid, attacker, stop).scan_from(cell, attackers);
  if (hidden) *hidden = saved;
  if (!harmless) return;
  unplayed_.emplace_back(cell, attackers);
  insert(kept_[axis].data(), pass);
}

// Add moves of the attacker on a board on which the point passes. They are possible if the defender may pass
// there in turn, or if there is a known answer to an entry on its own board, which is left to `add_answers`.
void Refutations::add_moves(AxisIndex axis, Grid& grid) {
  const Axis& own = axes_.axes[axis];
  int& end = ends_[own.row - lowest_row_];
  if (end == never || hands_over(own.row, own.time + 1, std::min(first_left_, own.time + 1))) {
    for (EntryIndex entry{1}; entry < own.size(); ++entry) insert(kept_[axis].data(), entry);
    if (end == never) return;
    end = own.time + 1;
    first_left_ = std::min(first_left_, end);
  } else if (hands_over(own.row, own.time + 2, first_left_)) {
    end = own.time + 2;
    reply_boards_.push_back({.axis = axis,
                             .touched = 0,
                             .board = {},
                             .cell = &grid.at(own.row, own.time + 2),
                             .attackers = {},
                             .fixed = {},
                             .move = no_move});
  }
}

// Add other jumps for a new timeline on which the reply passes. Any jump will do as long as the present is
// handed over: no piece of the attacker captures from a board on which the defender is to move.
void Refutations::add_jumps(const Point& point, AxisIndex axis) {
  if (needed_[axis] || landing_[axis] ||
      std::ranges::find(reply_boards_, axis, &ReplyBoard::axis) != reply_boards_.end())
    return;
  const int row = axes_.axis_row(axis);
  int& end = ends_[row - lowest_row_];
  const int chosen_time = axes_.board_time(axis, *axes_.choice(axis, point[axis]));
  for (const int time : jump_times_) {
    if (time == chosen_time) continue;
    if (end != never) {
      const int latest = std::max(end, time), first_left = std::min(first_left_, time);
      if (!hands_over(row, latest, first_left)) continue;
      end = latest;
      first_left_ = first_left;
    }
    for (EntryIndex entry{0}; entry < axes_.axis_size(axis); ++entry)
      if (axes_.board_time(axis, *axes_.choice(axis, entry)) == time) insert(kept_[axis].data(), entry);
  }
}

// Add jumps that start a new timeline at another half-turn although the reply moves on it. They need a known
// answer, which makes a board in another cell; the board of the reply then does not exist.
void Refutations::add_answered_jumps(const Point& point, Grid& grid, AxisIndex axis, int chosen_time) {
  if (needed_[axis] || landing_[axis]) return;
  const int row = axes_.axis_row(axis);
  int& end = ends_[row - lowest_row_];
  for (const int time : jump_times_) {
    if (time == chosen_time) continue;
    const int latest = end == never ? never : std::max(end, time + 1);
    if (end != never && !hands_over(row, latest, first_left_)) continue;
    reply_boards_.push_back({.axis = axis,
                             .touched = 0,
                             .board = {},
                             .cell = &grid.at(row, time + 1),
                             .attackers = {},
                             .fixed = {},
                             .move = no_move});
    if (add_answers(point, grid, reply_boards_.back(), time))
      end = latest;
    else
      reply_boards_.pop_back();
  }
}

// Remember the reply's move within the board that an entry makes as an answer to that entry.
void Refutations::learn_answer(const Point& point, const ReplyBoard& reply_board) {
  const int attacker = axes_.multiverse.player();
  const Choice& chosen = *axes_.choice(reply_board.axis, point[reply_board.axis]);
  std::vector<Answer>& known = answers_[axes_.index_of(chosen)];
  if (std::ranges::find(known, reply_board.move, &Answer::move) != known.end()) return;
  if (known.size() == max_answers) known.pop_back();
  const Board& board = reply_board.board;
  known.insert(known.begin(), {reply_board.move, axes_.multiverse.shape().full & ~board.occupied(),
                               board.royals(1 - attacker), Attackers::collect(board, attacker)});
}

// Add entries that make a board at half-turn `time`, after which the reply fails but would hold with another
// move on that board: a known answer to the entry. All other moves of the reply stay the same. Return whether
// there are any.
bool Refutations::add_answers(const Point& point, const Grid& grid, ReplyBoard& reply_board, int time) {
  const AxisIndex axis = reply_board.axis;
  const int defender = 1 - axes_.multiverse.player();
  // The answer makes the only board of its axis: hide all others.
  hidden_.clear();
  for (ReplyBoard& made : reply_boards_) {
    if (made.axis != axis) continue;
    hidden_.push_back({*made.cell, made.attackers});
    made.cell->empty = made.cell->targets = 0;
    made.attackers = {};
  }
  Cell added;
  Attackers added_attackers;
  bool any = false, is_scanned = false, is_open = false;
  for (EntryIndex entry{0}; entry < axes_.axis_size(axis) && !is_open; ++entry) {
    const Choice* const choice = axes_.choice(axis, entry);
    if (!choice || axes_.board_time(axis, *choice) != time || has(kept_[axis].data(), entry)) continue;
    const std::vector<Answer>& answers = answers_[axes_.index_of(*choice)];
    if (answers.empty()) continue;
    if (needed_[axis] || landing_[axis]) {
      const Board& other = boards_.get(axis, entry);
      if ((other.colors[defender] & landing_[axis]) ||
          !agree_on(other, boards_.get(axis, point[axis]), needed_[axis]))
        continue;
    }
    if (!is_scanned) {
      is_open = !find_crossing_lines(grid, reply_board.cell);
      is_scanned = true;
      if (is_open) break;
    }
    for (const Answer& answer : answers) {
      if (!holds_with(answer, grid, reply_board.cell)) continue;
      added.empty |= answer.empty;
      added.targets |= answer.royals;
      added_attackers.add(answer.attackers);
      insert(kept_[axis].data(), entry);
      any = true;
      break;
    }
  }
  auto saved = hidden_.begin();
  for (ReplyBoard& made : reply_boards_)
    if (made.axis == axis) std::tie(*made.cell, made.attackers) = *saved++;
  reply_board.cell->empty |= added.empty;
  reply_board.cell->targets |= added.targets;
  reply_board.attackers.add(added_attackers);
  return any;
}

// Find the lines of attack from all boards but the one in `cell` that depend on this board. Return false if a
// line that does not cross it is open.
bool Refutations::find_crossing_lines(const Grid& grid, Cell* cell) {
  const Cell before = *cell;
  const BoardShape& shape = axes_.multiverse.shape();
  cell->empty = cell->targets = shape.full;
  attacked_ = passed_ = 0;
  const auto is_independent = [&](const Attack& attack) {
    const int stride = grid.stride(attack.step.rows, attack.step.turns);
    const auto gap = static_cast<int>(cell - attack.source);
    const int distance = stride == 0 || gap % stride != 0 ? 0 : gap / stride;
    if (distance < 1 || distance > attack.distance) return true;
    const int offset = shape.offset[flat_number(attack.step.files, attack.step.ranks)];
    (distance == attack.distance ? attacked_ : passed_) |= bit(attack.square + distance * offset);
    return false;
  };
  AttackScan scan(shape, grid, axes_.multiverse.player(), is_independent);
  const auto attacks = [&](const auto& source) { return scan.scan_from(source.first, source.second); };
  const bool is_open =
      std::ranges::any_of(
          reply_boards_, [&](const ReplyBoard& made) { return scan.scan_from(made.cell, made.attackers); }) ||
      std::ranges::any_of(waiting_, attacks) || std::ranges::any_of(unplayed_, attacks);
  *cell = before;
  return !is_open;
}

// Whether no line of attack is open if `answer` makes the board in `cell`.
bool Refutations::holds_with(const Answer& answer, const Grid& grid, Cell* cell) const {
  if ((answer.royals & attacked_) || (answer.empty & passed_)) return false;
  cell->empty = answer.empty;
  cell->targets = answer.royals;
  const auto stop = [](const Attack&) { return true; };
  const bool attacks = AttackScan(axes_.multiverse.shape(), grid, axes_.multiverse.player(), stop)
                           .scan_from(cell, answer.attackers);
  cell->empty = cell->targets = 0;
  return !attacks;
}

void Refutations::add_condition(const Cell* cell, const AttackNeeds& needs) {
  const auto reply_board =
      std::ranges::find(reply_boards_, cell, [](const ReplyBoard& made) -> const Cell* { return made.cell; });
  if (reply_board == reply_boards_.end() || reply_board->axis < 0) return;
  auto known = std::ranges::find(conditions_, &*reply_board, &Condition::reply_board);
  if (known == conditions_.end()) known = conditions_.insert(known, {&*reply_board, {}});
  known->needs.add(needs);
}

bool Refutations::keeps_open(const Condition& condition, EntryIndex entry, const CapturingGroups& groups) {
  const AttackNeeds& needs = condition.needs;
  const ReplyBoard& reply_board = *condition.reply_board;
  const Bitboard touched = reply_board.touched;
  const Choice& choice = *axes_.choice(reply_board.axis, entry);
  const auto merged = [&](Bitboard before, Bitboard after) {
    return (before & ~touched) | (after & touched);
  };
  if (merged(choice.occupied, reply_board.board.occupied()) & needs.empty) return false;
  const EntryBoards::Made& made = boards_.find(choice);
  if (needs.royal & ~merged(made.royals, reply_board.board.royals(1 - axes_.multiverse.player())))
    return false;
  return !needs.attacker ||
         (merged(groups.of(made.attackers), groups.of(reply_board.fixed)) & needs.attacker) != 0;
}

// Remove the entries of one axis that leave a line of attack open. The line is closed for the point itself.
void Refutations::close_line(const Point& point, const Grid& grid, const Attack& attack) {
  conditions_.clear();
  follow_attack(attack, axes_.multiverse.shape(), grid, [&](const Cell* cell, const AttackNeeds& needs) {
    add_condition(cell, needs);
    return true;
  });

  const CapturingGroups groups(axes_.multiverse.player(), attack.step, attack.distance);
  AxisIndex best;
  double max_left = -1;
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    const auto concerns = [&](const Condition& condition) { return condition.reply_board->axis == axis; };
    if (std::ranges::none_of(conditions_, concerns)) continue;
    open_.assign(layout_.words(axis), 0);
    int all = 0, open = 0;
    for_each_entry(kept_[axis].data(), layout_.words(axis), [&](EntryIndex entry) {
      ++all;
      for (const Condition& condition : conditions_)
        if (concerns(condition) && !keeps_open(condition, entry, groups)) return;
      insert(open_.data(), entry);
      ++open;
    });
    if (open == 0) return;  // a false alarm: no single board allows the line
    if (has(open_.data(), point[axis])) continue;
    if (const double left = 1 - static_cast<double>(open) / all; left > max_left) {
      max_left = left;
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
