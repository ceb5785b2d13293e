// What the faces of the kernel ask of the two engines, in plain values.
#pragma once

#include "engine/engine.hpp"
#include "api/infinite.hpp"
#include "api/values.hpp"
#include "infinite_engine/engine.hpp"

namespace hyperchess::api {

// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, actions.
template <typename Actions>
using LineNumbersOf = std::tuple<int, int, int, Actions>;
// Lines, depth, nodes, evaluations, seconds.
template <typename Actions>
using ReportNumbersOf = std::tuple<std::vector<LineNumbersOf<Actions>>, int, long long, long long, double>;

using ReportNumbers = ReportNumbersOf<std::vector<std::vector<MoveNumbers>>>;

ReportNumbers numbers_of(const Report& report);
// For each row from the lowest: for each side material, placement, mobility, attack, shelter, hanging.
std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights);
int static_value(const PackedPosition& position, const std::vector<int>& weights);

// The squares of a move, and the code of the promotion or 0.
using InfiniteMoveNumbers =
    std::tuple<infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, int>;
// The same for infinite chess, with moves instead of actions.
using InfiniteReportNumbers = ReportNumbersOf<std::vector<InfiniteMoveNumbers>>;

InfiniteReportNumbers numbers_of(const infinite::Report& report);
// For each colour material, pawns, activity, safety, mate, goals; and the whole from the side of a player.
std::tuple<std::vector<std::vector<int>>, int> infinite_evaluate(const PackedInfinite& position, int color,
                                                                 const std::vector<int>& weights);

}  // namespace hyperchess::api
