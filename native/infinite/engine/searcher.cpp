#include "infinite/engine/searcher.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "infinite/engine/exchange.hpp"
#include "infinite/engine/goals.hpp"
#include "infinite/rules/attacks.hpp"
#include "infinite/rules/insufficient_material.hpp"

namespace hyperchess::infinite {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int infinite_value = 32'000;  // outside all search values
constexpr int unit = 1'024;             // of reductions: one ply

// Limits of move generation. `Candidates::choose_steps` takes the squares of a ray in the order of what they
// can do, so a larger limit adds squares that do less: with all numbers doubled, 120 games at equal nodes
// were scored 45.4 % (the search is 0.2 plies shallower), with all numbers halved 50.0 %. Squares that are
// left out make a node incomplete, so no loss is proven by it, whatever the limits.
//
// The limits are wider against a bare royal piece (a hunt): there a slider has to be placed exactly. Results
// of practice mates are in docs/engine-infinite.md. With `far_steps`, six of six games of 1K1CH1N against
// itself were won, three before.
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

// Quiescence search: a capture must bring the value to within this margin of alpha.
constexpr int quiescence_margin = 160;

// Aspiration windows, from this depth on; half the width of the first window in centipawns.
constexpr int aspiration_min_depth = 4;
constexpr int aspiration_width = 16, max_aspiration_width = 600;

// Razoring: quiescence search if the static value is this far below alpha.
constexpr int razoring_margin = 350, razoring_margin_per_square = 220;

// Reverse futility pruning.
constexpr int reverse_futility_depth = 9;       // maximum depth
constexpr int reverse_futility_margin = 85;     // centipawns per ply of depth
constexpr int reverse_futility_improving = 70;  // less if the static value is improving
constexpr int reverse_futility_hunt_depth = 4, reverse_futility_hunt_margin = 100;

// Null move pruning. Above `null_move_verified_depth` a fail-high is verified without null moves, since
// zugzwang would go unnoticed.
constexpr int null_move_min_depth = 3;
constexpr int null_move_reduction = 4;
constexpr int null_move_depth_divisor = 3;
constexpr int null_move_eval_divisor = 200, null_move_max_eval_reduction = 3;
constexpr int null_move_verified_depth = 14;

// ProbCut: a capture that beats beta by this margin in a reduced search.
constexpr int probcut_min_depth = 5, probcut_reduction = 4;
constexpr int probcut_margin = 190;

// Internal iterative reduction: without a table move, reduce from this depth on.
constexpr int iir_min_depth = 4;

// Singular extensions.
constexpr int singular_min_depth = 6;
constexpr int singular_max_depth_gap = 3;  // of the table entry
constexpr int singular_margin = 2;         // centipawns per ply of depth
constexpr int double_extension_margin = 25;
constexpr int max_double_extensions = 6;  // on one path

// Pruning of single moves. Depths are after the late move reduction unless noted otherwise.
// Number of moves after which quiet ones are left out: half of it if the static value is not improving. There
// are more moves than in chess, so the numbers are larger.
constexpr int late_move_base = 24, late_move_factor = 6;  // moves, and moves per square of depth
constexpr int history_pruning_depth = 6, history_pruning_margin = 3'500;
constexpr int futility_depth = 9, futility_margin = 90, futility_margin_per_ply = 110;
constexpr int futility_history_divisor = 80;
constexpr int capture_futility_depth = 6, capture_futility_margin = 250,
              capture_futility_margin_per_ply = 200;
constexpr int quiet_exchange_margin = 25;     // centipawns per square of depth
constexpr int capture_exchange_margin = 110;  // centipawns per ply of the full depth

// Late move reductions, in units of a ply.
constexpr double lmr_base = 0.7, lmr_divisor = 2.1;
constexpr int lmr_not_improving = 600, lmr_cut_node = 1'300, lmr_tt_pv = 1'000, lmr_pv = 700;
constexpr int lmr_killer = 900, lmr_check = 900, lmr_tactical = 1'000, lmr_tt_capture = 700;
constexpr int lmr_history_divisor = 8;  // a history of 8,192 is one ply
// Late move reductions in a hunt: one ply, and one more for each threshold.
constexpr int hunt_lmr_min_depth = 3, hunt_lmr_min_move = 4;
constexpr int hunt_lmr_second_ply_move = 12, hunt_lmr_third_ply_move = 30, hunt_lmr_deep_depth = 7;

constexpr int root_hunt_lmr_min_move = 6, root_hunt_lmr_second_ply_move = 24;
constexpr std::size_t max_tried = 32;  // moves before a cutoff whose histories are lowered

// Scores for move ordering. Quiet moves are scored by their histories.
constexpr int tactical_score = 1 << 24, killer_score = 1 << 20;
constexpr int direct_check_score = 4'000, pawn_attack_score = 6'000;
constexpr int mvv_factor = 8;  // most valuable victim first, then the history of captures
constexpr int max_history_bonus = 1'600, history_bonus_per_ply = 150, history_bonus_base = 60;

// Limits are checked in every node if the node limit is small or the board is large, otherwise now and then.
constexpr std::size_t large_board = 2'000;  // pieces
constexpr long long few_nodes = 20'000;
constexpr int nodes_per_check = 64;
constexpr int evaluations_per_node = 4;  // evaluations for ordering that count as the work of one node
constexpr std::size_t eval_cache_size = 1 << 16;
constexpr auto poll_interval = std::chrono::milliseconds(5);

CandidateLimits find_limits(int depth, bool is_hunting, bool in_check) {
  CandidateLimits limits = is_hunting ? (depth >= deep_hunt_depth ? deep_hunt_limits : shallow_hunt_limits)
                                      : (depth >= deep_depth ? deep_limits : shallow_limits);
  if (in_check) limits.whole_ray = evasion_whole_ray;
  return limits;
}

// A loss is proven only if every legal move was searched.
int downgrade_unproven_loss(int value, int ply, bool is_complete) {
  return !is_complete && value < mate_band - proven_mate ? ply - likely_mate : value;
}

// Logarithmic table of late move reductions by depth and number of the move.
class ReductionTable {
 public:
  ReductionTable() {
    for (int depth = 1; depth < size; ++depth) {
      for (int number = 1; number < size; ++number) {
        const double plies = lmr_base + std::log(depth) * std::log(number) / lmr_divisor;
        at(depth, number) = static_cast<int>(unit * plies);
      }
    }
  }
  int operator()(int depth, int number) const {
    return table_[static_cast<std::size_t>(std::min(depth, size - 1) * size + std::min(number, size - 1))];
  }

