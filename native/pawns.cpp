// Pawns and brawns: advances in rank and across timelines, captures, en passant, promotion.
#include <cstdlib>

#include "generation.hpp"

namespace hyperchess {
namespace {

bool is_pawn_of(Code code, int color) {
  return code != empty_code && color_of(code) == color && traits(find_kind(code)).is_pawn;
}

// The square of the pawn taken en passant by a capture on an empty square, or -1.
//
// Within one board: the victim stands beside the capturer, and one turn earlier on the same timeline it stood
// unmoved two squares further on, with nothing where it stands now.
int en_passant_victim(const Multiverse& multiverse, int row, int square, const Step& step) {
  const Plane& plane = multiverse.plane();
  const Line& line = multiverse.line(row);
  const Board* const earlier = line.at(line.end() - 2);
  if (step.rows || step.turns || std::abs(step.files) != 1 || std::abs(step.ranks) != 1 || !earlier) return -1;
  const Board& board = *line.boards.back();
  const int foe = 1 - color_of(board.at(square));
  const int victim = square + step.files;
  const int origin = victim + 2 * step.ranks * plane.width;
  if (origin < 0 || origin >= plane.width * plane.height) return -1;
  const bool stands_there = is_pawn_of(board.at(victim), foe) && !(board.at(victim) & unmoved_mark) &&
                            board.at(origin) == empty_code;
  const bool came_there = is_pawn_of(earlier->at(origin), foe) && (earlier->at(origin) & unmoved_mark) &&
                          earlier->at(victim) == empty_code;
  return stands_there && came_there ? victim : -1;
}

// Append the move, once for every piece the pawn may become if it has to promote.
void add(const Multiverse& multiverse, const Move& move, bool jump_promotes, std::vector<Move>& moves) {
  const int color = multiverse.player();
  const int last_rank = color == white ? multiverse.plane().height - 1 : 0;
  const bool promotes = multiverse.plane().rank(move.to) == last_rank && (move.is_physical() || jump_promotes);
  if (!promotes || multiverse.promotions().empty()) {
    moves.push_back(move);
    return;
  }
  for (const Code letter : multiverse.promotions()) {
    moves.push_back(move);
    moves.back().promotion = static_cast<Code>(letter | (color == black ? 0x20 : 0));
  }
}

}  // namespace

void generate_pawn_moves(const Multiverse& multiverse, const Grid& grid, int row, int square,
                         std::vector<Move>& moves) {
  const Plane& plane = multiverse.plane();
  const int color = multiverse.player();
  const int time = multiverse.line(row).end();
  const Code code = multiverse.line(row).boards.back()->at(square);
  const Cell* const start = &grid.at(row, time);
  const auto move_to = [&](int to_row, int to_time, Bits place) {
    return Move{row, time, to_row, to_time, static_cast<std::int8_t>(square), static_cast<std::int8_t>(lowest(place))};
  };

  // One step forward in rank or in timelines to an empty square, or two while unmoved.
  for (const Step& step : {Step{0, 0, 0, 1}.seen_by(color), Step{-1, 0, 0, 0}.seen_by(color)}) {
    const Cell* cell = start;
    Bits place = bit(square);
    for (int length = 1; length <= (code & unmoved_mark ? 2 : 1); ++length) {
      cell += grid.stride(step.rows, 0);
      place = plane.shifted(place, flat_number(0, step.ranks)) & cell->empty;
      if (!place) break;
      add(multiverse, move_to(row + length * step.rows, time, place), false, moves);
    }
  }

  // A pawn cannot promote by a jump, but a brawn can, by a capture (Branched 5DPGN 4.5).
  const KindTraits& kind = traits(find_kind(code));
  for (const Step& white_step : kind.pawn_captures) {
    const Step step = white_step.seen_by(color);
    const Cell* const cell = start + grid.stride(step.rows, step.turns);
    const Bits place = plane.shifted(bit(square), flat_number(step.files, step.ranks));
    Move move = move_to(row + step.rows, time + 2 * step.turns, place);
    if (place & cell->empty) {
      move.victim = static_cast<std::int8_t>(en_passant_victim(multiverse, row, square, step));
      if (move.victim < 0) continue;
    } else if (!(place & cell->prey)) {
      continue;
    }
    add(multiverse, move, kind.letter == 'W', moves);
  }
}

}  // namespace hyperchess
