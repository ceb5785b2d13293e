#include "multiverse/rules/generation.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace hyperchess {
namespace {

constexpr int min_castling_distance =
    3;  // files; a nearer rook is on a square that the king crosses or enters

// Return a grid that has the cells of the last boards, without boards.
Grid make_empty_grid(const Multiverse& multiverse) {
  int earliest = std::numeric_limits<int>::max();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    earliest = std::min(earliest, multiverse.timeline(row).end());
  return Grid(multiverse, multiverse.player(), 0, earliest);
}

// Return the square of the unmoved rook that is the nearest piece on `side` of the king, or -1.
int find_castling_rook(const BoardShape& shape, const Board& board, int king_square, int side, int color) {
  Bitboard ray = bit(king_square);
  for (int distance = 1; (ray = shape.shift(ray, flat_number(side, 0))) != 0; ++distance) {
    const int square = lowest_square(ray);
    if (board.at(square) == empty_code) continue;
    const bool fits =
        board.at(square) == (make_code(rook, color) | unmoved_mark) && distance >= min_castling_distance;
    return fits ? square : -1;
  }
  return -1;
}

}  // namespace

Generator::Generator(const Multiverse& multiverse, bool within_boards)
    : multiverse_(multiverse),
      shape_(multiverse.shape()),
      within_boards_(within_boards),
      grid_(within_boards ? make_empty_grid(multiverse) : make_capture_grid(multiverse)) {
  const int rank = multiverse.player() == white ? shape_.height - 1 : 0;
  beams_.reserve(128);
  last_rank_ = (shape_.full >> (shape_.width * (shape_.height - 1))) << (shape_.width * rank);
}

void Generator::add_moves(int row, std::vector<Move>& moves, Bitboard pieces) {
  start(row, pieces);
  add_riders_and_kings();
  add_knights();
  if (pieces_.kings & board_->unmoved) add_castling();
  if (pieces_.pawns) add_pawns();
  if (within_boards_) *cell_ = {};
  expand(moves);
}

void Generator::start(int row, Bitboard pieces) {
  assert(multiverse_.has_row(row) && multiverse_.is_playable(row));
  row_ = row;
  time_ = multiverse_.timeline(row).end();
  board_ = multiverse_.timeline(row).boards.back().get();
  cell_ = &grid_.at(row_, time_);
  pieces_ = Attackers::collect(*board_, multiverse_.player());
  if (~pieces) pieces_ = pieces_.without(~pieces);
  // No other cell has a board, so that no piece can leave this one.
  if (within_boards_)
    *cell_ = {shape_.full & ~board_->occupied(), board_->colors[1 - multiverse_.player()], -1};
  beams_.clear();
}

// Generate the moves in one direction: `riders` as far as they can go, `once` one step.
void Generator::ride(int rows, int turns, int files, int ranks, Bitboard riders, Bitboard once) {
  const int flat = flat_number(files, ranks);
  const int stride = grid_.stride(rows, turns);
  const Cell* cell = cell_ + stride;
  const Bitboard targets = shape_.shift(riders | once, flat) & (cell->empty | cell->targets);
  if (!targets) return;
  const int offset = shape_.offset[flat];
  add(targets, offset, row_ + rows, time_ + 2 * turns);
  riders = shape_.shift(riders, flat) & cell->empty;
  for (int distance = 2; riders; ++distance) {
    cell += stride;
    riders = shape_.shift(riders, flat);
    add(riders & (cell->empty | cell->targets), distance * offset, row_ + distance * rows,
        time_ + 2 * distance * turns);
    riders &= cell->empty;
  }
}

void Generator::add_riders_and_kings() {
  for (int rows = -1; rows <= 1; ++rows)
    for (int turns = -1; turns <= 1; ++turns) {
      const Cell* const first = cell_ + grid_.stride(rows, turns);
      if ((first->empty | first->targets) == 0) continue;
      const int changed = (rows != 0) + (turns != 0);
      for (int files = -1; files <= 1; ++files)
        for (int ranks = -1; ranks <= 1; ++ranks) {
          const Bitboard riders = pieces_.riders[changed + (files != 0) + (ranks != 0)];
          if ((riders | pieces_.kings) && (changed || files || ranks))
            ride(rows, turns, files, ranks, riders, pieces_.kings);
        }
    }
}

void Generator::add_knights() {
  if (!pieces_.knights) return;
  for (const Lane& lane : knight_lanes()) {
    const Cell* const cell = cell_ + grid_.stride(lane.rows, lane.turns);
    const Bitboard goals = cell->empty | cell->targets;
    if (!goals) continue;
    for (const std::uint8_t flat : lane.flats)
      add(shape_.shift(pieces_.knights, flat) & goals, shape_.offset[flat], row_ + lane.rows,
          time_ + 2 * lane.turns);
  }
}

// Castling on boards of any width: the king moves two files, the rook lands on the square crossed.
void Generator::add_castling() {
  const int color = multiverse_.player();
  for (Bitboard kings = pieces_.kings & board_->unmoved & board_->kinds[king]; kings;) {
    const int square = pop_lowest(kings);
    for (const int side : {-1, 1}) {
      const int rook_square = find_castling_rook(shape_, *board_, square, side, color);
      if (rook_square < 0) continue;
      bool attacked = false;
      for (int step = 0; step <= 2 && !attacked; ++step)
        attacked = is_attacked(shape_, *board_, square + step * side, 1 - color);
      if (attacked) continue;
      add(bit(square + 2 * side), 2 * side, row_, time_, false, rook_square);
    }
  }
}

