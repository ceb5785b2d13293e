// API of the mate searches of both games.
#pragma once

#include <chrono>

#include "api/infinite.hpp"
#include "api/positions.hpp"
#include "common/exclusive.hpp"
#include "infinite/mates/hunt.hpp"
#include "multiverse/mates/mates.hpp"

namespace hyperchess::api {

// Calls a watcher at most five times a second.
class Progress {
 public:
  bool is_due();

 private:
  std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

// A mate search. One call runs at a time and reports its nodes and the number of examined actions to
// `watcher`.
using MateWatcher = std::function<void(long long, long long)>;
struct PackedMates {
  struct Shared {
    Shared(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
           std::optional<long long> rounds);
    void poll();

    MateSearch search;
    const MateWatcher* watcher = nullptr;
    const FirstActions* running = nullptr;
    Exclusive in_use;
    Progress progress;
  };
  std::shared_ptr<Shared> shared;
};
HYPERCHESS_OBJECT(PackedMates, "Mates")

struct PackedFirstActions {
  std::shared_ptr<PackedMates::Shared> shared;
  std::shared_ptr<FirstActions> actions;
};
HYPERCHESS_OBJECT(PackedFirstActions, "FirstActions")

PackedMates make_mates(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
                       std::optional<long long> rounds);
PackedFirstActions first_actions(const PackedMates& self, const PackedPosition& position, int length);
long long mate_nodes(const PackedMates& self);
long long mate_rounds(const PackedMates& self);
long long mate_table_bytes(const PackedMates& self);
std::optional<std::vector<Move>> next_first_action(PackedFirstActions& self, const MateWatcher& watcher);
void share_first_actions(PackedFirstActions& self, long long first, long long last);
bool first_actions_ended(const PackedFirstActions& self);

// A search for mates of a bare royal piece.
struct PackedHunt {
  std::unique_ptr<const std::function<void()>*>
      watcher;  // on the heap: the callback of the meter refers to it
  infinite::Hunt hunt;
  Exclusive in_use = {};
};
HYPERCHESS_OBJECT(PackedHunt, "InfiniteHunt")
template <>
inline constexpr auto record<infinite::HuntMove> =
    fields("HuntMove", Field{"start", &infinite::HuntMove::from}, Field{"end", &infinite::HuntMove::to},
           Field{"is_single", &infinite::HuntMove::is_single});

std::optional<PackedHunt> make_hunt(const PackedInfinite& position, std::optional<double> seconds,
                                    std::optional<long long> rounds);
std::vector<infinite::HuntMove> hunt_moves(PackedHunt& self, int length);
bool hunt_wins(PackedHunt& self, infinite::Square from, infinite::Square to, int length,
               const std::function<void()>& watcher);
long long hunt_rounds(const PackedHunt& self);
int longest_hunt(const PackedHunt& self);

}  // namespace hyperchess::api
