// Browser bindings: the rules of 5D chess. Calls have the names and meanings of the Python module
// (`src/hyperchess/_native.pyi`).
#include "api/positions.hpp"
#include "search/actions.hpp"
#include "wasm/invoke.hpp"

namespace hyperchess::wasm {
namespace {

using api::PackedPosition;

Meter make_meter(std::optional<double> seconds, std::optional<long long> rounds) {
  return Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds), {});
}

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  return hyperchess::count_actions(*self.position, limit.value_or(std::numeric_limits<long long>::max()),
                                   meter);
}

Status status(const PackedPosition& self, std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  return find_status(*self.position, meter);
}

long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  return hyperchess::perft(*self.position, depth, meter);
}

// Actions, and handles to single actions, which keep them alive.
using SharedActions = std::shared_ptr<ActionIterator>;
struct ActionHandle {
  SharedActions source;
  std::vector<int> point;
};

SharedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds) {
  return std::make_shared<ActionIterator>(self.position, make_meter(seconds, rounds));
}

std::vector<ActionHandle> fetch(const SharedActions& source, int most) {
  std::vector<ActionHandle> handles;
  try {
    while (static_cast<int>(handles.size()) < most && source->next())
      handles.push_back({source, source->point()});
  } catch (...) {
    // Return the actions found so far; the next call finds none and throws.
    if (handles.empty()) throw;
  }
  return handles;
}

// Return the moves of an action, each with its number among the moves of all actions.
std::vector<std::tuple<int, api::MoveNumbers>> handle_moves(const ActionHandle& self) {
  std::vector<int> numbers;
  collect_moves(self.source->axes(), self.point, numbers);
  std::vector<std::tuple<int, api::MoveNumbers>> moves;
  for (const int number : numbers)
    moves.emplace_back(number, api::to_numbers(self.source->axes().moves[static_cast<std::size_t>(number)]));
  return moves;
}

PackedPosition handle_play(const ActionHandle& self) {
  const Axes& axes = self.source->axes();
  return {std::make_shared<const Multiverse>(
      axes.multiverse.with(make_boards(axes, self.point), 1 - axes.multiverse.player()))};
}

std::tuple<int, int, int, int> limits() {
  return {max_squares, max_timelines, max_boards, Pattern::anything};
}

// Width, height, even, lowest row: the properties that callers need most often, in one call.
std::tuple<int, int, bool, int> shape(const PackedPosition& self) {
  return {api::width(self), api::height(self), api::even(self), api::lowest_row(self)};
}

}  // namespace
}  // namespace hyperchess::wasm

namespace api = hyperchess::api;
namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(limits, wasm::limits)
HYPERCHESS_EXPORT(pack, api::pack)
HYPERCHESS_EXPORT(unpack, api::unpack)
HYPERCHESS_EXPORT(cells, api::read_cells)
HYPERCHESS_EXPORT(shape, wasm::shape)
HYPERCHESS_EXPORT(ends, api::ends)
HYPERCHESS_EXPORT(initial_rows, api::initial_rows)
HYPERCHESS_EXPORT(memory_of, api::memory)
HYPERCHESS_EXPORT(with_player, api::with_player)
HYPERCHESS_EXPORT(keys, api::keys)
HYPERCHESS_EXPORT(line_facts, api::line_facts)
HYPERCHESS_EXPORT(match, api::match)
HYPERCHESS_EXPORT(match_unique, api::match_unique)
HYPERCHESS_EXPORT(count_moves, api::count_moves)
HYPERCHESS_EXPORT(move, api::move)
HYPERCHESS_EXPORT(play_action, api::play_action)
HYPERCHESS_EXPORT(checks, api::checks)
HYPERCHESS_EXPORT(in_check, api::in_check)
HYPERCHESS_EXPORT(may_submit, api::may_submit)
HYPERCHESS_EXPORT(count_actions, wasm::count_actions)
HYPERCHESS_EXPORT(status, wasm::status)
HYPERCHESS_EXPORT(perft, wasm::perft)
HYPERCHESS_EXPORT(actions, wasm::actions)
HYPERCHESS_EXPORT(fetch, wasm::fetch)
HYPERCHESS_EXPORT(handle_moves, wasm::handle_moves)
HYPERCHESS_EXPORT(handle_play, wasm::handle_play)
