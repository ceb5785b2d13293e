// What the faces of the kernel ask about positions of 5D chess, in plain values.
#pragma once

#include "api/values.hpp"
#include "rules/patterns.hpp"
#include "rules/reading.hpp"

namespace hyperchess::api {

// Row, half-turn and square of the attacker, its step, and the number of steps.
using CheckNumbers = std::tuple<int, int, int, int, int, int, int, int>;
// Row, half-turn and cells of a board; row and half-turn of its parent if it starts a timeline.
using BoardCells = std::tuple<int, int, Bytes, std::optional<std::tuple<int, int>>>;
// First half-turn, whether it is initial, the cells of its boards.
using LineCells = std::tuple<int, bool, std::vector<Bytes>>;

// What `pack` takes, for pickling and copying.
using PackedState = std::tuple<int, int, int, bool, Bytes, int, std::vector<LineCells>>;

// The boards that moves made. Most of them are never looked at, and so never converted.
struct MadeBoards {
  std::vector<MadeBoard> boards;
  int squares;
};

// The moves, their kinds, whether they capture, the boards made, and the position after.
using MatchedAction =
    std::tuple<std::vector<MoveNumbers>, std::vector<int>, std::vector<bool>, MadeBoards, PackedPosition>;

// Row, half-turn and contents of a board.
using BoardKey = std::tuple<int, int, std::uint64_t>;

// The key of all boards (low and high word), that of the last boards, that of the material, and the boards.
using PositionKeys = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                std::vector<BoardKey>>;

// Low and high words of the key and of the front's, the material; the rows that White and Black made, and
// all; the present; rows in check, whether from another board, from another row; moves as kind, piece and
// captured piece; boards.
using PlyNumbers =
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int, int, int, int,
               int, bool, bool, std::vector<std::tuple<int, int, int>>, std::vector<BoardKey>>;

// Of each move: its kind, the codes of the moved and of the captured piece, the square of the latter or -1,
// the row of the timeline it made if any, whether that ends at the present after the action, and its rivals.
using PlayedNumbers = std::tuple<int, int, int, int, std::optional<int>, bool, std::vector<MoveNumbers>>;
// The moves, the boards made, the position after, the checks there, and the number of timelines before.
using PlayedActionNumbers =
    std::tuple<std::vector<PlayedNumbers>, MadeBoards, PackedPosition, std::vector<CheckNumbers>, int>;

PackedPosition pack(int width, int height, int player, bool even, const Bytes& promotions, int lowest_row,
                    const std::vector<LineCells>& lines);
PackedState unpack(const PackedPosition& self);
std::vector<BoardCells> cells_of(const MadeBoards& self);

int width(const PackedPosition& self);
int height(const PackedPosition& self);
bool even(const PackedPosition& self);
int lowest_row(const PackedPosition& self);
std::vector<int> ends(const PackedPosition& self);
std::vector<int> initial_rows(const PackedPosition& self);
long long memory(const PackedPosition& self);
PackedPosition with_player(const PackedPosition& self, int player);
PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before);
// A move of a player that numbers from outside stand for, if there can be such a move at all.
std::optional<Move> move_of(const Plane& plane, int player, const MoveNumbers& numbers);

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
