#include "infinite/engine/searcher.hpp"

#include <algorithm>

#include "infinite/engine/goals.hpp"
#include "infinite/rules/attacks.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::infinite {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int infinite_value = 32'000;  // outside all search values

// Limits of move generation, wider against a bare royal piece (a hunt): there a slider has to be placed
// exactly. Results of practice mates are in docs/engine-infinite.md. With `far_steps`, six of six games of
// 1K1CH1N against itself were won, three before.
constexpr CandidateLimits root_limits{
    .whole_ray = 24, .max_per_ray = 48, .near = 5, .royal_band = 2, .far_steps = 0, .targets = 24};
constexpr CandidateLimits deep_limits{
    .whole_ray = 8, .max_per_ray = 14, .near = 3, .royal_band = 1, .far_steps = 0, .targets = 12};
constexpr CandidateLimits shallow_limits{
    .whole_ray = 6, .max_per_ray = 8, .near = 2, .royal_band = 1, .far_steps = 0, .targets = 6};
constexpr CandidateLimits root_hunt_limits{
    .whole_ray = 24, .max_per_ray = 64, .near = 4, .royal_band = 3, .far_steps = 48, .targets = 8};
constexpr CandidateLimits deep_hunt_limits{
    .whole_ray = 16, .max_per_ray = 28, .near = 2, .royal_band = 2, .far_steps = 48, .targets = 4};
constexpr CandidateLimits shallow_hunt_limits{
    .whole_ray = 8, .max_per_ray = 16, .near = 1, .royal_band = 2, .far_steps = 48, .targets = 2};
constexpr int deep_depth = 3;          // depth from which `deep_limits` apply
constexpr int deep_hunt_depth = 2;     // same for `deep_hunt_limits`
constexpr int evasion_whole_ray = 40;  // in check, rays up to this length are generated completely

// Number of moves searched in a hunt, by remaining depth.
constexpr int hunt_width(int depth) { return depth <= 1 ? 2 : depth == 2 ? 4 : depth <= 4 ? 8 : 12; }

// Quiescence search.
constexpr int max_quiescence_plies = 8;  // plies of captures and promotions
constexpr int max_evasion_plies = 4;     // plies in which all replies to a check are searched

// Reverse futility pruning.
constexpr int reverse_futility_depth = 4;     // maximum depth
constexpr int reverse_futility_margin = 100;  // centipawns per ply of depth

// Null move pruning: the depth is reduced by 3 + depth / 4.
constexpr int null_move_min_depth = 3;
constexpr int null_move_reduction = 3;
constexpr int null_move_depth_divisor = 4;

// Late move pruning and futility pruning of quiet moves.
constexpr int pruning_depth = 2;      // maximum depth
constexpr int late_move_count = 8;    // plus the same for each ply of depth
constexpr int futility_margin = 150;  // centipawns per ply of depth

// Late move reductions. A move is reduced by one ply, and by one more for each threshold it reaches.
constexpr int lmr_min_depth = 3;
constexpr int lmr_min_move = 4;
constexpr int lmr_second_ply_move = 12, lmr_third_ply_move = 30;  // move numbers
constexpr int lmr_deep_depth = 7;
constexpr int root_lmr_min_move = 6, root_lmr_second_ply_move = 24;

// Scores for move ordering. Quiet moves are scored by their history, between -max_history and max_history.
constexpr int tt_move_score = 1 << 30, tactical_score = 1 << 24, killer_score = 1 << 20;
constexpr int losing_capture_score = -(1 << 24);
constexpr int mvv_factor = 8, lva_divisor = 8;  // most valuable victim first, then least valuable attacker
constexpr std::size_t history_size = 1 << 16;
constexpr int max_history = 1 << 15;
constexpr int max_history_bonus = 400;
constexpr int history_malus_divisor = 4;  // moves tried before the best one lose this fraction of the bonus

// Limits are checked in every node if the node limit is small or the board is large, otherwise now and then.
constexpr std::size_t large_board = 2'000;  // pieces
constexpr long long few_nodes = 20'000;
constexpr int nodes_per_check = 64;
constexpr int evaluations_per_node = 4;  // evaluations for ordering that count as the work of one node
constexpr auto poll_interval = std::chrono::milliseconds(5);

