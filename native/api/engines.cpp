#include "api/engines.hpp"

#include <cstdlib>

namespace hyperchess::api {
namespace {

// Plies to a mate with the sign of the value, or centipawns; whether it is a mate: 0 no, 1 likely, 2 proven.
std::tuple<int, int> value_of(int value) {
  const int size = std::abs(value);
  const bool proven = is_proven(value), likely = !proven && size > likely_mate - mate_band;
  if (!proven && !likely) return {value, 0};
  const int plies = (proven ? proven_mate : likely_mate) - size;
  return {value > 0 ? plies : -plies, proven ? 2 : 1};
}

// The report in numbers; `actions_of` turns a variation into them.
template <typename Variation, typename ActionsOf>
auto report_numbers(const ReportOf<Variation>& report, ActionsOf actions_of) {
  using Actions = decltype(actions_of(Variation{}));
  std::vector<LineNumbersOf<Actions>> lines;
  for (const LineOf<Variation>& line : report.lines) {
    const auto [value, mate] = value_of(line.value);
    lines.emplace_back(value, mate, line.depth, actions_of(line.actions));
  }
  return ReportNumbersOf<Actions>{std::move(lines), report.depth, report.nodes, report.evaluations,
                                  report.seconds};
}

}  // namespace

ReportNumbers numbers_of(const Report& report) {
  return report_numbers(report, [](const Variation& variation) {
    std::vector<std::vector<MoveNumbers>> actions;
    for (const ActionMoves& moves : variation) {
      auto& numbers = actions.emplace_back();
      for (const Move& move : moves) numbers.push_back(numbers_of(move));
    }
    return actions;
  });
}

std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::of(weights), multiverse.plane());
  std::vector<std::vector<std::vector<int>>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    auto& sides = rows.emplace_back();
    for (const SideTerms& terms : evaluation.terms_of(*line.boards.back(), line.end() & 1))
      sides.push_back(
          {terms.material, terms.placement, terms.mobility, terms.attack, terms.shelter, terms.hanging});
  }
  return rows;
}

int static_value(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::of(weights), multiverse.plane());
  return evaluation.of(multiverse, evaluation.of_boards(multiverse));
}

InfiniteReportNumbers numbers_of(const infinite::Report& report) {
  return report_numbers(report, [](const infinite::Variation& variation) {
    std::vector<InfiniteMoveNumbers> moves;
    for (const infinite::Move& move : variation)
      moves.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.promotion.code);
    return moves;
  });
}

std::tuple<std::vector<std::vector<int>>, int> infinite_evaluate(const PackedInfinite& position, int color,
                                                                 const std::vector<int>& weights) {
  const infinite::Evaluation evaluation(infinite::Weights::of(weights));
  std::vector<std::vector<int>> sides;
  for (const infinite::SideTerms& terms : evaluation.terms_of(position.position))
    sides.push_back({terms.material, terms.pawns, terms.activity, terms.safety, terms.mate, terms.goals});
  return {std::move(sides), evaluation.of(position.position, static_cast<infinite::Color>(color))};
}

}  // namespace hyperchess::api
