// API of sequences of actions of 5D chess in one call: resolved from patterns, or decoded from the bytes that
// game libraries store; positions replayed from them, their facts as rows, and boards that match a pattern.
// `hyperchess.multiverse.action_bytes` specifies the bytes, `hyperchess.multiverse.line_table` the rows.
#pragma once

#include "api/positions.hpp"

namespace hyperchess::api {

using Actions = std::vector<std::vector<Move>>;

// Decode at most `max_count` actions; return nothing if the bytes are malformed.
std::optional<Actions> read_actions(const Multiverse& first, const Bytes& data, int max_count);
Bytes write_action(const BoardShape& shape, const std::vector<Move>& moves);
// Play an action on `position` and return the boards it makes, or nothing if a move cannot be made.
std::optional<std::vector<NewBoard>> advance(Multiverse& position, const std::vector<Move>& action);

// Append a number in little-endian order.
template <typename Number>
void append(Bytes& bytes, Number number) {
  auto rest = static_cast<std::uint64_t>(number);
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte, rest >>= 8)
    bytes.push_back(static_cast<unsigned char>(rest & 255));
}

struct Jump {
  int ply, piece;
  int back;  // in turns
};
HYPERCHESS_RECORD(Jump, "", ply, piece, back)

struct Capture {
  int ply, piece;
};
HYPERCHESS_RECORD(Capture, "", ply, piece)

struct LineTable {
  Bytes positions, boards;     // rows
  std::vector<Bytes> actions;  // in standard order
  std::vector<Jump> jumps;
  std::vector<Capture> captures;
};
HYPERCHESS_RECORD(LineTable, "LineTable", positions, boards, actions, jumps, captures)

struct FoundBoard {
  int ply, row, time;
  friend auto operator<=>(const FoundBoard&, const FoundBoard&) = default;
};
HYPERCHESS_RECORD(FoundBoard, "", ply, row, time)

struct MatchedAction {
  std::vector<Move> moves;
  std::vector<int> kinds;
  std::vector<bool> captures;
  MadeBoards boards;
  PackedPosition after;
  Bytes data;  // the moves as bytes
};
HYPERCHESS_RECORD(MatchedAction, "", moves, kinds, captures, boards, after, data)

std::optional<LineTable> line_table(const PackedPosition& self, const Bytes& data);
std::vector<MatchedAction> match_line(const PackedPosition& self,
                                      const std::vector<std::vector<Pattern::Numbers>>& actions);
std::optional<std::vector<Advanced>> replay(const PackedPosition& self, const Bytes& data, int most);
std::optional<std::vector<FoundBoard>> find_boards(const PackedPosition& self, const Bytes& data, int most,
                                                   const Bytes& squares);

}  // namespace hyperchess::api
