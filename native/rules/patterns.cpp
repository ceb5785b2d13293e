#include "rules/patterns.hpp"

#include <cstdlib>

namespace hyperchess {
namespace {

bool matches(int wanted, int actual) { return wanted == Pattern::anything || wanted == actual; }

// Whether a move fits that starts from one of the `sources`.
bool fits(const Multiverse& multiverse, const Pattern& pattern, const Move& move) {
  const Plane& plane = multiverse.plane();
  const int kind = find_kind(multiverse.board(move.row, move.time)->at(move.from));
  const int files = plane.file(move.to) - plane.file(move.from);
  const bool castles = kind == king && move.is_physical() && std::abs(files) == 2;
  const int letter = move.promotion & ~0x20;
  return matches(pattern.to_row, move.to_row) && matches(pattern.to_turn, move.to_time >> 1) &&
         matches(pattern.to_file, plane.file(move.to)) && matches(pattern.to_rank, plane.rank(move.to)) &&
         matches(pattern.promotion, letter) && matches(pattern.castling, castles ? files / 2 : 0) &&
         matches(pattern.kind, static_cast<int>(multiverse.kind_of(move)));
}

// The squares of a board from which a fitting move can start.
Bits sources(const Plane& plane, const Board& board, const Pattern& pattern) {
  Bits squares = 0;
  if (pattern.piece == Pattern::anything)
    squares = plane.full;
  else
    for (int kind = 0; kind < kind_count; ++kind)
      if (pattern.piece == kind_letters[kind]) squares = board.kinds[kind];
  if (pattern.file == Pattern::anything && pattern.rank == Pattern::anything) return squares;
  Bits fitting = 0;
  for (Bits left = squares; left;) {
    const int square = take_lowest(left);
    if (matches(pattern.file, plane.file(square)) && matches(pattern.rank, plane.rank(square)))
      fitting |= bit(square);
  }
  return fitting;
}

// The squares on the last board of a row from which the player can make a fitting move.
Bits sources(const Multiverse& multiverse, const Pattern& pattern, int row) {
  const Line& line = multiverse.line(row);
  if (!multiverse.playable(row) || !matches(pattern.row, row) || !matches(pattern.turn, line.end() >> 1))
    return 0;
  const Board& board = *line.boards.back();
  return sources(multiverse.plane(), board, pattern) & board.colors[multiverse.player()];
}

bool has_sources(const Multiverse& multiverse, const Pattern& pattern) {
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    if (sources(multiverse, pattern, row)) return true;
  return false;
}

}  // namespace

std::vector<Move> find_moves(const Multiverse& multiverse, const Pattern& pattern) {
  if (!has_sources(multiverse, pattern)) return {};
  Generator generator(multiverse);
  return find_moves(multiverse, pattern, generator);
}

std::vector<Move> find_moves(const Multiverse& state, const Pattern& pattern, Generator& generator) {
  std::vector<Move> moves;
  moves.reserve(256);
  for (int row = state.lowest_row(); row <= state.highest_row(); ++row)
    if (const Bits squares = sources(state, pattern, row)) generator.add_moves(row, moves, squares);
  if (pattern == Pattern{}) return moves;
  std::erase_if(moves, [&](const Move& move) { return !fits(state, pattern, move); });
  return moves;
}

std::optional<Move> find_move(const Multiverse& multiverse, const Move& wanted) {
  Generator generator(multiverse);
  return find_move(multiverse, wanted, generator);
}

std::optional<Move> find_move(const Multiverse& state, const Move& wanted, Generator& generator) {
  if (!state.has_row(wanted.row) || !state.playable(wanted.row) || !state.is_last(wanted.row, wanted.time))
    return std::nullopt;
  if (wanted.from < 0 || wanted.from >= state.plane().width * state.plane().height) return std::nullopt;
  const Code code = state.line(wanted.row).boards.back()->at(wanted.from);
  if (code == empty_code || color_of(code) != state.player()) return std::nullopt;
  std::vector<Move> moves;
  generator.add_moves(wanted.row, moves, bit(wanted.from));
  for (const Move& move : moves)
    if (move.to == wanted.to && move.to_row == wanted.to_row && move.to_time == wanted.to_time &&
        move.promotion == wanted.promotion)
      return move;
  return std::nullopt;
}

}  // namespace hyperchess
