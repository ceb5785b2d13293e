#include "infinite/engine/searcher.hpp"

#include <algorithm>
#include <utility>

#include "infinite/engine/exchange.hpp"
#include "infinite/engine/goals.hpp"
#include "infinite/engine/move_picker.hpp"
#include "infinite/rules/attacks.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::infinite {
namespace {

// Quiescence search.
constexpr int max_quiescence_plies = 8;  // plies of captures and promotions
constexpr int max_evasion_plies = 4;     // plies in which all replies to a check are searched

constexpr int aspiration_min_depth = 4;
constexpr std::size_t max_tried = 32;  // moves before a cutoff whose histories are lowered

// Late move reductions of the root in a hunt.
constexpr int hunt_lmr_min_depth = 3, root_hunt_lmr_min_move = 6, root_hunt_lmr_second_ply_move = 24;

constexpr std::size_t max_evaluated_root_moves = 2'000;
constexpr long long few_nodes = 20'000;  // with such a limit the counts are exact
constexpr int nodes_per_flush = 64;
constexpr std::size_t eval_cache_size = 1 << 15;

// Work in units of the poller.
constexpr std::size_t evaluation_work = 4;  // for each piece
constexpr std::size_t node_work = 100;
constexpr std::size_t check_work = 10;  // to see whether a move gives check

// A move in the words of a table entry. Moves beyond 16 bits are not stored; 0 is no move.
struct PackedMove {
  std::uint64_t squares = 0;
  std::uint16_t promotion_code = 0;

  PackedMove() = default;
  PackedMove(std::uint64_t squares_, std::uint16_t promotion)
      : squares(squares_), promotion_code(promotion) {}
  explicit PackedMove(const Move& move) {
    if (!fits(move.from) || !fits(move.to)) return;
    squares = pack(move.from.x) | pack(move.from.y) << 16 | pack(move.to.x) << 32 | pack(move.to.y) << 48;
    promotion_code = move.promotion.code;
  }
  Square from() const { return {unpack(0), unpack(16)}; }
  Square to() const { return {unpack(32), unpack(48)}; }
  Piece promotion() const { return {promotion_code}; }

 private:
  static bool fits(Square square) {
    constexpr Coordinate low = std::numeric_limits<std::int16_t>::min();
    constexpr Coordinate high = std::numeric_limits<std::int16_t>::max();
    return low <= square.x && square.x <= high && low <= square.y && square.y <= high;
  }
  static std::uint64_t pack(Coordinate coordinate) {
    return static_cast<std::uint16_t>(static_cast<std::int16_t>(coordinate));
  }
  Coordinate unpack(int shift) const { return static_cast<std::int16_t>(squares >> shift & 0xffff); }
};

}  // namespace

Searcher::Searcher(const Position& position, const SearchContext& context, Histories& histories,
                   std::function<void()> poll, const Root* root)
    : position_(position),
      context_(context),
      evaluation_(context.evaluation),
      parameters_(context.parameters),
      histories_(histories),
      poller_(context.control, std::move(poll)),
      root_color_(position.player()),
      candidates_(evaluation_, &poller_),
      eval_cache_(eval_cache_size),
      ply_states_(max_ply + 3 + first_ply) {
  const std::optional<long long>& nodes = context.control.limits().nodes;
  nodes_per_flush_ = nodes && *nodes < few_nodes ? 1 : nodes_per_flush;
  position_.use_grid();
  if (root)
    root_ = *root;
  else
    find_root_moves();
}

std::size_t Searcher::bytes() {
  return sizeof(Searcher) + eval_cache_size * sizeof(CachedEval) + PawnCache::bytes() +
         (max_ply + 3 + first_ply) * sizeof(PlyState) + sizeof(Grid);
}

