#include "multiverse/mates/shared_mates.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "multiverse/actions/box_search.hpp"
#include "multiverse/mates/dominance.hpp"
#include "multiverse/mates/move_path.hpp"
#include "multiverse/mates/play_moves.hpp"

namespace hyperchess {
namespace {

constexpr int max_rounds = 48;  // rounds of restricting entries before giving up on sharing

}  // namespace

SharedMates::SharedMates(const Axes& replies, const Layout& layout, bool softmates, Meter& meter)
    : replies_(replies), layout_(layout), softmates_(softmates), meter_(meter), boards_(replies) {}

const Slice& SharedMates::find(const Point& point, const std::vector<Move>& mate) {
  find_shared_boards(point, mate);
  for (const Move& move : mate) keep_path(move);
  bool shared = false;
  for (int round = 0; round < max_rounds && !shared && !shared_boards_.empty(); ++round)
    shared = mates_on_common_boards(point, mate);
  if (!shared) shared_boards_.clear();
  const std::vector<AxisIndex> free = find_free_axes(point, mate);
  slice_.parts.clear();
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    if (std::ranges::find(free, axis) != free.end()) continue;
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    insert(part.entries.data(), point[axis]);
    const auto shared_board = std::ranges::find(shared_boards_, axis, &SharedBoard::axis);
    if (shared_board != shared_boards_.end())
      for (const EntryIndex entry : shared_board->entries) insert(part.entries.data(), entry);
    if (count_entries(part.entries.data(), layout_.words(axis)) < replies_.axis_size(axis))
      slice_.parts.push_back(std::move(part));
  }
  return slice_;
}

// Find the axes on which the defender may play instead of passing (`DominatedActions`).
std::vector<AxisIndex> SharedMates::find_free_axes(const Point& point, const std::vector<Move>& mate) {
  const Multiverse reply = play_reply(point);
  std::vector<AxisIndex> free = DominatedActions::find_free_axes(replies_, point, reply.present());
  if (free.empty()) return free;
  const std::vector<AxisIndex> needed =
      find_axes_of_check(replies_, free, list_checks(*play_moves(reply, mate), true));
  std::erase_if(free, [&](AxisIndex axis) { return std::ranges::find(needed, axis) != needed.end(); });
  return free;
}

// Return the position after a reply, with common boards where boards are shared.
Multiverse SharedMates::play_reply(const Point& point) {
  std::vector<NewBoard> boards = make_boards(replies_, point);
  for (NewBoard& made : boards)
    if (const SharedBoard* const shared_board = find_shared_board(made.row, made.time))
      made.board = make_common_board(*shared_board);
  return replies_.multiverse.with(boards, 1 - replies_.multiverse.player());
}

// Start with all entries that make a board in the same row and at the same half-turn, except on boards that
// the mating action touches.
void SharedMates::find_shared_boards(const Point& point, const std::vector<Move>& mate) {
  shared_boards_.clear();
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    const Choice* const chosen = replies_.choice(axis, point[axis]);
    if (!chosen) continue;
    SharedBoard shared_board{axis, replies_.axis_row(axis), replies_.board_time(axis, *chosen), {}};
    const auto touches = [&](const Move& move) {
      return move.row == shared_board.row ||
             (move.to_row == shared_board.row && move.to_time == shared_board.time);
    };
    if (std::ranges::any_of(mate, touches)) continue;
    for (EntryIndex entry{0}; entry < replies_.axis_size(axis); ++entry) {
      const Choice* const choice = replies_.choice(axis, entry);
      if (choice && replies_.board_time(axis, *choice) == shared_board.time)
        shared_board.entries.push_back(entry);
    }
    if (shared_board.entries.size() > 1) shared_boards_.push_back(std::move(shared_board));
  }
}

// Keep the entries that leave the squares crossed by `move` empty.
void SharedMates::keep_path(const Move& move) {
  if (move.is_physical()) return;
  const MovePath path(move, replies_.multiverse.shape());
  for (int step = 1; step < path.steps(); ++step) {
    SharedBoard* const shared_board = find_shared_board(path.row(step), path.time(step));
    if (!shared_board) continue;
    std::erase_if(shared_board->entries, [&](EntryIndex entry) {
      return (boards_.get(shared_board->axis, entry).occupied() & path.square(step)) != 0;
    });
  }
}

