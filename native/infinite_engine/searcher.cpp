#include "infinite_engine/searcher.hpp"

#include <algorithm>

#include "infinite/attacks.hpp"
#include "infinite/insufficient_material.hpp"
#include "infinite_engine/goals.hpp"

namespace hyperchess::infinite {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Width root_width{24, 48, 5, 2, 0, 24}, root_hunt{24, 64, 4, 3, 48, 8};
constexpr Width deep_width{8, 14, 3, 1, 0, 12}, flat_width{6, 8, 2, 1, 0, 6};
constexpr Width deep_hunt{16, 28, 2, 2, 48, 4}, flat_hunt{8, 16, 1, 2, 48, 2};
// How many moves against a bare royal piece are searched, by the depth that is left.
constexpr int hunt_moves(int depth) { return depth <= 1 ? 2 : depth == 2 ? 4 : depth <= 4 ? 8 : 12; }
constexpr int whole_in_check = 40;  // squares of a ray: replies to a check are looked at one by one
constexpr int quiet_plies = 8, check_plies = 4;
constexpr int window = 32'000;
constexpr std::size_t history_size = 1 << 16;
constexpr int history_most = 1 << 15;
constexpr int first_order = 1 << 30, tactical_order = 1 << 24, killer_order = 1 << 20;
constexpr int losing_order = -(1 << 24);
// With so many pieces, the clock is looked at in every node.
constexpr std::size_t large_board = 2'000;
constexpr long long few_nodes = 20'000;
constexpr int clock_stride = 64;
constexpr auto poll_pause = std::chrono::milliseconds(5);

Width width_at(int depth, bool hunts, bool checked) {
  Width width = hunts ? (depth >= 2 ? deep_hunt : flat_hunt) : (depth >= 3 ? deep_width : flat_width);
  if (checked) width.whole = whole_in_check;
  return width;
}

Key key_of(const Position& position) {
  const std::uint64_t hash = position.hash();
  return {hash, mixed(hash ^ 0x452821e638d01377U)};
}

std::uint32_t name_of(const Move& move) {
  const Piece none{};
  return static_cast<std::uint32_t>(hash_of(move.from, none) * 3 + hash_of(move.to, move.promotion)) | 1U;
}

template <class Iterator>
void sort_moves(Iterator begin, Iterator end) {
  std::sort(begin, end, [](const Candidate& one, const Candidate& two) {
    return one.order != two.order ? one.order > two.order : name_of(one.move) < name_of(two.move);
  });
}

bool is_mate(int value) { return value > likely_mate - mate_band || value < mate_band - likely_mate; }

// A loss is proven only if every reply was looked at.
int checked_loss(int value, int ply, bool complete) {
  return !complete && value < mate_band - proven_mate ? ply - likely_mate : value;
}

}  // namespace

Searcher::Searcher(const Position& position, const Evaluation& evaluation, Shared& shared,
                   const Limits& limits, Clock::time_point started, std::function<void()> poll, int number)
    : position_(position),
      evaluation_(evaluation),
      shared_(shared),
      limits_(limits),
      started_(started),
      polled_(started),
      poll_(std::move(poll)),
      color_(position.player()),
      number_(number),
      candidates_(evaluation),
      levels_(max_ply + 2),
      history_(history_size, 0) {
  const bool exact = limits.nodes && *limits.nodes < few_nodes;
  stride_ = exact || position.board().size() > large_board ? 1 : clock_stride;
  std::vector<Candidate>& moves = level_at(0).moves;
  covered_ = candidates_.list(position_, hunts() ? root_hunt : root_width, false, moves, complete_);
  if (!covered_) return;
  for (const Candidate& candidate : moves) {
    RootMove& move = root_.emplace_back();
    move.candidate = candidate;
    move.variation = {candidate.move};
    // Where an evaluation takes long, the order of the list has to do.
    if (position.board().size() > large_board) {
      move.value = candidate.gain;
      continue;
    }
    position_.make(candidate.move);
    move.value = goal_reached(position_) ? proven_mate - 1 : evaluation_.of(position_, color_);
    ++evaluated_;
    position_.unmake();
  }
  std::stable_sort(root_.begin(), root_.end(),
                   [](const RootMove& one, const RootMove& two) { return one.value > two.value; });
}

bool Searcher::hunts() const {
  const Board& board = position_.board();
  for (const Color other : position_.rules().players) {
    if (!same_side(other, position_.player()) && !is_bare(board, other)) return false;
  }
  return true;
}

