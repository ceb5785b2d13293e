// Python bindings for sequences of actions in one call: resolved from patterns, or decoded from the bytes
// that game libraries store; positions replayed from them, their facts as rows, and boards that match a
// pattern. `hyperchess.multiverse.action_bytes` specifies the bytes, `hyperchess.multiverse.line_table` the
// rows.
#include <nanobind/stl/array.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "api/positions.hpp"
#include "python/bindings.hpp"
#include "rules/line_facts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

constexpr int files = 32;  // encoded squares are rank * 32 + file, whatever the width of the board

using Actions = std::vector<std::vector<Move>>;

// Rows of positions, rows of boards, actions in standard order; jumps as ply, piece and turns back; captures
// as ply and piece.
using LineTable = std::tuple<Bytes, Bytes, std::vector<Bytes>, std::vector<std::tuple<int, int, int>>,
                             std::vector<std::tuple<int, int>>>;

// Decoder of variable-length zigzag integers: seven bits per byte, lowest first, with the sign in the lowest
// bit. After a number that is truncated or too large, `failed` is true and all further numbers are 0.
class Reader {
 public:
  explicit Reader(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  bool ended() const { return offset_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - offset_; }

  int number() {
    std::uint64_t read = 0;
    for (int shift = 0; !failed_; shift += 7) {
      if (ended() || shift > 28) {
        failed_ = true;
        break;
      }
      const std::uint64_t byte = bytes_[offset_++];
      read |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    const auto half = static_cast<std::int64_t>((read + (read & 1)) >> 1);
    if (half > std::numeric_limits<int>::max() / 4) failed_ = true;
    return failed_ ? 0 : static_cast<int>(read & 1 ? -half : half);
  }

 private:
  std::span<const unsigned char> bytes_;
  std::size_t offset_ = 0;
  bool failed_ = false;
};

void write_number(Bytes& bytes, int number) {
  const std::int64_t wide = number;
  auto rest = static_cast<std::uint64_t>(wide >= 0 ? wide << 1 : (-wide << 1) - 1);
  for (; rest > 127; rest >>= 7) bytes.push_back(static_cast<unsigned char>((rest & 127) | 128));
  bytes.push_back(static_cast<unsigned char>(rest));
}

// Decode a square; return -1 if it is not on the board.
int decode_square(const BoardShape& shape, int encoded) {
  const int file = encoded % files, rank = encoded / files;
  return encoded >= 0 && file < shape.width && rank < shape.height ? rank * shape.width + file : -1;
}

std::optional<Move> read_move(Reader& reader, const BoardShape& shape, int player) {
  const int flags = reader.number(), row = reader.number(), time = reader.number();
  const int from = decode_square(shape, reader.number()), to = decode_square(shape, reader.number());
  const int to_row = row + (flags & 1 ? reader.number() : 0);
  const int to_time = time + (flags & 1 ? reader.number() : 0);
  const int letter = flags >> 1;
  if (reader.failed()) return std::nullopt;
  return api::read_move(shape, player, {row, time, from, to_row, to_time, to, letter});
}

// Decode at most `max_count` actions; return nothing if the bytes are malformed.
std::optional<Actions> read_actions(const Multiverse& first, const Bytes& data, int max_count) {
  Reader reader({data.data(), data.size()});
  Actions actions;
  int player = first.player();
  while (!reader.ended() && static_cast<int>(actions.size()) < max_count) {
    const int count = reader.number();
    if (reader.failed() || count < 0 || static_cast<std::size_t>(count) > reader.left()) return std::nullopt;
    std::vector<Move> moves;
    for (int number = 0; number < count; ++number) {
      const std::optional<Move> move = read_move(reader, first.shape(), player);
      if (!move) return std::nullopt;
      moves.push_back(*move);
    }
    actions.push_back(std::move(moves));
    player = 1 - player;
  }
  return actions;
}

Bytes write_action(const BoardShape& shape, const std::vector<api::MoveNumbers>& moves) {
  Bytes bytes;
  write_number(bytes, static_cast<int>(moves.size()));
  for (const auto& [row, time, from, to_row, to_time, to, promotion] : moves) {
    const bool jumps = row != to_row || time != to_time;
    write_number(bytes, promotion * 2 + jumps);
    write_number(bytes, row);
    write_number(bytes, time);
    for (const int square : {from, to})
      write_number(bytes, square / shape.width * files + square % shape.width);
    if (jumps) {
      write_number(bytes, to_row - row);
      write_number(bytes, to_time - time);
    }
  }
  return bytes;
}

// Sort moves as in Branched 5DPGN 4.9: first moves that do not branch, by the timeline of the target, then
// branches.
std::vector<api::MoveNumbers> sort_moves(int player, const std::vector<Move>& moves,
                                         const std::vector<MoveFacts>& facts) {
  std::vector<Move> staying, branching;
  for (std::size_t number = 0; number < moves.size(); ++number)
    (facts[number].kind == MoveKind::branch ? branching : staying).push_back(moves[number]);
  std::ranges::stable_sort(
      staying, {}, [player](const Move& move) { return player == white ? move.to_row : -move.to_row; });
  staying.insert(staying.end(), branching.begin(), branching.end());
  std::vector<api::MoveNumbers> ordered;
  std::ranges::transform(staying, std::back_inserter(ordered), api::to_numbers);
  return ordered;
}

// Append a number in little-endian order.
template <typename Number>
void append(Bytes& bytes, Number number) {
  auto rest = static_cast<std::uint64_t>(number);
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte, rest >>= 8)
    bytes.push_back(static_cast<unsigned char>(rest & 255));
}

std::optional<LineTable> line_table(const PackedPosition& self, const Bytes& data) {
  const Multiverse& first = *self.position;
  const std::optional<Actions> actions = read_actions(first, data, std::numeric_limits<int>::max());
  if (!actions) return std::nullopt;
  const std::optional<std::vector<PlyFacts>> line = line_facts(first, *actions);
  if (!line) return std::nullopt;
  LineTable table;
  auto& [positions, boards, written, jumps, captured] = table;
  int player = first.player(), made = 0, present = line->front().present;
  for (int ply = 0; ply < static_cast<int>(line->size()); ++ply) {
    const PlyFacts& facts = (*line)[ply];
    int branches = 0;
    if (ply > 0) {
      const std::vector<Move>& moves = (*actions)[ply - 1];
      written.push_back(write_action(first.shape(), sort_moves(player, moves, facts.moves)));
      player = 1 - player;
      for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move& move = moves[number];
        const MoveFacts& done = facts.moves[number];
        branches += done.kind == MoveKind::branch;
        if (done.kind != MoveKind::physical)
          jumps.emplace_back(ply, done.piece, (move.time >> 1) - (move.to_time >> 1));
        if (done.captured != empty_code) captured.emplace_back(ply, done.captured);
      }
    }
    for (const BoardFacts& board : facts.boards) {
      append(boards, board.contents);
      append(boards, ply);
    }
    made += static_cast<int>(facts.boards.size());
    for (const std::uint64_t key : {facts.full.high, facts.front.high, facts.material})
      append(positions, key);
    for (const int number : {ply, player, facts.white_rows, facts.black_rows, facts.rows, made, facts.present,
                             facts.present - present, facts.checked, branches})
      append(positions, number);
    append(positions, static_cast<std::uint8_t>(facts.cross_board));
    append(positions, static_cast<std::uint8_t>(facts.cross_row));
    present = facts.present;
  }
  return table;
}