// Generate the root moves, and order them by the static value after each. Of more than
// `max_evaluated_root_moves`, only the best are evaluated: checks first, then captures by value. A mate in
// one is found here, whatever the number of moves and the time.
void Searcher::find_root_moves() {
  std::vector<Candidate>& moves = ply_state(0).moves;
  moves.clear();
  root_.fits_into_64_bits = candidates_.generate(position_, is_hunting() ? root_hunt_limits : root_limits,
                                                 MoveFilter::all, moves, root_.is_complete);
  if (!root_.fits_into_64_bits) return;
  if (context_.mate_table) {
    const std::optional<Move> move = context_.mate_table->find_move(position_);
    if (move && std::ranges::none_of(moves, [&](const Candidate& each) { return each.move == *move; }))
      moves.push_back(candidates_.describe(position_, *move));
  }
  if (moves.empty()) return;

  const Board& board = position_.board();
  const bool may_mate = position_.rules().is_two_player() &&
                        (position_.rules().goals[position_.player()] & checkmate) != 0 &&
                        !board.royals(position_.last_mover()).empty();
  std::vector<std::pair<int, std::size_t>> order;  // rank, lowest first, and index of a move
  order.reserve(moves.size());
  for (std::size_t index = 0; index < moves.size(); ++index) {
    const bool checks = may_mate && (index < max_evaluated_root_moves || !is_stopped()) &&
                        gives_direct_check(board, moves[index], board.royals(position_.last_mover())[0]);
    order.emplace_back(checks ? std::numeric_limits<int>::min() : -moves[index].gain, index);
    poller_.spend(check_work);
  }
  const std::size_t most = std::min(order.size(), max_evaluated_root_moves);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most));

  // Moves that are not evaluated are ranked below those that are, by what they capture.
  const int here = evaluation_.evaluate(position_, root_color_, &pawn_cache_) - max_static;
  // Indices are sorted, since root moves are large: a position of 5,000 pieces has 100,000 of them.
  std::vector<std::pair<int, std::size_t>> values;  // negative value, and index of a move
  values.reserve(moves.size());
  for (std::size_t index = 0; index < moves.size(); ++index)
    values.emplace_back(-std::max(here + moves[index].gain, 1 - max_static), index);
  Generator generator;
  std::optional<std::size_t> mate;
  for (std::size_t evaluated = 0; evaluated < most && !mate; ++evaluated) {
    if (evaluated > 0 && is_stopped()) break;
    const std::size_t index = order[evaluated].second;
    position_.make(moves[index].move);
    bool can_reply = true;
    if (is_goal_reached(position_) ||
        (may_mate && position_.in_check() && generator.find_any_legal(position_, can_reply) && !can_reply)) {
      mate = index;
      values[index].first = 1 - proven_mate;
    } else {
      values[index].first = -evaluation_.evaluate(position_, root_color_, &pawn_cache_);
    }
    ++uncounted_evaluations_;
    position_.unmake();
    poller_.spend(evaluation_work * board.slots().size());
  }
  std::ranges::sort(values);
  root_.moves.reserve(moves.size());
  for (const auto& [value, index] : values)
    root_.moves.push_back({.candidate = moves[index],
                           .value = -value,
                           .variation = {moves[index].move},
                           .depth = mate == index ? 1 : 0});
}

// Whether all opponents have only royal pieces left.
bool Searcher::is_hunting() const {
  const Board& board = position_.board();
  for (const Color other : position_.rules().players) {
    if (!is_same_side(other, position_.player()) && !is_bare(board, other)) return false;
  }
  return true;
}

void Searcher::flush_counts() {
  context_.control.nodes.fetch_add(uncounted_nodes_, std::memory_order_relaxed);
  context_.control.evaluations.fetch_add(uncounted_evaluations_, std::memory_order_relaxed);
  uncounted_nodes_ = 0;
  uncounted_evaluations_ = 0;
}

void Searcher::count_node() {
  if (++uncounted_nodes_ >= nodes_per_flush_) {
    flush_counts();
    if (context_.control.limits().nodes) poller_.check();
  }
  poller_.spend(node_work);
}

int Searcher::evaluate() {
  const std::uint64_t key =
      position_.hash() + static_cast<std::uint64_t>(position_.rule_count() + 1) * 0x9e3779b97f4a7c15U;
  CachedEval& cached = eval_cache_[key >> 32 & (eval_cache_size - 1)];
  if (cached.key == key && !position_.rules().counts_checks) return cached.value;
  ++uncounted_evaluations_;
  poller_.spend(evaluation_work * position_.board().slots().size());
  const int value = evaluation_.evaluate(position_, root_color_, &pawn_cache_);
  cached = {key, position_.player() == root_color_ ? value : -value};
  return cached.value;
}

// Hash of the kinds and numbers of pieces other than pawns.
std::uint64_t Searcher::material_hash() const {
  return position_.board().material_hash() * 0x9e3779b97f4a7c15U >> 40;
}

// Add the average difference between search results and static values of similar positions.
int Searcher::correct(int static_eval) {
  const bool is_white = position_.player() == white;
  const int sum = histories_.correction(0, is_white, position_.board().pawn_hash()).get() +
                  histories_.correction(1, is_white, material_hash()).get();
  return std::clamp(static_eval + sum / Histories::correction_unit, -max_static, max_static);
}

void Searcher::update_correction(int difference, int depth) {
  const bool is_white = position_.player() == white;
  const int bonus = std::clamp(difference * depth, -HistoryValue::max_value / 8, HistoryValue::max_value / 8);
  histories_.correction(0, is_white, position_.board().pawn_hash()).update(bonus);
  histories_.correction(1, is_white, material_hash()).update(bonus);
}

// Return the value of a position without legal moves: checkmate or stalemate.
int Searcher::score_without_moves(int ply, bool in_check) const {
  return in_check && position_.must_avoid_check() ? ply - proven_mate : 0;
}

