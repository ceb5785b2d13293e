// The face of the rules of 5D chess for a file that shows a game: what the page asks of a position, each in
// one call. `src/hyperchess/app/page/js/data/playing` reads the answers.
#include <algorithm>

#include "api/positions.hpp"
#include "rules/checks.hpp"
#include "search/actions.hpp"
#include "wasm/answer.hpp"

namespace hyperchess::wasm {
namespace {

using api::PackedPosition;

constexpr int nobody = -1;

// Row, half-turn and square.
using PlaceNumbers = std::tuple<int, int, int>;
using AttackNumbers = std::tuple<PlaceNumbers, PlaceNumbers>;

// A square on the last board of its row if its own is not there yet: passing would make it.
PlaceNumbers on_last_board(const Multiverse& multiverse, int row, int time, int square) {
  return {row, std::min(time, multiverse.line(row).end()), square};
}

std::vector<AttackNumbers> attacks(const Multiverse& multiverse, bool passing) {
  std::vector<AttackNumbers> found;
  for (const Check& check : list_checks(multiverse, passing)) {
    const int row = check.row + check.step.rows * check.distance;
    const int time = check.time + 2 * check.step.turns * check.distance;
    const int offset = check.step.ranks * multiverse.plane().width + check.step.files;
    found.emplace_back(on_last_board(multiverse, check.row, check.time, check.square),
                       on_last_board(multiverse, row, time, check.square + offset * check.distance));
  }
  return found;
}

// Who made a row: White's lie above those that were there, Black's below.
int maker(const Multiverse& multiverse, int row) {
  if (multiverse.line(row).initial) return nobody;
  for (int other = multiverse.lowest_row(); other < row; ++other)
    if (multiverse.line(other).initial) return white;
  return black;
}

// Row, whether it is active, its maker or -1, whether the player can move there, whether a move is owed, the
// half-turn of the first board, and the boards from a number on.
using LineNumbers = std::tuple<int, bool, int, bool, bool, int, std::vector<api::Bytes>>;
// The player, the present, the timelines, the checks, whether the action may be submitted, and the attacks on
// royals if nothing else prevents it.
using ViewNumbers = std::tuple<int, int, std::vector<LineNumbers>, std::vector<AttackNumbers>, bool,
                               std::vector<AttackNumbers>>;

// `known` has for each row from the lowest one the number of boards that the caller has.
ViewNumbers view(const PackedPosition& self, int lowest, const std::vector<int>& known) {
  const Multiverse& multiverse = *self.position;
  const int present = multiverse.present();
  const auto squares = static_cast<std::size_t>(multiverse.plane().width * multiverse.plane().height);
  std::vector<LineNumbers> lines;
  bool owes = false;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    const int number = row - lowest;
    const bool has = number >= 0 && number < static_cast<int>(known.size());
    std::vector<api::Bytes> boards;
    for (int time = line.start + (has ? known[static_cast<std::size_t>(number)] : 0); time <= line.end();
         ++time)
      boards.emplace_back(line.at(time)->cells.data(), squares);
    const bool owed = multiverse.mandatory(row, present);
    owes = owes || owed;
    lines.emplace_back(row, multiverse.active(row), maker(multiverse, row), multiverse.playable(row), owed,
                       line.start, std::move(boards));
  }
  const bool may_end = may_submit(multiverse);
  std::vector<AttackNumbers> hanging;
  if (!may_end && !owes) hanging = attacks(multiverse, false);
  return {multiverse.player(),       present, std::move(lines),
          attacks(multiverse, true), may_end, std::move(hanging)};
}

bool castles(const Multiverse& multiverse, const Move& move) {
  return move.special >= 0 && captured_square(multiverse, move) < 0;
}

// A move, its kind, whether it captures, whether it castles, and the letter of its piece.
using TargetNumbers = std::tuple<api::MoveNumbers, MoveKind, bool, bool, int>;

// The moves of the piece on a square of the last board of a row.
std::vector<TargetNumbers> targets(const PackedPosition& self, int row, int time, int square) {
  const Multiverse& multiverse = *self.position;
  if (!multiverse.has_row(row) || !multiverse.is_last(row, time) || !multiverse.playable(row) || square < 0 ||
      square >= multiverse.plane().width * multiverse.plane().height)
    return {};
  std::vector<Move> moves;
  Generator(multiverse).add_moves(row, moves, bit(square));
  std::vector<TargetNumbers> found;
  for (const Move& move : moves)
    found.emplace_back(api::numbers_of(move), multiverse.kind_of(move),
                       captured_square(multiverse, move) >= 0, castles(multiverse, move),
                       multiverse.board(row, time)->at(square) & ~unmoved_mark);
  return found;
}

// Of one move: its kind, whether it captures, whether it castles, the letter of its piece, the row of the
// timeline that it makes, and the position after it.
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

// The position after an action that may be submitted.
std::optional<PackedPosition> submit(const PackedPosition& self) {
  if (!may_submit(*self.position)) return std::nullopt;
  return api::with_player(self, 1 - self.position->player());
}

// What the opponent could take after a pass on every mandatory board; whether it is a royal.
std::vector<std::tuple<PlaceNumbers, PlaceNumbers, bool>> passing(const PackedPosition& self) {
  const Multiverse& multiverse = *self.position;
  const int present = multiverse.present();
  std::vector<NewBoard> boards;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    if (multiverse.mandatory(row, present))
      boards.push_back({row, present + 1, row, *multiverse.board(row, present)});
  const int other = 1 - multiverse.player();
  const Multiverse passed = multiverse.with(boards, other);
  std::vector<Move> moves;
  Generator generator(passed);
  for (int row = passed.lowest_row(); row <= passed.highest_row(); ++row)
    if (passed.playable(row)) generator.add_moves(row, moves);
  std::vector<std::tuple<PlaceNumbers, PlaceNumbers, bool>> found;
  for (const Move& move : moves) {
    const int taken = captured_square(passed, move);
    if (taken < 0) continue;
    const Bits royals = passed.board(move.to_row, move.to_time)->royals(multiverse.player());
    const std::tuple attack(on_last_board(multiverse, move.row, move.time, move.from),
                            on_last_board(multiverse, move.to_row, move.to_time, taken),
                            (royals & bit(taken)) != 0);
    if (std::ranges::find(found, attack) == found.end()) found.push_back(attack);
  }
  return found;
}

Status status(const PackedPosition& self, double seconds) {
  Meter meter(seconds, Meter::no_rounds, {});
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
