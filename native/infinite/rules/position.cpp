#include "infinite/rules/position.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "infinite/rules/attacks.hpp"

namespace hyperchess::infinite {
namespace {

enum class Part : std::uint64_t { turn = 0x243f6a8885a308d3U, en_passant = 0x13198a2e03707344U };

// Return the signed number of steps along a line from one square to another, or 0 if the line misses it.
Coordinate steps_along(int line, Square from, Square to) {
  if (from == to || Board::line_key(line, from) != Board::line_key(line, to)) return 0;
  return Board::along(line, to) - Board::along(line, from);
}

}  // namespace

bool Promotion::has_rank(Coordinate y) const {
  return std::find(ranks.begin(), ranks.end(), y) != ranks.end();
}

bool Promotion::has_kind(Kind kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

void Rules::set_players(const std::vector<Color>& order) {
  players = order;
  turn_hashes.clear();
  for (std::size_t turn = 0; turn < players.size(); ++turn) {
    auto hash = static_cast<std::uint64_t>(Part::turn);
    for (std::size_t next = 0; next < players.size(); ++next) {
      hash = mix(hash + players[(turn + next) % players.size()]);
    }
    turn_hashes.push_back(hash);
  }
}

Position::Position(std::shared_ptr<const Rules> rules, Board board, std::optional<Square> en_passant)
    : rules_(std::move(rules)), board_(std::move(board)), en_passant_(en_passant) {
  assert(rules_ && !rules_->players.empty());
}

bool Position::must_avoid_check() const {
  return rules_->is_two_player() && (rules_->goals[rules_->players[1 - turn_]] & checkmate) != 0;
}

std::optional<EnPassant> Position::find_en_passant() const {
  if (!en_passant_ || board_.find(*en_passant_) != no_slot) return std::nullopt;
  for (const int sign : {1, -1}) {
    const Square beyond{en_passant_->x, en_passant_->y + sign};
    const Piece pawn = board_.at(beyond);
    if (pawn && pawn.kind() == Kind::pawn && pawn.color() != player() &&
        pawn_direction(pawn.color()) == sign) {
      return EnPassant{*en_passant_, beyond};
    }
  }
  return std::nullopt;
}

bool Position::en_passant_is_open() const {
  const std::optional<EnPassant> found = find_en_passant();
  if (!found) return false;
  const int forward = pawn_direction(player());
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
    hash += mix(static_cast<std::uint64_t>(Part::en_passant) ^ hash_piece(*en_passant_, {}));
  }
  return hash;
}

std::optional<int> Position::repetitions() const {
  const std::size_t cycle = rules_->players.size();
  if (hash_history_.size() - history_begin_ < cycle)
    return history_is_complete_ ? std::optional(1) : std::nullopt;
  if (!history_is_complete_) return std::nullopt;
  const std::uint64_t now = hash();
  int count = 1;
  for (std::size_t back = cycle; back <= hash_history_.size() - history_begin_; back += cycle) {
    if (hash_history_[hash_history_.size() - back] == now) ++count;
  }
  return count;
}

bool Position::has_upcoming_repetition() const {
  const std::size_t reversible = hash_history_.size() - history_begin_;
  if (reversible < 3 || undo_.empty() || !undo_.back().last || !rules_->is_two_player()) return false;
  const LastMove& last = *undo_.back().last;
  const Slot slot{last.to, last.piece};
  if (board_.at(slot.at) != slot.piece) return false;
  // The earlier position differs only by the square of this piece, so its hash is known. It was reached by
  // legal moves, so the piece only has to reach the square.
  const std::uint64_t others =
      board_.hash() - hash_piece(slot.at, slot.piece) + rules_->turn_hashes[1 - turn_];
  Square from = last.from;
  for (std::size_t back = 3; back <= reversible; back += 2) {
    if (hash_history_[hash_history_.size() - back] == others + hash_piece(from, slot.piece) &&
        can_reach(slot, from))
      return true;
    if (back > undo_.size()) break;
    const std::optional<LastMove>& earlier = undo_[undo_.size() - back].last;
    if (!earlier) break;
    if (earlier->to == from && earlier->piece == slot.piece) from = earlier->from;
  }
  return false;
}

SlotNumber Position::find_castling_partner(SlotNumber king, int sign, bool avoid_check) const {
  const Slot& from = board_.slot(king);
  if (!from.piece.special() || !kind_traits(from.piece).castles) return no_slot;
  const SlotNumber partner = board_.find_next(rank_line, from.at, sign);
  if (partner == no_slot) return no_slot;
  const Slot& other = board_.slot(partner);
  if ((other.at.x - from.at.x) * sign < 3 || other.piece.color() != from.piece.color() ||
      !other.piece.special() || other.piece.kind() == Kind::pawn || kind_traits(other.piece).castles) {
    return no_slot;
  }
  if (avoid_check) {
    for (int steps = 0; steps < 3; ++steps) {
      const Square square{from.at.x + steps * sign, from.at.y};
      if (is_attacked(board_, square, from.piece.color(), king)) return no_slot;
    }
  }
  return partner;
}

bool Position::can_reach(const Slot& from, Square to) const {
  if (from.at == to || !board_.can_enter(to, from.piece.color())) return false;
  const KindTraits& traits = kind_traits(from.piece);
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
    const SlotNumber next = board_.find_next(line, from.at, steps > 0 ? 1 : -1);
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
    const int sign = to.x > from.x ? 1 : -1;
    if (to != Square{from.x + 2 * sign, from.y} ||
        find_castling_partner(number, sign, must_avoid_check()) == no_slot) {
      return std::nullopt;
    }
    move.type = MoveType::castling;
    return move;
  }
  const int forward = pawn_direction(color);
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
      if (victim.color() == color || kind_traits(victim).solid) return std::nullopt;
    } else {
      const std::optional<EnPassant> found = find_en_passant();
      if (!found || found->square != to) return std::nullopt;
      move.type = MoveType::en_passant;
    }
  }
  const Promotion& offer = rules_->promotions[color];
  if (!offer.has_rank(to.y)) return promotion ? std::nullopt : std::optional(move);
  if (!promotion) return rules_->free_promotion ? std::optional(move) : std::nullopt;
  if (!offer.has_kind(promotion.kind())) return std::nullopt;
  move.promotion = Piece::make(promotion.kind(), color, false);
  if (move.type == MoveType::double_step) move.type = MoveType::plain;
  return move;
}