// Return the value of a position if the game is over before any move is searched: a goal was reached, or it
// is a draw by the move rule, by repetition or by insufficient material.
std::optional<int> Searcher::find_decided_value(int ply, bool in_check) {
  if (is_goal_reached(position_))
    return is_same_side(position_.last_mover(), position_.player()) ? proven_mate - ply : ply - proven_mate;
  if (position_.rule_limit() > 0 && position_.rule_count() >= position_.rule_limit()) {
    // Checkmate takes precedence over the move rule.
    bool is_complete = false;
    std::vector<Candidate>& moves = ply_state(ply).moves;
    moves.clear();
    const bool is_mated =
        in_check && candidates_.generate(position_, shallow_limits, MoveFilter::all, moves, is_complete) &&
        moves.empty();
    return is_mated ? score_without_moves(ply, in_check) : 0;
  }
  // One repetition within the search counts as a draw already.
  if (position_.repetitions().value_or(1) >= 2 || is_insufficient_after_capture()) return 0;
  return probe_mate_table(ply);
}

// Begin a node of any search: count it, check the limits, and find goals and draws. A player who can repeat a
// position has at least a draw, which raises alpha. Return the value of the node if no move has to be
// searched.
std::optional<int> Searcher::begin_node(int ply, bool in_check, int& alpha, int beta, bool& can_repeat) {
  count_node();
  ply_state(ply).pv_length = 0;
  if (is_stopped()) return 0;
  if (const std::optional<int> value = find_decided_value(ply, in_check)) return value;
  can_repeat = alpha < 0 && position_.has_upcoming_repetition();
  if (can_repeat) alpha = 0;
  return alpha >= beta ? std::optional(alpha) : std::nullopt;
}

// Return the value of a position of the mate table. A mate that comes too late for the move rule is a static
// value: the defender may err.
std::optional<int> Searcher::probe_mate_table(int ply) const {
  if (!context_.mate_table) return std::nullopt;
  const std::optional<int> moves = context_.mate_table->probe(position_);
  if (!moves) return std::nullopt;
  const int plies = 2 * *moves;
  const bool is_late = position_.rule_limit() > 0 && position_.rule_count() + plies > position_.rule_limit();
  return is_late ? plies - max_static : ply + plies - proven_mate;
}

// Only a capture can make the material insufficient.
bool Searcher::is_insufficient_after_capture() const {
  const std::optional<LastMove>& last = position_.last_move();
  return last && last->captured && has_insufficient_material(position_);
}

// Whether the last move of `color` has left no royal piece of theirs in check, if that matters.
bool Searcher::is_legal_after_move(Color color) const {
  const Rules& rules = position_.rules();
  if (!rules.is_two_player() || (rules.goals[position_.player()] & checkmate) == 0) return true;
  return !infinite::in_check(position_.board(), color);
}

Searcher::TableHit Searcher::probe_table(int ply) const {
  TableHit hit{.hash = position_.hash(), .entry = {}, .move = {}};
  hit.entry = context_.table.probe({hit.hash, hit.hash});
  if (!hit.entry) return hit;
  hit.value = value_from_tt(hit.entry->value, ply);
  if (hit.entry->best == 0) return hit;
  const PackedMove packed{hit.entry->best, hit.entry->best_low};
  hit.move = position_.find_move(packed.from(), packed.to(), packed.promotion());
  if (hit.move && !within(hit.move->to, position_.board().edge())) hit.move.reset();
  return hit;
}

void Searcher::store(const TableHit& hit, int ply, int depth, Bound bound, const NodeResult& result) {
  const PackedMove best = result.best_move ? PackedMove(*result.best_move) : PackedMove();
  context_.table.store({hit.hash, hit.hash}, {.value = value_to_tt(result.value, ply),
                                              .static_eval = result.raw_eval,
                                              .depth = depth,
                                              .bound = bound,
                                              .was_pv = result.was_pv,
                                              .best_low = best.promotion_code,
                                              .best = best.squares});
}

// Whether the value of a table entry is no mate that would come too late for the move rule.
bool Searcher::is_in_time(const TableHit& hit) const {
  if (!is_mate(hit.value) || position_.rule_limit() == 0) return true;
  const auto plies_left = position_.rule_limit() - position_.rule_count();
  return plies_left >= proven_mate - std::abs(hit.entry->value) || plies_left >= max_ply;
}

void Searcher::make(const Candidate& candidate, int ply) {
  PlyState& state = ply_state(ply);
  const Square to = candidate.move.to;
  state.continuation = {context_.histories.continuation(candidate.piece, to, 1),
                        context_.histories.continuation(candidate.piece, to, 2)};
  position_.make(candidate.move);
  const std::uint64_t hash = position_.hash();
  context_.table.prefetch({hash, hash});
}

int Searcher::quiet_score(const Candidate& candidate, int ply) {
  const Square to = candidate.move.to;
  const std::size_t context = context_.histories.context_index(candidate.piece, to);
  int score = histories_.quiet(candidate.piece, to).get() +
              context_.histories.pawn(position_.board().pawn_hash(), candidate.piece, to).get();
  if (const HistoryValue* row = ply_state(ply - 1).continuation[0]) score += row[context].get();
  if (const HistoryValue* row = ply_state(ply - 2).continuation[1]) score += row[context].get();
  return score;
}