CandidateLimits find_limits(int depth, bool is_hunting, bool in_check) {
  CandidateLimits limits = is_hunting ? (depth >= deep_hunt_depth ? deep_hunt_limits : shallow_hunt_limits)
                                      : (depth >= deep_depth ? deep_limits : shallow_limits);
  if (in_check) limits.whole_ray = evasion_whole_ray;
  return limits;
}

Key compute_key(const Position& position) {
  const std::uint64_t hash = position.hash();
  return {hash, mix(hash ^ 0x452821e638d01377U)};
}

// Hash of a move for the transposition table. Never 0.
std::uint32_t hash32(const Move& move) {
  const Piece none{};
  return static_cast<std::uint32_t>(hash_piece(move.from, none) * 3 + hash_piece(move.to, move.promotion)) |
         1U;
}

// Sort by score; equal scores by hash, so that the order does not depend on the sorting algorithm.
template <class Iterator>
void sort_moves(Iterator begin, Iterator end) {
  std::sort(begin, end, [](const Candidate& one, const Candidate& two) {
    return one.score != two.score ? one.score > two.score : hash32(one.move) < hash32(two.move);
  });
}

// A loss is proven only if every legal move was searched.
int downgrade_unproven_loss(int value, int ply, bool is_complete) {
  return !is_complete && value < mate_band - proven_mate ? ply - likely_mate : value;
}

// `number` is the index of the move in the sorted list.
int lmr_reduction(int depth, int number) {
  return std::min(depth - 2, 1 + (number >= lmr_second_ply_move) + (number >= lmr_third_ply_move) +
                                 (depth >= lmr_deep_depth));
}

}  // namespace

Searcher::Searcher(const Position& position, const Evaluation& evaluation, SharedState& shared,
                   const Limits& limits, Clock::time_point started, std::function<void()> poll)
    : position_(position),
      evaluation_(evaluation),
      shared_(shared),
      limits_(limits),
      started_(started),
      polled_(started),
      poll_(std::move(poll)),
      root_color_(position.player()),
      candidates_(evaluation),
      ply_states_(max_ply + 2),
      history_(history_size, 0) {
  const bool has_few_nodes = limits.nodes && *limits.nodes < few_nodes;
  check_interval_ = has_few_nodes || position.board().size() > large_board ? 1 : nodes_per_check;
  std::vector<Candidate>& moves = ply_state(0).moves;
  fits_into_64_bits_ = candidates_.generate(position_, is_hunting() ? root_hunt_limits : root_limits,
                                            /*tactical_only=*/false, moves, is_complete_);
  if (!fits_into_64_bits_) return;
  for (const Candidate& candidate : moves) {
    RootMove& move = root_.emplace_back();
    move.candidate = candidate;
    move.variation = {candidate.move};
    // On a large board an evaluation per move would take too long.
    if (position.board().size() > large_board) {
      move.value = candidate.gain;
      continue;
    }
    position_.make(candidate.move);
    move.value = is_goal_reached(position_) ? proven_mate - 1 : evaluation_.evaluate(position_, root_color_);
    ++uncounted_evaluations_;
    position_.unmake();
  }
  std::stable_sort(root_.begin(), root_.end(),
                   [](const RootMove& one, const RootMove& two) { return one.value > two.value; });
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
  shared_.nodes.fetch_add(uncounted_nodes_, std::memory_order_relaxed);
  shared_.evaluations.fetch_add(uncounted_evaluations_, std::memory_order_relaxed);
  uncounted_nodes_ = 0;
  uncounted_evaluations_ = 0;
}

void Searcher::count_node() {
  ++uncounted_nodes_;
  if (++unchecked_work_ >= check_interval_) check_limits();
}