void Searcher::flush() {
  shared_.nodes.fetch_add(unflushed_, std::memory_order_relaxed);
  shared_.evaluations.fetch_add(evaluated_, std::memory_order_relaxed);
  unflushed_ = 0;
  evaluated_ = 0;
}

void Searcher::count_node() {
  ++unflushed_;
  if (++work_ >= stride_) check_limits();
}

void Searcher::check_limits() {
  flush();
  work_ = 0;
  if (shared_.stop.load(std::memory_order_relaxed)) stopped_ = true;
  if (limits_.nodes && shared_.nodes.load(std::memory_order_relaxed) >= *limits_.nodes) stopped_ = true;
  if (!limits_.seconds && !poll_) return;
  const Clock::time_point now = Clock::now();
  if (limits_.seconds && std::chrono::duration<double>(now - started_).count() >= *limits_.seconds)
    stopped_ = true;
  if (poll_ && now - polled_ >= poll_pause) {
    polled_ = now;
    poll_();
  }
}

int Searcher::static_value() {
  ++evaluated_;
  const int value = evaluation_.of(position_, color_);
  return position_.player() == color_ ? value : -value;
}

int Searcher::without_moves(int ply, bool checked) const {
  return checked && position_.guarded() ? ply - proven_mate : 0;
}

bool Searcher::is_decided(int ply, bool checked, int& value) {
  if (goal_reached(position_)) {
    value = same_side(position_.mover(), position_.player()) ? proven_mate - ply : ply - proven_mate;
    return true;
  }
  if (position_.rule_limit() > 0 && position_.rule_count() >= position_.rule_limit()) {
    bool complete = false;
    std::vector<Candidate>& moves = level_at(ply).moves;
    const bool over =
        checked && candidates_.list(position_, flat_width, false, moves, complete) && moves.empty();
    value = over ? without_moves(ply, checked) : 0;
    return true;
  }
  if (position_.repetitions().value_or(1) >= 2 || is_spent()) {
    value = 0;
    return true;
  }
  return false;
}

bool Searcher::is_spent() const {
  const std::optional<LastMove>& last = position_.last();
  return last && last->captured && is_dead(position_);
}

int& Searcher::history_of(Piece piece, Square to) {
  const auto square = (static_cast<std::uint64_t>(to.x) * 31 + static_cast<std::uint64_t>(to.y)) & 255U;
  return history_[static_cast<std::size_t>(piece.code & 255U) << 8 | square];
}

bool Searcher::loses_exchange(const Candidate& candidate) const {
  const Board& board = position_.board();
  const SlotNumber from = board.find(candidate.move.from);
  const int own = candidate.move.promotion ? evaluation_.exchange_value(candidate.move.promotion)
                                           : evaluation_.exchange_value(board.slot(from).piece);
  return candidate.gain < own && is_attacked(board, candidate.move.to, position_.player(), from);
}

void Searcher::order(Level& level, std::uint32_t best) {
  const Board& board = position_.board();
  for (Candidate& candidate : level.moves) {
    const Piece piece = board.at(candidate.move.from);
    if (best != 0 && name_of(candidate.move) == best) {
      candidate.order = first_order;
    } else if (candidate.tactical) {
      candidate.order = loses_exchange(candidate)
                            ? losing_order + candidate.gain
                            : tactical_order + 8 * candidate.gain - evaluation_.exchange_value(piece) / 8;
    } else if (candidate.move == level.killers[0] || candidate.move == level.killers[1]) {
      candidate.order = killer_order;
    } else {
      candidate.order = history_of(piece, candidate.move.to);
    }
  }
  sort_moves(level.moves.begin(), level.moves.end());
}

void Searcher::rank(Level& level, std::size_t from) {
  for (std::size_t index = from; index < level.moves.size(); ++index) {
    Candidate& candidate = level.moves[index];
    position_.make(candidate.move);
    candidate.order = -static_value();
    position_.unmake();
  }
  sort_moves(level.moves.begin() + static_cast<std::ptrdiff_t>(from), level.moves.end());
  work_ += static_cast<int>(level.moves.size() - from) / 4;
}

void Searcher::reward(const Candidate& chosen, Level& level, std::size_t tried, int depth) {
  if (chosen.tactical) return;
  if (level.killers[0] != chosen.move) {
    level.killers[1] = level.killers[0];
    level.killers[0] = chosen.move;
  }
  const int bonus = std::min(depth * depth, 400);
  const auto change = [&](const Candidate& candidate, int by) {
    int& value = history_of(position_.board().at(candidate.move.from), candidate.move.to);
    value = std::clamp(value + by, -history_most, history_most);
  };
  change(chosen, bonus);
  for (std::size_t index = 0; index < tried; ++index) {
    if (!level.moves[index].tactical) change(level.moves[index], -bonus / 4 - 1);
  }
}