// Reward the move that caused a cutoff, and penalise the moves `tried` before it.
void Searcher::update_statistics(const Candidate& best, int ply, int depth,
                                 std::span<const Candidate> tried) {
  PlyState& state = ply_state(ply);
  const int bonus = std::min(parameters_.history_bonus_per_ply * depth - parameters_.history_bonus_base,
                             parameters_.max_history_bonus);
  const auto update_quiet = [&](const Candidate& candidate, int by) {
    const Square to = candidate.move.to;
    const std::size_t context = context_.histories.context_index(candidate.piece, to);
    histories_.quiet(candidate.piece, to).update(by);
    context_.histories.pawn(position_.board().pawn_hash(), candidate.piece, to).update(by);
    if (HistoryValue* row = ply_state(ply - 1).continuation[0]) row[context].update(by);
    if (HistoryValue* row = ply_state(ply - 2).continuation[1]) row[context].update(by);
  };
  if (best.is_tactical) {
    histories_.capture(best).update(bonus);
  } else {
    if (state.killers[0] != best.move) {
      state.killers[1] = state.killers[0];
      state.killers[0] = best.move;
    }
    update_quiet(best, bonus);
  }
  for (const Candidate& each : tried) {
    if (each.is_tactical) {
      histories_.capture(each).update(-bonus);
    } else if (!best.is_tactical) {
      update_quiet(each, -bonus);
    }
  }
}

// Set the principal variation of `ply` to `move` and the principal variation of the next ply.
void Searcher::update_pv(int ply, const Move& move) {
  PlyState &state = ply_state(ply), &next = ply_state(ply + 1);
  state.pv[0] = move;
  const auto count = std::min<std::size_t>(static_cast<std::size_t>(next.pv_length), max_ply);
  std::copy_n(next.pv.begin(), count, state.pv.begin() + 1);
  state.pv_length = static_cast<int>(count) + 1;
}

// Search the position after a move of `mover`. The value and the window are from the mover's point of view;
// with more than two players the next player may be on the same side.
int Searcher::search_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check,
                                bool is_cut_node) {
  if (is_same_side(mover, position_.player())) return search(depth, alpha, beta, ply, in_check, is_cut_node);
  return -search(depth, -beta, -alpha, ply, in_check, is_cut_node);
}

int Searcher::quiesce_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check) {
  if (is_same_side(mover, position_.player())) return quiesce(depth, alpha, beta, ply, in_check);
  return -quiesce(depth, -beta, -alpha, ply, in_check);
}

// Quiescence search: captures and promotions, and all replies to a check. `depth` is 0 or negative.
int Searcher::quiesce(int depth, int alpha, int beta, int ply, bool in_check) {
  assert(-infinite_value <= alpha && alpha < beta && beta <= infinite_value);
  assert(depth <= 0);

  // Steps 1 and 2. Limits, goals, draws and repetitions.
  const bool is_pv = beta - alpha > 1;
  bool can_repeat = false;
  if (const std::optional<int> value = begin_node(ply, in_check, alpha, beta, can_repeat)) return *value;
  const bool is_evading = in_check && depth > -max_evasion_plies && ply < max_ply;
  const Color color = position_.player();
  int best = -infinite_value;

  // Step 3. Transposition table lookup.
  const TableHit hit = probe_table(ply);
  const std::optional<TableEntry>& entry = hit.entry;
  if (entry && !is_pv && !is_mate(hit.value) && hit.cuts_off(alpha, beta)) return hit.value;

  // Step 4. Stand pat. Against a bare royal piece the static value is better than a search of captures.
  const int old_alpha = alpha;
  int raw_eval = TableEntry::no_eval;
  if (!is_evading) {
    raw_eval = entry && entry->static_eval != TableEntry::no_eval ? entry->static_eval : evaluate();
    const bool is_bare_ending =
        (is_bare(position_.board(), color) || is_hunting()) && position_.must_avoid_check();
    best = is_bare_ending ? raw_eval : correct(raw_eval);
    if (can_repeat) best = std::max(best, 0);
    if (best >= beta || depth <= -max_quiescence_plies || ply >= max_ply || is_bare_ending) return best;
    alpha = std::max(alpha, best);
  }

  // Step 5. Search the moves, without losing captures.
  const int margin = best + parameters_.quiescence_margin;
  std::optional<Move> tt_move = hit.move;
  if (tt_move && !is_evading && !candidates_.describe(position_, *tt_move).is_tactical) tt_move.reset();
  MovePicker picker(*this, ply, find_limits(0, is_evading), tt_move,
                    is_evading ? MoveFilter::all : MoveFilter::tactical, is_evading);
  bool is_complete = is_evading;
  int count = 0;
  std::optional<Move> best_move;
  while (const std::optional<Candidate> candidate = picker.next(/*skip_quiet=*/false)) {
    // Step 6. Delta pruning; in check, quiet evasions after the first few.
    if (!is_mate(best)) {
      if (!is_evading && margin + candidate->gain <= alpha && !candidate->move.promotion) {
        best = std::max(best, std::min(alpha, margin + candidate->gain));
        continue;
      }
    }
    make(*candidate, ply);
    if (tt_move && candidate->move == *tt_move && !is_legal_after_move(color)) {
      position_.unmake();
      continue;
    }
    ++count;
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    const int value = quiesce_after_move(color, depth - 1, alpha, beta, ply + 1, gives_check);
    position_.unmake();
    if (is_stopped()) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    best_move = candidate->move;
    update_pv(ply, candidate->move);
    if (alpha >= beta) break;
  }
  if (is_stopped()) return 0;
  if (picker.has_failed()) return evaluate();
  is_complete = is_complete && picker.is_complete();
  if (is_evading && count == 0) return is_complete ? score_without_moves(ply, true) : evaluate();
  best = downgrade_unproven_loss(best, ply, is_complete);

  // Step 7. Store the result.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  store(hit, ply, 0, bound, {best, best_move, raw_eval, entry && entry->was_pv});
  return best;
}

