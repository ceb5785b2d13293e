#include "rules/line_facts.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "rules/checks.hpp"
#include "rules/reading.hpp"

namespace hyperchess {
namespace {

PlyFacts facts_of(const Multiverse& position, const Key& full) {
  PlyFacts facts{full,
                 front_key_of(position),
                 material_key_of(position),
                 0,
                 0,
                 0,
                 position.present(),
                 0,
                 false,
                 false,
                 {},
                 {}};
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row) {
    ++facts.rows;
    if (!position.line(row).initial) ++(row > 0 ? facts.white_rows : facts.black_rows);
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
  std::vector<PlyFacts> line{facts_of(first, key_of(first))};
  for (int row = first.lowest_row(); row <= first.highest_row(); ++row)
    for (int time = first.line(row).start; time <= first.line(row).end(); ++time)
      line.back().boards.push_back({row, time, contents_key_of(first.plane(), *first.line(row).at(time))});
  Multiverse position = first;
  for (const std::vector<Move>& action : actions) {
    std::vector<MoveFacts> moves;
    std::vector<NewBoard> boards;
    Multiverse state = position;
    for (const Move& wanted : action) {
      if (!position.has_row(wanted.to_row)) return std::nullopt;  // rows made on the way are the opponent's
      const std::optional<Move> move = find_move(state, wanted);
      if (!move) return std::nullopt;
      const int taken = captured_square(state, *move);
      moves.push_back({state.kind_of(*move), state.board(move->row, move->time)->at(move->from),
                       taken < 0 ? empty_code : state.board(move->to_row, move->to_time)->at(taken)});
      std::vector<NewBoard> made = state.boards_after(*move);
      state = state.with(made, position.player());
      std::ranges::move(made, std::back_inserter(boards));
    }
    const Key full = key_after(position, line.back().full, boards);
    position = state.with_player(1 - position.player());
    line.push_back(facts_of(position, full));
    line.back().moves = std::move(moves);
    std::ranges::sort(boards, {}, [](const NewBoard& made) { return std::pair(made.row, made.time); });
    for (const NewBoard& made : boards)
      line.back().boards.push_back({made.row, made.time, contents_key_of(position.plane(), made.board)});
  }
  return line;
}

}  // namespace hyperchess
