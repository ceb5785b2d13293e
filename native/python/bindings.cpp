// The Python bindings of the rules, for `hyperchess.multiverse.kernel` only: conversions and nothing else.
#include "python/bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "rules/checks.hpp"
#include "rules/line_facts.hpp"
#include "rules/patterns.hpp"
#include "rules/reading.hpp"
#include "search/actions.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::python {
namespace {

// Row, half-turn and square of the attacker, its step, and the number of steps.
using CheckNumbers = std::tuple<int, int, int, int, int, int, int, int>;
// Row, half-turn and cells of a board; row and half-turn of its parent if it starts a timeline.
using BoardCells = std::tuple<int, int, nb::bytes, std::optional<std::tuple<int, int>>>;
// First half-turn, whether it is initial, the cells of its boards.
using LineCells = std::tuple<int, bool, std::vector<nb::bytes>>;

// The legal actions of a position, and handles to single ones, which keep it alive. A mutex serialises
// threads.
struct PackedActions {
  struct Source {
    ActionIterator iterator;
    std::mutex mutex;
  };
  std::shared_ptr<Source> source;
};
struct ActionHandle {
  std::shared_ptr<const ActionIterator> source;
  std::vector<int> point;
};

void raise(const char* name, const char* message) {
  nb::object error = nb::module_::import_("hyperchess.errors").attr(name);
  PyErr_SetString(error.ptr(), message);
}

Meter meter_of(std::optional<double> seconds, std::optional<long long> rounds) {
  return Meter(seconds.value_or(Meter::no_seconds), rounds.value_or(Meter::no_rounds), [] {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

std::shared_ptr<const Board> read_board(const nb::bytes& cells, int squares) {
  if (static_cast<long long>(cells.size()) != squares) throw InvalidPosition("a board of another size");
  auto board = std::make_shared<Board>();
  const auto* const codes = static_cast<const Code*>(cells.data());
  for (int square = 0; square < squares; ++square) {
    if (codes[square] == empty_code) continue;
    if (find_kind(codes[square]) < 0) throw InvalidPosition("a board with a byte that is not a piece");
    board->put(square, codes[square]);
  }
  return board;
}

void pack(PackedPosition* self, int width, int height, int player, bool even, const nb::bytes& promotions,
          int lowest_row, const std::vector<LineCells>& lines) {
  require_board_size(width, height);
  constexpr int far = 1'000'000;
  const auto* const letters = static_cast<const Code*>(promotions.data());
  std::vector<Line> packed;
  for (const auto& [start, initial, boards] : lines) {
    if (start < -far || start > far) throw InvalidPosition("a turn out of range");
    std::vector<History::Entry> read;
    for (const nb::bytes& cells : boards) read.push_back(read_board(cells, width * height));
    packed.push_back({start, initial, History(read)});
  }
  new (self) PackedPosition{std::make_shared<const Multiverse>(
      width, height, player, even, std::vector<Code>(letters, letters + promotions.size()), lowest_row,
      std::move(packed))};
}

// What `pack` takes, for pickling and copying.
using PackedState = std::tuple<int, int, int, bool, nb::bytes, int, std::vector<LineCells>>;

PackedState unpack(const PackedPosition& self) {
  const Multiverse& multiverse = *self.position;
  const Plane& plane = multiverse.plane();
  std::vector<LineCells> lines;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    std::vector<nb::bytes> boards;
    for (const auto& board : line.boards)
      boards.emplace_back(board->cells.data(), static_cast<std::size_t>(plane.width * plane.height));
    lines.emplace_back(line.start, line.initial, std::move(boards));
  }
  const std::vector<Code>& promotions = multiverse.promotions();
  const nb::bytes letters(promotions.data(), promotions.size());
  return {plane.width,       plane.height, multiverse.player(),
          multiverse.even(), letters,      multiverse.lowest_row(),
          std::move(lines)};
}

void pack_state(PackedPosition& self, const PackedState& state) {
  const auto& [width, height, player, even, promotions, lowest_row, lines] = state;
  pack(&self, width, height, player, even, promotions, lowest_row, lines);
}

// The boards that moves made. Most of them are never looked at, and so never converted.
struct MadeBoards {
  std::vector<MadeBoard> boards;
  int squares;
};

std::vector<BoardCells> cells_of(const MadeBoards& self) {
  std::vector<BoardCells> cells;
  for (const MadeBoard& made : self.boards) {
    std::optional<std::tuple<int, int>> parent;
    if (made.parent_row != made.row) parent.emplace(made.parent_row, made.time - 1);
    cells.emplace_back(made.row, made.time,
                       nb::bytes(made.board->cells.data(), static_cast<std::size_t>(self.squares)), parent);
  }
  return cells;
}

int squares_of(const PackedPosition& self) {
  return self.position->plane().width * self.position->plane().height;
}

std::vector<MoveNumbers> match(const PackedPosition& self, const Pattern::Numbers& pattern) {
  std::vector<MoveNumbers> found;
  for (const Move& move : find_moves(*self.position, Pattern::of(pattern))) found.push_back(numbers_of(move));
  return found;
}

// The moves, their kinds, whether they capture, the boards made, and the position after.
using MatchedAction =
    std::tuple<std::vector<MoveNumbers>, std::vector<int>, std::vector<bool>, MadeBoards, PackedPosition>;

std::optional<MatchedAction> match_unique(const PackedPosition& self,
                                          const std::vector<Pattern::Numbers>& patterns) {
  std::vector<Pattern> wanted;
  for (const Pattern::Numbers& numbers : patterns) wanted.push_back(Pattern::of(numbers));
  std::optional<UniqueMatch> found = hyperchess::match_unique(*self.position, wanted);
  if (!found) return std::nullopt;
  std::vector<MoveNumbers> moves;
  for (const Move& move : found->moves) moves.push_back(numbers_of(move));
  std::vector<int> kinds;
  for (const MoveKind kind : found->kinds) kinds.push_back(static_cast<int>(kind));
  return MatchedAction(std::move(moves), std::move(kinds), std::move(found->captures),
                       MadeBoards{std::move(found->boards), squares_of(self)},
                       PackedPosition{std::make_shared<const Multiverse>(std::move(found->after))});
}

int width(const PackedPosition& self) { return self.position->plane().width; }
int height(const PackedPosition& self) { return self.position->plane().height; }
bool even(const PackedPosition& self) { return self.position->even(); }
int lowest_row(const PackedPosition& self) { return self.position->lowest_row(); }

std::vector<int> ends(const PackedPosition& self) {
  std::vector<int> ends;
  for (int row = self.position->lowest_row(); row <= self.position->highest_row(); ++row)
    ends.push_back(self.position->line(row).end());
  return ends;
}

std::vector<int> initial_rows(const PackedPosition& self) {
  std::vector<int> rows;
  for (int row = self.position->lowest_row(); row <= self.position->highest_row(); ++row)
    if (self.position->line(row).initial) rows.push_back(row);
  return rows;
}

long long memory(const PackedPosition& self) { return self.position->memory(); }

int count_moves(const PackedPosition& self) {
  return static_cast<int>(find_moves(*self.position, {}).size());
}

// A move of a player that numbers from outside stand for, if there can be such a move at all.
std::optional<Move> move_of(const Plane& plane, int player, const MoveNumbers& numbers) {
  const auto [row, time, from, to_row, to_time, to, letter] = numbers;
  const int squares = plane.width * plane.height;
  if (from < 0 || from >= squares || to < 0 || to >= squares || letter < 0 || letter > 'Z')
    return std::nullopt;
  if (std::max(std::abs(row), std::abs(to_row)) > max_timelines) return std::nullopt;
  const int promotion = letter ? letter | (player == black ? 0x20 : 0) : 0;
  return Move{time,
              to_time,
              static_cast<std::int16_t>(row),
              static_cast<std::int16_t>(to_row),
              static_cast<std::int8_t>(from),
              static_cast<std::int8_t>(to),
              static_cast<Code>(promotion),
              -1};
}

std::optional<Move> move_of(const Multiverse& multiverse, const MoveNumbers& numbers) {
  // Rows that the action makes on the way are the opponent's.
  if (!multiverse.has_row(std::get<0>(numbers)) || !multiverse.has_row(std::get<3>(numbers)))
    return std::nullopt;
  return move_of(multiverse.plane(), multiverse.player(), numbers);
}

std::optional<std::tuple<MadeBoards, PackedPosition>> move(const PackedPosition& self,
                                                           const MoveNumbers& numbers) {
  const Multiverse& before = *self.position;
  const std::optional<Move> wanted = move_of(before, numbers);
  const std::optional<Move> move = wanted ? find_move(before, *wanted) : std::nullopt;
  if (!move) return std::nullopt;
  const std::vector<NewBoard> boards = before.boards_after(*move);
  PackedPosition after{std::make_shared<const Multiverse>(before.with(boards, before.player()))};
  return std::tuple(MadeBoards{made_boards(*after.position, boards), squares_of(self)}, std::move(after));
}

PackedPosition with_player(const PackedPosition& self, int player) {
  if (player != white && player != black) throw InvalidPosition("the player is neither White nor Black");
  return {std::make_shared<const Multiverse>(self.position->with_player(player))};
}

// Row, half-turn and contents of a board.
using BoardKey = std::tuple<int, int, std::uint64_t>;
// The key of all boards (low and high word), that of the last boards, that of the material, and the boards.
using PositionKeys = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                std::vector<BoardKey>>;

PositionKeys keys(const PackedPosition& self, const std::optional<PackedPosition>& before) {
  const Multiverse& position = *self.position;
  std::vector<BoardKey> boards;
  for (int row = position.lowest_row(); row <= position.highest_row(); ++row) {
    const Line& line = position.line(row);
    int time = line.start;
    if (before && before->position->has_row(row))
      time = std::max(time, before->position->line(row).end() + 1);
    for (; time <= line.end(); ++time)
      boards.emplace_back(row, time, contents_key_of(position.plane(), *line.at(time)));
  }
  const Key full = key_of(position), front = front_key_of(position);
  return {full.low, full.high, front.low, front.high, material_key_of(position), std::move(boards)};
}

// Low and high words of the key and of the front's, the material; the rows that White and Black made, and
// all; the present; rows in check, whether from another board, from another row; moves as kind, piece and
// captured piece; boards.
using PlyNumbers =
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int, int, int, int,
               int, bool, bool, std::vector<std::tuple<int, int, int>>, std::vector<BoardKey>>;

std::optional<std::vector<PlyNumbers>> line_facts(const PackedPosition& self,
                                                  const std::vector<std::vector<MoveNumbers>>& actions) {
  std::vector<std::vector<Move>> line;
  int player = self.position->player();
  for (const std::vector<MoveNumbers>& action : actions) {
    std::vector<Move> moves;
    for (const MoveNumbers& numbers : action) {
      const std::optional<Move> move = move_of(self.position->plane(), player, numbers);
      if (!move) return std::nullopt;
      moves.push_back(*move);
    }
    line.push_back(std::move(moves));
    player = 1 - player;
  }
  const auto facts = hyperchess::line_facts(*self.position, line);
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

// Of each move: its kind, the codes of the moved and of the captured piece, the square of the latter or -1,
// the row of the timeline it made if any, whether that ends at the present after the action, and its rivals.
using PlayedNumbers = std::tuple<int, int, int, int, std::optional<int>, bool, std::vector<MoveNumbers>>;
// The moves, the boards made, the position after, the checks there, and the number of timelines before.
using PlayedActionNumbers =
    std::tuple<std::vector<PlayedNumbers>, MadeBoards, PackedPosition, std::vector<CheckNumbers>, int>;

std::optional<PlayedActionNumbers> play_action(const PackedPosition& self,
                                               const std::vector<MoveNumbers>& action) {
  const Multiverse& before = *self.position;
  std::vector<Move> wanted;
  for (const MoveNumbers& numbers : action) {
    const std::optional<Move> move = move_of(before, numbers);
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
        made && after.position->active(*made) && after.position->line(*made).end() == present;
    std::vector<MoveNumbers> rivals;
    for (const Move& rival : move.rivals) rivals.push_back(numbers_of(rival));
    moves.emplace_back(static_cast<int>(move.kind), move.piece, move.captured, move.captured_on, made,
                       at_present, std::move(rivals));
  }
  std::vector<CheckNumbers> found = checks(after, true);
  return PlayedActionNumbers(std::move(moves), MadeBoards{std::move(played->boards), squares_of(self)},
                             std::move(after), std::move(found),
                             before.highest_row() - before.lowest_row() + 1);
}

bool in_check(const PackedPosition& self) { return hyperchess::in_check(*self.position, true); }

bool may_submit(const PackedPosition& self) { return hyperchess::may_submit(*self.position); }

long long count_actions(const PackedPosition& self, std::optional<long long> limit,
                        std::optional<double> seconds, std::optional<long long> rounds) {
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::count_actions(*self.position, limit.value_or(std::numeric_limits<long long>::max()),
                                   meter);
}

std::string status(const PackedPosition& self, std::optional<double> seconds,
                   std::optional<long long> rounds) {
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  try {
    switch (find_status(*self.position, meter)) {
      case Status::ongoing: return "ongoing";
      case Status::check: return "check";
      case Status::softmate: return "softmate";
      case Status::checkmate: return "checkmate";
      case Status::stalemate: return "stalemate";
    }
  } catch (const BudgetExhausted&) {
  }
  return "unknown";
}

constexpr int max_perft_depth = 64;  // more than can be counted; each level takes stack space

long long perft(const PackedPosition& self, int depth, std::optional<double> seconds,
                std::optional<long long> rounds) {
  if (depth > max_perft_depth) throw BudgetExhausted("cannot count sequences of so many actions");
  Meter meter = meter_of(seconds, rounds);
  nb::gil_scoped_release release;
  return hyperchess::perft(*self.position, depth, meter);
}

PackedActions actions(const PackedPosition& self, std::optional<double> seconds,
                      std::optional<long long> rounds) {
  return {std::shared_ptr<PackedActions::Source>(
      new PackedActions::Source{{self.position, meter_of(seconds, rounds)}, {}})};
}

std::vector<ActionHandle> fetch(PackedActions& self, int most) {
  std::vector<ActionHandle> handles;
  nb::gil_scoped_release release;
  const std::lock_guard lock(self.source->mutex);
  ActionIterator& iterator = self.source->iterator;
  const std::shared_ptr<const ActionIterator> kept(self.source, &iterator);
  try {
    while (static_cast<int>(handles.size()) < most && iterator.next())
      handles.push_back({kept, iterator.point()});
  } catch (const BudgetExhausted&) {
    // What was found is returned; the next call ends here with nothing and throws.
    if (handles.empty()) throw;
  }
  return handles;
}

MoveNumbers move_number(const PackedActions& self, int number) {
  const std::vector<Move>& moves = self.source->iterator.axes().moves;
  if (number < 0 || number >= static_cast<int>(moves.size())) throw nb::index_error("no such move");
  return numbers_of(moves[number]);
}

std::vector<int> handle_moves(const ActionHandle& self) {
  std::vector<int> moves;
  moves_of(self.source->axes(), self.point, moves);
  return moves;
}

PackedPosition play(const ActionHandle& self) {
  const Axes& axes = self.source->axes();
  return {std::make_shared<const Multiverse>(
      axes.multiverse.with(boards_of(axes, self.point), 1 - axes.multiverse.player()))};
}

}  // namespace
}  // namespace hyperchess::python

NB_MODULE(_native, module) {
  using namespace hyperchess;
  namespace py = hyperchess::python;
  module.doc() = "The rules of 5D chess in C++. Use `hyperchess.multiverse`, not this module.";
  // Positions that live until the process ends are not leaks.
  nb::set_leak_warnings(false);
  module.attr("MAX_SQUARES") = max_squares;
  module.attr("MAX_TIMELINES") = max_timelines;
  module.attr("MAX_BOARDS") = max_boards;
  module.attr("ANYTHING") = Pattern::anything;

  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const InvalidPosition& invalid) {
      py::raise("InvalidPosition", invalid.what());
    } catch (const BudgetExhausted& exhausted) {
      py::raise("BudgetExhausted", exhausted.what());
    }
  });

  nb::class_<py::ActionHandle>(module, "Handle", "A legal action that has not been turned into moves.")
      .def("moves", &py::handle_moves, "Its moves in standard order, as numbers for `Actions.move`.")
      .def("play", &py::play, "The position after it.");

  nb::class_<py::PackedActions>(module, "Actions",
                                "The legal actions of a position, found as they are fetched.")
      .def("fetch", &py::fetch, "most"_a,
           "The next actions, as many as asked for if there are; none if there are no more.")
      .def("move", &py::move_number, "number"_a, "A move by its number.");

  nb::class_<py::MadeBoards>(module, "MadeBoards", "Boards that moves made.")
      .def("cells", &py::cells_of,
           "The row, half-turn and cells of each, and the row and half-turn of the board it branched from.");

  nb::class_<py::PackedPosition>(module, "Position", "A position as bitboards.")
      .def("__init__", &py::pack, "width"_a, "height"_a, "player"_a, "even"_a, "promotions"_a, "lowest_row"_a,
           "lines"_a)
      .def("__getstate__", &py::unpack)
      .def("__setstate__", &py::pack_state, "state"_a)
      .def_prop_ro("width", &py::width)
      .def_prop_ro("height", &py::height)
      .def_prop_ro("even", &py::even)
      .def_prop_ro("lowest_row", &py::lowest_row)
      .def("ends", &py::ends, "The last half-turn of every row, from the lowest.")
      .def("initial_rows", &py::initial_rows, "The rows that no player made.")
      .def("with_player", &py::with_player, "player"_a)
      .def("keys", &py::keys, "before"_a.none(),
           "Low and high words of the key and of the front's, the material, and the boards that are new.")
      .def("line_facts", &py::line_facts, "actions"_a,
           "Keys and facts of this position and of those after each action; none if one cannot be played.")
      .def("match", &py::match, "pattern"_a, "The moves that fit a pattern.")
      .def("match_unique", &py::match_unique, "patterns"_a,
           "The action if each pattern fits one move: moves, kinds, captures, boards made, position after.")
      .def("count_moves", &py::count_moves)
      .def("move", &py::move, "numbers"_a,
           "The boards that one move makes and the position after it; none if no piece can make it.")
      .def("play_action", &py::play_action, "action"_a,
           "A legal action: what each move did, boards made, position after, checks, timelines before.")
      .def("checks", &py::checks, "passing"_a)
      .def("in_check", &py::in_check)
      .def("may_submit", &py::may_submit)
      .def("count_actions", &py::count_actions, "limit"_a, "seconds"_a, "rounds"_a)
      .def("status", &py::status, "seconds"_a, "rounds"_a)
      .def("perft", &py::perft, "depth"_a, "seconds"_a, "rounds"_a)
      .def("memory", &py::memory, "The bytes it takes, with all boards it shares with other positions.")
      .def("actions", &py::actions, "seconds"_a, "rounds"_a);
  py::bind_mates(module);
  py::bind_engine(module);
  py::bind_infinite(module);
  py::bind_infinite_engine(module);
}
