// API of the two engines.
#pragma once

#include "api/infinite.hpp"
#include "api/positions.hpp"
#include "infinite/engine/engine.hpp"
#include "infinite/mates/window_table.hpp"
#include "multiverse/engine/engine.hpp"

namespace hyperchess::api {

HYPERCHESS_OBJECT(Engine, "Engine")
HYPERCHESS_OBJECT(infinite::Engine, "InfiniteEngine")

struct PackedStop {
  std::shared_ptr<StopToken> token;
};
HYPERCHESS_OBJECT(PackedStop, "StopToken")

struct PackedWindow {
  std::shared_ptr<infinite::WindowTable> table;
  std::shared_ptr<Exclusive> in_use = std::make_shared<Exclusive>();
};
HYPERCHESS_OBJECT(PackedWindow, "InfiniteWindow")

HYPERCHESS_RECORD(ParameterInfo, "ParameterInfo", name, value, least, most)

// Centipawns, or the signed number of plies to a mate; and whether it is a mate: 0 no, 1 likely, 2 proven.
int get_score(int value);
int get_mate(int value);

template <class Variation>
inline constexpr auto pv_fields(const auto& name) {
  using Pv = PvOf<Variation>;
  return fields(name, Field{"value", [](const Pv& pv) { return get_score(pv.value); }},
                Field{"mate", [](const Pv& pv) { return get_mate(pv.value); }}, Field{"depth", &Pv::depth},
                Field{"actions", &Pv::actions});
}
template <>
inline constexpr auto record<PvOf<Variation>> = pv_fields<Variation>("Pv");
template <>
inline constexpr auto record<PvOf<infinite::Variation>> = pv_fields<infinite::Variation>("InfinitePv");

template <class Report>
inline constexpr auto report_fields(const auto& name) {
  return fields(name, Field{"variations", &Report::variations}, Field{"depth", &Report::depth},
                Field{"nodes", &Report::nodes}, Field{"evaluations", &Report::evaluations},
                Field{"seconds", &Report::seconds}, Field{"timed_out", &Report::timed_out},
                Field{"most_unchecked", &Report::most_unchecked});
}
template <>
inline constexpr auto record<Report> = report_fields<Report>("Report");
template <>
inline constexpr auto record<infinite::Report> = report_fields<infinite::Report>("InfiniteReport");

HYPERCHESS_RECORD(SideTerms, "Terms", material, placement, mobility, attack, shelter, hanging, loose, across)
HYPERCHESS_RECORD(infinite::SideTerms, "InfiniteTerms", material, pawns, activity, threats, safety, mate,
                  goals)

struct InfiniteEvaluation {
  std::vector<infinite::SideTerms> terms;  // by colour
  int value;
};
HYPERCHESS_RECORD(InfiniteEvaluation, "InfiniteEvaluation", terms, value)

// Numbers of weights are in the order of their names.
std::vector<std::string_view> weight_names();
std::vector<std::string_view> infinite_weight_names();

PackedStop make_stop();
void stop(const PackedStop& self);
bool is_stopped(const PackedStop& self);

// Weights are bounded by this, so that no sum of them overflows.
inline constexpr int max_weight = 1'000'000;

// `bytes` is the memory of a search. No search parameters mean the defaults.
std::vector<ParameterInfo> search_parameters();
Engine make_engine(const std::vector<int>& weights, std::size_t bytes, int threads,
                   const std::vector<int>& parameters);
Report analyse(Engine& self, const PackedPosition& position, std::optional<double> seconds,
               std::optional<long long> nodes, std::optional<int> depth, int lines,
               const std::optional<PackedStop>& stop, const std::function<void(const Report&)>& watcher);
void clear(Engine& self);
long long engine_bytes(const Engine& self);
// Return the terms of White and Black on the last board of every row, from the lowest.
std::vector<std::vector<SideTerms>> evaluate(const PackedPosition& position, const std::vector<int>& weights);
// Return the values of the squares of all pieces on the last board of every row, by square.
std::vector<std::vector<int>> placements(const PackedPosition& position, const std::vector<int>& weights);
int static_value(const PackedPosition& position, const std::vector<int>& weights);

std::vector<ParameterInfo> infinite_search_parameters();
infinite::Engine make_infinite_engine(const std::vector<int>& weights, std::size_t bytes, int threads,
                                      const std::vector<int>& parameters);
// Return nothing if the search needs numbers beyond 64 bits.
std::optional<infinite::Report> infinite_analyse(infinite::Engine& self, const PackedInfinite& position,
                                                 std::optional<double> seconds,
                                                 std::optional<long long> nodes, std::optional<int> depth,
                                                 int lines, const std::optional<PackedStop>& stop,
                                                 const std::optional<PackedWindow>& mates,
                                                 const std::function<void(const infinite::Report&)>& watcher);
void infinite_clear(infinite::Engine& self);
long long infinite_engine_bytes(const infinite::Engine& self);
InfiniteEvaluation infinite_evaluate(const PackedInfinite& position, int color,
                                     const std::vector<int>& weights);

}  // namespace hyperchess::api
