#include "multiverse/rules/reading.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

bool same_squares(const Move& one, const Move& other) {
  return one.row == other.row && one.from == other.from && one.to_row == other.to_row &&
         one.to_time == other.to_time && one.to == other.to;
}

bool differ_only_in_promotion(const std::vector<Move>& moves) {
  return !moves.empty() && std::all_of(moves.begin(), moves.end(),
                                       [&](const Move& move) { return same_squares(move, moves.front()); });
}

// Return the only move that matches. If the pattern names no piece, other pieces are tried only if no pawn
// can make such a move.
std::optional<Move> find_only_move(const Multiverse& multiverse, const Pattern& pattern,
                                   Generator& generator) {
  std::vector<Move> found;
  if (pattern.piece == Pattern::anything)
    for (const int kind : {pawn, brawn}) {
      Pattern of_kind = pattern;
      of_kind.piece = kind_letters[kind];
      const std::vector<Move> moves = find_moves(multiverse, of_kind, generator);
      found.insert(found.end(), moves.begin(), moves.end());
    }
  if (found.empty()) found = find_moves(multiverse, pattern, generator);
  if (!differ_only_in_promotion(found)) return std::nullopt;
  return found.front();
}

std::vector<Move> find_rivals(const Multiverse& state, const Move& move, Generator& generator) {
  const BoardShape& shape = state.shape();
  const int kind = find_kind(state.board(move.row, move.time)->at(move.from));
  Pattern pattern;
  pattern.to_file = shape.file(move.to);
  pattern.to_rank = shape.rank(move.to);
  if (move.is_physical()) pattern.kind = static_cast<int>(MoveKind::physical);
  if (move.promotion != empty_code) pattern.promotion = move.promotion & ~0x20;
  pattern.piece = kind_letters[kind];
  std::vector<Move> rivals = find_moves(state, pattern, generator);
  if (kind == pawn) {
    pattern.piece = kind_letters[brawn];
    const std::vector<Move> brawns = find_moves(state, pattern, generator);
    rivals.insert(rivals.end(), brawns.begin(), brawns.end());
  }
  std::erase_if(rivals, [&](const Move& rival) {
    return same_squares(rival, move) && rival.promotion == move.promotion;
  });
  return rivals;
}

}  // namespace

int find_captured_square(const Multiverse& multiverse, const Move& move) {
  assert(multiverse.board(move.to_row, move.to_time));
  const Board& target = *multiverse.board(move.to_row, move.to_time);
  if (target.at(move.to) != empty_code) return move.to;
  const bool en_passant = move.special >= 0 && piece_color(target.at(move.special)) != multiverse.player();
  return en_passant ? move.special : -1;
}

std::vector<MadeBoard> share_boards(const Multiverse& after, std::span<const NewBoard> boards) {
  std::vector<MadeBoard> made;
  for (const NewBoard& board : boards)
    made.push_back({board.row, board.time, board.parent_row, after.timeline(board.row).boards.back()});
  return made;
}

std::optional<UniqueMatch> match_unique(const Multiverse& multiverse, std::span<const Pattern> patterns) {
  UniqueMatch found{.moves = {}, .kinds = {}, .captures = {}, .boards = {}, .after = multiverse};
  Generator generator(multiverse);
  for (const Pattern& pattern : patterns) {
    const std::optional<Move> move = find_only_move(found.after, pattern, generator);
    if (!move) return std::nullopt;
    found.captures.push_back(find_captured_square(found.after, *move) >= 0);
    found.kinds.push_back(found.after.classify(*move));
    const std::vector<NewBoard> made = found.after.make_boards(*move);
    found.after = found.after.with(made, multiverse.player());
    found.moves.push_back(*move);
    std::ranges::move(share_boards(found.after, made), std::back_inserter(found.boards));
  }
  if (!may_submit(found.after)) return std::nullopt;
  found.after = found.after.with_player(1 - multiverse.player());
  return found;
}

std::optional<PlayedAction> play_action(const Multiverse& multiverse, std::span<const Move> moves) {
  PlayedAction played{.moves = {}, .boards = {}, .after = multiverse};
  Generator generator(multiverse);
  for (const Move& wanted : moves) {
    const Multiverse& state = played.after;
    const std::optional<Move> move = find_move(state, wanted, generator);
    if (!move) return std::nullopt;
    const int taken = find_captured_square(state, *move);
    const std::vector<NewBoard> made = state.make_boards(*move);
    played.moves.push_back(
        {.kind = state.classify(*move),
         .piece = state.board(move->row, move->time)->at(move->from),
         .captured = taken < 0 ? empty_code : state.board(move->to_row, move->to_time)->at(taken),
         .captured_on = taken,
         .arrived_row = made.back().row,
         .rivals = find_rivals(state, *move, generator)});
    played.after = state.with(made, multiverse.player());
    std::ranges::move(share_boards(played.after, made), std::back_inserter(played.boards));
  }
  if (!may_submit(played.after)) return std::nullopt;
  played.after = played.after.with_player(1 - multiverse.player());
  return played;
}

}  // namespace hyperchess
