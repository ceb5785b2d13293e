#include "api/positions.hpp"

#include <algorithm>
#include <cstdlib>

#include "position/key.hpp"
#include "rules/checks.hpp"
#include "rules/line_facts.hpp"

namespace hyperchess::api {
namespace {

int count_squares(const PackedPosition& self) {
  return self.position->shape().width * self.position->shape().height;
}

std::shared_ptr<const Board> read_board(const Bytes& cells, int squares) {
  if (static_cast<long long>(cells.size()) != squares) throw InvalidPosition("a board of another size");
  auto board = std::make_shared<Board>();
  const Code* const codes = cells.data();
  for (int square = 0; square < squares; ++square) {
    if (codes[square] == empty_code) continue;
    if (find_kind(codes[square]) < 0) throw InvalidPosition("a board with a byte that is not a piece");
    board->put(square, codes[square]);
  }
  return board;
}

std::optional<Move> read_move(const Multiverse& multiverse, const MoveNumbers& numbers) {
  // Rows created earlier in the action are the opponent's to play.
  if (!multiverse.has_row(std::get<0>(numbers)) || !multiverse.has_row(std::get<3>(numbers)))
    return std::nullopt;
  return api::read_move(multiverse.shape(), multiverse.player(), numbers);
}

}  // namespace

std::optional<Move> read_move(const BoardShape& shape, int player, const MoveNumbers& numbers) {
  const auto [row, time, from, to_row, to_time, to, letter] = numbers;
  const int squares = shape.width * shape.height;
  if (from < 0 || from >= squares || to < 0 || to >= squares || letter < 0 || letter > 'Z')
    return std::nullopt;
  if (std::max(std::abs(row), std::abs(to_row)) > max_timelines) return std::nullopt;
  const int promotion = letter ? letter | (player == black ? 0x20 : 0) : 0;
  return Move{.time = time,
              .to_time = to_time,
              .row = static_cast<std::int16_t>(row),
              .to_row = static_cast<std::int16_t>(to_row),
              .from = static_cast<std::int8_t>(from),
              .to = static_cast<std::int8_t>(to),
              .promotion = static_cast<Code>(promotion),
              .special = -1};
}

PackedPosition pack(int width, int height, int player, bool even, const Bytes& promotions, int lowest_row,
                    const std::vector<TimelineCells>& lines) {
  require_board_size(width, height);
  constexpr int max_half_turn = 1'000'000;
  std::vector<Timeline> packed;
  for (const auto& [start, initial, boards] : lines) {
    if (start < -max_half_turn || start > max_half_turn) throw InvalidPosition("a turn out of range");
    std::vector<History::Entry> read;
    for (const Bytes& cells : boards) read.push_back(read_board(cells, width * height));
    packed.push_back({start, initial, History(read)});
  }
  return {std::make_shared<const Multiverse>(width, height, player, even,
                                             std::vector<Code>(promotions.begin(), promotions.end()),
                                             lowest_row, std::move(packed))};
}

PackedState unpack(const PackedPosition& self) {
  const Multiverse& multiverse = *self.position;
  const BoardShape& shape = multiverse.shape();
  std::vector<TimelineCells> lines;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    std::vector<Bytes> boards;
    for (const auto& board : timeline.boards)
      boards.emplace_back(board->cells.data(), static_cast<std::size_t>(shape.width * shape.height));
    lines.emplace_back(timeline.start, timeline.initial, std::move(boards));
  }
  const std::vector<Code>& promotions = multiverse.promotions();
  const Bytes letters(promotions.data(), promotions.size());
  return {shape.width,
          shape.height,
          multiverse.player(),
          multiverse.has_even_initial(),
          letters,
          multiverse.lowest_row(),
          std::move(lines)};
}

std::vector<BoardCells> read_cells(const MadeBoards& self) {
  std::vector<BoardCells> cells;
  for (const MadeBoard& made : self.boards) {
    std::optional<std::tuple<int, int>> parent;
    if (made.parent_row != made.row) parent.emplace(made.parent_row, made.time - 1);
    cells.emplace_back(made.row, made.time,
                       Bytes(made.board->cells.data(), static_cast<std::size_t>(self.squares)), parent);
  }
  return cells;
}

std::vector<MoveNumbers> match(const PackedPosition& self, const Pattern::Numbers& pattern) {
  std::vector<MoveNumbers> found;
  for (const Move& move : find_moves(*self.position, Pattern::from_numbers(pattern)))
    found.push_back(to_numbers(move));
  return found;
}

std::optional<MatchedAction> match_unique(const PackedPosition& self,
                                          const std::vector<Pattern::Numbers>& patterns) {
  std::vector<Pattern> wanted;
  for (const Pattern::Numbers& numbers : patterns) wanted.push_back(Pattern::from_numbers(numbers));
  std::optional<UniqueMatch> found = hyperchess::match_unique(*self.position, wanted);
  if (!found) return std::nullopt;
  std::vector<MoveNumbers> moves;
  for (const Move& move : found->moves) moves.push_back(to_numbers(move));
  std::vector<int> kinds;
  for (const MoveKind kind : found->kinds) kinds.push_back(static_cast<int>(kind));
  return MatchedAction(std::move(moves), std::move(kinds), std::move(found->captures),
                       MadeBoards{std::move(found->boards), count_squares(self)},
                       PackedPosition{std::make_shared<const Multiverse>(std::move(found->after))});
}

int width(const PackedPosition& self) { return self.position->shape().width; }
int height(const PackedPosition& self) { return self.position->shape().height; }
bool even(const PackedPosition& self) { return self.position->has_even_initial(); }
int lowest_row(const PackedPosition& self) { return self.position->lowest_row(); }