// Play an action on `position` and return the boards it makes, or nothing if a move cannot be made.
std::optional<std::vector<NewBoard>> advance(Multiverse& position, const std::vector<Move>& action) {
  std::vector<NewBoard> boards;
  for (const Move& wanted : action) {
    const std::optional<Move> move =
        position.has_row(wanted.to_row) ? find_move(position, wanted) : std::nullopt;
    if (!move) return std::nullopt;
    std::vector<NewBoard> made = position.make_boards(*move);
    position = position.with(made, position.player());
    std::ranges::move(made, std::back_inserter(boards));
  }
  position = position.with_player(1 - position.player());
  return boards;
}

std::optional<std::vector<std::tuple<api::MadeBoards, PackedPosition>>> replay(const PackedPosition& self,
                                                                               const Bytes& data, int most) {
  const std::optional<Actions> actions = read_actions(*self.position, data, most);
  if (!actions) return std::nullopt;
  std::vector<std::tuple<api::MadeBoards, PackedPosition>> found;
  const int squares = self.position->shape().width * self.position->shape().height;
  Multiverse position = *self.position;
  for (const std::vector<Move>& action : *actions) {
    const std::optional<std::vector<NewBoard>> boards = advance(position, action);
    if (!boards) return std::nullopt;
    PackedPosition after{std::make_shared<const Multiverse>(position)};
    found.emplace_back(api::MadeBoards{share_boards(*after.position, *boards), squares}, std::move(after));
  }
  return found;
}

