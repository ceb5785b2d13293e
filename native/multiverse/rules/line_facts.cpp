#include "multiverse/rules/line_facts.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "multiverse/rules/checks.hpp"
#include "multiverse/rules/reading.hpp"

namespace hyperchess {
namespace {

PlyFacts collect_facts(const Multiverse& position, const Key& full) {
  PlyFacts facts{.full = full,
                 .front = compute_front_key(position),
                 .material = compute_material_key(position),
                 .present = position.present(),
                 .moves = {},
                 .boards = {}};
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row) {
    ++facts.rows;
    if (!position.timeline(row).initial) ++(row > 0 ? facts.white_rows : facts.black_rows);
  }
  std::set<int> checked;
  if (in_check(position, true)) {
    for (const Check& check : list_checks(position, true)) {
      checked.insert(check.row + check.distance * check.step.rows);
      facts.cross_row |= check.step.rows != 0;
      facts.cross_board |= check.step.rows != 0 || check.step.turns != 0;
    }
  }
  facts.checked = static_cast<int>(checked.size());
  return facts;
}

}  // namespace

std::optional<std::vector<PlyFacts>> line_facts(const Multiverse& first,
                                                std::span<const std::vector<Move>> actions) {
  std::vector<PlyFacts> line{collect_facts(first, compute_key(first))};
  for (int row = first.lowest_row(); row <= first.highest_row(); ++row)
    for (int time = first.timeline(row).start; time <= first.timeline(row).end(); ++time)
      line.back().boards.push_back(
          {row, time, compute_contents_key(first.shape(), *first.timeline(row).at(time))});
  Multiverse position = first;
  for (const std::vector<Move>& action : actions) {
    std::vector<MoveFacts> moves;
    std::vector<NewBoard> boards;
    Multiverse state = position;
    for (const Move& wanted : action) {
      if (!position.has_row(wanted.to_row))
        return std::nullopt;  // rows made earlier in the action are the opponent's
      const std::optional<Move> move = find_move(state, wanted);
      if (!move) return std::nullopt;
      const int taken = find_captured_square(state, *move);
      moves.push_back({state.classify(*move), state.board(move->row, move->time)->at(move->from),
                       taken < 0 ? empty_code : state.board(move->to_row, move->to_time)->at(taken)});
      std::vector<NewBoard> made = state.make_boards(*move);
      state = state.with(made, position.player());
      std::ranges::move(made, std::back_inserter(boards));
    }
    const Key full = update_key(position, line.back().full, boards);
    position = state.with_player(1 - position.player());
    line.push_back(collect_facts(position, full));
    line.back().moves = std::move(moves);
    std::ranges::sort(boards, {}, [](const NewBoard& made) { return std::pair(made.row, made.time); });
    for (const NewBoard& made : boards)
      line.back().boards.push_back({made.row, made.time, compute_contents_key(position.shape(), made.board)});
  }
  return line;
}

}  // namespace hyperchess