int Searcher::search(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node) {
  assert(-infinite_value <= alpha && alpha < beta && beta <= infinite_value);
  assert(ply > 0);

  // Step 1. Another search takes over if a side has only royal pieces. Quiescence search at the horizon.
  const Color color = position_.player();
  const Board& board = position_.board();
  if (is_hunting() || is_bare(board, color))
    return search_hunt(depth, alpha, beta, ply, in_check, is_cut_node);
  if (depth <= 0 || ply >= max_ply) return quiesce(0, alpha, beta, ply, in_check);

  // Steps 2 and 3. Limits, goals, draws and repetitions.
  bool can_repeat = false;
  if (const std::optional<int> value = begin_node(ply, in_check, alpha, beta, can_repeat)) return *value;
  PlyState& state = ply_state(ply);
  int best = -infinite_value;

  // Step 4. Mate distance pruning.
  alpha = std::max(alpha, ply - proven_mate);
  beta = std::min(beta, proven_mate - ply - 1);
  if (alpha >= beta) return alpha;
  const bool is_pv = beta - alpha > 1;

  // Step 5. Transposition table lookup. There is no cutoff in PV nodes, where the variation is needed too,
  // nor for a mate that would come too late for the move rule.
  const std::optional<Move> excluded = state.excluded;
  const TableHit hit = probe_table(ply);
  const std::optional<TableEntry>& entry = hit.entry;
  const int tt_value = hit.value;
  const bool was_pv = is_pv || (entry && entry->was_pv);
  if (entry && !excluded && !is_pv && (entry->depth >= depth || is_proven(tt_value)) && is_in_time(hit) &&
      hit.cuts_off(alpha, beta))
    return tt_value;
  std::optional<Move> tt_move = hit.move;

  // Step 6. Static evaluation, corrected by the differences found in similar positions; a bound of the table
  // is a better estimate where it applies.
  int raw_eval = TableEntry::no_eval;
  int eval = -infinite_value;
  state.static_eval = -infinite_value;
  if (!in_check) {
    raw_eval = entry && entry->static_eval != TableEntry::no_eval ? entry->static_eval : evaluate();
    state.static_eval = eval = correct(raw_eval);
    if (entry && !excluded && !is_mate(tt_value) &&
        (entry->bound == Bound::exact || (entry->bound == Bound::lower && tt_value > eval) ||
         (entry->bound == Bound::upper && tt_value < eval)))
      eval = tt_value;
  }
  const int static_eval = state.static_eval;
  const int earlier_eval = ply_state(ply - 2).static_eval;
  const bool is_improving = !in_check && earlier_eval != -infinite_value && static_eval > earlier_eval;
  ply_state(ply + 2).killers = {};
  state.double_extensions = ply_state(ply - 1).double_extensions;

  if (!is_pv && !in_check && !is_mate(beta) && !excluded) {
    // Step 7. Razoring: far below alpha only captures can help.
    if (eval < alpha - parameters_.razoring_margin - parameters_.razoring_margin_per_square * depth * depth) {
      const int value = quiesce(0, alpha, alpha + 1, ply, in_check);
      if (value <= alpha || is_stopped()) return value;
    }

    // Step 8. Reverse futility pruning: the static value exceeds beta by a margin.
    if (depth <= parameters_.reverse_futility_depth && eval >= beta &&
        eval - parameters_.reverse_futility_margin * depth +
                parameters_.reverse_futility_improving * is_improving >=
            beta)
      return beta + (eval - beta) / 3;

    // Step 9. Null move pruning. Not with pawns only, where zugzwang is likely.
    if (depth >= parameters_.null_move_min_depth && eval >= beta && static_eval >= beta - 15 * depth + 60 &&
        ply_state(ply - 1).continuation[0] != nullptr && ply >= null_move_min_ply_ &&
        position_.must_avoid_check() && has_non_pawn_material(board, color)) {
      const int reduction = parameters_.null_move_reduction + depth / parameters_.null_move_depth_divisor +
                            std::min((eval - beta) / parameters_.null_move_eval_divisor,
                                     parameters_.null_move_max_eval_reduction);
      state.continuation = {};
      position_.make_null_move();
      int value = -search(depth - reduction, -beta, 1 - beta, ply + 1, /*in_check=*/false, !is_cut_node);
      position_.unmake();
      if (is_stopped()) return 0;
      if (value >= beta) {
        if (is_mate(value)) value = beta;
        if (null_move_min_ply_ > 0 || depth < parameters_.null_move_verified_depth) return value;
        null_move_min_ply_ = ply + 3 * (depth - reduction) / 4;
        const int verified = search(depth - reduction, beta - 1, beta, ply, in_check, /*is_cut_node=*/false);
        null_move_min_ply_ = 0;
        if (is_stopped()) return 0;
        if (verified >= beta) return value;
      }
    }
  }

  // Step 10. Internal iterative reduction: without a table move the order is poor.
  if (depth >= parameters_.iir_min_depth && !tt_move && !excluded && (is_pv || is_cut_node)) --depth;

  // Step 11. ProbCut: a good capture that beats beta by a margin in a reduced search will do so in a full
  // one.
  const int probcut_beta = beta + parameters_.probcut_margin - 50 * is_improving;
  if (!is_pv && !in_check && !excluded && depth >= parameters_.probcut_min_depth && !is_mate(beta) &&
      !(entry && entry->depth >= depth - parameters_.probcut_reduction + 1 && tt_value < probcut_beta)) {
    std::optional<Move> first = tt_move;
    if (first && !candidates_.describe(position_, *first).is_tactical) first.reset();
    MovePicker picker(*this, ply, shallow_limits, first, MoveFilter::tactical, /*in_check=*/false);
    while (const std::optional<Candidate> candidate = picker.next(/*skip_quiet=*/false)) {
      if (!exchange_gains(board, evaluation_, *candidate, probcut_beta - static_eval)) continue;
      make(*candidate, ply);
      if (!is_legal_after_move(color)) {
        position_.unmake();
        continue;
      }
      const bool gives_check = position_.must_avoid_check() && position_.in_check();
      int value = quiesce_after_move(color, 0, probcut_beta - 1, probcut_beta, ply + 1, gives_check);
      if (value >= probcut_beta && !is_stopped())
        value = search_after_move(color, depth - parameters_.probcut_reduction, probcut_beta - 1,
                                  probcut_beta, ply + 1, gives_check, !is_cut_node);
      position_.unmake();
      if (is_stopped()) return 0;
      if (value < probcut_beta) continue;
      store(hit, ply, depth - parameters_.probcut_reduction + 1, Bound::lower,
            {value, candidate->move, raw_eval, was_pv});
      return is_mate(value) ? beta : value - (probcut_beta - beta);
    }
  }

  if (is_stopped()) return 0;

  // Step 12. Singular extensions: if all other moves fail low against a window below the table value, the
  // table move is searched deeper. If another move beats beta as well, so does this node (multi-cut).
  int table_extension = 0;
  if (tt_move && !excluded && depth >= parameters_.singular_min_depth && !is_mate(tt_value) &&
      entry->depth >= depth - parameters_.singular_max_depth_gap &&
      (entry->bound == Bound::lower || entry->bound == Bound::exact) && ply < 2 * root_depth_) {
    const int singular_beta = tt_value - parameters_.singular_margin * depth;
    state.excluded = tt_move;
    const int value = search((depth - 1) / 2, singular_beta - 1, singular_beta, ply, in_check, is_cut_node);
    state.excluded.reset();
    if (is_stopped()) return 0;
    state.static_eval = static_eval;
    if (value < singular_beta) {
      table_extension = 1;
      if (!is_pv && value < singular_beta - parameters_.double_extension_margin &&
          state.double_extensions < parameters_.max_double_extensions) {
        table_extension = 2;
        ++state.double_extensions;
      }
    } else if (value >= beta && !is_mate(value)) {
      return value;
    } else if (tt_value >= beta) {
      table_extension = -2;
    } else if (is_cut_node) {
      table_extension = -1;
    }
  }

  // Step 13. Search the moves.
  const int old_alpha = alpha;
  const bool may_prune = !in_check && has_non_pawn_material(board, color);
  const int late_move_limit =
      (parameters_.late_move_base + parameters_.late_move_factor * depth * depth) / (is_improving ? 1 : 2);
  const bool tt_is_capture = tt_move && candidates_.describe(position_, *tt_move).is_tactical;
  const Color enemy = position_.rules().is_two_player() ? position_.last_mover() : neutral;
  MovePicker picker(*this, ply, find_limits(depth, in_check), tt_move, MoveFilter::all, in_check);
  std::optional<Move> best_move;
  std::array<Candidate, max_tried> tried;
  std::size_t tried_count = 0;
  int number = 0;  // moves searched
  bool is_complete = true, skip_quiet = false;
  while (const std::optional<Candidate> candidate = picker.next(skip_quiet)) {
    if (excluded && candidate->move == *excluded) continue;
    const bool is_quiet = !candidate->is_tactical;
    const bool is_table_move = tt_move && candidate->move == *tt_move;
    const int history = is_quiet ? quiet_score(*candidate, ply) : histories_.capture(*candidate).get();

    // Step 14. Pruning before the move is made.
    if (may_prune && number > 0 && best > mate_band - likely_mate) {
      int reduced_depth =
          std::max(depth - 1 - context_.reductions(depth, number + 1) / ReductionTable::unit, 0);
      const auto gives_check = [&] {
        return enemy != neutral && !board.royals(enemy).empty() &&
               gives_direct_check(board, *candidate, board.royals(enemy)[0]);
      };
      bool is_pruned = false;
      if (is_quiet) {
        if (number >= late_move_limit) skip_quiet = true;
        reduced_depth = std::max(reduced_depth + history / 10'000, 0);
        is_pruned =
            skip_quiet ||
            (reduced_depth < parameters_.history_pruning_depth &&
             history < -parameters_.history_pruning_margin * depth) ||
            (reduced_depth < parameters_.futility_depth &&
             static_eval + parameters_.futility_margin + parameters_.futility_margin_per_ply * reduced_depth +
                     history / parameters_.futility_history_divisor <=
                 alpha);
        if (is_pruned && gives_check()) is_pruned = false;
        if (!is_pruned)
          is_pruned = !exchange_gains(board, evaluation_, *candidate,
                                      -parameters_.quiet_exchange_margin * reduced_depth * reduced_depth);
      } else {
        is_pruned =
            (reduced_depth < parameters_.capture_futility_depth && !candidate->move.promotion &&
             static_eval + parameters_.capture_futility_margin +
                     parameters_.capture_futility_margin_per_ply * reduced_depth + candidate->gain +
                     history / parameters_.futility_history_divisor <=
                 alpha &&
             !gives_check()) ||
            (picker.is_losing_stage() &&
             !exchange_gains(board, evaluation_, *candidate, -parameters_.capture_exchange_margin * depth));
      }
      if (is_pruned) {
        is_complete = false;
        continue;
      }
    }

    // Step 15. Make the move. Only the table move was not generated, so its legality is tested.
    make(*candidate, ply);
    if (is_table_move && !is_legal_after_move(color)) {
      position_.unmake();
      tt_move.reset();
      continue;
    }
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    ++number;
    int extension = is_table_move ? table_extension : 0;
    const int new_depth = depth - 1 + extension;
    int value = 0;
    if (number == 1 && is_pv) {
      value = search_after_move(color, new_depth, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/false);
    } else {
      // Step 16. Late move reductions, then a zero-window search at full depth, then a full-window search.
      int reduction = 0;
      if (depth >= 2 && number > 1 + is_pv) {
        int units = context_.reductions(depth, number);
        if (!is_improving) units += parameters_.lmr_not_improving;
        if (is_cut_node) units += parameters_.lmr_cut_node;
        if (was_pv) units -= parameters_.lmr_tt_pv;
        if (is_pv) units -= parameters_.lmr_pv;
        if (gives_check) units -= parameters_.lmr_check;
        if (in_check) units -= parameters_.lmr_check;
        if (is_quiet) {
          if (candidate->move == state.killers[0] || candidate->move == state.killers[1])
            units -= parameters_.lmr_killer;
          if (tt_is_capture) units += parameters_.lmr_tt_capture;
          units -= history / parameters_.lmr_history_divisor;
        } else {
          units -= parameters_.lmr_tactical + history / parameters_.lmr_history_divisor;
        }
        reduction = std::clamp(units / ReductionTable::unit, 0, new_depth - 1 > 0 ? new_depth - 1 : 0);
      }
      value = search_after_move(color, new_depth - reduction, alpha, alpha + 1, ply + 1, gives_check,
                                reduction > 0 || !is_cut_node);
      if (reduction > 0 && value > alpha && !is_stopped()) {
        const int deeper = new_depth + (value > best + 60) - (value < best + 10 && new_depth > 1);
        if (deeper > new_depth - reduction)
          value = search_after_move(color, deeper, alpha, alpha + 1, ply + 1, gives_check, !is_cut_node);
      }
      if (is_pv && value > alpha && value < beta && !is_stopped())
        value = search_after_move(color, new_depth, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/false);
    }
    position_.unmake();
    if (is_stopped()) return 0;

    // Step 17. New best value.
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = candidate->move;
        alpha = value;
        update_pv(ply, candidate->move);
        if (alpha >= beta) {
          update_statistics(*candidate, ply, depth + (best > beta + 60), std::span(tried).first(tried_count));
          break;
        }
      }
    }
    if (tried_count < tried.size()) tried[tried_count++] = *candidate;
  }
  if (is_stopped()) return 0;
  if (picker.has_failed()) return evaluate();
  is_complete = is_complete && picker.is_complete();
  if (number == 0) {
    if (excluded) return alpha;
    // Checkmate or stalemate, if there was no move at all.
    return is_complete ? score_without_moves(ply, in_check) : evaluate();
  }

  // Step 18. Store the result.
  best = downgrade_unproven_loss(best, ply, is_complete);
  if (can_repeat) best = std::max(best, 0);
  if (excluded) return best;
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  store(hit, ply, depth, bound, {best, best_move, raw_eval, was_pv});

  // Step 19. Remember how far the static evaluation was off, unless a capture explains it.
  const bool is_tactical = best_move && candidates_.describe(position_, *best_move).is_tactical;
  if (!in_check && !is_mate(best) && !is_tactical &&
      (bound == Bound::exact || (bound == Bound::lower) == (best > static_eval)))
    update_correction(best - static_eval, depth);
  return best;
}

