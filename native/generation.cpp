#include "generation.hpp"

namespace hyperchess {
namespace {

// Where a piece that is no pawn can go: empty squares and the opponent's pieces.
void generate_officer_moves(const Plane& plane, const Grid& grid, const KindTraits& kind, int row, int time,
                            int square, std::vector<Move>& moves) {
  const Cell* const start = &grid.at(row, time);
  for (const Lane& lane : kind.lanes) {
    const int stride = grid.stride(lane.rows, lane.turns);
    if (((start + stride)->empty | (start + stride)->prey) == 0) continue;
    for (const std::uint8_t flat : lane.flats) {
      const Cell* cell = start;
      int to_row = row, to_time = time;
      Bits place = bit(square);
      do {
        place = plane.shifted(place, flat);
        cell += stride;
        to_row += lane.rows;
        to_time += 2 * lane.turns;
        if ((place & (cell->empty | cell->prey)) == 0) break;
        moves.push_back({row, time, to_row, to_time, static_cast<std::int8_t>(square),
                         static_cast<std::int8_t>(lowest(place))});
      } while (kind.rides && (place & cell->empty));
    }
  }
}

}  // namespace

void generate_moves_from(const Multiverse& multiverse, const Grid& grid, int row, int square,
                         std::vector<Move>& moves) {
  const int time = multiverse.line(row).end();
  const Code code = multiverse.line(row).boards.back()->at(square);
  const int kind = find_kind(code);
  if (traits(kind).is_pawn) {
    generate_pawn_moves(multiverse, grid, row, square, moves);
    return;
  }
  generate_officer_moves(multiverse.plane(), grid, traits(kind), row, time, square, moves);
  if (kind == king && code & unmoved_mark) generate_castling(multiverse, row, square, moves);
  if (moves.size() > static_cast<std::size_t>(max_moves))
    throw InvalidPosition("the position has more moves than the native rules hold");
}

void generate_moves(const Multiverse& multiverse, const Grid& grid, int row, std::vector<Move>& moves) {
  for (Bits own = multiverse.line(row).boards.back()->colors[multiverse.player()]; own;)
    generate_moves_from(multiverse, grid, row, take_lowest(own), moves);
}

}  // namespace hyperchess
