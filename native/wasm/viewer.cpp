// Browser bindings for an exported game file: the rules alone, one call per request of the page.
// `src/hyperchess/app/page/js/data/playing` decodes the results.
#include <algorithm>

#include "api/positions.hpp"
#include "multiverse/actions/actions.hpp"
#include "multiverse/rules/checks.hpp"
#include "wasm/invoke.hpp"

namespace hyperchess::wasm {
namespace {

using api::Field;
using api::PackedPosition;

constexpr int no_player = -1;

struct BoardSquare {
  int row, time, square;
  friend bool operator==(const BoardSquare&, const BoardSquare&) = default;
};
struct AttackView {
  BoardSquare from, to;
};
struct RoyalAttack {
  BoardSquare from, to;
  bool is_royal;  // whether it captures a royal
  friend bool operator==(const RoyalAttack&, const RoyalAttack&) = default;
};
struct TimelineView {
  int row;
  bool is_active;
  int maker;  // the player who created it, or `no_player`
  bool is_playable, is_mandatory;
  int start;                       // half-turn of the first board
  std::vector<api::Bytes> boards;  // those that the caller does not have
};
struct View {
  int player, present;
  std::vector<TimelineView> timelines;
  std::vector<AttackView> checks;
  bool can_submit;
  std::vector<AttackView> obstacles;  // attacks on royals, if they alone prevent submitting
};
struct Target {
  Move move;
  int kind;
  bool captures, castles;
  int piece;  // letter
};
struct StepView {
  int kind;
  bool captures, castles;
  int piece;  // letter
  std::optional<int> new_row;
  PackedPosition after;
};

}  // namespace
}  // namespace hyperchess::wasm

namespace hyperchess::api {

using namespace hyperchess::wasm;

HYPERCHESS_RECORD(BoardSquare, "", row, time, square)
HYPERCHESS_RECORD(AttackView, "", from, to)
HYPERCHESS_RECORD(RoyalAttack, "", from, to, is_royal)
HYPERCHESS_RECORD(TimelineView, "", row, is_active, maker, is_playable, is_mandatory, start, boards)
HYPERCHESS_RECORD(View, "", player, present, timelines, checks, can_submit, obstacles)
HYPERCHESS_RECORD(Target, "", move, kind, captures, castles, piece)
HYPERCHESS_RECORD(StepView, "", kind, captures, castles, piece, new_row, after)

}  // namespace hyperchess::api

