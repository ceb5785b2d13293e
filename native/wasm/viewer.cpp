// Browser bindings for an exported game file: the rules of 5D chess only, one call per request of the page.
// `src/hyperchess/app/page/js/data/playing` decodes the results.
#include <algorithm>

#include "api/positions.hpp"
#include "rules/checks.hpp"
#include "search/actions.hpp"
#include "wasm/invoke.hpp"

namespace hyperchess::wasm {
namespace {

using api::PackedPosition;

constexpr int no_player = -1;

// Row, half-turn and square.
using SquareNumbers = std::tuple<int, int, int>;
using AttackNumbers = std::tuple<SquareNumbers, SquareNumbers>;

// Return a square on its board, or on the last board of its row if its board would only be made by a pass.
SquareNumbers on_last_board(const Multiverse& multiverse, int row, int time, int square) {
  return {row, std::min(time, multiverse.timeline(row).end()), square};
}

std::vector<AttackNumbers> attacks(const Multiverse& multiverse, bool passing) {
  std::vector<AttackNumbers> found;
  for (const Check& check : list_checks(multiverse, passing)) {
    const int row = check.row + check.step.rows * check.distance;
    const int time = check.time + 2 * check.step.turns * check.distance;
    const int offset = check.step.ranks * multiverse.shape().width + check.step.files;
    found.emplace_back(on_last_board(multiverse, check.row, check.time, check.square),
                       on_last_board(multiverse, row, time, check.square + offset * check.distance));
  }
  return found;
}

// Return the player who created a row, or `no_player`: White's rows are above the initial ones, Black's
// below.
int find_maker(const Multiverse& multiverse, int row) {
  if (multiverse.timeline(row).initial) return no_player;
  for (int other = multiverse.lowest_row(); other < row; ++other)
    if (multiverse.timeline(other).initial) return white;
  return black;
}

// Row, whether it is active, its creator or -1, whether it is playable, whether a move on it is mandatory,
// the half-turn of the first board, and the boards that the caller does not have.
using TimelineNumbers = std::tuple<int, bool, int, bool, bool, int, std::vector<api::Bytes>>;
// Player, present, timelines, checks, whether the action may be submitted, and the attacks on royals if they
// are the only obstacle.
using ViewNumbers = std::tuple<int, int, std::vector<TimelineNumbers>, std::vector<AttackNumbers>, bool,
                               std::vector<AttackNumbers>>;

// `known` has, for each row from `lowest` on, the number of boards that the caller already has.
ViewNumbers view(const PackedPosition& self, int lowest, const std::vector<int>& known) {
  const Multiverse& multiverse = *self.position;
  const int present = multiverse.present();
  const auto squares = static_cast<std::size_t>(multiverse.shape().width * multiverse.shape().height);
  std::vector<TimelineNumbers> lines;
  bool has_mandatory = false;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    const int number = row - lowest;
    const bool has = number >= 0 && number < static_cast<int>(known.size());
    std::vector<api::Bytes> boards;
    for (int time = timeline.start + (has ? known[static_cast<std::size_t>(number)] : 0);
         time <= timeline.end(); ++time)
      boards.emplace_back(timeline.at(time)->cells.data(), squares);
    const bool is_mandatory = multiverse.is_mandatory(row, present);
    has_mandatory = has_mandatory || is_mandatory;
    lines.emplace_back(row, multiverse.is_active(row), find_maker(multiverse, row),
                       multiverse.is_playable(row), is_mandatory, timeline.start, std::move(boards));
  }
  const bool can_submit = may_submit(multiverse);
  std::vector<AttackNumbers> obstacles;
  if (!can_submit && !has_mandatory) obstacles = attacks(multiverse, false);
  return {multiverse.player(),       present,    std::move(lines),
          attacks(multiverse, true), can_submit, std::move(obstacles)};
}

bool castles(const Multiverse& multiverse, const Move& move) {
  return move.special >= 0 && find_captured_square(multiverse, move) < 0;
}

// Move, kind, whether it captures, whether it castles, and the letter of its piece.
using TargetNumbers = std::tuple<api::MoveNumbers, MoveKind, bool, bool, int>;

// Return the moves of the piece on a square of the last board of a row.
std::vector<TargetNumbers> targets(const PackedPosition& self, int row, int time, int square) {
  const Multiverse& multiverse = *self.position;
  if (!multiverse.has_row(row) || !multiverse.is_last(row, time) || !multiverse.is_playable(row) ||
      square < 0 || square >= multiverse.shape().width * multiverse.shape().height)
    return {};
  std::vector<Move> moves;
  Generator(multiverse).add_moves(row, moves, bit(square));
  std::vector<TargetNumbers> found;
  for (const Move& move : moves)
    found.emplace_back(api::to_numbers(move), multiverse.classify(move),
                       find_captured_square(multiverse, move) >= 0, castles(multiverse, move),
                       multiverse.board(row, time)->at(square) & ~unmoved_mark);
  return found;
}

// Kind of a move, whether it captures, whether it castles, the letter of its piece, the row of the timeline
// it creates, and the position after it.
using StepNumbers = std::tuple<MoveKind, bool, bool, int, std::optional<int>, PackedPosition>;

std::optional<StepNumbers> step(const PackedPosition& self, const api::MoveNumbers& numbers) {
  const Multiverse& before = *self.position;
  const auto [row, time, from, to_row, to_time, to, letter] = numbers;
  const std::vector<TargetNumbers> moves = targets(self, row, time, from);
  const auto made = std::ranges::find(moves, numbers, [](const auto& each) { return std::get<0>(each); });
  auto after = made == moves.end() ? std::nullopt : api::move(self, numbers);
  if (!after) return std::nullopt;
  const auto& [move, kind, captures, castling, piece] = *made;
  std::optional<int> new_row;
  if (kind == MoveKind::branch) new_row = before.new_row(0);
  return StepNumbers(kind, captures, castling, piece, new_row, std::move(std::get<1>(*after)));
}

// Submit the action; return nothing if it may not be submitted.
std::optional<PackedPosition> submit(const PackedPosition& self) {
  if (!may_submit(*self.position)) return std::nullopt;
  return api::with_player(self, 1 - self.position->player());
}

// Return the captures the opponent would have after a pass on every mandatory board, and whether each
// captures a royal.
std::vector<std::tuple<SquareNumbers, SquareNumbers, bool>> passing(const PackedPosition& self) {
  const Multiverse& multiverse = *self.position;
  const int present = multiverse.present();
  std::vector<NewBoard> boards;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    if (multiverse.is_mandatory(row, present))
      boards.push_back({row, present + 1, row, *multiverse.board(row, present)});
  const int other = 1 - multiverse.player();
  const Multiverse passed = multiverse.with(boards, other);
  std::vector<Move> moves;
  Generator generator(passed);
  for (int row = passed.lowest_row(); row <= passed.highest_row(); ++row)
    if (passed.is_playable(row)) generator.add_moves(row, moves);
  std::vector<std::tuple<SquareNumbers, SquareNumbers, bool>> found;
  for (const Move& move : moves) {
    const int taken = find_captured_square(passed, move);
    if (taken < 0) continue;
    const Bitboard royals = passed.board(move.to_row, move.to_time)->royals(multiverse.player());
    const std::tuple attack(on_last_board(multiverse, move.row, move.time, move.from),
                            on_last_board(multiverse, move.to_row, move.to_time, taken),
                            (royals & bit(taken)) != 0);
    if (std::ranges::find(found, attack) == found.end()) found.push_back(attack);
  }
  return found;
}

Status status(const PackedPosition& self, double seconds) {
  Meter meter(seconds, Meter::unlimited_rounds, {});
  return find_status(*self.position, meter);
}

}  // namespace
}  // namespace hyperchess::wasm

namespace api = hyperchess::api;
namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(pack, api::pack)
HYPERCHESS_EXPORT(view, wasm::view)
HYPERCHESS_EXPORT(targets, wasm::targets)
HYPERCHESS_EXPORT(step, wasm::step)
HYPERCHESS_EXPORT(submit, wasm::submit)
HYPERCHESS_EXPORT(passing, wasm::passing)
HYPERCHESS_EXPORT(status, wasm::status)
