// API of the two engines, in plain values.
#pragma once

#include "api/infinite.hpp"
#include "api/values.hpp"
#include "engine/engine.hpp"
#include "infinite_engine/engine.hpp"

namespace hyperchess::api {

// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, actions.
template <typename Actions>
using PvNumbersOf = std::tuple<int, int, int, Actions>;
// Variations, depth, nodes, evaluations, seconds.
template <typename Actions>
using ReportNumbersOf = std::tuple<std::vector<PvNumbersOf<Actions>>, int, long long, long long, double>;

using ReportNumbers = ReportNumbersOf<std::vector<std::vector<MoveNumbers>>>;

ReportNumbers to_numbers(const Report& report);
// Return, for each row from the lowest and for each side: material, placement, mobility, attack, shelter,
// hanging.
std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights);
int static_value(const PackedPosition& position, const std::vector<int>& weights);

// Coordinates of the source and of the target, and the code of the promotion or 0.
using InfiniteMoveNumbers =
    std::tuple<infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, int>;
// Same for infinite chess, with moves instead of actions.
using InfiniteReportNumbers = ReportNumbersOf<std::vector<InfiniteMoveNumbers>>;

InfiniteReportNumbers to_numbers(const infinite::Report& report);
// Return, for each colour: material, pawns, activity, safety, mate, goals; and the evaluation from the point
// of view of `color`.
std::tuple<std::vector<std::vector<int>>, int> infinite_evaluate(const PackedInfinite& position, int color,
                                                                 const std::vector<int>& weights);

}  // namespace hyperchess::api