namespace hyperchess::wasm {
namespace {

// Return a square on its board, or on the last board of its row if its board would only be made by a pass.
BoardSquare on_last_board(const Multiverse& multiverse, int row, int time, int square) {
  return {row, std::min(time, multiverse.timeline(row).end()), square};
}

std::vector<AttackView> attacks(const Multiverse& multiverse, bool passing) {
  std::vector<AttackView> found;
  for (const Check& check : list_checks(multiverse, passing)) {
    const int row = check.row + check.step.rows * check.distance;
    const int time = check.time + 2 * check.step.turns * check.distance;
    const int offset = check.step.ranks * multiverse.shape().width + check.step.files;
    found.push_back({on_last_board(multiverse, check.row, check.time, check.square),
                     on_last_board(multiverse, row, time, check.square + offset * check.distance)});
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

// `known` has, for each row from `lowest` on, the number of boards that the caller already has.
View view(const PackedPosition& self, int lowest, const std::vector<int>& known) {
  const Multiverse& multiverse = *self.position;
  const int present = multiverse.present();
  const auto squares = static_cast<std::size_t>(multiverse.shape().width * multiverse.shape().height);
  std::vector<TimelineView> timelines;
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
    timelines.push_back({row, multiverse.is_active(row), find_maker(multiverse, row),
                         multiverse.is_playable(row), is_mandatory, timeline.start, std::move(boards)});
  }
  const bool can_submit = may_submit(multiverse);
  std::vector<AttackView> obstacles;
  if (!can_submit && !has_mandatory) obstacles = attacks(multiverse, false);
  return {.player = multiverse.player(),
          .present = present,
          .timelines = std::move(timelines),
          .checks = attacks(multiverse, true),
          .can_submit = can_submit,
          .obstacles = std::move(obstacles)};
}

bool castles(const Multiverse& multiverse, const Move& move) {
  return move.special >= 0 && find_captured_square(multiverse, move) < 0;
}

// Return the moves of the piece on a square of the last board of a row.
std::vector<Target> targets(const PackedPosition& self, int row, int time, int square) {
  const Multiverse& multiverse = *self.position;
  if (!multiverse.has_row(row) || !multiverse.is_last(row, time) || !multiverse.is_playable(row) ||
      square < 0 || square >= multiverse.shape().width * multiverse.shape().height)
    return {};
  std::vector<Move> moves;
  Generator(multiverse).add_moves(row, moves, bit(square));
  std::vector<Target> found;
  for (const Move& move : moves)
    found.push_back({move, static_cast<int>(multiverse.classify(move)),
                     find_captured_square(multiverse, move) >= 0, castles(multiverse, move),
                     multiverse.board(row, time)->at(square) & ~unmoved_mark});
  return found;
}

std::optional<StepView> step(const PackedPosition& self, const api::MoveNumbers& numbers) {
  const std::vector<Target> moves = targets(self, numbers.row, numbers.time, numbers.square);
  const auto made = std::ranges::find_if(moves, [&numbers](const Target& each) {
    const Move& move = each.move;
    return move.to_row == numbers.to_row && move.to_time == numbers.to_time && move.to == numbers.to_square &&
           (move.promotion & ~0x20) == numbers.promotion;
  });
  auto after = made == moves.end() ? std::nullopt : api::move(self, numbers);
  if (!after) return std::nullopt;
  std::optional<int> new_row;
  if (made->kind == static_cast<int>(MoveKind::branch)) new_row = self.position->new_row(0);
  return StepView{.kind = made->kind,
                  .captures = made->captures,
                  .castles = made->castles,
                  .piece = made->piece,
                  .new_row = new_row,
                  .after = std::move(after->after)};
}

// Submit the action; return nothing if it may not be submitted.
std::optional<PackedPosition> submit(const PackedPosition& self) {
  if (!may_submit(*self.position)) return std::nullopt;
  return api::with_player(self, 1 - self.position->player());
}

// Return the captures the opponent would have after a pass on every mandatory board, and whether each
// captures a royal.
std::vector<RoyalAttack> passing(const PackedPosition& self) {
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
  std::vector<RoyalAttack> found;
  for (const Move& move : moves) {
    const int taken = find_captured_square(passed, move);
    if (taken < 0) continue;
    const Bitboard royals = passed.board(move.to_row, move.to_time)->royals(multiverse.player());
    const RoyalAttack attack{on_last_board(multiverse, move.row, move.time, move.from),
                             on_last_board(multiverse, move.to_row, move.to_time, taken),
                             (royals & bit(taken)) != 0};
    if (std::ranges::find(found, attack) == found.end()) found.push_back(attack);
  }
  return found;
}

int status(const PackedPosition& self, double seconds) {
  Meter meter(seconds, Meter::unlimited_rounds, {});
  return static_cast<int>(find_status(*self.position, meter));
}

}  // namespace

void declare_calls(Module& module) {
  module.function("pack", &api::pack, "", "state");
  module.function("view", &view, "", "position", "lowest", "known");
  module.function("targets", &targets, "", "position", "row", "time", "square");
  module.function("step", &step, "", "position", "move");
  module.function("submit", &submit, "", "position");
  module.function("passing", &passing, "", "position");
  module.function("status", &status, "", "position", "seconds");
  module.function("infinite_code", &api::infinite_code, "", "kind", "color", "special");
  module.function("infinite_pack_rules", &api::pack_rules, "", "players", "promotions", "goals", "border",
                  "slide_limit", "free_promotion", "drop_idle_rights", "automatic_move_rule",
                  "counts_checks");
  module.function("infinite_pack", &api::pack_infinite, "", "rules", "slots", "en_passant", "checks_given",
                  "rule_count", "rule_limit", "knows_past");
  module.function("infinite_piece", &api::piece_at, "", "position", "square");
  module.function("infinite_find_moves", &api::find_moves, "", "position");
  module.function("infinite_points", &api::points, "", "moves");
  module.function("infinite_rays", &api::rays, "", "moves");
  module.function("infinite_can_move", &api::can_move, "", "position");
  module.function("infinite_checks", &api::royals_in_check, "", "position");
  module.function("infinite_checkers", &api::checkers, "", "position");
  module.function("infinite_play", &api::play, "", "position", "move");
}

}  // namespace hyperchess::wasm