void Searcher::check_limits() {
  flush_counts();
  unchecked_work_ = 0;
  if (shared_.stop.load(std::memory_order_relaxed)) stopped_ = true;
  if (limits_.nodes && shared_.nodes.load(std::memory_order_relaxed) >= *limits_.nodes) stopped_ = true;
  if (!limits_.seconds && !poll_) return;
  const Clock::time_point now = Clock::now();
  if (limits_.seconds && std::chrono::duration<double>(now - started_).count() >= *limits_.seconds)
    stopped_ = true;
  if (poll_ && now - polled_ >= poll_interval) {
    polled_ = now;
    poll_();
  }
}

int Searcher::evaluate() {
  ++uncounted_evaluations_;
  const int value = evaluation_.evaluate(position_, root_color_);
  return position_.player() == root_color_ ? value : -value;
}

// Return the value of a position without legal moves: checkmate or stalemate.
int Searcher::score_without_moves(int ply, bool in_check) const {
  return in_check && position_.must_avoid_check() ? ply - proven_mate : 0;
}

// Whether the game is over before any move is searched: a goal was reached, or it is a draw by the move rule,
// by repetition or by insufficient material. Sets `value`.
bool Searcher::is_decided(int ply, bool in_check, int& value) {
  if (is_goal_reached(position_)) {
    value = is_same_side(position_.last_mover(), position_.player()) ? proven_mate - ply : ply - proven_mate;
    return true;
  }
  if (position_.rule_limit() > 0 && position_.rule_count() >= position_.rule_limit()) {
    // Checkmate takes precedence over the move rule.
    bool is_complete = false;
    std::vector<Candidate>& moves = ply_state(ply).moves;
    const bool is_mated =
        in_check &&
        candidates_.generate(position_, shallow_limits, /*tactical_only=*/false, moves, is_complete) &&
        moves.empty();
    value = is_mated ? score_without_moves(ply, in_check) : 0;
    return true;
  }
  // One repetition within the search counts as a draw already.
  if (position_.repetitions().value_or(1) >= 2 || is_insufficient_after_capture()) {
    value = 0;
    return true;
  }
  return false;
}

// Only a capture can make the material insufficient.
bool Searcher::is_insufficient_after_capture() const {
  const std::optional<LastMove>& last = position_.last_move();
  return last && last->captured && has_insufficient_material(position_);
}

int& Searcher::get_history(Piece piece, Square to) {
  const auto square = (static_cast<std::uint64_t>(to.x) * 31 + static_cast<std::uint64_t>(to.y)) & 255U;
  const std::size_t index = static_cast<std::size_t>(piece.code & 255U) << 8 | square;
  assert(index < history_.size());
  return history_[index];
}

// Static exchange evaluation of two plies: whether a capture or promotion gains less than the piece that a
// recapture takes.
bool Searcher::loses_exchange(const Candidate& candidate) const {
  const Board& board = position_.board();
  const SlotNumber from = board.find(candidate.move.from);
  assert(from != no_slot);
  const int own = candidate.move.promotion ? evaluation_.exchange_value(candidate.move.promotion)
                                           : evaluation_.exchange_value(board.slot(from).piece);
  return candidate.gain < own && is_attacked(board, candidate.move.to, position_.player(), from);
}

// Order the moves: table move, winning captures by most valuable victim and least valuable attacker, killers,
// history, losing captures.
void Searcher::order_moves(PlyState& state, std::uint32_t tt_move) {
  const Board& board = position_.board();
  for (Candidate& candidate : state.moves) {
    const Piece piece = board.at(candidate.move.from);
    if (tt_move != 0 && hash32(candidate.move) == tt_move) {
      candidate.score = tt_move_score;
    } else if (candidate.is_tactical) {
      candidate.score = loses_exchange(candidate) ? losing_capture_score + candidate.gain
                                                  : tactical_score + mvv_factor * candidate.gain -
                                                        evaluation_.exchange_value(piece) / lva_divisor;
    } else if (candidate.move == state.killers[0] || candidate.move == state.killers[1]) {
      candidate.score = killer_score;
    } else {
      candidate.score = get_history(piece, candidate.move.to);
    }
  }
  sort_moves(state.moves.begin(), state.moves.end());
}

