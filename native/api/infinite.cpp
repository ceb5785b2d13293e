#include "api/infinite.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "infinite/rules/attacks.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::api {
namespace {

namespace inf = infinite;

// Maximum slide limit, so that target squares fit into 64 bits.
constexpr inf::Coordinate longest_slide = inf::Coordinate{1} << 59;

inf::Generator& generator() {
  thread_local inf::Generator shared;
  return shared;
}

// Whether both squares of a move are within the edge of the board.
bool is_within_edge(const PackedInfinite& self, const inf::Move& move) {
  const inf::Coordinate edge = self.position.board().edge();
  return inf::within(move.from, edge) && inf::within(move.to, edge);
}

std::vector<inf::Square> list_squares(const inf::Board& board, const std::vector<inf::SlotNumber>& found) {
  std::vector<inf::Square> squares;
  squares.reserve(found.size());
  for (const inf::SlotNumber number : found) squares.push_back(board.slot(number).at);
  return squares;
}

}  // namespace

int infinite_code(int kind, int color, bool special) {
  if (kind < 0 || kind >= inf::kind_count || color < 0 || color >= inf::color_count)
    throw std::invalid_argument("not a kind and a colour");
  return inf::Piece::make(static_cast<inf::Kind>(kind), static_cast<inf::Color>(color), special).code;
}

std::optional<PackedRules> pack_rules(const std::vector<int>& players,
                                      const std::vector<PromotionNumbers>& promotions,
                                      const std::vector<unsigned>& goals,
                                      const std::array<std::optional<inf::Coordinate>, 4>& border,
                                      std::optional<inf::Coordinate> slide_limit, bool free_promotion,
                                      bool drop_idle_rights, bool automatic_move_rule, bool counts_checks) {
  auto rules = std::make_shared<inf::Rules>();
  PackedRules packed{
      .rules = nullptr, .border = {}, .slide_limit = inf::Board::no_limit, .edge = inf::far_edge};
  std::vector<inf::Color> order;
  for (const int player : players) {
    if (player < 1 || player >= inf::color_count) throw std::invalid_argument("not a player");
    order.push_back(static_cast<inf::Color>(player));
  }
  rules->set_players(order);
  if (players.empty() || goals.size() != inf::color_count)
    throw std::invalid_argument("players and goals are missing");
  std::copy(goals.begin(), goals.end(), rules->goals.begin());
  for (const auto& [color, ranks, kinds] : promotions) {
    inf::Promotion& promotion = rules->promotions.at(static_cast<std::size_t>(color));
    promotion.ranks = ranks;
    for (const int number : kinds) {
      const auto kind = static_cast<inf::Kind>(number);
      if (number <= 0 || number >= inf::kind_count || inf::kind_traits(kind).neutral ||
          !inf::kind_traits(kind).supported) {
        return std::nullopt;
      }
      if (kind == inf::Kind::knightrider) packed.edge = inf::hop_edge;
      promotion.kinds.push_back(kind);
    }
  }
  for (const std::optional<inf::Coordinate>& edge : border) {
    if (edge && (*edge < -inf::far_edge || *edge > inf::far_edge)) return std::nullopt;
  }
  packed.border = {.left = border[0].value_or(inf::Border::none_low),
                   .right = border[1].value_or(inf::Border::none_high),
                   .bottom = border[2].value_or(inf::Border::none_low),
                   .top = border[3].value_or(inf::Border::none_high)};
  if (slide_limit) {
    if (*slide_limit < 0 || *slide_limit > longest_slide) return std::nullopt;
    packed.slide_limit = *slide_limit;
  }
  rules->free_promotion = free_promotion;
  rules->drop_idle_rights = drop_idle_rights;
  rules->automatic_move_rule = automatic_move_rule;
  rules->counts_checks = counts_checks;
  packed.rules = std::move(rules);
  return packed;
}

std::optional<PackedInfinite> pack_infinite(const PackedRules& rules, const Slots& slots,
                                            std::optional<inf::Square> en_passant,
                                            const std::vector<unsigned>& checks_given,
                                            inf::Coordinate rule_count, inf::Coordinate rule_limit,
                                            bool knows_past) {
  inf::Coordinate edge = rules.edge;
  for (const inf::Slot& slot : slots) {
    if (!inf::kind_traits(slot.piece).supported) return std::nullopt;
    if (slot.piece.kind() == inf::Kind::knightrider) edge = inf::hop_edge;
  }
  inf::Board board(rules.border, rules.slide_limit, edge);
  board.reserve(slots.size());
  for (const inf::Slot& slot : slots) {
    if (!inf::within(slot.at, edge)) return std::nullopt;
    board.add(slot.at, slot.piece);
  }
  // Ignore an en passant square that no pawn within the edge can have passed.
  if (en_passant && !inf::within(*en_passant, edge + 1)) en_passant.reset();
  inf::Position position(rules.rules, std::move(board), en_passant);
  for (std::size_t color = 0; color < checks_given.size() && color < inf::color_count; ++color) {
    position.set_checks_given(static_cast<inf::Color>(color), checks_given[color]);
  }
  position.set_move_rule(rule_count, rule_limit);
  if (!knows_past) position.mark_history_incomplete();
  return PackedInfinite{std::move(position)};
}

