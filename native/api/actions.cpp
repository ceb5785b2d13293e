#include "api/actions.hpp"

#include <stdexcept>
#include <string>

#include "api/hooks.hpp"

namespace hyperchess::api {

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  return hyperchess::count_actions(*self.position, limit.value_or(std::numeric_limits<long long>::max()),
                                   meter);
}

std::string_view status(const PackedPosition& self, std::optional<double> seconds,
                        std::optional<long long> rounds) {
  Meter meter = make_meter(seconds, rounds);
  switch (find_status(*self.position, meter)) {
    case Status::ongoing: return "ongoing";
    case Status::check: return "check";
    case Status::softmate: return "softmate";
    case Status::checkmate: return "checkmate";
    case Status::stalemate: return "stalemate";
  }
  throw std::logic_error("no such status");
}

long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds) {
  if (depth < 0) throw std::invalid_argument("the depth of a count is at least 0");
  constexpr int max_depth = 64;  // deeper than 63 bits can count; bounds the recursion
  if (depth > max_depth)
    throw BudgetExhausted("cannot count sequences of more than " + std::to_string(max_depth) + " actions");
  Meter meter = make_meter(seconds, rounds);
  return hyperchess::perft(*self.position, depth, meter);
}

PackedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds) {
  return {std::shared_ptr<PackedActions::Source>(
      new PackedActions::Source{{self.position, make_meter(seconds, rounds)}})};
}

std::vector<ActionHandle> fetch(PackedActions& self, int most) {
  std::vector<ActionHandle> handles;
  const Exclusive::Call call(self.source->in_use,
                             "another thread is fetching actions: use one iterator for each thread");
  ActionIterator& iterator = self.source->iterator;
  const std::shared_ptr<const ActionIterator> kept(self.source, &iterator);
  try {
    while (static_cast<int>(handles.size()) < most && iterator.next())
      handles.push_back({kept, iterator.point()});
  } catch (...) {
    // Return the actions found so far; the next call finds none and throws.
    if (handles.empty() || !caught_budget_exhausted()) throw;
  }
  return handles;
}

Move get_move(const PackedActions& self, int number) {
  const IndexedVector<MoveIndex, Move>& moves = self.source->iterator.axes().moves;
  if (number < 0 || number >= moves.end_index()) throw std::out_of_range("no such move");
  return moves[MoveIndex(number)];
}

std::vector<int> handle_moves(const ActionHandle& self) {
  std::vector<MoveIndex> moves;
  collect_moves(self.source->axes(), self.point, moves);
  return {moves.begin(), moves.end()};
}

PackedPosition handle_play(const ActionHandle& self) {
  const Axes& axes = self.source->axes();
  return {std::make_shared<const Multiverse>(
      axes.multiverse.with(make_boards(axes, self.point), 1 - axes.multiverse.player()))};
}

}  // namespace hyperchess::api
