// API of the legal actions of 5D chess.
#pragma once

#include "api/positions.hpp"
#include "common/exclusive.hpp"
#include "multiverse/actions/actions.hpp"

namespace hyperchess::api {

// The legal actions of a position, and handles to single actions, which keep them alive.
struct PackedActions {
  struct Source {
    ActionIterator iterator;
    Exclusive in_use = {};
  };
  std::shared_ptr<Source> source;
};
template <>
inline constexpr char object_name<PackedActions>[] = "Actions";

struct ActionHandle {
  std::shared_ptr<const ActionIterator> source;
  Point point;
};
template <>
inline constexpr char object_name<ActionHandle>[] = "Handle";

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds);
std::string_view status(const PackedPosition& self, std::optional<double> seconds,
                        std::optional<long long> rounds);
long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds);
PackedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds);
std::vector<ActionHandle> fetch(PackedActions& self, int most);
Move get_move(const PackedActions& self, int number);
std::vector<int> handle_moves(const ActionHandle& self);
PackedPosition handle_play(const ActionHandle& self);

}  // namespace hyperchess::api