 private:
  static constexpr int size = 64;

  int& at(int depth, int number) { return table_[static_cast<std::size_t>(depth * size + number)]; }

  std::array<int, static_cast<std::size_t>(size) * size> table_{};
};

const ReductionTable lmr_table;

int hunt_lmr_reduction(int depth, int number) {
  return std::min(depth - 2, 1 + (number >= hunt_lmr_second_ply_move) + (number >= hunt_lmr_third_ply_move) +
                                 (depth >= hunt_lmr_deep_depth));
}

int late_move_limit(int depth, bool is_improving) {
  return (late_move_base + late_move_factor * depth * depth) / (is_improving ? 1 : 2);
}

int history_bonus(int depth) {
  return std::min(history_bonus_per_ply * depth - history_bonus_base, max_history_bonus);
}

// Whether a move attacks the royal piece in slot `royal` from its target square.
bool gives_direct_check(const Board& board, const Candidate& candidate, SlotNumber royal) {
  const Piece piece = candidate.move.promotion ? candidate.move.promotion : candidate.piece;
  const Square at = board.slot(royal).at, to = candidate.move.to;
  const Coordinate dx = at.x - to.x, dy = at.y - to.y;
  if (-4 <= dx && dx <= 4 && -4 <= dy && dy <= 4) {
    const Step step{static_cast<int>(dx), static_cast<int>(dy)};
    for (std::uint64_t leaps = attack_leaps(piece.kind(), piece.color()); leaps != 0; leaps &= leaps - 1) {
      if (leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))] == step) return true;
    }
  }
  for (unsigned lines = kind_traits(piece).lines; lines != 0; lines &= lines - 1) {
    const int line = std::countr_zero(lines);
    if (Board::line_key(line, to) != Board::line_key(line, at)) continue;
    const int sign = Board::along(line, at) > Board::along(line, to) ? 1 : -1;
    if (board.find_next(line, to, sign, board.find(candidate.move.from)) == royal) return true;
  }
  return false;
}

}  // namespace

Searcher::Searcher(const Position& position, const Evaluation& evaluation, SharedState& shared,
                   Histories& histories, const Limits& limits, Clock::time_point started,
                   std::function<void()> poll)
    : position_(position),
      evaluation_(evaluation),
      shared_(shared),
      histories_(histories),
      limits_(limits),
      started_(started),
      polled_(started),
      poll_(std::move(poll)),
      root_color_(position.player()),
      candidates_(evaluation),
      eval_cache_(eval_cache_size),
      ply_states_(max_ply + 3 + first_ply) {
  const bool has_few_nodes = limits.nodes && *limits.nodes < few_nodes;
  check_interval_ = has_few_nodes || position.board().size() > large_board ? 1 : nodes_per_check;
  position_.use_grid();
  std::vector<Candidate>& moves = ply_state(0).moves;
  fits_into_64_bits_ = candidates_.generate(position_, is_hunting() ? root_hunt_limits : root_limits,
                                            MoveFilter::all, moves, is_complete_);
  if (!fits_into_64_bits_) return;
  if (shared_.mate_table) {
    const std::optional<Move> move = shared_.mate_table->find_move(position_);
    if (move && std::ranges::none_of(moves, [&](const Candidate& each) { return each.move == *move; }))
      moves.push_back(candidates_.describe(position_, *move));
  }
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
    move.value = is_goal_reached(position_) ? proven_mate - 1
                                            : evaluation_.evaluate(position_, root_color_, &pawn_cache_);
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
  const std::uint64_t key =
      position_.hash() + static_cast<std::uint64_t>(position_.rule_count() + 1) * 0x9e3779b97f4a7c15U;
  CachedEval& cached = eval_cache_[key >> 32 & (eval_cache_size - 1)];
  if (cached.key == key && !position_.rules().counts_checks) return cached.value;
  ++uncounted_evaluations_;
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
  const int sum = histories_.correction(0, is_white, position_.board().pawn_hash()) +
                  histories_.correction(1, is_white, material_hash());
  return std::clamp(static_eval + sum / Histories::correction_unit, -max_static, max_static);
}

