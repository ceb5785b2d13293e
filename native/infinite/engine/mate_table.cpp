#include "infinite/engine/mate_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace hyperchess::infinite {
namespace {

constexpr Coordinate farthest = Coordinate{1} << 36;  // of a square, so that no difference overflows

}  // namespace

std::optional<MateTable::Chase> MateTable::read(const Position& position, Color weak) const {
  const Board& board = position.board();
  const Rules& rules = position.rules();
  const std::vector<Kind>& kinds = table_->kinds();
  const Border open;
  if (board.size() != kinds.size() + (table_->has_rook() ? 2 : 1) || !rules.is_two_player() ||
      rules.goals[rules.players[0]] != checkmate || rules.goals[rules.players[1]] != checkmate ||
      board.slide_limit() != Board::no_limit || board.border().left != open.left ||
      board.border().right != open.right || board.border().bottom != open.bottom ||
      board.border().top != open.top || board.royals(weak).size() != 1)
    return std::nullopt;
  const Slot& bare = board.slot(board.royals(weak)[0]);
  if (bare.piece.kind() != Kind::king || !within(bare.at, farthest)) return std::nullopt;
  Chase chase{.king = bare.at, .pieces = {}, .rook = std::nullopt};
  unsigned placed = 0;
  for (const Slot& slot : board.slots()) {
    if (!slot.piece || slot.at == bare.at) continue;
    if (slot.piece.color() == weak || slot.piece.color() == neutral || slot.piece.special() ||
        !within(slot.at, farthest))
      return std::nullopt;
    const Square at{slot.at.x - bare.at.x, slot.at.y - bare.at.y};
    if (slot.piece.kind() == Kind::rook && table_->has_rook() && !chase.rook) {
      chase.rook = at;
      continue;
    }
    std::size_t piece = 0;
    while (piece < kinds.size() && (kinds[piece] != slot.piece.kind() || (placed >> piece & 1U))) ++piece;
    if (piece == kinds.size()) return std::nullopt;
    if (slot.piece.kind() == Kind::pawn) {
      if (slot.piece.color() != white) return std::nullopt;
      for (const Coordinate rank : rules.promotions[white].ranks) {
        if (rank > slot.at.y) chase.pawn_moves = std::min(chase.pawn_moves, rank - slot.at.y - 1);
      }
    }
    placed |= 1U << piece;
    chase.pieces[piece] = at;
  }
  return chase;
}

std::optional<int> MateTable::probe(const Chase& chase) const {
  WindowTable::State state;
  for (std::size_t piece = 0; piece < table_->kinds().size(); ++piece) {
    const Square at = chase.pieces[piece];
    if (std::abs(at.x) > table_->reach() || std::abs(at.y) > table_->reach()) return std::nullopt;
    state.pieces[piece] = {static_cast<int>(at.x), static_cast<int>(at.y)};
  }
  const auto find_value = [&]() -> std::optional<int> {
    if (!table_->is_legal(state)) return std::nullopt;
    const std::uint8_t value = table_->black_to_move()[table_->index(state)];
    return value == WindowTable::not_won || value > chase.pawn_moves ? std::nullopt
                                                                     : std::optional<int>(value);
  };
  if (!chase.rook) return find_value();
  // A rook is remote if the bare king cannot come within the window before the mate.
  const auto is_remote = [&](Coordinate distance, int moves) {
    return std::abs(distance) <= table_->rook_reach() || std::abs(distance) > table_->reach() + moves;
  };
  std::optional<int> best;
  for (const bool remote_x : {true, false}) {
    for (const bool remote_y : {true, false}) {
      state.rook_x = table_->rook_class(chase.rook->x, remote_x);
      state.rook_y = table_->rook_class(chase.rook->y, remote_y);
      const std::optional<int> value = find_value();
      if (!value || (remote_x && !is_remote(chase.rook->x, *value)) ||
          (remote_y && !is_remote(chase.rook->y, *value)))
        continue;
      best = std::min(best.value_or(*value), *value);
    }
  }
  return best;
}

std::optional<int> MateTable::probe(const Position& position) const {
  const std::optional<Chase> chase = read(position, position.player());
  return chase ? probe(*chase) : std::nullopt;
}

// Call `visit` for the squares of the window to which a piece could move on an empty board.
template <class Visit>
void MateTable::visit_targets(Square from, std::size_t piece, Visit visit) const {
  for (const Step& leap : table_->leaps(piece)) visit(from + leap);
  const Coordinate reach = table_->reach();
  for (const Step& step : table_->slides(piece)) {
    Coordinate first = 1, last = std::numeric_limits<Coordinate>::max();
    const auto limit = [&](Coordinate at, int by) {
      if (by == 0) return;
      const Coordinate low = by > 0 ? -reach - at : at - reach, high = by > 0 ? reach - at : at + reach;
      const int size = std::abs(by);
      first = std::max(first, low <= 0 ? 1 : (low + size - 1) / size);
      last = std::min(last, high < 0 ? 0 : high / size);
    };
    limit(from.x, step.dx);
    limit(from.y, step.dy);
    for (Coordinate count = first; count <= last; ++count)
      visit({from.x + count * step.dx, from.y + count * step.dy});
  }
}

std::optional<Move> MateTable::find_move(const Position& position) const {
  std::optional<Chase> chase = read(position, position.last_mover());
  if (!chase) return std::nullopt;
  const Square king = chase->king;
  std::optional<Move> best;
  int fewest = WindowTable::not_won;
  const auto consider = [&](Square from, Square to) {
    const std::optional<int> moves = probe(*chase);
    if (!moves || *moves >= fewest) return;
    const std::optional<Move> move =
        position.find_move({king.x + from.x, king.y + from.y}, {king.x + to.x, king.y + to.y}, {});
    if (!move) return;
    fewest = *moves;
    best = move;
  };
  for (std::size_t piece = 0; piece < table_->kinds().size(); ++piece) {
    const Square from = chase->pieces[piece];
    const Coordinate pawn_moves = chase->pawn_moves;
    visit_targets(from, piece, [&](Square to) {
      chase->pieces[piece] = to;
      if (table_->kinds()[piece] == Kind::pawn) chase->pawn_moves = pawn_moves - (to.y - from.y);
      consider(from, to);
    });
    chase->pieces[piece] = from;
    chase->pawn_moves = pawn_moves;
  }
  if (!chase->rook) return best;
  const Square from = *chase->rook;
  const auto slide = [&](Coordinate Square::* axis) {
    const auto go_to = [&](Coordinate target) {
      *chase->rook = from;
      (*chase->rook).*axis = target;
      if (target != from.*axis) consider(from, *chase->rook);
    };
    const Coordinate remote =
        std::max<Coordinate>(std::abs(from.*axis), table_->reach() + WindowTable::longest) + 1;
    for (Coordinate target = -table_->rook_reach(); target <= table_->rook_reach(); ++target) go_to(target);
    go_to(-remote);
    go_to(remote);
    chase->rook = from;
  };
  slide(&Square::x);
  slide(&Square::y);
  return best;
}

}  // namespace hyperchess::infinite
