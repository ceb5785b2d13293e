#include "api/positions.hpp"

#include <algorithm>
#include <cstdlib>

#include "multiverse/position/key.hpp"

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
  if (!multiverse.has_row(numbers.row) || !multiverse.has_row(numbers.to_row)) return std::nullopt;
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

PackedPosition pack(const PositionState& state) {
  require_board_size(state.width, state.height);
  constexpr int max_half_turn = 1'000'000;
  std::vector<Timeline> packed;
  for (const TimelineCells& timeline : state.timelines) {
    if (timeline.start < -max_half_turn || timeline.start > max_half_turn)
      throw InvalidPosition("a turn out of range");
    std::vector<History::Entry> read;
    for (const Bytes& cells : timeline.boards) read.push_back(read_board(cells, state.width * state.height));
    packed.push_back({timeline.start, timeline.is_initial, History(read)});
  }
  return {
      std::make_shared<const Multiverse>(state.width, state.height, state.player, state.is_even,
                                         std::vector<Code>(state.promotions.begin(), state.promotions.end()),
                                         state.lowest_row, std::move(packed))};
}

PositionState unpack(const PackedPosition& self) {
  const Multiverse& multiverse = *self.position;
  const BoardShape& shape = multiverse.shape();
  const std::vector<Code>& promotions = multiverse.promotions();
  PositionState state{.width = shape.width,
                      .height = shape.height,
                      .player = multiverse.player(),
                      .is_even = multiverse.has_even_initial(),
                      .promotions = {promotions.data(), promotions.size()},
                      .lowest_row = multiverse.lowest_row(),
                      .timelines = {}};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    std::vector<Bytes> boards;
    for (const auto& board : timeline.boards)
      boards.emplace_back(board->cells.data(), static_cast<std::size_t>(count_squares(self)));
    state.timelines.push_back({timeline.start, timeline.initial, std::move(boards)});
  }
  return state;
}

std::vector<BoardCells> read_cells(const MadeBoards& self) {
  std::vector<BoardCells> cells;
  for (const MadeBoard& made : self.boards) {
    std::optional<BoardPlace> parent;
    if (made.parent_row != made.row) parent = BoardPlace{made.parent_row, made.time - 1};
    cells.push_back({made.row, made.time,
                     Bytes(made.board->cells.data(), static_cast<std::size_t>(self.squares)), parent});
  }
  return cells;
}

std::vector<Move> match(const PackedPosition& self, const Pattern::Numbers& pattern) {
  return find_moves(*self.position, Pattern::from_numbers(pattern));
}

int width(const PackedPosition& self) { return self.position->shape().width; }
int height(const PackedPosition& self) { return self.position->shape().height; }
bool is_even(const PackedPosition& self) { return self.position->has_even_initial(); }
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

int code_at(const PackedPosition& self, int row, int time, int square) {
  const Board* board = self.position->board(row, time);
  return !board || square < 0 || square >= count_squares(self) ? empty_code : board->at(square);
}

int count_moves(const PackedPosition& self) {
  return static_cast<int>(find_moves(*self.position, {}).size());
}

std::optional<Advanced> move(const PackedPosition& self, const MoveNumbers& numbers) {
  const Multiverse& before = *self.position;
  const std::optional<Move> wanted = read_move(before, numbers);
  const std::optional<Move> move = wanted ? find_move(before, *wanted) : std::nullopt;
  if (!move) return std::nullopt;
  const std::vector<NewBoard> boards = before.make_boards(*move);
  PackedPosition after{std::make_shared<const Multiverse>(before.with(boards, before.player()))};
  MadeBoards made{share_boards(*after.position, boards), count_squares(self)};
  return Advanced{std::move(made), std::move(after)};
}

PackedPosition with_player(const PackedPosition& self, int player) {
  if (player != white && player != black) throw InvalidPosition("the player is neither White nor Black");
  return {std::make_shared<const Multiverse>(self.position->with_player(player))};
}

PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before) {
  const Multiverse& position = *self.position;
  std::vector<BoardFacts> boards;
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row) {
    const Timeline& timeline = position.timeline(row);
    int time = timeline.start;
    if (before && before->position->has_row(row))
      time = std::max(time, before->position->timeline(row).end() + 1);
    for (; time <= timeline.end(); ++time)
      boards.push_back({row, time, compute_contents_key(position.shape(), *timeline.at(time))});
  }
  return {compute_key(position), compute_front_key(position), compute_material_key(position),
          std::move(boards)};
}

std::vector<Check> checks(const PackedPosition& self, bool passing) {
  return list_checks(*self.position, passing);
}

std::optional<EffectOfAction> play_action(const PackedPosition& self,
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
  std::vector<EffectOfMove> moves;
  for (PlayedMove& move : played->moves) {
    std::optional<int> made;
    if (move.kind == MoveKind::branch) made = move.arrived_row;
    const bool at_present =
        made && after.position->is_active(*made) && after.position->timeline(*made).end() == present;
    moves.push_back({static_cast<int>(move.kind), move.piece, move.captured, move.captured_on, made,
                     at_present, std::move(move.rivals)});
  }
  std::vector<Check> found = checks(after, true);
  return EffectOfAction{.moves = std::move(moves),
                        .boards = {std::move(played->boards), count_squares(self)},
                        .after = std::move(after),
                        .checks = std::move(found),
                        .timelines = before.highest_row() - before.lowest_row() + 1};
}

bool in_check(const PackedPosition& self) { return hyperchess::in_check(*self.position, true); }

bool may_submit(const PackedPosition& self) { return hyperchess::may_submit(*self.position); }

}  // namespace hyperchess::api
