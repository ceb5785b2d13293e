#include "rules/reading.hpp"

#include <algorithm>
#include <iterator>

#include "rules/checks.hpp"

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

// Where no piece is named, other pieces are tried only if no pawn can make such a move.
std::optional<Move> only_move(const Multiverse& multiverse, const Pattern& pattern, Generator& generator) {
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

}  // namespace

std::vector<MadeBoard> made_boards(const Multiverse& after, std::span<const NewBoard> boards) {
  std::vector<MadeBoard> made;
  for (const NewBoard& board : boards)
    made.push_back({board.row, board.time, board.parent_row, after.line(board.row).boards.back()});
  return made;
}

std::optional<UniqueMatch> match_unique(const Multiverse& multiverse, std::span<const Pattern> patterns) {
  UniqueMatch found{{}, {}, {}, {}, multiverse};
  Generator generator(multiverse);
  for (const Pattern& pattern : patterns) {
    const std::optional<Move> move = only_move(found.after, pattern, generator);
    if (!move) return std::nullopt;
    const Board& target = *found.after.board(move->to_row, move->to_time);
    const bool en_passant = move->special >= 0 && color_of(target.at(move->special)) != multiverse.player();
    found.captures.push_back(target.at(move->to) != empty_code || en_passant);
    found.kinds.push_back(found.after.kind_of(*move));
    const std::vector<NewBoard> made = found.after.boards_after(*move);
    found.after = found.after.with(made, multiverse.player());
    found.moves.push_back(*move);
    std::ranges::move(made_boards(found.after, made), std::back_inserter(found.boards));
  }
  if (!may_submit(found.after)) return std::nullopt;
  found.after = found.after.with_player(1 - multiverse.player());
  return found;
}

}  // namespace hyperchess