// Search the root moves from `start` on in a window; move a move that raises alpha to `start`. Return the
// best value.
int Searcher::search_root_moves(int depth, std::size_t start, int alpha, int beta) {
  int best = -infinite_value;
  const bool hunting = is_hunting();
  for (std::size_t index = start; index < root_.moves.size(); ++index) {
    const Candidate candidate = root_.moves[index].candidate;
    const bool is_quiet = !candidate.is_tactical;
    const int history = is_quiet ? quiet_score(candidate, 0) : 0;
    const auto number = static_cast<int>(index - start) + 1;
    make(candidate, 0);
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    int value = 0;
    if (number == 1) {
      value = search_after_move(root_color_, depth - 1, alpha, beta, 1, gives_check, /*is_cut_node=*/false);
    } else {
      int reduction = 0;
      if (hunting) {
        if (depth >= hunt_lmr_min_depth && number > root_hunt_lmr_min_move && is_quiet && !gives_check)
          reduction = std::min(depth - 2, 1 + (number > root_hunt_lmr_second_ply_move));
      } else if (depth >= 3 && number > 3) {
        int units = context_.reductions(depth, number) - parameters_.lmr_tt_pv -
                    history / parameters_.lmr_history_divisor;
        if (gives_check) units -= parameters_.lmr_check;
        if (!is_quiet) units -= parameters_.lmr_tactical;
        reduction = std::clamp(units / ReductionTable::unit, 0, depth - 2);
      }
      value = search_after_move(root_color_, depth - 1 - reduction, alpha, alpha + 1, 1, gives_check,
                                /*is_cut_node=*/true);
      if (reduction > 0 && value > alpha && !is_stopped())
        value = search_after_move(root_color_, depth - 1, alpha, alpha + 1, 1, gives_check,
                                  /*is_cut_node=*/true);
      if (value > alpha && !is_stopped())
        value = search_after_move(root_color_, depth - 1, alpha, beta, 1, gives_check,
                                  /*is_cut_node=*/false);
    }
    position_.unmake();
    if (is_stopped()) break;
    best = std::max(best, value);
    if (value <= alpha) continue;
    alpha = value;
    const auto first = root_.moves.begin() + static_cast<std::ptrdiff_t>(start);
    std::rotate(first, root_.moves.begin() + static_cast<std::ptrdiff_t>(index),
                root_.moves.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    const PlyState& next = ply_state(1);
    first->value = value;
    first->depth = depth;
    first->variation.assign(1, candidate.move);
    first->variation.insert(first->variation.end(), next.pv.begin(), next.pv.begin() + next.pv_length);
    if (alpha >= beta) break;
  }
  return best;
}

bool Searcher::search_root(int depth, int pv_index) {
  assert(1 <= depth && depth <= max_depth);
  assert(0 <= pv_index && pv_index <= static_cast<int>(root_.moves.size()));
  root_depth_ = depth;
  const auto start = static_cast<std::size_t>(pv_index);
  if (start == root_.moves.size()) return true;

  // Step 1. Aspiration window around the last value. The values of a hunt jump, so there the window is full.
  const int last = root_.moves[start].value;
  const bool is_narrow =
      depth >= aspiration_min_depth && root_.moves[start].depth > 0 && !is_mate(last) && !is_hunting();
  int width = is_narrow ? parameters_.aspiration_width : 2 * infinite_value;
  int alpha = std::max(last - width, -infinite_value), beta = std::min(last + width, infinite_value);
  ply_state(0).static_eval = -infinite_value;

  // Step 2. Search, and widen the window until the value is inside.
  while (!is_stopped()) {
    const int best = search_root_moves(depth, start, alpha, beta);
    if (is_stopped()) break;
    width += width / 2;
    if (best <= alpha && alpha > -infinite_value) {
      beta = (alpha + beta) / 2;
      alpha = std::max(best - width, -infinite_value);
    } else if (best >= beta && beta < infinite_value) {
      beta = std::min(best + width, infinite_value);
    } else {
      break;
    }
    if (width > parameters_.max_aspiration_width) {
      alpha = -infinite_value;
      beta = infinite_value;
    }
  }
  flush_counts();
  return !is_stopped();
}

}  // namespace hyperchess::infinite