std::uint64_t hash(const PackedInfinite& self) { return self.position.hash(); }
int size(const PackedInfinite& self) { return static_cast<int>(self.position.board().size()); }
inf::Piece piece_at(const PackedInfinite& self, inf::Square square) {
  return self.position.board().at(square);
}

std::vector<inf::Move> points(const PackedMoves& self) { return self.moves.points; }
std::vector<inf::Ray> rays(const PackedMoves& self) { return self.moves.rays; }

std::optional<std::uint64_t> count(const PackedMoves& self, inf::Square lowest, inf::Square highest) {
  if (!inf::within(lowest, inf::far_edge) || !inf::within(highest, inf::far_edge)) return std::nullopt;
  return self.moves.count(lowest.x, highest.x, lowest.y, highest.y);
}

std::optional<PackedMoves> find_moves(const PackedInfinite& self) {
  thread_local inf::MoveList found;  // reuses its memory
  if (!generator().generate_legal(self.position, found)) return std::nullopt;
  return PackedMoves{found};
}

std::optional<bool> can_move(const PackedInfinite& self) {
  bool found = false;
  if (!generator().find_any_legal(self.position, found)) return std::nullopt;
  return found;
}

std::vector<inf::Square> royals_in_check(const PackedInfinite& self) {
  const inf::Board& board = self.position.board();
  const inf::Color color = self.position.player();
  std::vector<inf::SlotNumber> found;
  for (const inf::SlotNumber royal : board.royals(color)) {
    if (inf::is_attacked(board, board.slot(royal).at, color)) found.push_back(royal);
  }
  return list_squares(board, found);
}

std::vector<inf::Square> checkers(const PackedInfinite& self) {
  const inf::Board& board = self.position.board();
  const inf::Color color = self.position.player();
  std::vector<inf::SlotNumber> found;
  std::unordered_set<inf::SlotNumber> known;
  for (const inf::SlotNumber royal : board.royals(color)) {
    inf::each_attacker(board, board.slot(royal).at, color, inf::no_slot, [&](inf::SlotNumber number) {
      if (known.insert(number).second) found.push_back(number);
      return false;
    });
  }
  return list_squares(board, found);
}

std::optional<bool> allows(const PackedInfinite& self, const inf::Move& move) {
  if (!is_within_edge(self, move)) return std::nullopt;
  const std::optional<inf::Move> found = self.position.find_move(move.from, move.to, move.promotion);
  return found && self.position.is_safe(*found);
}

std::optional<PlayedInfinite> play(const PackedInfinite& self, const inf::Move& move) {
  if (!is_within_edge(self, move)) return std::nullopt;
  const std::optional<inf::Move> found = self.position.find_move(move.from, move.to, move.promotion);
  if (!found) return std::nullopt;
  const inf::Color color = self.position.player();
  PackedInfinite after{self.position};
  after.position.make(*found);
  if (self.position.must_avoid_check() && inf::in_check(after.position.board(), color)) return std::nullopt;
  std::vector<inf::SquareChange> changes;
  after.position.last_changes(changes);
  const inf::LastMove last = *after.position.last_move();
  const std::optional<inf::Square> passed = after.position.en_passant();
  const bool gives_check = after.position.checks_given(color) != self.position.checks_given(color);
  after.position.discard_undo();
  return PlayedInfinite{.piece = last.piece,
                        .captured = last.captured,
                        .passed = passed,
                        .changes = std::move(changes),
                        .promotion = found->promotion,
                        .was_open = self.position.en_passant_is_open(),
                        .gives_check = gives_check,
                        .after = std::move(after)};
}

InfiniteSummary summary(const PackedInfinite& self) {
  const inf::Position& position = self.position;
  return {position.in_check(), can_move(self), position.repetitions().value_or(3) >= 3,
          inf::has_insufficient_material(position)};
}

bool is_ongoing(const PackedInfinite& self) {
  const inf::Position& position = self.position;
  const inf::Rules& rules = position.rules();
  if (rules.goals[position.last_mover()] != inf::checkmate || !rules.is_two_player()) return false;
  if (position.rule_limit() > 0 && position.rule_count() >= position.rule_limit()) return false;
  const auto [in_check, can_move, may_repeat, is_insufficient] = summary(self);
  return can_move.value_or(false) && !in_check && !may_repeat && !is_insufficient;
}

}  // namespace hyperchess::api
