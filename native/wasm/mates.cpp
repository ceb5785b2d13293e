// Browser bindings: the mate searches of both games.
#include "mates/mates.hpp"

#include <chrono>

#include "api/infinite.hpp"
#include "api/positions.hpp"
#include "infinite_mates/hunt.hpp"
#include "wasm/invoke.hpp"
#include "wasm/watch.hpp"

namespace hyperchess::wasm {
namespace {

using api::PackedPosition;

constexpr auto report_interval = std::chrono::milliseconds(200);

// A mate search that reports its progress to the watcher.
struct Mates {
  Mates(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
        std::optional<long long> rounds)
      : search(softmates, table_bytes,
               Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds),
                     [this] { report_progress(); })) {}
  void report_progress() {
    const auto now = std::chrono::steady_clock::now();
    if (!running || now - reported < report_interval) return;
    reported = now;
    watch(std::tuple(static_cast<long long>(search.nodes()), static_cast<long long>(running->done())));
  }
  MateSearch search;
  const FirstActions* running = nullptr;
  std::chrono::steady_clock::time_point reported = std::chrono::steady_clock::now();
};
using SharedMates = std::shared_ptr<Mates>;
struct SharedFirstActions {
  SharedMates mates;
  std::shared_ptr<FirstActions> actions;
};

SharedMates mates(bool softmates, long long table_bytes, std::optional<double> seconds,
                  std::optional<long long> rounds) {
  return std::make_shared<Mates>(softmates, static_cast<std::size_t>(table_bytes), seconds, rounds);
}

SharedFirstActions first_actions(const SharedMates& self, const PackedPosition& position, int length) {
  const std::shared_ptr<MateSearch> search(self, &self->search);
  return {self, std::make_shared<FirstActions>(search, position.position, length)};
}

std::optional<std::vector<api::MoveNumbers>> next_first_action(const SharedFirstActions& self, bool watched) {
  struct Running {
    explicit Running(Mates& mates) : mates_(mates) {}
    ~Running() { mates_.running = nullptr; }
    Mates& mates_;
  };
  const Running running(*self.mates);
  if (watched) self.mates->running = self.actions.get();
  if (!self.actions->next()) return std::nullopt;
  std::vector<api::MoveNumbers> numbers;
  for (const Move& move : self.actions->moves()) numbers.push_back(api::to_numbers(move));
  return numbers;
}

void share_first_actions(const SharedFirstActions& self, long long first, long long last) {
  self.actions->share(first, last);
}

bool first_actions_ended(const SharedFirstActions& self) { return self.actions->ended(); }

std::tuple<long long, long long, long long> mates_facts(const SharedMates& self) {
  return {self->search.nodes(), self->search.rounds(), self->search.table().bytes()};
}

using infinite::Coordinate;
using infinite::Hunt;

std::optional<Hunt> hunt(const api::PackedInfinite& position, std::optional<double> seconds,
                         std::optional<long long> rounds) {
  return Hunt::create(position.position, Meter(seconds.value_or(Meter::unlimited_seconds),
                                               rounds.value_or(Meter::unlimited_rounds), nullptr));
}

// Squares of each move, and whether it represents only itself.
std::vector<std::tuple<Coordinate, Coordinate, Coordinate, Coordinate, bool>> hunt_moves(Hunt& self,
                                                                                         int length) {
  std::vector<std::tuple<Coordinate, Coordinate, Coordinate, Coordinate, bool>> found;
  for (const infinite::HuntMove& move : self.first_moves(length))
    found.emplace_back(move.from.x, move.from.y, move.to.x, move.to.y, move.is_single);
  return found;
}

bool hunt_wins(Hunt& self, Coordinate from_x, Coordinate from_y, Coordinate to_x, Coordinate to_y,
               int length) {
  return self.wins({from_x, from_y}, {to_x, to_y}, length);
}

std::tuple<long long, int> hunt_facts(const Hunt& self) { return {self.rounds(), Hunt::longest}; }

}  // namespace
}  // namespace hyperchess::wasm

namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(mates, wasm::mates)
HYPERCHESS_EXPORT(first_actions, wasm::first_actions)
HYPERCHESS_EXPORT(next_first_action, wasm::next_first_action)
HYPERCHESS_EXPORT(share_first_actions, wasm::share_first_actions)
HYPERCHESS_EXPORT(first_actions_ended, wasm::first_actions_ended)
HYPERCHESS_EXPORT(mates_facts, wasm::mates_facts)
HYPERCHESS_EXPORT(infinite_hunt, wasm::hunt)
HYPERCHESS_EXPORT(infinite_hunt_moves, wasm::hunt_moves)
HYPERCHESS_EXPORT(infinite_hunt_wins, wasm::hunt_wins)
HYPERCHESS_EXPORT(infinite_hunt_facts, wasm::hunt_facts)
