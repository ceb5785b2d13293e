// The hunt: the search of positions in which a side has only royal pieces. There is no exchange to look for,
// and the static value is a good guide, since it measures the cage of the royal piece. So the hunter's moves
// are ordered by it, and only the best are searched; the fleeing side searches all moves.
#include <algorithm>
#include <limits>

#include "infinite/engine/goals.hpp"
#include "infinite/engine/move_picker.hpp"

namespace hyperchess::infinite {
namespace {

// A slider has to be placed exactly, so more squares of a ray are generated than in other positions.
constexpr CandidateLimits deep_hunt_limits{
    .whole_ray = 16, .max_per_ray = 28, .near = 2, .royal_band = 2, .far_steps = 48, .targets = 4};
constexpr CandidateLimits shallow_hunt_limits{
    .whole_ray = 8, .max_per_ray = 16, .near = 1, .royal_band = 2, .far_steps = 48, .targets = 2};
constexpr int deep_hunt_depth = 2;  // depth from which `deep_hunt_limits` apply

constexpr int reverse_futility_depth = 4, reverse_futility_margin = 100;

// Late move reductions: one ply, and one more for each threshold.
constexpr int lmr_min_depth = 3, lmr_min_move = 4;
constexpr int lmr_second_ply_move = 12, lmr_third_ply_move = 30, lmr_deep_depth = 7;

// Number of the hunter's moves searched, by remaining depth.
constexpr int hunt_width(int depth) { return depth <= 1 ? 2 : depth == 2 ? 4 : depth <= 4 ? 8 : 12; }

int lmr_reduction(int depth, int number) {
  return std::min(depth - 2, 1 + (number >= lmr_second_ply_move) + (number >= lmr_third_ply_move) +
                                 (depth >= lmr_deep_depth));
}

CandidateLimits find_hunt_limits(int depth, bool in_check) {
  CandidateLimits limits = depth >= deep_hunt_depth ? deep_hunt_limits : shallow_hunt_limits;
  if (in_check) limits.whole_ray = evasion_whole_ray;
  return limits;
}

}  // namespace

// Order the moves of a ply by the static value after each.
void Searcher::order_by_static_eval(PlyState& state) {
  for (Candidate& candidate : state.moves) {
    if (is_stopped()) return;
    position_.make(candidate.move);
    candidate.score = -evaluate();
    position_.unmake();
  }
  std::ranges::stable_sort(state.moves,
                           [](const Candidate& one, const Candidate& two) { return one.score > two.score; });
}

int Searcher::search_hunt(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node) {
  // Step 1. Checks are extended.
  const Color color = position_.player();
  const bool hunting = is_hunting(), bare = is_bare(position_.board(), color);
  if (in_check && ply < 2 * root_depth_) ++depth;
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

  // Step 5. Transposition table lookup.
  const TableHit hit = probe_table(ply);
  const std::optional<TableEntry>& entry = hit.entry;
  if (entry && !is_pv && (entry->depth >= depth || is_proven(hit.value)) && is_in_time(hit) &&
      hit.cuts_off(alpha, beta))
    return hit.value;

  // Step 6. Static evaluation, and reverse futility pruning.
  int raw_eval = TableEntry::no_eval;
  state.static_eval = -infinite_value;
  if (!in_check)
    state.static_eval = raw_eval =
        entry && entry->static_eval != TableEntry::no_eval ? entry->static_eval : evaluate();
  ply_state(ply + 2).killers = {};
  state.double_extensions = ply_state(ply - 1).double_extensions;
  if (hunting && !bare && !is_pv && !in_check && !is_mate(beta) && depth <= reverse_futility_depth &&
      raw_eval - reverse_futility_margin * depth >= beta)
    return raw_eval;

  // Step 7. Search the moves: the hunter's best by static value, generated if the table move does not cut
  // off; all of the fleeing side.
  const int old_alpha = alpha;
  const int width = hunting ? hunt_width(depth) : std::numeric_limits<int>::max();
  std::optional<MovePicker> picker;
  if (!hunting) picker.emplace(*this, ply, find_limits(depth, in_check), hit.move, MoveFilter::all, in_check);
  bool is_complete = true, has_failed = false, is_generated = false;
  std::size_t next = 0;
  const auto next_move = [&]() -> std::optional<Candidate> {
    if (picker) return picker->next(/*skip_quiet=*/false);
    if (!is_generated) {
      if (next == 0 && hit.move) {
        next = 1;
        return candidates_.describe(position_, *hit.move);
      }
      is_generated = true;
      next = 0;
      state.moves.clear();
      has_failed = !candidates_.generate(position_, find_hunt_limits(depth, in_check), MoveFilter::all,
                                         state.moves, is_complete);
      if (has_failed) return std::nullopt;
      order_by_static_eval(state);
    }
    if (next < state.moves.size() && hit.move && state.moves[next].move == *hit.move) ++next;
    return next < state.moves.size() ? std::optional(state.moves[next++]) : std::nullopt;
  };
  std::optional<Move> best_move;
  int number = 0;  // moves searched
  while (const std::optional<Candidate> candidate = next_move()) {
    if (is_stopped()) return 0;
    if (number >= width) {
      is_complete = false;
      break;
    }
    make(*candidate, ply);
    // Only the table move was not generated, so its legality is tested.
    if (hit.move && candidate->move == *hit.move && !is_legal_after_move(color)) {
      position_.unmake();
      continue;
    }
    const bool gives_check = position_.must_avoid_check() && position_.in_check();
    ++number;
    int value = 0;
    if (number == 1) {
      value = search_after_move(color, depth - 1, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/!is_pv);
    } else {
      // Step 8. Late move reductions, then a zero-window search at full depth, then a full-window search.
      const int reduction = depth >= lmr_min_depth && number > lmr_min_move && !candidate->is_tactical &&
                                    !in_check && !gives_check && !bare
                                ? lmr_reduction(depth, number - 1)
                                : 0;
      value = search_after_move(color, depth - 1 - reduction, alpha, alpha + 1, ply + 1, gives_check,
                                reduction > 0 || !is_cut_node);
      if (reduction > 0 && value > alpha && !is_stopped())
        value = search_after_move(color, depth - 1, alpha, alpha + 1, ply + 1, gives_check, !is_cut_node);
      if (is_pv && value > alpha && !is_stopped())
        value = search_after_move(color, depth - 1, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/false);
    }
    position_.unmake();
    if (is_stopped()) return 0;

    // Step 9. New best value.
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    best_move = candidate->move;
    alpha = value;
    update_pv(ply, candidate->move);
    if (alpha >= beta) break;
  }
  if (is_stopped()) return 0;
  if (has_failed || (picker && picker->has_failed())) return evaluate();
  if (picker) is_complete = is_complete && picker->is_complete();
  if (number == 0) return is_complete ? score_without_moves(ply, in_check) : evaluate();

  // Step 10. Store the result.
  best = downgrade_unproven_loss(best, ply, is_complete);
  if (can_repeat) best = std::max(best, 0);
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  store(hit, ply, depth, bound, {best, best_move, raw_eval, is_pv || (entry && entry->was_pv)});
  return best;
}

}  // namespace hyperchess::infinite
