#include "engine/searcher.hpp"

#include <algorithm>

#include "rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr int root_width = 60;
constexpr Width root_regions = {160, 3, 20'000, 70};
constexpr int root_checks = 16;

// How many actions of a position are searched, by the depth that is left.
constexpr int width_at(int depth) { return depth >= 4 ? 20 : depth == 3 ? 14 : 9; }
constexpr Width regions_at(int depth) {
  return depth >= 3 ? Width{80, 2, 1'000, 70} : depth == 2 ? Width{60, 2, 600, 70} : Width{40, 1, 300, 0};
}
// Actions that seem to give check are searched beyond that width.
constexpr int more_checks = 4;
// Where all of them lose, more are tried.
constexpr int widest = 4;
// A position that is better than asked for by so much, in centipawns for each action of depth, is not
// searched.
constexpr int enough_by_depth = 110;
constexpr int enough_depth = 3;
constexpr long long mate_rounds = 300;
// How many checks are tested for mate at the last level.
constexpr int tested_for_mate = 8;

// How much less deep an action is searched at first, by its place in the order.
int less_at(int depth, std::size_t index, bool checks) {
  if (depth < 3 || index < 4 || checks) return 0;
  return depth >= 4 && index >= 10 ? 2 : 1;
}

std::uint32_t name_of(const Key& key) { return static_cast<std::uint32_t>(key.low) | 1; }

struct Child {
  std::vector<NewBoard> boards;
  ActionMoves moves;
  Key key;
  bool checks;
};

}  // namespace

Searcher::Searcher(const Multiverse& multiverse, const Evaluation& evaluation, Shared& shared,
                   const Limits& limits, std::chrono::steady_clock::time_point started,
                   std::function<void()> poll)
    : multiverse_(multiverse),
      evaluation_(evaluation),
      shared_(shared),
      limits_(limits),
      started_(started),
      meter_(Meter::no_seconds, Meter::no_rounds,
             [this, poll = std::move(poll)] {
               if (poll) poll();
               check_limits();
               if (stopped_) meter_.allow(0);
             }),
      key_(key_of(multiverse)),
      boards_(evaluation.of_boards(multiverse)),
      candidates_(multiverse_, boards_, evaluation_, root_regions, meter_),
      more_(candidates_.next()) {
  if (!more_) find_any();
  widen();
}

// There was no time to find an action, or there is none.
void Searcher::find_any() {
  Meter meter(Meter::no_seconds, Meter::no_rounds, {});
  const Axes axes(multiverse_);
  Search search(axes, meter);
  if (!search.next_candidate()) return;
  std::vector<int> numbers;
  moves_of(axes, search.point(), numbers);
  RootAction action;
  for (const int number : numbers) action.moves.push_back(axes.moves[number]);
  action.boards = boards_of(axes, search.point());
  action.key = key_after(multiverse_, key_, action.boards);
  action.variation = {action.moves};
  root_.push_back(std::move(action));
}

bool Searcher::widen() {
  if (!more_) return false;
  const bool is_first = root_.empty();
  for (int count = 0; count < root_width && more_; ++count) {
    add_to_root(*more_);
    more_ = candidates_.next();
  }
  if (is_first)
    for (const Candidate& candidate : candidates_.checking(root_checks)) add_to_root(candidate);
  return true;
}

void Searcher::add_to_root(const Candidate& candidate) {
  RootAction action;
  action.boards = candidates_.boards(candidate);
  action.key = key_after(multiverse_, key_, action.boards);
  // A check may be there already, or come again.
  if (std::ranges::any_of(root_, [&](const RootAction& known) { return known.key == action.key; })) return;
  action.moves = candidates_.moves(candidate);
  action.value = candidate.value;
  action.checks = candidate.checks;
  action.variation = {action.moves};
  root_.push_back(std::move(action));
}

void Searcher::check_limits() {
  if (shared_.stop.load(std::memory_order_relaxed)) stopped_ = true;
  if (limits_.nodes && shared_.nodes.load(std::memory_order_relaxed) >= *limits_.nodes) stopped_ = true;
  if (limits_.seconds &&
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count() >= *limits_.seconds)
    stopped_ = true;
}

bool Searcher::iterate(int depth, int first) {
  const Node node{multiverse_, key_, boards_};
  const auto start = static_cast<std::size_t>(first);
  int best = -proven_mate;
  std::vector<std::size_t> later;  // what other threads are busy with
  const auto look_at = [&](std::size_t index) {
    RootAction& action = root_[index];
    const Claim claim(shared_.claims, action.key, depth);
    Variation variation;
    const int less = less_at(depth, index, action.checks);
    const int value = index == start ? -search_child(node, action.boards, action.key, depth - 1, -proven_mate,
                                                     proven_mate, 1, variation)
                                     : search_later(node, action.boards, action.key, depth, less, best,
                                                    proven_mate, 1, variation);
    if (stopped_) return false;
    action.value = value;
    action.depth = depth;
    if (value <= best && index != start) return true;
    best = value;
    action.variation = {action.moves};
    action.variation.insert(action.variation.end(), variation.begin(), variation.end());
    std::rotate(root_.begin() + first, root_.begin() + static_cast<std::ptrdiff_t>(index),
                root_.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    for (std::size_t& left : later)
      if (left < index) ++left;
    return true;
  };
  for (std::size_t index = start; index < root_.size(); ++index) {
    if (index > start && is_taken(root_[index].key, depth))
      later.push_back(index);
    else if (!look_at(index))
      return false;
    // Where all of them lose, there may be a defence among the others.
    if (index + 1 == root_.size() && best < mate_band - likely_mate) widen();
  }
  for (std::size_t number = 0; number < later.size(); ++number)
    if (!look_at(later[number])) return false;
  return true;
}

int Searcher::static_value(const Node& node) const {
  const int value = evaluation_.of(node.position, node.boards);
  return std::clamp(node.position.player() == white ? value : -value, -max_static, max_static);
}

int Searcher::without_actions(const Multiverse& position, int ply) const {
  return in_check(position, true) ? ply - proven_mate : 0;
}

bool Searcher::is_mated(const Multiverse& position) {
  if (!in_check(position, true)) return false;
  const Axes axes(position);
  meter_.allow(mate_rounds);
  const bool found = Search(axes, meter_).next_candidate();
  const bool unknown = meter_.over();
  meter_.allow(Meter::no_rounds);
  return !found && !unknown;
}

int Searcher::search_child(const Node& node, const std::vector<NewBoard>& boards, const Key& key, int depth,
                           int alpha, int beta, int ply, Variation& variation) {
  const Multiverse after = node.position.with(boards, 1 - node.position.player());
  const BoardValues values = evaluation_.after(node.boards, boards);
  return search({after, key, values}, depth, alpha, beta, ply, variation);
}

int Searcher::search_later(const Node& node, const std::vector<NewBoard>& boards, const Key& key, int depth,
                           int less, int alpha, int beta, int ply, Variation& variation) {
  const auto with = [&](int left, int highest) {
    return -search_child(node, boards, key, left, -highest, -alpha, ply, variation);
  };
  int value = with(depth - 1 - less, alpha + 1);
  if (!stopped_ && value > alpha && less) value = with(depth - 1, alpha + 1);
  if (!stopped_ && value > alpha && value < beta) value = with(depth - 1, beta);
  return value;
}

// The last level: the best static value after an action is known without playing it. Only checks are played,
// to see whether they mate.
int Searcher::search_last(const Candidates& candidates, const Candidate& best, const Node& node, int ply,
                          Variation& variation) {
  for (const Candidate& check : candidates.checking(tested_for_mate)) {
    if (!is_mated(node.position.with(candidates.boards(check), 1 - node.position.player()))) continue;
    variation.assign(1, candidates.moves(check));
    return proven_mate - (ply + 1);
  }
  variation.assign(1, candidates.moves(best));
  return std::clamp(best.value, -max_static, max_static);
}

int Searcher::search(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation) {
  variation.clear();
  shared_.nodes.fetch_add(1, std::memory_order_relaxed);
  check_limits();
  if (stopped_) return 0;
  std::uint32_t first = 0;
  if (const auto known = shared_.table.find(node.key)) {
    const int value = from_table(known->value, ply);
    // On the main line the actions are wanted too.
    if ((known->depth >= depth && beta - alpha == 1) || is_proven(value)) {
      if (known->bound == Bound::exact || (known->bound == Bound::lower && value >= beta) ||
          (known->bound == Bound::upper && value <= alpha))
        return value;
    }
    first = known->best;
  }
  if (depth <= 0) {
    if (is_mated(node.position)) return ply - proven_mate;
    return static_value(node);
  }
  if (depth <= enough_depth && beta - alpha == 1 && beta < max_static && beta > -max_static) {
    const int value = static_value(node);
    if (value - enough_by_depth * depth >= beta && !in_check(node.position, true)) return value;
  }
  Candidates candidates(node.position, node.boards, evaluation_, regions_at(depth), meter_);
  shared_.evaluations.fetch_add(candidates.entries(), std::memory_order_relaxed);
  std::optional<Candidate> candidate = candidates.next();
  if (!candidate) {
    if (candidates.complete()) return without_actions(node.position, ply);
    if (stopped_) return 0;
    return static_value(node);
  }
  if (depth == 1) {
    const int value = search_last(candidates, *candidate, node, ply, variation);
    shared_.table.keep(node.key, {to_table(value, ply), 1, Bound::exact, 0});
    return value;
  }

  std::vector<Child> children;
  const int width = width_at(depth);
  const auto add = [&](const Candidate& each) {
    std::vector<NewBoard> boards = candidates.boards(each);
    const Key key = key_after(node.position, node.key, boards);
    if (std::ranges::any_of(children, [&](const Child& child) { return child.key == key; })) return;
    children.push_back({std::move(boards), candidates.moves(each), key, each.checks});
  };
  const auto fetch = [&](int count) {
    for (int fetched = 0; fetched < count && candidate; ++fetched) {
      add(*candidate);
      candidate = candidates.next();
    }
  };
  fetch(width);
  for (const Candidate& check : candidates.checking(more_checks)) add(check);
  const auto known_best =
      std::ranges::find_if(children, [&](const Child& child) { return name_of(child.key) == first; });
  if (known_best != children.end()) std::rotate(children.begin(), known_best, known_best + 1);

  const int before = alpha;
  int best = -proven_mate;
  std::uint32_t best_name = 0;
  Variation line;
  std::vector<std::size_t> later;  // what other threads are busy with
  std::size_t index = 0, number = 0;
  while (alpha < beta) {
    if (index == children.size() && number == later.size() && best < mate_band - likely_mate)
      while (candidate && index == children.size() && static_cast<int>(index) < widest * width) fetch(width);
    const bool again = index == children.size();
    if (again && number == later.size()) break;
    const std::size_t chosen = again ? later[number++] : index++;
    const Child& child = children[chosen];
    if (!again && chosen > 0 && is_taken(child.key, depth)) {
      later.push_back(chosen);
      continue;
    }
    const Claim claim(shared_.claims, child.key, depth);
    const int less = less_at(depth, chosen, child.checks);
    const int value =
        chosen == 0 ? -search_child(node, child.boards, child.key, depth - 1, -beta, -alpha, ply + 1, line)
                    : search_later(node, child.boards, child.key, depth, less, alpha, beta, ply + 1, line);
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    best_name = name_of(child.key);
    if (value <= alpha) continue;
    alpha = value;
    variation.assign(1, child.moves);
    variation.insert(variation.end(), line.begin(), line.end());
  }
  // A loss is proven only if every reply was looked at.
  if (best < mate_band - proven_mate && (candidate || !candidates.complete())) best = ply - likely_mate;
  const Bound bound = best >= beta ? Bound::lower : best > before ? Bound::exact : Bound::upper;
  shared_.table.keep(node.key, {to_table(best, ply), depth, bound, best_name});
  return best;
}

}  // namespace hyperchess
