#include "multiverse/rules/patterns.hpp"

#include <cstdlib>

namespace hyperchess {
namespace {

bool matches(int wanted, int actual) { return wanted == Pattern::anything || wanted == actual; }

// Whether a move that starts from one of the source squares of the pattern matches the rest of it.
bool matches_target(const Multiverse& multiverse, const Pattern& pattern, const Move& move) {
  const BoardShape& shape = multiverse.shape();
  const int kind = find_kind(multiverse.board(move.row, move.time)->at(move.from));
  const int files = shape.file(move.to) - shape.file(move.from);
  const bool castles = kind == king && move.is_physical() && std::abs(files) == 2;
  const int letter = move.promotion & ~0x20;
  return matches(pattern.to_row, move.to_row) && matches(pattern.to_turn, move.to_time >> 1) &&
         matches(pattern.to_file, shape.file(move.to)) && matches(pattern.to_rank, shape.rank(move.to)) &&
         matches(pattern.promotion, letter) && matches(pattern.castling, castles ? files / 2 : 0) &&
         matches(pattern.kind, static_cast<int>(multiverse.classify(move)));
}

// Return the squares of a board from which a matching move can start.
Bitboard find_sources(const BoardShape& shape, const Board& board, const Pattern& pattern) {
  Bitboard squares = 0;
  if (pattern.piece == Pattern::anything)
    squares = shape.full;
  else
    for (int kind = 0; kind < kind_count; ++kind)
      if (pattern.piece == kind_letters[kind]) squares = board.kinds[kind];
  if (pattern.file == Pattern::anything && pattern.rank == Pattern::anything) return squares;
  Bitboard fitting = 0;
  for (Bitboard left = squares; left;) {
    const int square = pop_lowest(left);
    if (matches(pattern.file, shape.file(square)) && matches(pattern.rank, shape.rank(square)))
      fitting |= bit(square);
  }
  return fitting;
}

// Return the squares on the last board of `row` from which the player can make a matching move.
Bitboard find_sources(const Multiverse& multiverse, const Pattern& pattern, int row) {
  const Timeline& timeline = multiverse.timeline(row);
  if (!multiverse.is_playable(row) || !matches(pattern.row, row) ||
      !matches(pattern.turn, timeline.end() >> 1))
    return 0;
  const Board& board = *timeline.boards.back();
  return find_sources(multiverse.shape(), board, pattern) & board.colors[multiverse.player()];
}

bool has_sources(const Multiverse& multiverse, const Pattern& pattern) {
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    if (find_sources(multiverse, pattern, row)) return true;
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
    if (const Bitboard squares = find_sources(state, pattern, row)) generator.add_moves(row, moves, squares);
  if (pattern == Pattern{}) return moves;
  std::erase_if(moves, [&](const Move& move) { return !matches_target(state, pattern, move); });
  return moves;
}

bool may_find_move(const Multiverse& state, const Move& wanted) {
  const int squares = state.shape().width * state.shape().height;
  if (!state.has_row(wanted.row) || !state.is_playable(wanted.row) || !state.is_last(wanted.row, wanted.time))
    return false;
  if (wanted.from < 0 || wanted.from >= squares || wanted.to < 0 || wanted.to >= squares) return false;
  const Code code = state.timeline(wanted.row).boards.back()->at(wanted.from);
  if (code == empty_code || piece_color(code) != state.player()) return false;
  const Board* const target = state.board(wanted.to_row, wanted.to_time);
  return target && !(target->colors[state.player()] & bit(wanted.to));
}

std::optional<Move> find_move(const Multiverse& multiverse, const Move& wanted) {
  if (!may_find_move(multiverse, wanted)) return std::nullopt;
  Generator generator(multiverse);
  return find_move(multiverse, wanted, generator);
}

std::optional<Move> find_move(const Multiverse& state, const Move& wanted, Generator& generator) {
  if (!may_find_move(state, wanted)) return std::nullopt;
  std::vector<Move> moves;
  generator.add_moves(wanted.row, moves, bit(wanted.from));
  for (const Move& move : moves)
    if (move.to == wanted.to && move.to_row == wanted.to_row && move.to_time == wanted.to_time &&
        move.promotion == wanted.promotion)
      return move;
  return std::nullopt;
}

}  // namespace hyperchess