// Order the moves from index `first` on by the static value after each.
void Searcher::order_by_static_eval(PlyState& state, std::size_t first) {
  for (std::size_t index = first; index < state.moves.size(); ++index) {
    Candidate& candidate = state.moves[index];
    position_.make(candidate.move);
    candidate.score = -evaluate();
    position_.unmake();
  }
  sort_moves(state.moves.begin() + static_cast<std::ptrdiff_t>(first), state.moves.end());
  unchecked_work_ += static_cast<int>(state.moves.size() - first) / evaluations_per_node;
}

// Reward a quiet move that caused a beta cutoff, and penalise the quiet moves tried before it.
void Searcher::update_killers_and_history(const Candidate& best, PlyState& state, std::size_t tried,
                                          int depth) {
  if (best.is_tactical) return;
  if (state.killers[0] != best.move) {
    state.killers[1] = state.killers[0];
    state.killers[0] = best.move;
  }
  const int bonus = std::min(depth * depth, max_history_bonus);
  const auto change_history = [&](const Candidate& candidate, int by) {
    int& value = get_history(position_.board().at(candidate.move.from), candidate.move.to);
    value = std::clamp(value + by, -max_history, max_history);
  };
  change_history(best, bonus);
  for (std::size_t index = 0; index < tried; ++index) {
    if (!state.moves[index].is_tactical)
      change_history(state.moves[index], -bonus / history_malus_divisor - 1);
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
int Searcher::search_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check) {
  if (is_same_side(mover, position_.player())) return search(depth, alpha, beta, ply, in_check, true);
  return -search(depth, -beta, -alpha, ply, in_check, true);
}

// Quiescence search: captures and promotions, and all replies to a check. `depth` is 0 or negative.
int Searcher::quiesce(int depth, int alpha, int beta, int ply, bool in_check) {
  assert(-infinite_value <= alpha && alpha < beta && beta <= infinite_value);
  assert(depth <= 0);

  // Step 1. Count the node and check the limits.
  count_node();
  PlyState& state = ply_state(ply);
  state.pv_length = 0;
  if (stopped_) return 0;

  // Step 2. Goals and draws.
  int best = -infinite_value;
  if (is_decided(ply, in_check, best)) return best;
  if (depth <= -max_evasion_plies) in_check = false;
  const Color color = position_.player();
  best = -infinite_value;

  // Step 3. Stand pat. Against a bare royal piece the static value is better than a search of captures.
  if (!in_check || ply >= max_ply) {
    best = evaluate();
    const bool is_bare_ending = is_bare(position_.board(), color) || is_hunting();
    if (best >= beta || depth <= -max_quiescence_plies || ply >= max_ply ||
        (is_bare_ending && position_.must_avoid_check()))
      return best;
    alpha = std::max(alpha, best);
  }

  // Step 4. Generate and order moves.
  bool is_complete = false;
  const CandidateLimits limits = find_limits(0, /*is_hunting=*/false, in_check);
  if (!candidates_.generate(position_, limits, /*tactical_only=*/!in_check, state.moves, is_complete))
    return evaluate();
  if (in_check && state.moves.empty()) return score_without_moves(ply, true);
  order_moves(state, 0);

  // Step 5. Search the moves, without losing captures.
  for (const Candidate& candidate : state.moves) {
    if (!in_check && candidate.score < 0) break;
    position_.make(candidate.move);
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    const int value = is_same_side(color, position_.player())
                          ? quiesce(depth - 1, alpha, beta, ply + 1, gives_check)
                          : -quiesce(depth - 1, -beta, -alpha, ply + 1, gives_check);
    position_.unmake();
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    update_pv(ply, candidate.move);
    if (alpha >= beta) break;
  }
  return downgrade_unproven_loss(best, ply, is_complete);
}

int Searcher::search(int depth, int alpha, int beta, int ply, bool in_check, bool try_null_move) {
  assert(-infinite_value <= alpha && alpha < beta && beta <= infinite_value);
  assert(ply > 0);

  // Step 1. Check extension, then quiescence search at the horizon.
  if (in_check && ply < 2 * root_depth_) ++depth;
  if (depth <= 0 || ply >= max_ply) return quiesce(0, alpha, beta, ply, in_check);

  // Step 2. Count the node and check the limits.
  count_node();
  PlyState& state = ply_state(ply);
  state.pv_length = 0;
  if (stopped_) return 0;

  // Step 3. Goals and draws.
  int best = -infinite_value;
  if (is_decided(ply, in_check, best)) return best;
  best = -infinite_value;

  // Step 4. Mate distance pruning.
  alpha = std::max(alpha, ply - proven_mate);
  beta = std::min(beta, proven_mate - ply - 1);
  if (alpha >= beta) return alpha;
  const bool is_pv = beta - alpha > 1;

  // Step 5. Transposition table lookup. There is no cutoff in PV nodes, where the variation is needed too,
  // nor for a mate that would come too late for the move rule.
  const Key key = compute_key(position_);
  std::uint32_t tt_move = 0;
  if (const auto entry = shared_.table.probe(key)) {
    const int value = value_from_tt(entry->value, ply);
    tt_move = entry->best;
    const auto plies_left =
        position_.rule_limit() > 0 ? position_.rule_limit() - position_.rule_count() : max_ply;
    const bool is_in_time =
        !is_mate(value) || plies_left >= proven_mate - std::abs(entry->value) || plies_left >= max_ply;
    if (is_in_time && !is_pv && (entry->depth >= depth || is_proven(value))) {
      if (entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
          (entry->bound == Bound::upper && value <= alpha))
        return value;
    }
  }

  // Step 6. Static evaluation.
  const Color color = position_.player();
  const Board& board = position_.board();
  const bool hunting = is_hunting(), bare = is_bare(board, color);
  const int static_eval = in_check ? -infinite_value : evaluate();
  if (!is_pv && !in_check && !is_mate(beta) && !bare) {
    // Step 7. Reverse futility pruning: the static value exceeds beta by a margin.
    if (depth <= reverse_futility_depth && static_eval - reverse_futility_margin * depth >= beta)
      return static_eval;

    // Step 8. Null move pruning. Not with pawns only, where zugzwang is likely.
    if (try_null_move && !hunting && depth >= null_move_min_depth && static_eval >= beta &&
        position_.must_avoid_check() && has_non_pawn_material(board, color)) {
      position_.make_null_move();
      const int value = -search(depth - null_move_reduction - depth / null_move_depth_divisor, -beta,
                                1 - beta, ply + 1, /*in_check=*/false, /*try_null_move=*/false);
      position_.unmake();
      if (stopped_) return 0;
      if (value >= beta) return is_mate(value) ? beta : value;
    }
  }

  // Step 9. Generate moves.
  bool is_complete = false;
  if (!candidates_.generate(position_, find_limits(depth, hunting, in_check), /*tactical_only=*/false,
                            state.moves, is_complete))
    return evaluate();
  if (state.moves.empty()) return score_without_moves(ply, in_check);

  // Step 10. Order moves. In a hunt the static value is the best guide: only the best moves by static value
  // are searched. With a table move, the others are ordered only if it fails to cut off.
  const int width = hunting ? hunt_width(depth) : static_cast<int>(state.moves.size());
  bool is_ordered = true;
  if (hunting) {
    const auto tt_candidate =
        std::find_if(state.moves.begin(), state.moves.end(),
                     [&](const Candidate& each) { return hash32(each.move) == tt_move; });
    if (tt_move != 0 && tt_candidate != state.moves.end()) {
      std::iter_swap(state.moves.begin(), tt_candidate);
      is_ordered = false;
    } else {
      order_by_static_eval(state, 0);
    }
  } else {
    order_moves(state, tt_move);
  }

  // Step 11. Search the moves.
  const int old_alpha = alpha;
  std::uint32_t best_move = 0;
  for (std::size_t index = 0; index < state.moves.size(); ++index) {
    if (!is_ordered && index == 1) {
      order_by_static_eval(state, 1);
      is_ordered = true;
    }
    if (static_cast<int>(index) >= width) {
      is_complete = false;
      break;
    }
    const Candidate candidate = state.moves[index];
    const auto number = static_cast<int>(index);
    const bool is_quiet = !candidate.is_tactical;

    // Step 12. Late move pruning and futility pruning.
    if (!is_pv && !in_check && is_quiet && !hunting && !bare && depth <= pruning_depth &&
        best > mate_band - likely_mate &&
        (number >= late_move_count + late_move_count * depth ||
         static_eval + futility_margin * depth <= alpha)) {
      is_complete = false;
      continue;
    }
    position_.make(candidate.move);
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    int value = 0;
    if (index == 0) {
      value = search_after_move(color, depth - 1, alpha, beta, ply + 1, gives_check);
    } else {
      // Step 13. Late move reductions, then a zero-window search at full depth, then a full-window search.
      int reduction = 0;
      if (depth >= lmr_min_depth && number >= lmr_min_move && is_quiet && !in_check && !gives_check && !bare)
        reduction = lmr_reduction(depth, number);
      value = search_after_move(color, depth - 1 - reduction, alpha, alpha + 1, ply + 1, gives_check);
      if (reduction > 0 && value > alpha && !stopped_)
        value = search_after_move(color, depth - 1, alpha, alpha + 1, ply + 1, gives_check);
      if (value > alpha && value < beta && !stopped_)
        value = search_after_move(color, depth - 1, alpha, beta, ply + 1, gives_check);
    }
    position_.unmake();
    if (stopped_) return 0;

    // Step 14. New best value.
    if (value <= best) continue;
    best = value;
    best_move = hash32(candidate.move);
    if (value <= alpha) continue;
    alpha = value;
    update_pv(ply, candidate.move);
    if (alpha >= beta) {
      update_killers_and_history(candidate, state, index, depth);
      break;
    }
  }

  // Step 15. Store the result.
  best = downgrade_unproven_loss(best, ply, is_complete);
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  shared_.table.store(key,
                      {.value = value_to_tt(best, ply), .depth = depth, .bound = bound, .best = best_move});
  return best;
}

bool Searcher::search_root(int depth, int pv_index) {
  assert(1 <= depth && depth <= max_depth);
  assert(0 <= pv_index && pv_index <= static_cast<int>(root_.size()));

  // Step 1. Age the history.
  root_depth_ = depth;
  for (int& value : history_) value /= 2;

  // Step 2. Search the root moves.
  const auto start = static_cast<std::size_t>(pv_index);
  int best = -infinite_value;
  std::size_t index = start;
  for (; index < root_.size() && !stopped_; ++index) {
    RootMove& move = root_[index];
    position_.make(move.candidate.move);
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    int value = 0;
    if (index == start) {
      value = search_after_move(root_color_, depth - 1, -infinite_value, infinite_value, 1, gives_check);
    } else {
      // Step 3. Late move reductions, as in `search`.
      const bool is_late = depth >= lmr_min_depth && index >= start + root_lmr_min_move &&
                           !move.candidate.is_tactical && !gives_check;
      const int reduction =
          is_late ? std::min(depth - 2, 1 + (index >= start + root_lmr_second_ply_move)) : 0;
      value = search_after_move(root_color_, depth - 1 - reduction, best, best + 1, 1, gives_check);
      if (reduction > 0 && value > best && !stopped_)
        value = search_after_move(root_color_, depth - 1, best, best + 1, 1, gives_check);
      if (value > best && !stopped_)
        value = search_after_move(root_color_, depth - 1, best, infinite_value, 1, gives_check);
    }
    position_.unmake();
    if (stopped_) break;
    move.value = value;
    move.depth = depth;
    if (index == start || value > best) {
      best = value;
      const PlyState& next = ply_state(1);
      move.variation.assign(1, move.candidate.move);
      move.variation.insert(move.variation.end(), next.pv.begin(), next.pv.begin() + next.pv_length);
    }
  }

  // Step 4. Sort the finished moves by value.
  std::stable_sort(root_.begin() + pv_index, root_.begin() + static_cast<std::ptrdiff_t>(index),
                   [](const RootMove& one, const RootMove& two) { return one.value > two.value; });
  flush_counts();
  return !stopped_;
}

}  // namespace hyperchess::infinite
