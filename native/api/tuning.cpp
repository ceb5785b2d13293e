#include "api/tuning.hpp"

#include <bit>
#include <limits>

#include "api/hooks.hpp"

namespace hyperchess::api {
namespace {

constexpr std::size_t table_bytes = 4 << 20;  // games have few nodes

}  // namespace

Tuner make_tuner(const std::vector<int>& weights) {
  const Weights made = Weights::from_numbers(weights);
  return {made, Engine(made, table_bytes, /*threads=*/1)};
}

TuningGame play_game(Tuner& self, const PackedPosition& position, std::uint64_t seed, int opening, int nodes,
                     int length) {
  const Multiverse& start = *position.position;
  const SelfPlayGame game =
      play_self(self.engine, start, {.seed = seed, .opening = opening, .nodes = nodes, .length = length},
                check_signals);
  TuningGame made{{}, game.scores, game.result};
  for (const ActionMoves& action : game.actions) {
    const Bytes bytes = write_action(start.shape(), action);
    made.actions.insert(made.actions.end(), bytes.begin(), bytes.end());
  }
  return made;
}

std::optional<TuningRows> list_rows(const Tuner& self, const PackedPosition& position, const Bytes& data) {
  Multiverse current = *position.position;
  const std::optional<Actions> actions = read_actions(current, data, std::numeric_limits<int>::max());
  if (!actions) return std::nullopt;
  const Evaluation evaluation(self.weights, current.shape());
  TuningRows rows;
  std::vector<float> derivatives(Weights::count);
  for (const std::vector<Move>& action : *actions) {
    CheckMaps checks(current);
    append(rows.values, evaluation.evaluate(current, evaluation.evaluate_boards(current, checks)));
    append(rows.checks, static_cast<std::uint8_t>(hyperchess::in_check(current, true)));
    std::ranges::fill(derivatives, 0.0F);
    evaluation.add_derivatives(current, derivatives);
    std::uint16_t count = 0;
    for (std::uint16_t weight = 0; weight < Weights::count; ++weight) {
      if (derivatives[weight] == 0.0F) continue;
      append(rows.weights, weight);
      append(rows.derivatives, std::bit_cast<std::uint32_t>(derivatives[weight]));
      ++count;
    }
    append(rows.counts, count);
    if (!advance(current, action)) return std::nullopt;
  }
  return rows;
}

}  // namespace hyperchess::api
