#include "multiverse/mates/play_moves.hpp"

#include <algorithm>
#include <iterator>

#include "multiverse/rules/checks.hpp"
#include "multiverse/rules/patterns.hpp"

namespace hyperchess {

std::optional<Multiverse> play_moves(const Multiverse& before, const std::vector<Move>& moves,
                                     std::vector<NewBoard>* boards) {
  std::optional<Generator> generator;
  return play_moves(before, moves, generator, boards);
}

std::optional<Multiverse> play_moves(const Multiverse& before, const std::vector<Move>& moves,
                                     std::optional<Generator>& generator, std::vector<NewBoard>* boards) {
  Multiverse after = before;
  for (const Move& wanted : moves) {
    if (!may_find_move(after, wanted)) return std::nullopt;
    if (!generator) generator.emplace(before);
    const std::optional<Move> move = find_move(after, wanted, *generator);
    if (!move) return std::nullopt;
    std::vector<NewBoard> made = after.make_boards(*move);
    if (!after.has_room_for(made)) return std::nullopt;
    after = after.with(made, before.player());
    if (boards) std::ranges::move(made, std::back_inserter(*boards));
  }
  if (!may_submit(after)) return std::nullopt;
  return after.with_player(1 - before.player());
}

}  // namespace hyperchess