// Whether the action mates on the common boards of the remaining entries. If not, restrict the entries.
bool SharedMates::mates_on_common_boards(const Point& point, const std::vector<Move>& mate) {
  const Multiverse& before = replies_.multiverse;
  const int attacker = 1 - before.player();
  const Multiverse reply = before.with(make_boards(replies_, point), attacker);
  const std::optional<Multiverse> after = play_moves(play_reply(point), mate);
  const std::optional<Multiverse> after_point = play_moves(reply, mate);
  if (!after || !after_point) throw std::logic_error("an action that mates and is not legal");
  if (!in_check(*after, true)) {
    keep_line(list_checks(*after_point, true));
    return false;
  }
  const Axes answers(*after);
  BoxSearch search(answers, meter_, softmates_ ? std::optional(after->present()) : std::nullopt);
  if (!search.next_candidate()) return true;
  const std::vector<NewBoard> answer = make_boards(answers, search.point());
  keep_line(list_checks(after_point->with(answer, before.player()), false));
  return false;
}

// Restrict the entries to those that keep one of `lines` open: the line for which the most entries remain.
void SharedMates::keep_line(const std::vector<Check>& lines) {
  std::vector<SharedBoard> best;
  double max_left = -1;
  for (const Check& line : lines) {
    std::vector<SharedBoard> kept = shared_boards_;
    double left = 1;
    for (SharedBoard& shared_board : kept) {
      const std::size_t all = shared_board.entries.size();
      for (int distance = 0; distance <= line.distance; ++distance) {
        if (line.row + distance * line.step.rows != shared_board.row ||
            line.time + 2 * distance * line.step.turns != shared_board.time)
          continue;
        std::erase_if(shared_board.entries, [&](EntryIndex entry) {
          return !keeps_open(boards_.get(shared_board.axis, entry), line, distance);
        });
      }
      left *= static_cast<double>(shared_board.entries.size()) / static_cast<double>(all);
    }
    if (left <= max_left) continue;
    max_left = left;
    best = std::move(kept);
  }
  if (best.empty()) throw std::logic_error("a mate after which the royal is not attacked");
  shared_boards_ = std::move(best);
}

// Whether a board keeps a line of attack open at `distance` steps from its start.
bool SharedMates::keeps_open(const Board& board, const Check& line, int distance) const {
  const BoardShape& shape = replies_.multiverse.shape();
  const Bitboard square =
      bit(line.square + distance * shape.offset[flat_number(line.step.files, line.step.ranks)]);
  const int defender = replies_.multiverse.player();
  if (distance == 0)
    return (CapturingGroups(1 - defender, line.step, line.distance)
                .of(Attackers::collect(board, 1 - defender)) &
            square) != 0;
  return ((distance == line.distance ? board.royals(defender) : ~board.occupied()) & square) != 0;
}

SharedMates::SharedBoard* SharedMates::find_shared_board(int row, int time) {
  const auto shared_board = std::ranges::find_if(
      shared_boards_, [&](const SharedBoard& each) { return each.row == row && each.time == time; });
  return shared_board == shared_boards_.end() ? nullptr : &*shared_board;
}

// Merge the boards of all entries: squares on which they differ get a blocking piece of the defender.
Board SharedMates::make_common_board(const SharedBoard& shared_board) {
  assert(!shared_board.entries.empty());
  Board common = boards_.get(shared_board.axis, shared_board.entries.front());
  const Code blocker = make_code(pawn, replies_.multiverse.player());
  for (const EntryIndex entry : shared_board.entries) {
    const Board& board = boards_.get(shared_board.axis, entry);
    for (Bitboard squares = common.occupied() | board.occupied(); squares;) {
      const int square = pop_lowest(squares);
      if (((common.at(square) ^ board.at(square)) & ~unmoved_mark) != 0) common.put(square, blocker);
    }
  }
  return common;
}

}  // namespace hyperchess
