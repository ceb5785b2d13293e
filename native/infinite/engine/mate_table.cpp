#include "infinite/engine/mate_table.hpp"

#include <algorithm>
#include <cstdlib>

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
  Chase chase{.king = bare.at, .leapers = {}, .rook = std::nullopt};
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
    std::size_t leaper = 0;
    while (leaper < kinds.size() && (kinds[leaper] != slot.piece.kind() || (placed >> leaper & 1U))) ++leaper;
    if (leaper == kinds.size()) return std::nullopt;
    placed |= 1U << leaper;
    chase.leapers[leaper] = at;
  }
  return chase;
}

std::optional<int> MateTable::probe(const Chase& chase) const {
  WindowTable::State state;
  for (std::size_t leaper = 0; leaper < table_->kinds().size(); ++leaper) {
    const Square at = chase.leapers[leaper];
    if (std::abs(at.x) > table_->reach() || std::abs(at.y) > table_->reach()) return std::nullopt;
    state.leapers[leaper] = {static_cast<int>(at.x), static_cast<int>(at.y)};
  }
  const auto find_value = [&]() -> std::optional<int> {
    if (!table_->is_legal(state)) return std::nullopt;
    const std::uint8_t value = table_->black_to_move()[table_->index(state)];
    return value == WindowTable::not_won ? std::nullopt : std::optional<int>(value);
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

std::optional<Move> MateTable::find_move(const Position& position) const {
  std::optional<Chase> chase = read(position, position.last_mover());
  if (!chase) return std::nullopt;
  const Square king = chase->king;
  std::optional<Move> best;
  int fewest = WindowTable::not_won;
  const auto consider = [&](Square from, Square to) {
    const std::optional<Move> move =
        position.find_move({king.x + from.x, king.y + from.y}, {king.x + to.x, king.y + to.y}, {});
    if (!move) return;
    const std::optional<int> moves = probe(*chase);
    if (!moves || *moves >= fewest) return;
    fewest = *moves;
    best = move;
  };
  for (std::size_t leaper = 0; leaper < table_->kinds().size(); ++leaper) {
    const Square from = chase->leapers[leaper];
    const KindTraits& traits = kind_traits(table_->kinds()[leaper]);
    for (int index = 0; index < traits.leaps; ++index) {
      chase->leapers[leaper] = from + leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
      consider(from, chase->leapers[leaper]);
    }
    chase->leapers[leaper] = from;
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
