#include "api/engines.hpp"

#include <cstdlib>

namespace hyperchess::api {
namespace {

// Return centipawns and 0, or the signed number of plies to a mate and 1 (likely) or 2 (proven).
std::tuple<int, int> split_value(int value) {
  if (!is_mate(value)) return {value, 0};
  const bool proven = is_proven(value);
  const int plies = (proven ? proven_mate : likely_mate) - std::abs(value);
  return {value > 0 ? plies : -plies, proven ? 2 : 1};
}

// Convert a report; `convert_actions` converts a variation.
template <typename Variation, typename ConvertActions>
auto convert_report(const ReportOf<Variation>& report, ConvertActions convert_actions) {
  using Actions = decltype(convert_actions(Variation{}));
  std::vector<PvNumbersOf<Actions>> variations;
  for (const PvOf<Variation>& pv : report.variations) {
    const auto [value, mate] = split_value(pv.value);
    variations.emplace_back(value, mate, pv.depth, convert_actions(pv.actions));
  }
  return ReportNumbersOf<Actions>{std::move(variations), report.depth, report.nodes, report.evaluations,
                                  report.seconds};
}

}  // namespace

ReportNumbers to_numbers(const Report& report) {
  return convert_report(report, [](const Variation& variation) {
    std::vector<std::vector<MoveNumbers>> actions;
    for (const ActionMoves& moves : variation) {
      auto& numbers = actions.emplace_back();
      for (const Move& move : moves) numbers.push_back(to_numbers(move));
    }
    return actions;
  });
}

std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::from_numbers(weights), multiverse.shape());
  std::vector<std::vector<std::vector<int>>> rows;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    auto& sides = rows.emplace_back();
    for (const SideTerms& terms : evaluation.compute_terms(*timeline.boards.back(), timeline.end() & 1))
      sides.push_back(
          {terms.material, terms.placement, terms.mobility, terms.attack, terms.shelter, terms.hanging});
  }
  return rows;
}

int static_value(const PackedPosition& position, const std::vector<int>& weights) {
  const Multiverse& multiverse = *position.position;
  const Evaluation evaluation(Weights::from_numbers(weights), multiverse.shape());
  return evaluation.evaluate(multiverse, evaluation.evaluate_boards(multiverse));
}

InfiniteReportNumbers to_numbers(const infinite::Report& report) {
  return convert_report(report, [](const infinite::Variation& variation) {
    std::vector<InfiniteMoveNumbers> moves;
    for (const infinite::Move& move : variation)
      moves.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.promotion.code);
    return moves;
  });
}

std::tuple<std::vector<std::vector<int>>, int> infinite_evaluate(const PackedInfinite& position, int color,
                                                                 const std::vector<int>& weights) {
  const infinite::Evaluation evaluation(infinite::Weights::from_numbers(weights));
  std::vector<std::vector<int>> sides;
  for (const infinite::SideTerms& terms : evaluation.compute_terms(position.position))
    sides.push_back({terms.material, terms.pawns, terms.activity, terms.safety, terms.mate, terms.goals});
  return {std::move(sides), evaluation.evaluate(position.position, static_cast<infinite::Color>(color))};
}

}  // namespace hyperchess::api