void Searcher::keep_line(int ply, const Move& move) {
  Level &level = level_at(ply), &next = level_at(ply + 1);
  level.line[0] = move;
  const auto count = std::min<std::size_t>(static_cast<std::size_t>(next.length), max_ply);
  std::copy_n(next.line.begin(), count, level.line.begin() + 1);
  level.length = static_cast<int>(count) + 1;
}

int Searcher::search_after(Color mover, int depth, int alpha, int beta, int ply, bool checked) {
  if (same_side(mover, position_.player())) return search(depth, alpha, beta, ply, checked, true);
  return -search(depth, -beta, -alpha, ply, checked, true);
}

int Searcher::quiesce(int depth, int alpha, int beta, int ply, bool checked) {
  count_node();
  Level& level = level_at(ply);
  level.length = 0;
  if (stopped_) return 0;
  int best = -window;
  if (is_decided(ply, checked, best)) return best;
  if (depth <= -check_plies) checked = false;
  const Color color = position_.player();
  best = -window;
  if (!checked || ply >= max_ply) {
    best = static_value();
    const bool bare = is_bare(position_.board(), color) || hunts();
    if (best >= beta || depth <= -quiet_plies || ply >= max_ply || (bare && position_.guarded())) return best;
    alpha = std::max(alpha, best);
  }
  bool complete = false;
  const Width width = width_at(0, false, checked);
  if (!candidates_.list(position_, width, !checked, level.moves, complete)) return static_value();
  if (checked && level.moves.empty()) return without_moves(ply, true);
  order(level, 0);
  for (const Candidate& candidate : level.moves) {
    if (!checked && candidate.order < 0) break;  // loses the exchange
    position_.make(candidate.move);
    const bool checks = position_.guarded() && position_.in_check();
    const int value = same_side(color, position_.player())
                          ? quiesce(depth - 1, alpha, beta, ply + 1, checks)
                          : -quiesce(depth - 1, -beta, -alpha, ply + 1, checks);
    position_.unmake();
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    keep_line(ply, candidate.move);
    if (alpha >= beta) break;
  }
  return checked_loss(best, ply, complete);
}