void Position::apply(const Move& move, Board& board) const {
  const Piece piece = board.at(move.from);
  std::vector<Square> idle;
  if (rules_->drop_idle_rights && board.castling_rights() != 0) idle = find_idle_rights(move);
  switch (move.type) {
    case MoveType::plain:
    case MoveType::double_step:
      board.put(move.to, move.promotion ? move.promotion : piece.moved());
      board.remove(move.from);
      break;
    case MoveType::en_passant: {
      const std::optional<EnPassant> found = find_en_passant();
      board.put(move.to, move.promotion ? move.promotion : piece.moved());
      board.remove(move.from);
      if (found) board.remove(found->pawn);
      break;
    }
    case MoveType::castling: {
      const int sign = move.to.x > move.from.x ? 1 : -1;
      const SlotNumber partner_number = board.find_next(rank_line, move.from, sign);
      assert(partner_number != no_slot);
      const Slot partner = board.slot(partner_number);
      board.put(move.to, piece.moved());
      board.put({move.from.x + sign, move.from.y}, partner.piece.moved());
      board.remove(move.from);
      board.remove(partner.at);
      break;
    }
  }
  for (const Square at : idle) board.put(at, board.at(at).moved());
}

// As the pieces that move or are taken lose their rights, so do those that no other piece can castle with.
std::vector<Square> Position::find_idle_rights(const Move& move) const {
  std::vector<Square> idle;
  std::array<Square, 3> left{move.from, move.to, move.from};
  if (move.type == MoveType::castling) {
    const SlotNumber partner = board_.find_next(rank_line, move.from, move.to.x > move.from.x ? 1 : -1);
    left[2] = board_.slot(partner).at;
  }
  for (const Square square : left) {
    const Piece lost = board_.at(square);
    if (!lost || !lost.special() || lost.kind() == Kind::pawn) continue;
    std::vector<Slot> friends;
    const auto collect = [&](int sign) {
      for (SlotNumber number = board_.find_next(rank_line, square, sign); number != no_slot;
           number = board_.find_next(rank_line, board_.slot(number).at, sign)) {
        const Slot slot = board_.slot(number);
        if (slot.piece.special() && slot.piece.kind() != Kind::pawn && slot.piece.color() == lost.color())
          friends.push_back(slot);
      }
    };
    collect(-1);
    collect(1);
    const bool lost_castles = kind_traits(lost).castles;
    for (const Slot& slot : friends) {
      if (kind_traits(slot.piece).castles == lost_castles) continue;
      const bool has_partner = std::ranges::any_of(friends, [&](const Slot& other) {
        const Coordinate files = other.at.x - slot.at.x;
        return kind_traits(other.piece).castles == lost_castles && (files >= 3 || files <= -3);
      });
      if (!has_partner) idle.push_back(slot.at);
    }
  }
  std::erase_if(idle, [&](Square at) { return std::ranges::find(left, at) != left.end(); });
  std::ranges::sort(idle, {}, [](Square at) { return std::pair(at.y, at.x); });
  const auto repeated = std::ranges::unique(idle);
  idle.erase(repeated.begin(), repeated.end());
  return idle;
}

