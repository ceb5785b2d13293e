// API of positions of 5D chess.
#pragma once

#include <memory>

#include "api/records.hpp"
#include "multiverse/rules/checks.hpp"
#include "multiverse/rules/line_facts.hpp"
#include "multiverse/rules/patterns.hpp"
#include "multiverse/rules/reading.hpp"

namespace hyperchess::api {

// A position, owned by the caller.
struct PackedPosition {
  std::shared_ptr<const Multiverse> position;
};
HYPERCHESS_OBJECT(PackedPosition, "Position")

// Boards made by moves, converted on demand: most of them are never read.
struct MadeBoards {
  std::vector<MadeBoard> boards;
  int squares;
};
HYPERCHESS_OBJECT(MadeBoards, "MadeBoards")

// A move as callers pass it: row, half-turn and square of source and target, and the letter of the promotion
// or 0.
struct MoveNumbers {
  int row, time, square, to_row, to_time, to_square, promotion;
};
HYPERCHESS_RECORD(MoveNumbers, "", row, time, square, to_row, to_time, to_square, promotion)
// A move as callers get it: the same numbers.
template <>
inline constexpr auto record<Move> =
    fields("", Field{"row", &Move::row}, Field{"time", &Move::time}, Field{"square", &Move::from},
           Field{"to_row", &Move::to_row}, Field{"to_time", &Move::to_time}, Field{"to_square", &Move::to},
           Field{"promotion", [](const Move& move) { return move.promotion & ~0x20; }});

// The attacker, the step, and the number of steps.
template <>
inline constexpr auto record<Check> = fields(
    "", Field{"row", &Check::row}, Field{"time", &Check::time}, Field{"square", &Check::square},
    Field{"rows", [](const Check& check) { return check.step.rows; }},
    Field{"turns", [](const Check& check) { return check.step.turns; }},
    Field{"files", [](const Check& check) { return check.step.files; }},
    Field{"ranks", [](const Check& check) { return check.step.ranks; }}, Field{"distance", &Check::distance});

HYPERCHESS_RECORD(Key, "", low, high)

HYPERCHESS_RECORD(BoardFacts, "", row, time, contents)

struct TimelineCells {
  int start;  // first half-turn
  bool is_initial;
  std::vector<Bytes> boards;
};
HYPERCHESS_RECORD(TimelineCells, "TimelineCells", start, is_initial, boards)

struct PositionState {
  int width, height, player;
  bool is_even;
  Bytes promotions;  // letters
  int lowest_row;
  std::vector<TimelineCells> timelines;
};
HYPERCHESS_RECORD(PositionState, "PositionState", width, height, player, is_even, promotions, lowest_row,
                  timelines)

struct BoardPlace {
  int row, time;
};
HYPERCHESS_RECORD(BoardPlace, "", row, time)

struct BoardCells {
  int row, time;
  Bytes cells;
  std::optional<BoardPlace> parent;  // the board before it, if it starts a timeline
};
HYPERCHESS_RECORD(BoardCells, "", row, time, cells, parent)

struct PositionKeys {
  Key full, front;
  std::uint64_t material;
  std::vector<BoardFacts> boards;
};
HYPERCHESS_RECORD(PositionKeys, "PositionKeys", full, front, material, boards)

// The boards that moves make, and the position after them.
struct Advanced {
  MadeBoards boards;
  PackedPosition after;
};
HYPERCHESS_RECORD(Advanced, "Advanced", boards, after)

struct EffectOfMove {
  int kind, piece, captured;
  int captured_on;             // square, or -1
  std::optional<int> new_row;  // of the created timeline
  bool at_present;             // whether the created timeline ends at the present after the action
  std::vector<Move> rivals;
};
HYPERCHESS_RECORD(EffectOfMove, "EffectOfMove", kind, piece, captured, captured_on, new_row, at_present,
                  rivals)

struct EffectOfAction {
  std::vector<EffectOfMove> moves;
  MadeBoards boards;
  PackedPosition after;
  std::vector<Check> checks;
  int timelines;  // before the action
};
HYPERCHESS_RECORD(EffectOfAction, "EffectOfAction", moves, boards, after, checks, timelines)

PackedPosition pack(const PositionState& state);
PositionState unpack(const PackedPosition& self);
std::vector<BoardCells> read_cells(const MadeBoards& self);

int width(const PackedPosition& self);
int height(const PackedPosition& self);
bool is_even(const PackedPosition& self);
int lowest_row(const PackedPosition& self);
std::vector<int> ends(const PackedPosition& self);
std::vector<int> initial_rows(const PackedPosition& self);
long long memory(const PackedPosition& self);
int code_at(const PackedPosition& self, int row, int time, int square);
PackedPosition with_player(const PackedPosition& self, int player);
PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before);
// Convert numbers from outside to a move of `player`; return nothing if no board of this shape can have it.
std::optional<Move> read_move(const BoardShape& shape, int player, const MoveNumbers& numbers);

std::vector<Move> match(const PackedPosition& self, const Pattern::Numbers& pattern);
int count_moves(const PackedPosition& self);
std::optional<Advanced> move(const PackedPosition& self, const MoveNumbers& numbers);
std::optional<EffectOfAction> play_action(const PackedPosition& self, const std::vector<MoveNumbers>& action);
std::vector<Check> checks(const PackedPosition& self, bool passing);
bool in_check(const PackedPosition& self);
bool may_submit(const PackedPosition& self);

}  // namespace hyperchess::api