int Searcher::search(int depth, int alpha, int beta, int ply, bool checked, bool may_pass) {
  if (checked && ply < 2 * deepest_) ++depth;
  if (depth <= 0 || ply >= max_ply) return quiesce(0, alpha, beta, ply, checked);
  count_node();
  Level& level = level_at(ply);
  level.length = 0;
  if (stopped_) return 0;
  int best = -window;
  if (is_decided(ply, checked, best)) return best;
  best = -window;
  alpha = std::max(alpha, ply - proven_mate);
  beta = std::min(beta, proven_mate - ply - 1);
  if (alpha >= beta) return alpha;

  const bool main_line = beta - alpha > 1;
  const Key key = key_of(position_);
  std::uint32_t first = 0;
  if (const auto known = shared_.table.find(key)) {
    const int value = from_table(known->value, ply);
    first = known->best;
    const auto left = position_.rule_limit() > 0 ? position_.rule_limit() - position_.rule_count() : max_ply;
    const bool in_time = !is_mate(value) || left >= proven_mate - std::abs(known->value) || left >= max_ply;
    // On the main line the moves are wanted too.
    if (in_time && !main_line && (known->depth >= depth || is_proven(value))) {
      if (known->bound == Bound::exact || (known->bound == Bound::lower && value >= beta) ||
          (known->bound == Bound::upper && value <= alpha))
        return value;
    }
  }

  const Color color = position_.player();
  const Board& board = position_.board();
  const bool hunting = hunts(), bare = is_bare(board, color);
  const int now = checked ? -window : static_value();
  if (!main_line && !checked && !is_mate(beta) && !bare) {
    if (depth <= 4 && now - 100 * depth >= beta) return now;
    if (may_pass && !hunting && depth >= 3 && now >= beta && position_.guarded() &&
        has_pieces(board, color)) {
      position_.pass();
      const int value = -search(depth - 3 - depth / 4, -beta, 1 - beta, ply + 1, false, false);
      position_.unmake();
      if (stopped_) return 0;
      if (value >= beta) return is_mate(value) ? beta : value;
    }
  }

  bool complete = false;
  if (!candidates_.list(position_, width_at(depth, hunting, checked), false, level.moves, complete))
    return static_value();
  if (level.moves.empty()) return without_moves(ply, checked);
  // Against a bare royal piece the static value knows most: only the best moves by it are searched.
  const int width = hunting ? hunt_moves(depth) : static_cast<int>(level.moves.size());
  bool ranked = !hunting;
  if (hunting) {
    const auto known = std::find_if(level.moves.begin(), level.moves.end(),
                                    [&](const Candidate& each) { return name_of(each.move) == first; });
    if (first != 0 && known != level.moves.end()) {
      std::iter_swap(level.moves.begin(), known);
    } else {
      rank(level, 0);
      ranked = true;
    }
  } else {
    order(level, first);
  }

  const int before = alpha;
  std::uint32_t best_name = 0;
  for (std::size_t index = 0; index < level.moves.size(); ++index) {
    if (!ranked && index == 1) {
      rank(level, 1);
      ranked = true;
    }
    if (static_cast<int>(index) >= width) {
      complete = false;
      break;
    }
    const Candidate candidate = level.moves[index];
    const auto number = static_cast<int>(index);
    const bool quiet = !candidate.tactical;
    if (!main_line && !checked && quiet && !hunting && !bare && depth <= 2 &&
        best > mate_band - likely_mate && (number >= 8 + 8 * depth || now + 150 * depth <= alpha)) {
      complete = false;
      continue;
    }
    position_.make(candidate.move);
    const bool checks = position_.guarded() && position_.in_check();
    int value = 0;
    if (index == 0) {
      value = search_after(color, depth - 1, alpha, beta, ply + 1, checks);
    } else {
      int less = 0;
      if (depth >= 3 && number >= 4 && quiet && !checked && !checks && !bare)
        less = std::min(depth - 2, 1 + (number >= 12) + (number >= 30) + (depth >= 7));
      value = search_after(color, depth - 1 - less, alpha, alpha + 1, ply + 1, checks);
      if (less > 0 && value > alpha && !stopped_)
        value = search_after(color, depth - 1, alpha, alpha + 1, ply + 1, checks);
      if (value > alpha && value < beta && !stopped_)
        value = search_after(color, depth - 1, alpha, beta, ply + 1, checks);
    }
    position_.unmake();
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    best_name = name_of(candidate.move);
    if (value <= alpha) continue;
    alpha = value;
    keep_line(ply, candidate.move);
    if (alpha >= beta) {
      reward(candidate, level, index, depth);
      break;
    }
  }
  best = checked_loss(best, ply, complete);
  const Bound bound = best >= beta ? Bound::lower : best > before ? Bound::exact : Bound::upper;
  shared_.table.keep(key, {to_table(best, ply), depth, bound, best_name});
  return best;
}

bool Searcher::iterate(int depth, int first) {
  deepest_ = depth;
  for (int& value : history_) value /= 2;
  const auto start = static_cast<std::size_t>(first);
  int best = -window;
  std::size_t index = start;
  for (; index < root_.size() && !stopped_; ++index) {
    RootMove& move = root_[index];
    position_.make(move.candidate.move);
    const bool checks = position_.guarded() && position_.in_check();
    int value = 0;
    if (index == start) {
      value = search_after(color_, depth - 1, -window, window, 1, checks);
    } else {
      const bool weak = depth >= 3 && index >= start + 6 && !move.candidate.tactical && !checks;
      const int less = weak ? std::min(depth - 2, 1 + (index >= start + 24)) : 0;
      value = search_after(color_, depth - 1 - less, best, best + 1, 1, checks);
      if (less > 0 && value > best && !stopped_)
        value = search_after(color_, depth - 1, best, best + 1, 1, checks);
      if (value > best && !stopped_) value = search_after(color_, depth - 1, best, window, 1, checks);
    }
    position_.unmake();
    if (stopped_) break;
    move.value = value;
    move.depth = depth;
    if (index == start || value > best) {
      best = value;
      const Level& next = level_at(1);
      move.variation.assign(1, move.candidate.move);
      move.variation.insert(move.variation.end(), next.line.begin(), next.line.begin() + next.length);
    }
  }
  std::stable_sort(root_.begin() + first, root_.begin() + static_cast<std::ptrdiff_t>(index),
                   [](const RootMove& one, const RootMove& two) { return one.value > two.value; });
  flush();
  return !stopped_;
}

}  // namespace hyperchess::infinite
