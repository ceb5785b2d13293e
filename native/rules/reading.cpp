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

bool one_but_for_promotion(const std::vector<Move>& moves) {
  return !moves.empty() && std::all_of(moves.begin(), moves.end(),
                                       [&](const Move& move) { return same_squares(move, moves.front()); });
}

// Where no piece is named pawns come first: other pieces are asked only if no pawn can make such a move.
std::optional<Move> only_move(const Multiverse& multiverse, const Pattern& pattern, Generator& generator) {
  std::vector<Move> found;
  if (!pattern.piece)
    for (const int kind : {pawn, brawn}) {
      Pattern of_kind = pattern;
      of_kind.piece = kind_letters[kind];
      const std::vector<Move> moves = find_moves(multiverse, of_kind, generator);
      found.insert(found.end(), moves.begin(), moves.end());
    }
  if (found.empty()) found = find_moves(multiverse, pattern, generator);
  if (!one_but_for_promotion(found)) return std::nullopt;
  return found.front();
}

}  // namespace

std::vector<MadeBoard> made_boards(const Multiverse& after, std::span<const NewBoard> boards) {
  std::vector<MadeBoard> made;
  for (const NewBoard& board : boards)
    made.push_back({board.row, board.time, after.line(board.row).boards.back()});
  return made;
}

std::optional<PlainReading> read_plainly(const Multiverse& multiverse, std::span<const Pattern> patterns) {
  PlainReading reading{{}, {}, {}, {}, multiverse};
  Generator generator(multiverse);
  for (const Pattern& pattern : patterns) {
    const std::optional<Move> move = only_move(reading.after, pattern, generator);
    if (!move) return std::nullopt;
    const Board& target = *reading.after.board(move->to_row, move->to_time);
    const bool en_passant = move->special >= 0 && color_of(target.at(move->special)) != multiverse.player();
    reading.captures.push_back(target.at(move->to) != empty_code || en_passant);
    reading.kinds.push_back(kind_of(reading.after, *move));
    const std::vector<NewBoard> made = reading.after.boards_after(*move);
    reading.after = reading.after.with(made, multiverse.player());
    reading.moves.push_back(*move);
    std::ranges::move(made_boards(reading.after, made), std::back_inserter(reading.boards));
  }
  const Multiverse& after = reading.after;
  if ((after.present() & 1) == after.player() || in_check(after, false)) return std::nullopt;
  reading.after = after.with_player(1 - multiverse.player());
  return reading;
}

}  // namespace hyperchess
