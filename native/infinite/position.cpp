#include "infinite/position.hpp"

#include <algorithm>

#include "infinite/attacks.hpp"

namespace hyperchess::infinite {
namespace {

enum class Part : std::uint64_t { turn = 0x243f6a8885a308d3U, en_passant = 0x13198a2e03707344U };

// How many steps along a line lead from one square to another; 0 if the line does not go there.
Coordinate steps_along(int line, Square from, Square to) {
  if (from == to || Board::line_key(line, from) != Board::line_key(line, to)) return 0;
  return Board::along(line, to) - Board::along(line, from);
}

}  // namespace

bool Promotion::on_rank(Coordinate y) const {
  return std::find(ranks.begin(), ranks.end(), y) != ranks.end();
}

bool Promotion::offers(Kind kind) const { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }

void Rules::set_players(const std::vector<Color>& order) {
  players = order;
  turn_hashes.clear();
  for (std::size_t turn = 0; turn < players.size(); ++turn) {
    auto hash = static_cast<std::uint64_t>(Part::turn);
    for (std::size_t next = 0; next < players.size(); ++next) {
      hash = mixed(hash + players[(turn + next) % players.size()]);
    }
    turn_hashes.push_back(hash);
  }
}

Position::Position(std::shared_ptr<const Rules> rules, Board board, std::optional<Square> en_passant)
    : rules_(std::move(rules)), board_(std::move(board)), en_passant_(en_passant) {}

bool Position::guarded() const {
  return rules_->two_alternate() && (rules_->goals[rules_->players[1 - turn_]] & checkmate) != 0;
}

std::optional<Passed> Position::passed() const {
  if (!en_passant_ || board_.find(*en_passant_) != no_slot) return std::nullopt;
  for (const int way : {1, -1}) {
    const Square beyond{en_passant_->x, en_passant_->y + way};
    const Piece pawn = board_.at(beyond);
    if (pawn && pawn.kind() == Kind::pawn && pawn.color() != player() && forward_of(pawn.color()) == way) {
      return Passed{*en_passant_, beyond};
    }
  }
  return std::nullopt;
}

bool Position::en_passant_is_open() const {
  const std::optional<Passed> found = passed();
  if (!found) return false;
  const int forward = forward_of(player());
  for (const int side : {-1, 1}) {
    const Piece piece = board_.at({found->square.x - side, found->square.y - forward});
    if (piece && piece.kind() == Kind::pawn && piece.color() == player()) return true;
  }
  return false;
}

bool Position::in_check() const { return infinite::in_check(board_, player()); }

std::uint64_t Position::hash() const {
  std::uint64_t hash = board_.hash() + rules_->turn_hashes[turn_];
  if (en_passant_ && en_passant_is_open()) {
    hash += mixed(static_cast<std::uint64_t>(Part::en_passant) ^ hash_of(*en_passant_, {}));
  }
  return hash;
}

std::optional<int> Position::repetitions() const {
  const std::size_t cycle = rules_->players.size();
  if (past_.size() - past_begin_ < cycle) return past_is_whole_ ? std::optional(1) : std::nullopt;
  if (!past_is_whole_) return std::nullopt;
  const std::uint64_t now = hash();
  int count = 1;
  for (std::size_t back = cycle; back <= past_.size() - past_begin_; back += cycle) {
    if (past_[past_.size() - back] == now) ++count;
  }
  return count;
}

SlotNumber Position::castling_partner(SlotNumber king, int way, bool guarded) const {
  const Slot& from = board_.slot(king);
  if (!from.piece.special() || !traits_of(from.piece).castles) return no_slot;
  const SlotNumber partner = board_.next(rank_line, from.at, way);
  if (partner == no_slot) return no_slot;
  const Slot& other = board_.slot(partner);
  if ((other.at.x - from.at.x) * way < 3 || other.piece.color() != from.piece.color() ||
      !other.piece.special() || other.piece.kind() == Kind::pawn || traits_of(other.piece).castles) {
    return no_slot;
  }
  if (guarded) {
    for (int steps = 0; steps < 3; ++steps) {
      const Square square{from.at.x + steps * way, from.at.y};
      if (is_attacked(board_, square, from.piece.color(), king)) return no_slot;
    }
  }
  return partner;
}

bool Position::can_reach(const Slot& from, Square to) const {
  if (from.at == to || !board_.can_enter(to, from.piece.color())) return false;
  const KindTraits& traits = traits_of(from.piece);
  const Coordinate dx = to.x - from.at.x, dy = to.y - from.at.y;
  if (-4 <= dx && dx <= 4 && -4 <= dy && dy <= 4) {
    const Step step{static_cast<int>(dx), static_cast<int>(dy)};
    for (int index = 0; index < traits.leaps; ++index) {
      if (leap_steps[traits.leap_order[static_cast<std::size_t>(index)]] == step) return true;
    }
  }
  for (int line = 0; line < line_count; ++line) {
    if (!(traits.lines >> line & 1U)) continue;
    const Coordinate steps = steps_along(line, from.at, to);
    if (steps == 0) continue;
    const Coordinate length = steps < 0 ? -steps : steps;
    if (length > board_.slide_limit()) return false;
    const SlotNumber next = board_.next(line, from.at, steps > 0 ? 1 : -1);
    if (next == no_slot) return true;
    const Coordinate distance = steps_along(line, from.at, board_.slot(next).at);
    return (distance < 0 ? -distance : distance) >= length;
  }
  return false;
}

std::optional<Move> Position::find_move(Square from, Square to, Piece promotion) const {
  const SlotNumber number = board_.find(from);
  if (number == no_slot) return std::nullopt;
  const Slot& slot = board_.slot(number);
  const Color color = slot.piece.color();
  if (color != player()) return std::nullopt;
  Move move{from, to, {}, MoveType::plain};
  if (slot.piece.kind() != Kind::pawn) {
    if (promotion) return std::nullopt;
    if (can_reach(slot, to)) return move;
    const int way = to.x > from.x ? 1 : -1;
    if (to != Square{from.x + 2 * way, from.y} || castling_partner(number, way, guarded()) == no_slot) {
      return std::nullopt;
    }
    move.type = MoveType::castling;
    return move;
  }
  const int forward = forward_of(color);
  const Coordinate dx = to.x - from.x, dy = to.y - from.y;
  if (dx == 0) {
    if (!board_.is_empty({from.x, from.y + forward})) return std::nullopt;
    if (dy == 2 * forward) {
      if (!slot.piece.special() || !board_.is_empty(to)) return std::nullopt;
      move.type = MoveType::double_step;
    } else if (dy != forward) {
      return std::nullopt;
    }
  } else {
    if ((dx != 1 && dx != -1) || dy != forward) return std::nullopt;
    const Piece victim = board_.at(to);
    if (victim) {
      if (victim.color() == color || traits_of(victim).solid) return std::nullopt;
    } else {
      const std::optional<Passed> found = passed();
      if (!found || found->square != to) return std::nullopt;
      move.type = MoveType::en_passant;
    }
  }
  const Promotion& offer = rules_->promotions[color];
  if (!offer.on_rank(to.y)) return promotion ? std::nullopt : std::optional(move);
  if (!promotion) return rules_->free_promotion ? std::optional(move) : std::nullopt;
  if (!offer.offers(promotion.kind())) return std::nullopt;
  move.promotion = Piece::of(promotion.kind(), color, false);
  if (move.type == MoveType::double_step) move.type = MoveType::plain;
  return move;
}

void Position::place(const Move& move) {
  const Piece piece = board_.at(move.from);
  switch (move.type) {
    case MoveType::plain:
    case MoveType::double_step:
      board_.put(move.to, move.promotion ? move.promotion : piece.moved());
      board_.take(move.from);
      break;
    case MoveType::en_passant: {
      const std::optional<Passed> found = passed();
      board_.put(move.to, move.promotion ? move.promotion : piece.moved());
      board_.take(move.from);
      if (found) board_.take(found->pawn);
      break;
    }
    case MoveType::castling: {
      const int way = move.to.x > move.from.x ? 1 : -1;
      const Slot partner = board_.slot(board_.next(rank_line, move.from, way));
      board_.put(move.to, piece.moved());
      board_.put({move.from.x + way, move.from.y}, partner.piece.moved());
      board_.take(move.from);
      board_.take(partner.at);
      break;
    }
  }
  if (rules_->drop_idle_rights) {
    drop_idle_rights(std::min(move.from.y, move.to.y));
    if (move.from.y != move.to.y) drop_idle_rights(std::max(move.from.y, move.to.y));
  }
}

void Position::drop_idle_rights(Coordinate rank) {
  const Square start{Border::none_low, rank};
  std::vector<Slot> special;
  const std::vector<SlotNumber>& order = board_.order(rank_line);
  for (std::size_t index = board_.place(rank_line, start); index < order.size(); ++index) {
    const Slot& slot = board_.slot(order[index]);
    if (slot.at.y != rank) break;
    if (slot.piece.special() && slot.piece.kind() != Kind::pawn) special.push_back(slot);
  }
  // For each colour: whether a piece that castles, and one that does not, has a right on the rank.
  std::array<std::array<bool, 2>, color_count> present{};
  for (const Slot& slot : special) present[slot.piece.color()][traits_of(slot.piece).castles] = true;
  for (const Slot& slot : special) {
    if (!present[slot.piece.color()][!traits_of(slot.piece).castles]) board_.put(slot.at, slot.piece.moved());
  }
}

bool Position::is_safe(const Move& move) {
  if (!guarded()) return true;
  const Color color = player();
  const std::size_t changes = board_.changes();
  place(move);
  const bool safe = !infinite::in_check(board_, color);
  board_.revert(changes);
  return safe;
}

void Position::make(const Move& move) {
  const Color color = player();
  const Piece piece = board_.at(move.from);
  Piece captured = board_.at(move.to);
  if (move.type == MoveType::en_passant) {
    if (const std::optional<Passed> found = passed()) captured = board_.at(found->pawn);
  }
  undo_.push_back(
      {board_.changes(), en_passant_, last_, rule_count_, past_begin_, past_is_whole_, checks_given_[color]});
  past_.push_back(hash());
  place(move);
  en_passant_.reset();
  if (move.type == MoveType::double_step) en_passant_ = Square{move.from.x, (move.from.y + move.to.y) / 2};
  if (captured || piece.kind() == Kind::pawn) {
    rule_count_ = 0;
    past_begin_ = past_.size();
    past_is_whole_ = true;
  } else {
    ++rule_count_;
  }
  last_ = LastMove{move.from, move.to, move.promotion ? move.promotion : piece.moved(), captured};
  turn_ = (turn_ + 1) % rules_->players.size();
  if (rules_->counts_checks) {
    for (Color other = 1; other < color_count; ++other) {
      if (other == color ||
          std::find(rules_->players.begin(), rules_->players.end(), other) == rules_->players.end()) {
        continue;
      }
      if (infinite::in_check(board_, other)) {
        ++checks_given_[color];
        break;
      }
    }
  }
}

void Position::pass() {
  undo_.push_back({board_.changes(), en_passant_, last_, rule_count_, past_begin_, past_is_whole_,
                   checks_given_[player()]});
  past_.push_back(hash());
  en_passant_.reset();
  last_.reset();
  ++rule_count_;
  turn_ = (turn_ + 1) % rules_->players.size();
}

void Position::unmake() {
  const Undo undo = undo_.back();
  undo_.pop_back();
  turn_ = (turn_ + rules_->players.size() - 1) % rules_->players.size();
  board_.revert(undo.changes);
  en_passant_ = undo.en_passant;
  last_ = undo.last;
  rule_count_ = undo.rule_count;
  past_.pop_back();
  past_begin_ = undo.past_begin;
  past_is_whole_ = undo.past_is_whole;
  checks_given_[player()] = undo.checks_given;
}

void Position::settle() {
  undo_.clear();
  board_.settle();
  past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(past_begin_));
  past_begin_ = 0;
  if (past_.size() > most_past) {
    past_.clear();
    past_is_whole_ = false;
  }
}

void Position::last_changes(std::vector<SquareChange>& found) const {
  found.clear();
  if (undo_.empty()) return;
  for (const bool emptied : {true, false}) {
    for (std::size_t index = undo_.back().changes; index < board_.changes(); ++index) {
      const SquareChange change = board_.change(index);
      if (!change.after == emptied) found.push_back(change);
    }
  }
}

}  // namespace hyperchess::infinite
