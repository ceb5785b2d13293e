#include "api/lines.hpp"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

namespace hyperchess::api {
namespace {

constexpr int files = 32;  // encoded squares are rank * 32 + file, whatever the width of the board

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

}  // namespace

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

Bytes write_action(const BoardShape& shape, const std::vector<Move>& moves) {
  Bytes bytes;
  write_number(bytes, static_cast<int>(moves.size()));
  for (const Move& move : moves) {
    write_number(bytes, (move.promotion & ~0x20) * 2 + !move.is_physical());
    write_number(bytes, move.row);
    write_number(bytes, move.time);
    for (const int square : {move.from, move.to})
      write_number(bytes, square / shape.width * files + square % shape.width);
    if (!move.is_physical()) {
      write_number(bytes, move.to_row - move.row);
      write_number(bytes, move.to_time - move.time);
    }
  }
  return bytes;
}

namespace {

// Insert a value into a sorted vector, after equal ones. There are few, or they come nearly sorted.
template <class T, class Order = std::identity>
void insert_sorted(std::vector<T>& values, const T& value, const Order& order = {}) {
  values.insert(std::ranges::upper_bound(values, std::invoke(order, value), {}, order), value);
}

// Sort moves as in Branched 5DPGN 4.9: first moves that do not branch, by the timeline of the target, then
// branches.
std::vector<Move> sort_moves(int player, const std::vector<Move>& moves,
                             const std::vector<MoveFacts>& facts) {
  const auto order = [player](const Move& move) { return player == white ? move.to_row : -move.to_row; };
  std::vector<Move> staying, branching;
  for (std::size_t number = 0; number < moves.size(); ++number) {
    if (facts[number].kind == MoveKind::branch)
      branching.push_back(moves[number]);
    else
      insert_sorted(staying, moves[number], order);
  }
  staying.insert(staying.end(), branching.begin(), branching.end());
  return staying;
}

}  // namespace

std::optional<LineTable> line_table(const PackedPosition& self, const Bytes& data) {
  const Multiverse& first = *self.position;
  const std::optional<Actions> actions = read_actions(first, data, std::numeric_limits<int>::max());
  if (!actions) return std::nullopt;
  const std::optional<std::vector<PlyFacts>> line = hyperchess::line_facts(first, *actions);
  if (!line) return std::nullopt;
  LineTable table;
  int player = first.player(), made = 0, present = line->front().present;
  for (int ply = 0; ply < static_cast<int>(line->size()); ++ply) {
    const PlyFacts& facts = (*line)[ply];
    int branches = 0;
    if (ply > 0) {
      const std::vector<Move>& moves = (*actions)[ply - 1];
      table.actions.push_back(write_action(first.shape(), sort_moves(player, moves, facts.moves)));
      player = 1 - player;
      for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move& move = moves[number];
        const MoveFacts& done = facts.moves[number];
        branches += done.kind == MoveKind::branch;
        if (done.kind != MoveKind::physical)
          table.jumps.push_back({ply, done.piece, (move.time >> 1) - (move.to_time >> 1)});
        if (done.captured != empty_code) table.captures.push_back({ply, done.captured});
      }
    }
    for (const BoardFacts& board : facts.boards) {
      append(table.boards, board.contents);
      append(table.boards, ply);
    }
    made += static_cast<int>(facts.boards.size());
    for (const std::uint64_t key : {facts.full.high, facts.front.high, facts.material})
      append(table.positions, key);
    for (const int number : {ply, player, facts.white_rows, facts.black_rows, facts.rows, made, facts.present,
                             facts.present - present, facts.checked, branches})
      append(table.positions, number);
    append(table.positions, static_cast<std::uint8_t>(facts.cross_board));
    append(table.positions, static_cast<std::uint8_t>(facts.cross_row));
    present = facts.present;
  }
  return table;
}

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

namespace {

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

}  // namespace

std::optional<std::vector<Advanced>> replay(const PackedPosition& self, const Bytes& data, int most) {
  const std::optional<Actions> actions = read_actions(*self.position, data, most);
  if (!actions) return std::nullopt;
  std::vector<Advanced> found;
  const int squares = self.position->shape().width * self.position->shape().height;
  Multiverse position = *self.position;
  for (const std::vector<Move>& action : *actions) {
    const std::optional<std::vector<NewBoard>> boards = advance(position, action);
    if (!boards) return std::nullopt;
    PackedPosition after{std::make_shared<const Multiverse>(position)};
    MadeBoards made{share_boards(*after.position, *boards), squares};
    found.push_back({std::move(made), std::move(after)});
  }
  return found;
}

std::optional<std::vector<FoundBoard>> find_boards(const PackedPosition& self, const Bytes& data, int most,
                                                   const Bytes& squares) {
  const std::optional<Actions> actions = read_actions(*self.position, data, most);
  if (!actions) return std::nullopt;
  const BoardPattern pattern(squares);
  std::vector<FoundBoard> found;
  Multiverse position = *self.position;
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row)
    for (int time = position.timeline(row).start; time <= position.timeline(row).end(); ++time)
      if (pattern.matches(*position.timeline(row).at(time))) found.push_back({0, row, time});
  for (std::size_t ply = 1; ply <= actions->size(); ++ply) {
    const std::optional<std::vector<NewBoard>> boards = advance(position, (*actions)[ply - 1]);
    if (!boards) return std::nullopt;
    for (const NewBoard& made : *boards)
      if (pattern.matches(made.board)) insert_sorted(found, {static_cast<int>(ply), made.row, made.time});
  }
  return found;
}

std::vector<MatchedAction> match_line(const PackedPosition& self,
                                      const std::vector<std::vector<Pattern::Numbers>>& actions) {
  std::vector<MatchedAction> found;
  const BoardShape& shape = self.position->shape();
  const Multiverse* position = self.position.get();
  for (const std::vector<Pattern::Numbers>& action : actions) {
    std::vector<Pattern> patterns;
    for (const Pattern::Numbers& numbers : action) patterns.push_back(Pattern::from_numbers(numbers));
    std::optional<UniqueMatch> matched = match_unique(*position, patterns);
    if (!matched) break;
    std::vector<int> kinds;
    for (const MoveKind kind : matched->kinds) kinds.push_back(static_cast<int>(kind));
    Bytes data = write_action(shape, matched->moves);
    found.push_back({.moves = std::move(matched->moves),
                     .kinds = std::move(kinds),
                     .captures = std::move(matched->captures),
                     .boards = {std::move(matched->boards), shape.width * shape.height},
                     .after = {std::make_shared<const Multiverse>(std::move(matched->after))},
                     .data = std::move(data)});
    position = found.back().after.position.get();
  }
  return found;
}

}  // namespace hyperchess::api