void Searcher::update_correction(int difference, int depth) {
  const bool is_white = position_.player() == white;
  const int bonus = std::clamp(difference * depth, -Histories::max_value / 8, Histories::max_value / 8);
  Histories::update(histories_.correction(0, is_white, position_.board().pawn_hash()), bonus);
  Histories::update(histories_.correction(1, is_white, material_hash()), bonus);
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
    moves.clear();
    const bool is_mated =
        in_check && candidates_.generate(position_, shallow_limits, MoveFilter::all, moves, is_complete) &&
        moves.empty();
    value = is_mated ? score_without_moves(ply, in_check) : 0;
    return true;
  }
  // One repetition within the search counts as a draw already.
  if (position_.repetitions().value_or(1) >= 2 || is_insufficient_after_capture()) {
    value = 0;
    return true;
  }
  if (const std::optional<int> mated = probe_mate_table(ply)) {
    value = *mated;
    return true;
  }
  return false;
}

// Return the value of a position of the mate table. A mate that comes too late for the move rule is a static
// value: the defender may err.
std::optional<int> Searcher::probe_mate_table(int ply) const {
  if (!shared_.mate_table) return std::nullopt;
  const std::optional<int> moves = shared_.mate_table->probe(position_);
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

// Return the best move of a table entry if it is pseudo-legal.
std::optional<Move> Searcher::find_table_move(const std::optional<SearchEntry>& entry) const {
  if (!entry || !entry->from) return std::nullopt;
  std::optional<Move> move = position_.find_move(*entry->from, entry->to, entry->promotion);
  if (move && !within(move->to, position_.board().edge())) move.reset();
  return move;
}

void Searcher::make(const Candidate& candidate, int ply) {
  PlyState& state = ply_state(ply);
  const Square to = candidate.move.to;
  state.continuation = {histories_.continuation(candidate.piece, to, 1),
                        histories_.continuation(candidate.piece, to, 2)};
  position_.make(candidate.move);
  shared_.table.prefetch(position_.hash());
}

int Searcher::quiet_score(const Candidate& candidate, int ply) {
  const Square to = candidate.move.to;
  const std::size_t context = Histories::context_index(candidate.piece, to);
  int score = histories_.quiet(candidate.piece, to) +
              histories_.pawn(position_.board().pawn_hash(), candidate.piece, to);
  if (const Histories::Value* row = ply_state(ply - 1).continuation[0]) score += row[context];
  if (const Histories::Value* row = ply_state(ply - 2).continuation[1]) score += row[context];
  return score;
}

// Order the moves from index `first` on by the static value after each.
void Searcher::order_by_static_eval(PlyState& state, std::size_t first) {
  for (std::size_t index = first; index < state.moves.size(); ++index) {
    Candidate& candidate = state.moves[index];
    position_.make(candidate.move);
    candidate.score = -evaluate();
    position_.unmake();
  }
  std::stable_sort(state.moves.begin() + static_cast<std::ptrdiff_t>(first), state.moves.end(),
                   [](const Candidate& one, const Candidate& two) { return one.score > two.score; });
  unchecked_work_ += static_cast<int>(state.moves.size() - first) / evaluations_per_node;
}

// Reward the move that caused a cutoff, and penalise the moves `tried` before it.
void Searcher::update_statistics(const Candidate& best, int ply, int depth,
                                 std::span<const Candidate> tried) {
  PlyState& state = ply_state(ply);
  const int bonus = history_bonus(depth);
  const auto update_quiet = [&](const Candidate& candidate, int by) {
    const Square to = candidate.move.to;
    const std::size_t context = Histories::context_index(candidate.piece, to);
    Histories::update(histories_.quiet(candidate.piece, to), by);
    Histories::update(histories_.pawn(position_.board().pawn_hash(), candidate.piece, to), by);
    if (Histories::Value* row = ply_state(ply - 1).continuation[0]) Histories::update(row[context], by);
    if (Histories::Value* row = ply_state(ply - 2).continuation[1]) Histories::update(row[context], by);
  };
  if (best.is_tactical) {
    Histories::update(histories_.capture(best), bonus);
  } else {
    if (state.killers[0] != best.move) {
      state.killers[1] = state.killers[0];
      state.killers[0] = best.move;
    }
    update_quiet(best, bonus);
  }
  for (const Candidate& each : tried) {
    if (each.is_tactical) {
      Histories::update(histories_.capture(each), -bonus);
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

// Stages: table move; captures and promotions that do not lose material, by most valuable victim and history;
// quiet moves, killers first, then by history; losing captures. In check, all evasions in one stage. In a
// hunt the static value is the best guide: all moves by static value, ordered only if the table move fails to
// cut off.
class Searcher::MovePicker {
 public:
  MovePicker(Searcher& searcher, int ply, const CandidateLimits& limits, const std::optional<Move>& tt_move,
             MoveFilter filter, bool in_check, bool is_hunting)
      : searcher_(searcher),
        state_(searcher.ply_state(ply)),
        ply_(ply),
        limits_(limits),
        tt_move_(tt_move),
        filter_(filter),
        is_single_stage_(in_check || is_hunting),
        is_hunting_(is_hunting) {
    state_.moves.clear();
    stage_ = tt_move ? Stage::table_move : is_single_stage_ ? Stage::generate_all : Stage::generate_tactical;
  }

  // Return the next move, or nothing. With `skip_quiet`, leave the remaining quiet moves out.
  std::optional<Candidate> next(bool skip_quiet) {
    switch (stage_) {
      case Stage::table_move:
        stage_ = is_single_stage_ ? Stage::generate_all : Stage::generate_tactical;
        return searcher_.candidates_.describe(searcher_.position_, *tt_move_);
      case Stage::generate_all:
        if (!generate(MoveFilter::all)) return std::nullopt;
        if (is_hunting_) {
          searcher_.order_by_static_eval(state_, 0);
        } else {
          for (Candidate& each : state_.moves)
            each.score = each.is_tactical ? rate_tactical(each) : rate_quiet(each);
        }
        stage_ = Stage::all;
        [[fallthrough]];
      case Stage::all: return pick_best(state_.moves.size(), /*is_sorted=*/is_hunting_);
      case Stage::generate_tactical:
        if (!generate(MoveFilter::tactical)) return std::nullopt;
        for (Candidate& each : state_.moves) each.score = rate_tactical(each);
        tactical_end_ = state_.moves.size();
        stage_ = Stage::tactical;
        [[fallthrough]];
      case Stage::tactical:
        while (std::optional<Candidate> found = pick_best(tactical_end_, false)) {
          if (exchange_gains(searcher_.position_.board(), searcher_.evaluation_, *found, 0)) return found;
          state_.moves[losing_end_++] = *found;
        }
        if (filter_ == MoveFilter::tactical) return std::nullopt;
        stage_ = Stage::generate_quiet;
        [[fallthrough]];
      case Stage::generate_quiet:
        if (skip_quiet) {
          stage_ = Stage::losing;
          return next(skip_quiet);
        }
        next_ = tactical_end_;
        if (!generate(MoveFilter::quiet)) return std::nullopt;
        for (std::size_t index = tactical_end_; index < state_.moves.size(); ++index)
          state_.moves[index].score = rate_quiet(state_.moves[index]);
        stage_ = Stage::quiet;
        [[fallthrough]];
      case Stage::quiet:
        if (!skip_quiet) {
          if (std::optional<Candidate> found = pick_best(state_.moves.size(), false)) return found;
        }
        stage_ = Stage::losing;
        [[fallthrough]];
      case Stage::losing:
        if (losing_next_ < losing_end_) return state_.moves[losing_next_++];
        return std::nullopt;
    }
    return std::nullopt;
  }

  // Whether all legal moves were generated, and could be.
  bool is_complete() const { return is_complete_; }
  bool has_failed() const { return has_failed_; }
  bool is_losing_stage() const { return stage_ == Stage::losing; }

 private:
  enum class Stage : std::uint8_t {
    table_move,
    generate_all,
    all,
    generate_tactical,
    tactical,
    generate_quiet,
    quiet,
    losing,
  };

  bool generate(MoveFilter filter) {
    bool is_complete = false;
    if (!searcher_.candidates_.generate(searcher_.position_, limits_, filter, state_.moves, is_complete)) {
      has_failed_ = true;
      return false;
    }
    is_complete_ = is_complete_ && is_complete;
    return true;
  }

  int rate_tactical(const Candidate& each) const {
    return tactical_score + mvv_factor * each.gain + searcher_.histories_.capture(each) / 8;
  }
  int rate_quiet(const Candidate& each) {
    const auto& killers = state_.killers;
    if (each.move == killers[0]) return killer_score + 1;
    if (each.move == killers[1]) return killer_score;
    return searcher_.quiet_score(each, ply_) + rate_squares(each);
  }
  // Moves that give check, leave a square attacked by a pawn, or enter one: the histories know little about
  // the squares of long rays.
  int rate_squares(const Candidate& each) {
    const Position& position = searcher_.position_;
    if (!position.rules().is_two_player()) return 0;
    const Board& board = position.board();
    const Color color = each.piece.color(), enemy = position.last_mover();
    int score = 0;
    if (!board.royals(enemy).empty() && gives_direct_check(board, each, board.royals(enemy)[0]))
      score += direct_check_score;
    if (each.piece.kind() == Kind::pawn) return score;
    const auto is_attacked_by_pawn = [&](Square square) {
      for (const int side : {-1, 1}) {
        const Piece pawn = board.at({square.x + side, square.y + pawn_direction(color)});
        if (pawn && pawn.kind() == Kind::pawn && pawn.color() == enemy) return true;
      }
      return false;
    };
    // The moves of a piece follow each other.
    if (!last_from_ || *last_from_ != each.move.from) {
      last_from_ = each.move.from;
      leaves_pawn_attack_ = is_attacked_by_pawn(each.move.from);
    }
    if (leaves_pawn_attack_) score += pawn_attack_score;
    if (is_attacked_by_pawn(each.move.to)) score -= pawn_attack_score;
    return score;
  }

  // Take the best move between `next_` and `end` other than the table move.
  std::optional<Candidate> pick_best(std::size_t end, bool is_sorted) {
    while (next_ < end) {
      std::size_t best = next_;
      for (std::size_t index = next_ + 1; index < end && !is_sorted; ++index) {
        if (state_.moves[index].score > state_.moves[best].score) best = index;
      }
      if (best != next_) std::swap(state_.moves[best], state_.moves[next_]);
      const Candidate& found = state_.moves[next_++];
      if (!tt_move_ || found.move != *tt_move_) return found;
    }
    return std::nullopt;
  }

  Searcher& searcher_;
  PlyState& state_;
  int ply_;
  CandidateLimits limits_;
  std::optional<Move> tt_move_;
  MoveFilter filter_;
  bool is_single_stage_, is_hunting_;
  bool is_complete_ = true, has_failed_ = false;
  Stage stage_;
  std::optional<Square> last_from_;  // of the last move rated
  bool leaves_pawn_attack_ = false;  // whether a pawn attacks that square
  std::size_t next_ = 0, tactical_end_ = 0, losing_end_ = 0, losing_next_ = 0;
};

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

  // Step 1. Count the node and check the limits.
  count_node();
  PlyState& state = ply_state(ply);
  state.pv_length = 0;
  if (stopped_) return 0;

  // Step 2. Goals and draws.
  int best = -infinite_value;
  if (is_decided(ply, in_check, best)) return best;
  const bool is_evading = in_check && depth > -max_evasion_plies && ply < max_ply;
  const Color color = position_.player();
  const bool is_pv = beta - alpha > 1;
  best = -infinite_value;
  const bool can_repeat = alpha < 0 && position_.has_upcoming_repetition();
  if (can_repeat) alpha = 0;
  if (alpha >= beta) return alpha;

  // Step 3. Transposition table lookup.
  const std::uint64_t hash = position_.hash();
  const std::optional<SearchEntry> entry = shared_.table.probe(hash);
  if (entry && !is_pv) {
    const int value = value_from_tt(entry->value, ply);
    if (!is_mate(value) && (entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
                            (entry->bound == Bound::upper && value <= alpha)))
      return value;
  }

  // Step 4. Stand pat. Against a bare royal piece the static value is better than a search of captures.
  const int old_alpha = alpha;
  int raw_eval = SearchTable::no_eval;
  if (!is_evading) {
    raw_eval = entry && entry->static_eval != SearchTable::no_eval ? entry->static_eval : evaluate();
    const bool is_bare_ending =
        (is_bare(position_.board(), color) || is_hunting()) && position_.must_avoid_check();
    best = is_bare_ending ? raw_eval : correct(raw_eval);
    if (can_repeat) best = std::max(best, 0);
    if (best >= beta || depth <= -max_quiescence_plies || ply >= max_ply || is_bare_ending) return best;
    alpha = std::max(alpha, best);
  }

  // Step 5. Search the moves, without losing captures.
  const int margin = best + quiescence_margin;
  std::optional<Move> tt_move = find_table_move(entry);
  if (tt_move && !is_evading && !candidates_.describe(position_, *tt_move).is_tactical) tt_move.reset();
  MovePicker picker(*this, ply, find_limits(0, /*is_hunting=*/false, is_evading), tt_move,
                    is_evading ? MoveFilter::all : MoveFilter::tactical, is_evading, /*is_hunting=*/false);
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
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    best_move = candidate->move;
    update_pv(ply, candidate->move);
    if (alpha >= beta) break;
  }
  if (picker.has_failed()) return evaluate();
  if (is_evading && count == 0) return score_without_moves(ply, true);
  is_complete = is_complete && picker.is_complete();
  best = downgrade_unproven_loss(best, ply, is_complete);

  // Step 7. Store the result.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  shared_.table.store(hash, {.value = value_to_tt(best, ply),
                             .static_eval = raw_eval,
                             .depth = 0,
                             .bound = bound,
                             .was_pv = entry && entry->was_pv,
                             .from = best_move ? std::optional(best_move->from) : std::nullopt,
                             .to = best_move ? best_move->to : Square{},
                             .promotion = best_move ? best_move->promotion : Piece{}});
  return best;
}