std::vector<int> ends(const PackedPosition& self) {
  std::vector<int> ends;
  for (int row = self.position->lowest_row(); row <= self.position->highest_row(); ++row)
    ends.push_back(self.position->timeline(row).end());
  return ends;
}

std::vector<int> initial_rows(const PackedPosition& self) {
  std::vector<int> rows;
  for (int row = self.position->lowest_row(); row <= self.position->highest_row(); ++row)
    if (self.position->timeline(row).initial) rows.push_back(row);
  return rows;
}

long long memory(const PackedPosition& self) { return self.position->count_bytes(); }

int count_moves(const PackedPosition& self) {
  return static_cast<int>(find_moves(*self.position, {}).size());
}

std::optional<std::tuple<MadeBoards, PackedPosition>> move(const PackedPosition& self,
                                                           const MoveNumbers& numbers) {
  const Multiverse& before = *self.position;
  const std::optional<Move> wanted = read_move(before, numbers);
  const std::optional<Move> move = wanted ? find_move(before, *wanted) : std::nullopt;
  if (!move) return std::nullopt;
  const std::vector<NewBoard> boards = before.make_boards(*move);
  PackedPosition after{std::make_shared<const Multiverse>(before.with(boards, before.player()))};
  return std::tuple(MadeBoards{share_boards(*after.position, boards), count_squares(self)}, std::move(after));
}

PackedPosition with_player(const PackedPosition& self, int player) {
  if (player != white && player != black) throw InvalidPosition("the player is neither White nor Black");
  return {std::make_shared<const Multiverse>(self.position->with_player(player))};
}

PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before) {
  const Multiverse& position = *self.position;
  std::vector<BoardKey> boards;
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row) {
    const Timeline& timeline = position.timeline(row);
    int time = timeline.start;
    if (before && before->position->has_row(row))
      time = std::max(time, before->position->timeline(row).end() + 1);
    for (; time <= timeline.end(); ++time)
      boards.emplace_back(row, time, compute_contents_key(position.shape(), *timeline.at(time)));
  }
  const Key full = compute_key(position), front = compute_front_key(position);
  return {full.low, full.high, front.low, front.high, compute_material_key(position), std::move(boards)};
}

std::optional<std::vector<PlyNumbers>> line_facts(const PackedPosition& self,
                                                  const std::vector<std::vector<MoveNumbers>>& actions) {
  std::vector<std::vector<Move>> sequence;
  int player = self.position->player();
  for (const std::vector<MoveNumbers>& action : actions) {
    std::vector<Move> moves;
    for (const MoveNumbers& numbers : action) {
      const std::optional<Move> move = read_move(self.position->shape(), player, numbers);
      if (!move) return std::nullopt;
      moves.push_back(*move);
    }
    sequence.push_back(std::move(moves));
    player = 1 - player;
  }
  const auto facts = hyperchess::line_facts(*self.position, sequence);
  if (!facts) return std::nullopt;
  std::vector<PlyNumbers> found;
  for (const PlyFacts& ply : *facts) {
    std::vector<std::tuple<int, int, int>> moves;
    for (const MoveFacts& move : ply.moves)
      moves.emplace_back(static_cast<int>(move.kind), move.piece, move.captured);
    std::vector<BoardKey> boards;
    for (const BoardFacts& board : ply.boards) boards.emplace_back(board.row, board.time, board.contents);
    found.emplace_back(ply.full.low, ply.full.high, ply.front.low, ply.front.high, ply.material,
                       ply.white_rows, ply.black_rows, ply.rows, ply.present, ply.checked, ply.cross_board,
                       ply.cross_row, std::move(moves), std::move(boards));
  }
  return found;
}

std::vector<CheckNumbers> checks(const PackedPosition& self, bool passing) {
  std::vector<CheckNumbers> found;
  for (const Check& check : list_checks(*self.position, passing))
    found.emplace_back(check.row, check.time, check.square, check.step.rows, check.step.turns,
                       check.step.files, check.step.ranks, check.distance);
  return found;
}

std::optional<PlayedActionNumbers> play_action(const PackedPosition& self,
                                               const std::vector<MoveNumbers>& action) {
  const Multiverse& before = *self.position;
  std::vector<Move> wanted;
  for (const MoveNumbers& numbers : action) {
    const std::optional<Move> move = read_move(before, numbers);
    if (!move) return std::nullopt;
    wanted.push_back(*move);
  }
  std::optional<PlayedAction> played = hyperchess::play_action(before, wanted);
  if (!played) return std::nullopt;
  PackedPosition after{std::make_shared<const Multiverse>(std::move(played->after))};
  const int present = after.position->present();
  std::vector<PlayedNumbers> moves;
  for (const PlayedMove& move : played->moves) {
    std::optional<int> made;
    if (move.kind == MoveKind::branch) made = move.arrived_row;
    const bool at_present =
        made && after.position->is_active(*made) && after.position->timeline(*made).end() == present;
    std::vector<MoveNumbers> rivals;
    for (const Move& rival : move.rivals) rivals.push_back(to_numbers(rival));
    moves.emplace_back(static_cast<int>(move.kind), move.piece, move.captured, move.captured_on, made,
                       at_present, std::move(rivals));
  }
  std::vector<CheckNumbers> found = checks(after, true);
  return PlayedActionNumbers(std::move(moves), MadeBoards{std::move(played->boards), count_squares(self)},
                             std::move(after), std::move(found),
                             before.highest_row() - before.lowest_row() + 1);
}

bool in_check(const PackedPosition& self) { return hyperchess::in_check(*self.position, true); }

bool may_submit(const PackedPosition& self) { return hyperchess::may_submit(*self.position); }

}  // namespace hyperchess::api
