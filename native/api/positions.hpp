// API of positions of 5D chess, in plain values.
#pragma once

#include "api/values.hpp"
#include "rules/patterns.hpp"
#include "rules/reading.hpp"

namespace hyperchess::api {

// Row, half-turn and square of the attacker, its step, and the number of steps.
using CheckNumbers = std::tuple<int, int, int, int, int, int, int, int>;
// Row, half-turn and cells of a board; row and half-turn of its predecessor if it starts a timeline.
using BoardCells = std::tuple<int, int, Bytes, std::optional<std::tuple<int, int>>>;
// Of a timeline: first half-turn, whether it is initial, and the cells of its boards.
using TimelineCells = std::tuple<int, bool, std::vector<Bytes>>;

// Arguments of `pack`, for pickling and copying.
using PackedState = std::tuple<int, int, int, bool, Bytes, int, std::vector<TimelineCells>>;

// Boards made by moves, converted on demand: most of them are never read.
struct MadeBoards {
  std::vector<MadeBoard> boards;
  int squares;
};

// Moves, their kinds, whether they capture, the boards made, and the position after the action.
using MatchedAction =
    std::tuple<std::vector<MoveNumbers>, std::vector<int>, std::vector<bool>, MadeBoards, PackedPosition>;

// Row, half-turn and contents hash of a board.
using BoardKey = std::tuple<int, int, std::uint64_t>;

// Low and high word of the key, of the front key, the material key, and the boards.
using PositionKeys = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                std::vector<BoardKey>>;

// `PlyFacts` as numbers: low and high words of the key and of the front key, the material key; rows created
// by White, by Black, and all rows; the present; rows in check, whether from another board, from another row;
// moves as kind, piece and captured piece; boards.
using PlyNumbers =
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int, int, int, int,
               int, bool, bool, std::vector<std::tuple<int, int, int>>, std::vector<BoardKey>>;

// `PlayedMove` as numbers: kind, codes of the moved and of the captured piece, square of the captured piece
// or -1, row of the created timeline if any, whether that timeline ends at the present after the action,
// rivals.
using PlayedNumbers = std::tuple<int, int, int, int, std::optional<int>, bool, std::vector<MoveNumbers>>;
// Moves, boards made, position after the action, checks in it, and the number of timelines before the action.
using PlayedActionNumbers =
    std::tuple<std::vector<PlayedNumbers>, MadeBoards, PackedPosition, std::vector<CheckNumbers>, int>;

PackedPosition pack(int width, int height, int player, bool even, const Bytes& promotions, int lowest_row,
                    const std::vector<TimelineCells>& lines);
PackedState unpack(const PackedPosition& self);
std::vector<BoardCells> read_cells(const MadeBoards& self);

int width(const PackedPosition& self);
int height(const PackedPosition& self);
bool even(const PackedPosition& self);
int lowest_row(const PackedPosition& self);
std::vector<int> ends(const PackedPosition& self);
std::vector<int> initial_rows(const PackedPosition& self);
long long memory(const PackedPosition& self);
PackedPosition with_player(const PackedPosition& self, int player);
PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before);
// Convert numbers from outside to a move of `player`; return nothing if no board of this shape can have it.
std::optional<Move> read_move(const BoardShape& shape, int player, const MoveNumbers& numbers);

std::optional<std::vector<PlyNumbers>> line_facts(const PackedPosition& self,
                                                  const std::vector<std::vector<MoveNumbers>>& actions);

std::vector<MoveNumbers> match(const PackedPosition& self, const Pattern::Numbers& pattern);
std::optional<MatchedAction> match_unique(const PackedPosition& self,
                                          const std::vector<Pattern::Numbers>& patterns);
int count_moves(const PackedPosition& self);
std::optional<std::tuple<MadeBoards, PackedPosition>> move(const PackedPosition& self,
                                                           const MoveNumbers& numbers);
std::optional<PlayedActionNumbers> play_action(const PackedPosition& self,
                                               const std::vector<MoveNumbers>& action);
std::vector<CheckNumbers> checks(const PackedPosition& self, bool passing);
bool in_check(const PackedPosition& self);
bool may_submit(const PackedPosition& self);

}  // namespace hyperchess::api