int Searcher::search(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node) {
  assert(-infinite_value <= alpha && alpha < beta && beta <= infinite_value);
  assert(ply > 0);

  // Step 1. Quiescence search at the horizon. In a hunt, checks are extended.
  const Color color = position_.player();
  const Board& board = position_.board();
  const bool hunting = is_hunting(), bare = is_bare(board, color);
  if (in_check && (bare || hunting) && ply < 2 * root_depth_) ++depth;
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

  // Step 4. A player who can repeat a position has at least a draw. Mate distance pruning.
  const bool can_repeat = alpha < 0 && position_.has_upcoming_repetition();
  if (can_repeat) alpha = 0;
  alpha = std::max(alpha, ply - proven_mate);
  beta = std::min(beta, proven_mate - ply - 1);
  if (alpha >= beta) return alpha;
  const bool is_pv = beta - alpha > 1;

  // Step 5. Transposition table lookup. There is no cutoff in PV nodes, where the variation is needed too,
  // nor for a mate that would come too late for the move rule.
  const std::optional<Move> excluded = state.excluded;
  const std::uint64_t hash = position_.hash();
  const std::optional<SearchEntry> entry = shared_.table.probe(hash);
  const int tt_value = entry ? value_from_tt(entry->value, ply) : 0;
  const bool was_pv = is_pv || (entry && entry->was_pv);
  if (entry && !excluded) {
    const auto plies_left =
        position_.rule_limit() > 0 ? position_.rule_limit() - position_.rule_count() : max_ply;
    const bool is_in_time =
        !is_mate(tt_value) || plies_left >= proven_mate - std::abs(entry->value) || plies_left >= max_ply;
    if (is_in_time && !is_pv && (entry->depth >= depth || is_proven(tt_value))) {
      if (entry->bound == Bound::exact || (entry->bound == Bound::lower && tt_value >= beta) ||
          (entry->bound == Bound::upper && tt_value <= alpha))
        return tt_value;
    }
  }
  std::optional<Move> tt_move = find_table_move(entry);

  // Step 6. Static evaluation, corrected by the differences found in similar positions; a bound of the table
  // is a better estimate where it applies.
  int raw_eval = SearchTable::no_eval;
  int eval = -infinite_value;
  state.static_eval = -infinite_value;
  if (!in_check) {
    raw_eval = entry && entry->static_eval != SearchTable::no_eval ? entry->static_eval : evaluate();
    state.static_eval = eval = bare || hunting ? raw_eval : correct(raw_eval);
    if (entry && !excluded && !is_mate(tt_value) && !bare && !hunting &&
        (entry->bound == Bound::exact || (entry->bound == Bound::lower && tt_value > eval) ||
         (entry->bound == Bound::upper && tt_value < eval)))
      eval = tt_value;
  }
  const int static_eval = state.static_eval;
  const int earlier_eval = ply_state(ply - 2).static_eval;
  const bool is_improving = !in_check && earlier_eval != -infinite_value && static_eval > earlier_eval;
  ply_state(ply + 2).killers = {};
  state.double_extensions = ply_state(ply - 1).double_extensions;

  if (!is_pv && !in_check && !is_mate(beta) && !bare && !excluded) {
    // Step 7. Razoring: far below alpha only captures can help.
    if (!hunting && eval < alpha - razoring_margin - razoring_margin_per_square * depth * depth) {
      const int value = quiesce(0, alpha, alpha + 1, ply, in_check);
      if (value <= alpha || stopped_) return value;
    }

    // Step 8. Reverse futility pruning: the static value exceeds beta by a margin.
    if (hunting) {
      if (depth <= reverse_futility_hunt_depth && eval - reverse_futility_hunt_margin * depth >= beta)
        return eval;
    } else if (depth <= reverse_futility_depth && eval >= beta &&
               eval - reverse_futility_margin * depth + reverse_futility_improving * is_improving >= beta) {
      return beta + (eval - beta) / 3;
    }

    // Step 9. Null move pruning. Not with pawns only, where zugzwang is likely.
    if (!hunting && depth >= null_move_min_depth && eval >= beta && static_eval >= beta - 15 * depth + 60 &&
        ply_state(ply - 1).continuation[0] != nullptr && ply >= null_move_min_ply_ &&
        position_.must_avoid_check() && has_non_pawn_material(board, color)) {
      const int reduction = null_move_reduction + depth / null_move_depth_divisor +
                            std::min((eval - beta) / null_move_eval_divisor, null_move_max_eval_reduction);
      state.continuation = {};
      position_.make_null_move();
      int value = -search(depth - reduction, -beta, 1 - beta, ply + 1, /*in_check=*/false, !is_cut_node);
      position_.unmake();
      if (stopped_) return 0;
      if (value >= beta) {
        if (is_mate(value)) value = beta;
        if (null_move_min_ply_ > 0 || depth < null_move_verified_depth) return value;
        null_move_min_ply_ = ply + 3 * (depth - reduction) / 4;
        const int verified = search(depth - reduction, beta - 1, beta, ply, in_check, /*is_cut_node=*/false);
        null_move_min_ply_ = 0;
        if (stopped_) return 0;
        if (verified >= beta) return value;
      }
    }
  }

  // Step 10. Internal iterative reduction: without a table move the order is poor.
  if (!hunting && !bare && depth >= iir_min_depth && !tt_move && !excluded && (is_pv || is_cut_node)) --depth;

  // Step 11. ProbCut: a good capture that beats beta by a margin in a reduced search will do so in a full
  // one.
  const int probcut_beta = beta + probcut_margin - 50 * is_improving;
  if (!is_pv && !in_check && !hunting && !bare && !excluded && depth >= probcut_min_depth && !is_mate(beta) &&
      !(entry && entry->depth >= depth - probcut_reduction + 1 && tt_value < probcut_beta)) {
    std::optional<Move> first = tt_move;
    if (first && !candidates_.describe(position_, *first).is_tactical) first.reset();
    MovePicker picker(*this, ply, shallow_limits, first, MoveFilter::tactical, /*in_check=*/false,
                      /*is_hunting=*/false);
    while (const std::optional<Candidate> candidate = picker.next(/*skip_quiet=*/false)) {
      if (!exchange_gains(board, evaluation_, *candidate, probcut_beta - static_eval)) continue;
      make(*candidate, ply);
      if (!is_legal_after_move(color)) {
        position_.unmake();
        continue;
      }
      const bool gives_check = position_.must_avoid_check() && position_.in_check();
      int value = quiesce_after_move(color, 0, probcut_beta - 1, probcut_beta, ply + 1, gives_check);
      if (value >= probcut_beta && !stopped_)
        value = search_after_move(color, depth - probcut_reduction, probcut_beta - 1, probcut_beta, ply + 1,
                                  gives_check, !is_cut_node);
      position_.unmake();
      if (stopped_) return 0;
      if (value < probcut_beta) continue;
      shared_.table.store(hash, {.value = value_to_tt(value, ply),
                                 .static_eval = raw_eval,
                                 .depth = depth - probcut_reduction + 1,
                                 .bound = Bound::lower,
                                 .was_pv = was_pv,
                                 .from = candidate->move.from,
                                 .to = candidate->move.to,
                                 .promotion = candidate->move.promotion});
      return is_mate(value) ? beta : value - (probcut_beta - beta);
    }
  }

  // Step 12. Singular extensions: if all other moves fail low against a window below the table value, the
  // table move is searched deeper. If another move beats beta as well, so does this node (multi-cut).
  int table_extension = 0;
  if (!hunting && !bare && tt_move && !excluded && depth >= singular_min_depth && !is_mate(tt_value) &&
      entry->depth >= depth - singular_max_depth_gap &&
      (entry->bound == Bound::lower || entry->bound == Bound::exact) && ply < 2 * root_depth_) {
    const int singular_beta = tt_value - singular_margin * depth;
    state.excluded = tt_move;
    const int value = search((depth - 1) / 2, singular_beta - 1, singular_beta, ply, in_check, is_cut_node);
    state.excluded.reset();
    if (stopped_) return 0;
    state.static_eval = static_eval;
    if (value < singular_beta) {
      table_extension = 1;
      if (!is_pv && value < singular_beta - double_extension_margin &&
          state.double_extensions < max_double_extensions) {
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

  // Step 13. Search the moves. In a hunt only the best moves by static value are searched.
  const int old_alpha = alpha;
  const int width = hunting ? hunt_width(depth) : std::numeric_limits<int>::max();
  const bool may_prune = !in_check && !hunting && !bare && has_non_pawn_material(board, color);
  const bool tt_is_capture = tt_move && candidates_.describe(position_, *tt_move).is_tactical;
  const Color enemy = position_.rules().is_two_player() ? position_.last_mover() : neutral;
  MovePicker picker(*this, ply, find_limits(depth, hunting, in_check), tt_move, MoveFilter::all, in_check,
                    hunting);
  std::optional<Move> best_move;
  std::array<Candidate, max_tried> tried;
  std::size_t tried_count = 0;
  int number = 0;  // moves searched
  bool is_complete = true, skip_quiet = false;
  while (const std::optional<Candidate> candidate = picker.next(skip_quiet)) {
    if (excluded && candidate->move == *excluded) continue;
    if (number >= width) {
      is_complete = false;
      break;
    }
    const bool is_quiet = !candidate->is_tactical;
    const bool is_table_move = tt_move && candidate->move == *tt_move;
    const int history = is_quiet ? quiet_score(*candidate, ply) : histories_.capture(*candidate);

    // Step 14. Pruning before the move is made.
    if (may_prune && number > 0 && best > mate_band - likely_mate) {
      int reduced_depth = std::max(depth - 1 - lmr_table(depth, number + 1) / unit, 0);
      const auto gives_check = [&] {
        return enemy != neutral && !board.royals(enemy).empty() &&
               gives_direct_check(board, *candidate, board.royals(enemy)[0]);
      };
      bool is_pruned = false;
      if (is_quiet) {
        if (number >= late_move_limit(depth, is_improving)) skip_quiet = true;
        reduced_depth = std::max(reduced_depth + history / 10'000, 0);
        is_pruned = skip_quiet ||
                    (reduced_depth < history_pruning_depth && history < -history_pruning_margin * depth) ||
                    (reduced_depth < futility_depth && static_eval + futility_margin +
                                                               futility_margin_per_ply * reduced_depth +
                                                               history / futility_history_divisor <=
                                                           alpha);
        if (is_pruned && gives_check()) is_pruned = false;
        if (!is_pruned)
          is_pruned = !exchange_gains(board, evaluation_, *candidate,
                                      -quiet_exchange_margin * reduced_depth * reduced_depth);
      } else {
        is_pruned = (reduced_depth < capture_futility_depth && !candidate->move.promotion &&
                     static_eval + capture_futility_margin + capture_futility_margin_per_ply * reduced_depth +
                             candidate->gain + history / futility_history_divisor <=
                         alpha &&
                     !gives_check()) ||
                    (picker.is_losing_stage() &&
                     !exchange_gains(board, evaluation_, *candidate, -capture_exchange_margin * depth));
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
    if (number == 1 && (is_pv || hunting || bare)) {
      value = search_after_move(color, new_depth, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/!is_pv);
    } else {
      // Step 16. Late move reductions, then a zero-window search at full depth, then a full-window search.
      int reduction = 0;
      if (hunting || bare) {
        if (depth >= hunt_lmr_min_depth && number > hunt_lmr_min_move && is_quiet && !in_check &&
            !gives_check && !bare)
          reduction = hunt_lmr_reduction(depth, number - 1);
      } else if (depth >= 2 && number > 1 + is_pv) {
        int units = lmr_table(depth, number);
        if (!is_improving) units += lmr_not_improving;
        if (is_cut_node) units += lmr_cut_node;
        if (was_pv) units -= lmr_tt_pv;
        if (is_pv) units -= lmr_pv;
        if (gives_check) units -= lmr_check;
        if (in_check) units -= lmr_check;
        if (is_quiet) {
          if (candidate->move == state.killers[0] || candidate->move == state.killers[1]) units -= lmr_killer;
          if (tt_is_capture) units += lmr_tt_capture;
          units -= history / lmr_history_divisor;
        } else {
          units -= lmr_tactical + history / lmr_history_divisor;
        }
        reduction = std::clamp(units / unit, 0, new_depth - 1 > 0 ? new_depth - 1 : 0);
      }
      value = search_after_move(color, new_depth - reduction, alpha, alpha + 1, ply + 1, gives_check,
                                reduction > 0 || !is_cut_node);
      if (reduction > 0 && value > alpha && !stopped_) {
        int deeper = new_depth;
        if (!hunting && !bare) deeper += (value > best + 60) - (value < best + 10 && new_depth > 1);
        if (deeper > new_depth - reduction)
          value = search_after_move(color, deeper, alpha, alpha + 1, ply + 1, gives_check, !is_cut_node);
      }
      if (is_pv && value > alpha && (value < beta || hunting || bare) && !stopped_)
        value = search_after_move(color, new_depth, alpha, beta, ply + 1, gives_check, /*is_cut_node=*/false);
    }
    position_.unmake();
    if (stopped_) return 0;

    // Step 17. New best value.
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = candidate->move;
        alpha = value;
        update_pv(ply, candidate->move);
        if (alpha >= beta) {
          if (!hunting && !bare)
            update_statistics(*candidate, ply, depth + (best > beta + 60),
                              std::span(tried).first(tried_count));
          break;
        }
      }
    }
    if (tried_count < tried.size()) tried[tried_count++] = *candidate;
  }
  if (picker.has_failed()) return evaluate();
  if (number == 0 && is_complete) {
    if (excluded) return alpha;
    // Checkmate or stalemate, if there was no move at all.
    return score_without_moves(ply, in_check);
  }

  // Step 18. Store the result.
  best = downgrade_unproven_loss(best, ply, is_complete && picker.is_complete());
  if (can_repeat) best = std::max(best, 0);
  if (excluded) return best;
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  shared_.table.store(hash, {.value = value_to_tt(best, ply),
                             .static_eval = raw_eval,
                             .depth = depth,
                             .bound = bound,
                             .was_pv = was_pv,
                             .from = best_move ? std::optional(best_move->from) : std::nullopt,
                             .to = best_move ? best_move->to : Square{},
                             .promotion = best_move ? best_move->promotion : Piece{}});

  // Step 19. Remember how far the static evaluation was off, unless a capture explains it.
  const bool is_tactical = best_move && candidates_.describe(position_, *best_move).is_tactical;
  if (!in_check && !hunting && !bare && !is_mate(best) && !is_tactical &&
      (bound == Bound::exact || (bound == Bound::lower) == (best > static_eval)))
    update_correction(best - static_eval, depth);
  return best;
}

// Search the root moves from `start` on in a window; move a move that raises alpha to `start`. Return the
// best value.
int Searcher::search_root_moves(int depth, std::size_t start, int alpha, int beta) {
  int best = -infinite_value;
  const bool hunting = is_hunting();
  for (std::size_t index = start; index < root_.size(); ++index) {
    const Candidate candidate = root_[index].candidate;
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
        int units = lmr_table(depth, number) - lmr_tt_pv - history / lmr_history_divisor;
        if (gives_check) units -= lmr_check;
        if (!is_quiet) units -= lmr_tactical;
        reduction = std::clamp(units / unit, 0, depth - 2);
      }
      value = search_after_move(root_color_, depth - 1 - reduction, alpha, alpha + 1, 1, gives_check,
                                /*is_cut_node=*/true);
      if (reduction > 0 && value > alpha && !stopped_)
        value = search_after_move(root_color_, depth - 1, alpha, alpha + 1, 1, gives_check,
                                  /*is_cut_node=*/true);
      if (value > alpha && !stopped_)
        value = search_after_move(root_color_, depth - 1, alpha, beta, 1, gives_check,
                                  /*is_cut_node=*/false);
    }
    position_.unmake();
    if (stopped_) break;
    best = std::max(best, value);
    if (value <= alpha) continue;
    alpha = value;
    const auto first = root_.begin() + static_cast<std::ptrdiff_t>(start);
    std::rotate(first, root_.begin() + static_cast<std::ptrdiff_t>(index),
                root_.begin() + static_cast<std::ptrdiff_t>(index) + 1);
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
  assert(0 <= pv_index && pv_index <= static_cast<int>(root_.size()));
  root_depth_ = depth;
  const auto start = static_cast<std::size_t>(pv_index);
  if (start == root_.size()) return true;

  // Step 1. Aspiration window around the last value. The values of a hunt jump, so there the window is full.
  const int last = root_[start].value;
  const bool is_narrow =
      depth >= aspiration_min_depth && root_[start].depth > 0 && !is_mate(last) && !is_hunting();
  int width = is_narrow ? aspiration_width : 2 * infinite_value;
  int alpha = std::max(last - width, -infinite_value), beta = std::min(last + width, infinite_value);
  ply_state(0).static_eval = -infinite_value;

  // Step 2. Search, and widen the window until the value is inside.
  while (!stopped_) {
    const int best = search_root_moves(depth, start, alpha, beta);
    if (stopped_) break;
    width += width / 2;
    if (best <= alpha && alpha > -infinite_value) {
      beta = (alpha + beta) / 2;
      alpha = std::max(best - width, -infinite_value);
    } else if (best >= beta && beta < infinite_value) {
      beta = std::min(best + width, infinite_value);
    } else {
      break;
    }
    if (width > max_aspiration_width) {
      alpha = -infinite_value;
      beta = infinite_value;
    }
  }
  flush_counts();
  return !stopped_;
}

}  // namespace hyperchess::infinite
