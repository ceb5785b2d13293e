// What the faces of the kernel ask of the two engines, in plain values.
#pragma once

#include "engine/engine.hpp"
#include "face/infinite.hpp"
#include "face/values.hpp"
#include "infinite_engine/engine.hpp"

namespace hyperchess::face {

// Value, whether it is a mate (0 no, 1 likely, 2 proven), depth, actions.
using LineNumbers = std::tuple<int, int, int, std::vector<std::vector<MoveNumbers>>>;
// Lines, depth, nodes, evaluations, seconds.
using ReportNumbers = std::tuple<std::vector<LineNumbers>, int, long long, long long, double>;

ReportNumbers numbers_of(const Report& report);
// For each row from the lowest: for each side material, placement, mobility, attack, shelter, hanging.
std::vector<std::vector<std::vector<int>>> evaluate(const PackedPosition& position,
                                                    const std::vector<int>& weights);
int static_value(const PackedPosition& position, const std::vector<int>& weights);

// The squares of a move, and the code of the promotion or 0.
using InfiniteMoveNumbers =
    std::tuple<infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, infinite::Coordinate, int>;
// The same for infinite chess, with moves instead of actions.
using InfiniteLineNumbers = std::tuple<int, int, int, std::vector<InfiniteMoveNumbers>>;
using InfiniteReportNumbers = std::tuple<std::vector<InfiniteLineNumbers>, int, long long, long long, double>;

InfiniteReportNumbers numbers_of(const infinite::Report& report);
// For each colour material, pawns, activity, safety, mate, goals; and the whole from the side of a player.
std::tuple<std::vector<std::vector<int>>, int> infinite_evaluate(const PackedInfinite& position, int color,
                                                                 const std::vector<int>& weights);

}  // namespace hyperchess::face