// A set of accepted piece codes for some squares of a board. Encoded as square, number of codes, codes.
class BoardPattern {
 public:
  explicit BoardPattern(const Bytes& bytes) {
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2 + bytes[at + 1]) {
      SquarePattern pattern{bytes[at] % max_squares, {}};
      const std::size_t end = std::min(bytes.size(), at + 2 + bytes[at + 1]);
      for (std::size_t code = at + 2; code < end; ++code) pattern.codes.set(bytes[code]);
      squares_.push_back(pattern);
    }
  }

  bool matches(const Board& board) const {
    return std::ranges::all_of(squares_, [&board](const SquarePattern& pattern) {
      return pattern.codes.test(board.at(pattern.square));
    });
  }

 private:
  struct SquarePattern {
    int square;
    std::bitset<256> codes;
  };
  std::vector<SquarePattern> squares_;
};

// Ply, row and half-turn of a board.
using FoundBoard = std::tuple<int, int, int>;

std::optional<std::vector<FoundBoard>> find_boards(const PackedPosition& self, const Bytes& data, int most,
                                                   const Bytes& squares) {
  const std::optional<Actions> actions = read_actions(*self.position, data, most);
  if (!actions) return std::nullopt;
  const BoardPattern pattern(squares);
  std::vector<FoundBoard> found;
  Multiverse position = *self.position;
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row)
    for (int time = position.timeline(row).start; time <= position.timeline(row).end(); ++time)
      if (pattern.matches(*position.timeline(row).at(time))) found.emplace_back(0, row, time);
  for (std::size_t ply = 1; ply <= actions->size(); ++ply) {
    const std::optional<std::vector<NewBoard>> boards = advance(position, (*actions)[ply - 1]);
    if (!boards) return std::nullopt;
    for (const NewBoard& made : *boards)
      if (pattern.matches(made.board)) found.emplace_back(static_cast<int>(ply), made.row, made.time);
  }
  std::ranges::sort(found);
  return found;
}

// The result of `api::match_unique`, and the moves as bytes.
using MatchedAction = std::tuple<std::vector<api::MoveNumbers>, std::vector<int>, std::vector<bool>,
                                 api::MadeBoards, PackedPosition, Bytes>;

std::vector<MatchedAction> match_line(const PackedPosition& self,
                                      const std::vector<std::vector<Pattern::Numbers>>& actions) {
  std::vector<MatchedAction> found;
  const BoardShape& shape = self.position->shape();
  PackedPosition position = self;
  for (const std::vector<Pattern::Numbers>& patterns : actions) {
    std::optional<api::MatchedAction> matched = api::match_unique(position, patterns);
    if (!matched) break;
    position = std::get<PackedPosition>(*matched);
    Bytes bytes = write_action(shape, std::get<0>(*matched));
    found.push_back(std::tuple_cat(std::move(*matched), std::tuple(std::move(bytes))));
  }
  return found;
}

int code_at(const PackedPosition& self, int row, int time, int square) {
  const BoardShape& shape = self.position->shape();
  const Board* board = self.position->board(row, time);
  return !board || square < 0 || square >= shape.width * shape.height ? empty_code : board->at(square);
}

}  // namespace

void bind_lines(nb::class_<PackedPosition>& position) {
  position
      .def("line_table", &line_table, "data"_a,
           "Return rows of this position and of the position after each action, rows of all boards, the\n"
           "actions in standard order, jumps and captures; or `None` if an action cannot be played.")
      .def("match_line", &match_line, "actions"_a,
           "Resolve the first actions, as long as each of their patterns matches one move. Return moves,\n"
           "kinds, captures, boards made, position after, and the moves as bytes for each action.")
      .def("replay", &replay, "data"_a, "most"_a,
           "Return the boards that each of up to `most` actions makes and the position after it, or `None` "
           "if\n"
           "an action cannot be played.")
      .def("find_boards", &find_boards, "data"_a, "most"_a, "squares"_a,
           "Return ply, row and half-turn of each board that matches: all boards of this position, and the\n"
           "boards made by up to `most` actions. `squares` has square, number of accepted codes and the "
           "codes\n"
           "for each square. Return `None` if an action cannot be played.")
      .def("code_at", &code_at, "row"_a, "time"_a, "square"_a,
           "Return the code of the piece on a square, or 0 if there is no piece or no such board.");
}

}  // namespace hyperchess::python