bool Position::is_safe(const Move& move) {
  if (!must_avoid_check()) return true;
  const std::size_t changes = board_.changes();
  apply(move, board_);
  const bool safe = !infinite::in_check(board_, player());
  board_.revert_to(changes);
  return safe;
}

bool Position::is_safe(const Move& move) const {
  if (!must_avoid_check()) return true;
  Board copy = board_;
  apply(move, copy);
  return !infinite::in_check(copy, player());
}

Position::Undo Position::save_state(Color color) const {
  return {.changes = board_.changes(),
          .en_passant = en_passant_,
          .last = last_move_,
          .rule_count = rule_count_,
          .history_begin = history_begin_,
          .history_is_complete = history_is_complete_,
          .checks_given = checks_given_[color]};
}

void Position::make(const Move& move) {
  assert(board_.at(move.from).color() == player() && move.from != move.to);
  assert(within(move.to, board_.edge()));
  const Color color = player();
  const Piece piece = board_.at(move.from);
  Piece captured = board_.at(move.to);
  if (move.type == MoveType::en_passant) {
    if (const std::optional<EnPassant> found = find_en_passant()) captured = board_.at(found->pawn);
  }
  undo_.push_back(save_state(color));
  hash_history_.push_back(hash());
  apply(move, board_);
  en_passant_.reset();
  if (move.type == MoveType::double_step) en_passant_ = Square{move.from.x, (move.from.y + move.to.y) / 2};
  if (captured || piece.kind() == Kind::pawn) {
    rule_count_ = 0;
    history_begin_ = hash_history_.size();
    history_is_complete_ = true;
  } else {
    ++rule_count_;
  }
  last_move_ = LastMove{move.from, move.to, move.promotion ? move.promotion : piece.moved(), captured};
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

void Position::make_null_move() {
  assert(!in_check());
  undo_.push_back(save_state(player()));
  hash_history_.push_back(hash());
  en_passant_.reset();
  last_move_.reset();
  ++rule_count_;
  turn_ = (turn_ + 1) % rules_->players.size();
}

void Position::unmake() {
  assert(!undo_.empty() && !hash_history_.empty());
  const Undo undo = undo_.back();
  undo_.pop_back();
  turn_ = (turn_ + rules_->players.size() - 1) % rules_->players.size();
  board_.revert_to(undo.changes);
  en_passant_ = undo.en_passant;
  last_move_ = undo.last;
  rule_count_ = undo.rule_count;
  hash_history_.pop_back();
  history_begin_ = undo.history_begin;
  history_is_complete_ = undo.history_is_complete;
  checks_given_[player()] = undo.checks_given;
}

void Position::discard_undo() {
  undo_.clear();
  board_.discard_undo();
  hash_history_.erase(hash_history_.begin(),
                      hash_history_.begin() + static_cast<std::ptrdiff_t>(history_begin_));
  history_begin_ = 0;
  if (hash_history_.size() > max_history) {
    hash_history_.clear();
    history_is_complete_ = false;
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
