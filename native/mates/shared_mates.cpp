#include "mates/shared_mates.hpp"

#include <algorithm>
#include <stdexcept>

#include "mates/move_path.hpp"
#include "mates/playing.hpp"
#include "search/search.hpp"

namespace hyperchess {
namespace {

constexpr int max_rounds = 48;  // in which entries are restricted, before the point is left alone

}  // namespace

SharedMates::SharedMates(const Axes& replies, const Layout& layout, bool softmates, Meter& meter)
    : replies_(replies), layout_(layout), softmates_(softmates), meter_(meter), boards_(replies) {}

const Slice& SharedMates::find(const std::vector<int>& point, const std::vector<Move>& mate) {
  find_places(point, mate);
  for (const Move& move : mate) keep_path(move);
  bool shared = false;
  for (int round = 0; round < max_rounds && !shared && !places_.empty(); ++round)
    shared = mates_on_common_boards(point, mate);
  slice_.parts.clear();
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    Part part{axis, std::vector<Word>(layout_.words(axis), 0)};
    insert(part.entries.data(), point[axis]);
    const auto place = std::ranges::find(places_, axis, &Place::axis);
    if (shared && place != places_.end())
      for (const int entry : place->entries) insert(part.entries.data(), entry);
    if (count_in(part.entries.data(), layout_.words(axis)) < replies_.size_of(axis))
      slice_.parts.push_back(std::move(part));
  }
  return slice_;
}

// Start with all entries that make a board at the same place.
void SharedMates::find_places(const std::vector<int>& point, const std::vector<Move>& mate) {
  places_.clear();
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const Choice* const chosen = replies_.choice(axis, point[axis]);
    if (!chosen) continue;
    Place place{axis, replies_.row_of(axis), replies_.time_of(axis, *chosen), {}};
    const auto touches = [&](const Move& move) {
      return move.row == place.row || (move.to_row == place.row && move.to_time == place.time);
    };
    if (std::ranges::any_of(mate, touches)) continue;
    for (int entry = 0; entry < replies_.size_of(axis); ++entry) {
      const Choice* const choice = replies_.choice(axis, entry);
      if (choice && replies_.time_of(axis, *choice) == place.time) place.entries.push_back(entry);
    }
    if (place.entries.size() > 1) places_.push_back(std::move(place));
  }
}

// Keep the entries that leave the squares empty which a move passes.
void SharedMates::keep_path(const Move& move) {
  if (move.is_physical()) return;
  const MovePath path(move, replies_.multiverse.plane());
  for (int step = 1; step < path.steps(); ++step) {
    Place* const place = place_at(path.row(step), path.time(step));
    if (!place) continue;
    std::erase_if(place->entries, [&](int entry) {
      return (boards_.after(place->axis, entry).occupied() & path.square(step)) != 0;
    });
  }
}

// Whether the action mates on the boards that all kept entries have in common; if not, fewer are kept.
bool SharedMates::mates_on_common_boards(const std::vector<int>& point, const std::vector<Move>& mate) {
  const Multiverse& before = replies_.multiverse;
  const int attacker = 1 - before.player();
  std::vector<NewBoard> boards = boards_of(replies_, point);
  const Multiverse reply = before.with(boards, attacker);
  for (NewBoard& made : boards)
    if (const Place* const place = place_at(made.row, made.time)) made.board = common_board(*place);
  const std::optional<Multiverse> after = after_moves(before.with(boards, attacker), mate);
  const std::optional<Multiverse> after_point = after_moves(reply, mate);
  if (!after || !after_point) throw std::logic_error("an action that mates and is not legal");
  if (!in_check(*after, true)) {
    keep_line(list_checks(*after_point, true));
    return false;
  }
  const Axes answers(*after);
  Search search(answers, meter_, softmates_ ? std::optional(after->present()) : std::nullopt);
  if (!search.next_candidate()) return true;
  const std::vector<NewBoard> answer = boards_of(answers, search.point());
  keep_line(list_checks(after_point->with(answer, before.player()), false));
  return false;
}

// Keep the entries that keep one of these lines of attack open: the one for which most are left.
void SharedMates::keep_line(const std::vector<Check>& lines) {
  std::vector<Place> best;
  double most_left = -1;
  for (const Check& line : lines) {
    std::vector<Place> kept = places_;
    double left = 1;
    for (Place& place : kept) {
      const std::size_t all = place.entries.size();
      for (int distance = 0; distance <= line.distance; ++distance) {
        if (line.row + distance * line.step.rows != place.row ||
            line.time + 2 * distance * line.step.turns != place.time)
          continue;
        std::erase_if(place.entries,
                      [&](int entry) { return !keeps(boards_.after(place.axis, entry), line, distance); });
      }
      left *= static_cast<double>(place.entries.size()) / static_cast<double>(all);
    }
    if (left <= most_left) continue;
    most_left = left;
    best = std::move(kept);
  }
  if (best.empty()) throw std::logic_error("a mate after which the royal is not attacked");
  places_ = std::move(best);
}

// Whether a board has what a line of attack needs at a distance from where it starts.
bool SharedMates::keeps(const Board& board, const Check& line, int distance) const {
  const Plane& plane = replies_.multiverse.plane();
  const Bits square =
      bit(line.square + distance * plane.offset[flat_number(line.step.files, line.step.ranks)]);
  const int defender = replies_.multiverse.player();
  if (distance == 0)
    return (attackers_along(Attackers::of(board, 1 - defender), 1 - defender, line.step, line.distance) &
            square) != 0;
  return ((distance == line.distance ? board.royals(defender) : ~board.occupied()) & square) != 0;
}

SharedMates::Place* SharedMates::place_at(int row, int time) {
  const auto place =
      std::ranges::find_if(places_, [&](const Place& each) { return each.row == row && each.time == time; });
  return place == places_.end() ? nullptr : &*place;
}

Board SharedMates::common_board(const Place& place) {
  Board common = boards_.after(place.axis, place.entries.front());
  const Code in_the_way = code_of(pawn, replies_.multiverse.player());
  for (const int entry : place.entries) {
    const Board& board = boards_.after(place.axis, entry);
    for (Bits squares = common.occupied() | board.occupied(); squares;) {
      const int square = take_lowest(squares);
      if (((common.at(square) ^ board.at(square)) & ~unmoved_mark) != 0) common.put(square, in_the_way);
    }
  }
  return common;
}

}  // namespace hyperchess