// Pawns and brawns: advances in rank and across timelines, captures, en passant, promotion.
void Generator::add_pawns() {
  const int color = multiverse_.player();
  // One step forward in rank or in timelines to an empty square, or two while unmoved. An advance to another
  // timeline does not promote.
  for (const Step& step : {Step{0, 0, 0, 1}.for_color(color), Step{-1, 0, 0, 0}.for_color(color)}) {
    const int flat = flat_number(0, step.ranks);
    const Cell* cell = cell_;
    Bitboard going = pieces_.pawns;
    for (int length = 1; length <= 2; ++length) {
      cell += grid_.stride(step.rows, 0);
      going = shape_.shift(going, flat) & cell->empty;
      if (!going) break;
      add(going, length * shape_.offset[flat], row_ + length * step.rows, time_, step.rows == 0);
      going &= shape_.shift(pieces_.pawns & board_->unmoved, flat);
    }
  }
  const auto& plain = traits(pawn).pawn_captures;
  const auto& all = traits(brawn).pawn_captures;  // the captures of a pawn come first
  for (std::size_t index = 0; index < all.size(); ++index)
    add_pawn_captures(all[index].for_color(color), index < plain.size() ? pieces_.pawns & ~pieces_.brawns : 0,
                      pieces_.brawns);
}

void Generator::add_pawn_captures(const Step& step, Bitboard pawns, Bitboard brawns) {
  const Cell* const cell = cell_ + grid_.stride(step.rows, step.turns);
  const int flat = flat_number(step.files, step.ranks);
  const bool jumps = step.rows || step.turns;
  const int to_row = row_ + step.rows, to_time = time_ + 2 * step.turns;
  // A pawn cannot promote by a jump, but a brawn can if it captures (Branched 5DPGN 4.5).
  add(shape_.shift(pawns, flat) & cell->targets, shape_.offset[flat], to_row, to_time, !jumps);
  add(shape_.shift(brawns, flat) & cell->targets, shape_.offset[flat], to_row, to_time, true);
  if (!jumps) add_en_passant(step, pawns | brawns);
}

// En passant within one board: the captured pawn is next to the capturing one. One turn earlier on the same
// timeline it was unmoved, two squares further on, and its present square was empty.
void Generator::add_en_passant(const Step& step, Bitboard pawns) {
  const Board* const earlier = multiverse_.timeline(row_).at(time_ - 2);
  if (!earlier) return;
  const int foe = 1 - multiverse_.player();
  const int ahead = flat_number(0, step.ranks);
  const auto ahead_twice = [&](Bitboard squares) {
    return shape_.shift(shape_.shift(squares, ahead), ahead);
  };
  const auto foe_pawns = [foe](const Board& board) {
    return (board.kinds[pawn] | board.kinds[brawn]) & board.colors[foe];
  };
  Bitboard victims = shape_.shift(pawns, flat_number(step.files, 0)) & foe_pawns(*board_) & ~board_->unmoved;
  victims &= ~earlier->occupied();
  const Bitboard origins =
      ahead_twice(victims) & ~board_->occupied() & foe_pawns(*earlier) & earlier->unmoved;
  const int rank = shape_.offset[ahead];
  const int flat = flat_number(step.files, step.ranks);
  for (Bitboard left = origins; left;) {
    const int victim = pop_lowest(left) - 2 * rank;
    add(bit(victim + rank) & cell_->empty, shape_.offset[flat], row_, time_, true, victim);
  }
}

// Expand the beams into moves by a counting sort on the source square: the first pass counts the moves of
// each square, the second writes them.
void Generator::expand(std::vector<Move>& moves) const {
  const std::vector<Code>& choices = multiverse_.promotions();
  const Code lower_case = multiverse_.player() == black ? 0x20 : 0;
  const auto promoting = [&](const Beam& beam) { return beam.promotes && !choices.empty() ? last_rank_ : 0; };
  std::array<int, max_squares + 1> place{};
  for (const Beam& beam : beams_) {
    const Bitboard last = promoting(beam);
    for (Bitboard left = beam.targets; left;) {
      const int to = pop_lowest(left);
      place[to - beam.back + 1] += last & bit(to) ? static_cast<int>(choices.size()) : 1;
    }
  }
  const int squares = shape_.width * shape_.height;
  for (int square = 0; square < squares; ++square) place[square + 1] += place[square];
  const std::size_t first = moves.size();
  if (first + place[squares] > static_cast<std::size_t>(max_moves))
    throw InvalidPosition("the position has more moves than the native rules hold");
  moves.resize(first + place[squares]);
  for (const Beam& beam : beams_) {
    const Bitboard last = promoting(beam);
    Move move{
        .time = time_,
        .to_time = beam.to_time,
        .row = static_cast<std::int16_t>(row_),
        .to_row = static_cast<std::int16_t>(beam.to_row),
        .from = 0,
        .to = 0,
        .promotion = empty_code,
        .special = static_cast<std::int8_t>(beam.special),
    };
    for (Bitboard left = beam.targets; left;) {
      const int to = pop_lowest(left);
      assert(0 <= to - beam.back && to - beam.back < squares);
      move.from = static_cast<std::int8_t>(to - beam.back);
      move.to = static_cast<std::int8_t>(to);
      if (!(last & bit(to))) {
        moves[first + place[move.from]++] = move;
        continue;
      }
      for (const Code letter : choices) {
        Move& made = moves[first + place[move.from]++] = move;
        made.promotion = static_cast<Code>(letter | lower_case);
      }
    }
  }
}

}  // namespace hyperchess
