#include "multiverse/engine/searcher.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "multiverse/mates/mates.hpp"
#include "multiverse/mates/play_moves.hpp"
#include "multiverse/mates/shared_mates.hpp"
#include "multiverse/position/key.hpp"
#include "multiverse/rules/checks.hpp"
#include "multiverse/rules/patterns.hpp"

namespace hyperchess {
namespace {

// If the search ends before a legal action was found: how much longer to look for one.
constexpr std::chrono::seconds max_overrun{1};

[[maybe_unused]] constexpr long long max_asserted_boards = 1'000;  // of a position whose key is computed anew

// Hash of an action for the transposition table: the low bits of the key after it. Never 0.
std::uint32_t hash32(const Key& key) { return static_cast<std::uint32_t>(key.low) | 1; }

struct Child {
  std::vector<NewBoard> boards;
  ActionMoves moves;
  Key key;
  bool gives_check;
};

}  // namespace

Searcher::Searcher(const Multiverse& multiverse, const SearchContext& context, std::function<void()> poll)
    : parameters_(context.parameters),
      multiverse_(multiverse),
      context_(context),
      evaluation_(context.evaluation),
      poll_(std::move(poll)),
      meter_(Meter::unlimited_seconds, Meter::unlimited_rounds,
             [this] {
               this->poll();
               if (stopped_) meter_.set_soft_limit(0);
             }),
      key_(compute_key(multiverse)),
      checks_(multiverse),
      boards_(evaluation_.evaluate_boards(multiverse, checks_)),
      axes_(multiverse_) {
  meter_.work(axes_.choices.size());
  meter_.check_clock();
  try_within_limits([&] {
    candidates_.emplace(axes_, boards_, evaluation_, checks_, parameters_.root_limits(), meter_);
    next_candidate_ = candidates_->next();
  });
  if (!next_candidate_) add_any_legal_action();
  add_root_actions();
  add_mate_in_one();
}

// Call `work`. If it exceeds the limits of a position or of memory, return false. An exception of the
// caller's `poll` passes through, and so does a `logic_error`, which is a fault of the program: only in
// WebAssembly, which cannot catch by type, the search then goes on.
template <typename Work>
bool Searcher::try_within_limits(Work work) {
  try {
    work();
    return true;
#ifndef __wasm__
  } catch (const std::logic_error&) {
    throw;
#endif
  } catch (...) {
    if (is_polling_) throw;
    meter_.set_soft_limit(Meter::unlimited_rounds);
    return false;
  }
}

// The candidates found no action: there is none, or time ran out. Search once more, at most for
// `max_overrun` beyond the end of the search, so that the engine has an action to play.
void Searcher::add_any_legal_action() {
  std::optional<std::chrono::steady_clock::time_point> ended;
  Meter* current = nullptr;
  Meter meter(Meter::unlimited_seconds, Meter::unlimited_rounds, [&] {
    poll();
    const auto now = std::chrono::steady_clock::now();
    if (stopped_ && !ended) ended = now;
    if (ended && now - *ended >= max_overrun) current->set_soft_limit(0);
  });
  current = &meter;
  std::optional<BoxSearch> search;
  bool is_found = false;
  const bool is_finished = try_within_limits([&] {
    search.emplace(axes_, meter);
    is_found = search->next_candidate();
  });
  timed_out_ = !is_found && (!is_finished || meter.is_over_soft_limit());
  if (!is_found) return;
  RootAction action;
  action.moves = list_moves(axes_, search->point());
  action.boards = make_boards(axes_, search->point());
  action.key = update_key(multiverse_, key_, action.boards);
  action.variation = {action.moves};
  root_.push_back(std::move(action));
}

// Add the next `root_width` actions to the root, unsearched; return false if there are none.
bool Searcher::add_root_actions() {
  if (!next_candidate_) return false;
  const bool is_first = root_.empty();
  for (int count = 0; count < parameters_.root_width && next_candidate_; ++count) {
    add_root_action(*next_candidate_);
    next_candidate_ = candidates_->next();
  }
  if (is_first)
    for (const Candidate& candidate : candidates_->list_checks(parameters_.root_checks))
      add_root_action(candidate);
  return true;
}

void Searcher::add_root_action(const Candidate& candidate) {
  RootAction action;
  action.boards = candidates_->make_boards(candidate);
  action.key = update_key(multiverse_, key_, action.boards);
  // Checking actions are listed separately, so an action may come twice.
  if (std::ranges::any_of(root_, [&](const RootAction& known) { return known.key == action.key; })) return;
  action.moves = candidates_->list_moves(candidate);
  action.value = candidate.value;
  action.gives_check = candidate.gives_check;
  action.variation = {action.moves};
  root_.push_back(std::move(action));
}

// If the player has a mate in one, make it the first action of the root.
void Searcher::add_mate_in_one() {
  const std::optional<ActionMoves> mate = find_mate_in_one(axes_, parameters_.root_mate_in_one_rounds);
  if (!mate) return;
  RootAction action;
  if (!play_moves(multiverse_, *mate, &action.boards)) return;
  action.key = update_key(multiverse_, key_, action.boards);
  action.moves = *mate;
  action.gives_check = true;
  action.variation = {action.moves};
  std::erase_if(root_, [&](const RootAction& known) { return known.key == action.key; });
  root_.insert(root_.begin(), std::move(action));
}

// All root actions lose. Add actions that do not allow a mate in one; return false if none was found. An
// action that allows one is dropped together with all actions after which the same reply mates.
bool Searcher::add_defences() {
  has_defences_ = true;
  int found = 0;
  try_within_limits([&] { found = find_defences(); });
  // Out of time: play a defence, although it has not been searched.
  if (stopped_ && found > 0) std::rotate(root_.begin(), root_.end() - found, root_.end());
  return found > 0;
}

int Searcher::find_defences() {
  BoxSearch search(axes_, meter_);
  SharedMates shared(axes_, search.layout(), /*softmates=*/false, meter_);
  int found = 0;
  for (int tried = 0; tried < parameters_.max_tried_defences && found < parameters_.max_defences; ++tried) {
    if (!search.next_candidate() || stopped_) break;
    const Point point = search.point();
    RootAction action;
    action.boards = make_boards(axes_, point);
    if (!multiverse_.has_room_for(action.boards)) break;
    const Multiverse after = multiverse_.with(action.boards, 1 - multiverse_.player());
    std::optional<Generator> generator;
    const ActionMoves* const killer = find_mate_killer(after, generator);
    const std::optional<ActionMoves> mate =
        killer ? std::optional(*killer)
               : find_mate_in_one(Axes(after), parameters_.find_mate_rounds(1, true));
    if (stopped_) break;
    if (mate) {
      search.reject(shared.find(point, *mate));
      continue;
    }
    search.reject(make_point_slice(point, search.layout()));
    action.key = update_key(multiverse_, key_, action.boards);
    if (std::ranges::any_of(root_, [&](const RootAction& known) { return known.key == action.key; }))
      continue;
    action.moves = list_moves(axes_, point);
    action.variation = {action.moves};
    const BoardValues values = evaluation_.update_boards(boards_, action.boards, checks_);
    action.value = -evaluate({after, action.key, values});
    root_.push_back(std::move(action));
    ++found;
  }
  return found;
}

// Call the caller's `poll` and check the limits.
void Searcher::poll() {
  is_polling_ = true;
  if (poll_) poll_();
  is_polling_ = false;
  check_limits();
}

void Searcher::check_limits() {
  const SearchControl& control = context_.control;
  if (control.has_ended() || control.is_out_of_time(SearchControl::Clock::now())) stopped_ = true;
}

// Whether the position after some root action is within the limits. Otherwise the static values are all there
// is, and no depth has been searched.
bool Searcher::can_search_deeper() const {
  return std::ranges::any_of(
      root_, [&](const RootAction& action) { return multiverse_.has_room_for(action.boards); });
}

bool Searcher::search_root(int depth, int pv_index) {
  assert(1 <= depth && depth <= max_depth);
  assert(0 <= pv_index && pv_index <= static_cast<int>(root_.size()));
  if (!can_search_deeper()) return false;
  const Node node{multiverse_, key_, boards_};
  const Parent parent{node, checks_};
  const auto start = static_cast<std::size_t>(pv_index);
  int best = -proven_mate;
  std::vector<std::size_t> deferred;  // actions in progress in other threads

  // Search one root action; return false if the search was stopped.
  const auto search_action = [&](std::size_t index) {
    assert(index < root_.size());
    RootAction& action = root_[index];
    const InProgressGuard guard(context_.in_progress, action.key, depth);
    Variation variation;
    const int reduction = parameters_.lmr_reduction(depth, static_cast<int>(index), action.gives_check);
    const int value = index == start ? -search_child(parent, action.boards, action.key, depth - 1,
                                                     -proven_mate, proven_mate, 1, variation)
                                     : search_late_child(parent, action.boards, action.key, depth, reduction,
                                                         best, proven_mate, 1, variation);
    if (stopped_) return false;
    action.value = value;
    action.depth = depth;
    if (value <= best && index != start) return true;
    // New best action: move it to the front and shift the deferred indices behind it.
    best = value;
    action.variation = {action.moves};
    action.variation.insert(action.variation.end(), variation.begin(), variation.end());
    std::rotate(root_.begin() + pv_index, root_.begin() + static_cast<std::ptrdiff_t>(index),
                root_.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    for (std::size_t& waiting : deferred)
      if (waiting < index) ++waiting;
    return true;
  };

  // Step 1. Search all actions but those in progress in other threads.
  for (std::size_t index = start; index < root_.size(); ++index) {
    if (index > start && should_defer(root_[index].key, depth))
      deferred.push_back(index);
    else if (!search_action(index))
      return false;
    // Step 2. Widening: if all actions lose, there may be a defence among the others.
    if (index + 1 == root_.size() && best < mate_band - likely_mate && (has_defences_ || !add_defences()))
      add_root_actions();
  }

  // Step 3. Deferred actions.
  for (std::size_t number = 0; number < deferred.size(); ++number)
    if (!search_action(deferred[number])) return false;
  return true;
}

int Searcher::evaluate(const Node& node) const {
  const int value = evaluation_.evaluate(node.position, node.boards);
  return std::clamp(node.position.player() == white ? value : -value, -max_static, max_static);
}

// Return the value of a position without legal actions: checkmate or stalemate.
int Searcher::score_without_actions(const Multiverse& position, int ply) const {
  return in_check(position, true) ? ply - proven_mate : 0;
}

// Whether the player to move is checkmated, as far as `mate_rounds` rounds can prove it.
bool Searcher::is_mated(const Multiverse& position) {
  if (!in_check(position, true)) return false;
  const Axes axes(position);
  meter_.work(axes.choices.size());
  meter_.set_soft_limit(parameters_.mate_rounds);
  const bool found = BoxSearch(axes, meter_).next_candidate();
  const bool unknown = meter_.is_over_soft_limit();
  meter_.set_soft_limit(Meter::unlimited_rounds);
  return !found && !unknown;
}

// Return an action that mated in a similar node and mates here too.
const ActionMoves* Searcher::find_mate_killer(const Multiverse& position,
                                              std::optional<Generator>& generator) {
  std::vector<ActionMoves>& killers = mate_killers_[position.player()];
  for (auto killer = killers.begin(); killer != killers.end(); ++killer) {
    const std::optional<Multiverse> after = play_moves(position, *killer, generator);
    if (!after || !is_mated(*after)) continue;
    std::rotate(killers.begin(), killer, killer + 1);
    return &killers.front();
  }
  return nullptr;
}

// Return an action of the player that mates. Exact up to `max_rounds` rounds; beyond, nothing is returned.
std::optional<ActionMoves> Searcher::find_mate_in_one(const Axes& axes, long long max_rounds) {
  MatesInOne mates(axes, /*softmates=*/false, meter_);
  meter_.work(axes.choices.size());
  meter_.set_soft_limit(max_rounds);
  bool found = false;
  try_within_limits([&] { found = mates.next(); });
  meter_.set_soft_limit(Meter::unlimited_rounds);
  if (!found) return std::nullopt;
  std::vector<ActionMoves>& killers = mate_killers_[axes.multiverse.player()];
  if (std::ssize(killers) == parameters_.max_mate_killers) killers.pop_back();
  return *killers.insert(killers.begin(), list_moves(axes, mates.point()));
}

int Searcher::search_child(const Parent& parent, const std::vector<NewBoard>& boards, const Key& key,
                           int depth, int alpha, int beta, int ply, Variation& variation) {
  const Node& node = parent.node;
  if (!node.position.has_room_for(boards)) {
    variation.clear();
    return evaluate_unreachable(node);
  }
  const Multiverse after = node.position.with(boards, 1 - node.position.player());
  const BoardValues values = evaluation_.update_boards(node.boards, boards, parent.checks);
  return search({after, key, values}, depth, alpha, beta, ply, variation);
}

// Search a child other than the first, with a zero window and possibly a reduced depth. Search it again if it
// fails high. Unlike `search_child`, the value is from the point of view of the parent, and so is the window.
int Searcher::search_late_child(const Parent& parent, const std::vector<NewBoard>& boards, const Key& key,
                                int depth, int reduction, int alpha, int beta, int ply,
                                Variation& variation) {
  const Node& node = parent.node;
  if (!node.position.has_room_for(boards)) {
    variation.clear();
    return -evaluate_unreachable(node);
  }
  const Multiverse after = node.position.with(boards, 1 - node.position.player());
  const BoardValues values = evaluation_.update_boards(node.boards, boards, parent.checks);
  const Node child{after, key, values};
  const auto search_to = [&](int child_depth, int upper) {
    return -search(child, child_depth, -upper, -alpha, ply, variation);
  };
  int value = search_to(depth - 1 - reduction, alpha + 1);
  if (!stopped_ && value > alpha && reduction) value = search_to(depth - 1, alpha + 1);
  if (!stopped_ && value > alpha && value < beta) value = search_to(depth - 1, beta);
  return value;
}

// Try actions that failed high in other nodes of the ply. If one fails high here too, return its value: no
// actions have to be generated.
std::optional<int> Searcher::try_killers(const Parent& parent, std::optional<Generator>& generator, int depth,
                                         int alpha, int beta, int ply, Variation& variation) {
  const Node& node = parent.node;
  Variation child_variation;
  for (std::size_t index = 0; index < killers_[ply].size(); ++index) {
    const ActionMoves& known = killers_[ply][index];
    if (!known.empty() && !may_find_move(node.position, known.front())) continue;
    const ActionMoves killer = killers_[ply][index];  // a copy: the search below changes the killers
    std::vector<NewBoard> boards;
    const std::optional<Multiverse> after = play_moves(node.position, killer, generator, &boards);
    if (!after) continue;
    const Key key = update_key(node.position, node.key, boards);
    const BoardValues values = evaluation_.update_boards(node.boards, boards, parent.checks);
    const Node child{*after, key, values};
    int value = -evaluate(child);
    if (depth > 1) {
      if (value < beta - parameters_.killer_margin) continue;
      value = -search(child, depth - 1, -beta, -alpha, ply + 1, child_variation);
      if (stopped_) return 0;
    }
    if (value < beta) continue;
    variation.assign(1, killer);
    std::swap(killers_[ply].front(), killers_[ply][index]);
    context_.table.store(
        node.key,
        {.value = value_to_tt(value, ply), .depth = depth, .bound = Bound::lower, .best = hash32(key)});
    return value;
  }
  return std::nullopt;
}

void Searcher::add_killer(int ply, const ActionMoves& moves) {
  std::vector<ActionMoves>& killers = killers_[ply];
  if (std::ranges::find(killers, moves) != killers.end()) return;
  if (std::ssize(killers) == parameters_.max_killers) killers.pop_back();
  killers.insert(killers.begin(), moves);
}

// Search a node. If that exceeds the limits of a position or of memory, the node is a leaf.
int Searcher::search(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation) {
  int value = 0;
  if (try_within_limits([&] { value = search_node(node, depth, alpha, beta, ply, variation); })) return value;
  variation.clear();
  return evaluate(node);
}

int Searcher::search_node(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation) {
  assert(node.position.count_boards() > max_asserted_boards || node.key == compute_key(node.position));
  assert(-proven_mate <= alpha && alpha < beta && beta <= proven_mate);
  assert(0 < ply && ply < mate_band);
  assert(node.boards.values.size() ==
         static_cast<std::size_t>(node.position.highest_row() - node.position.lowest_row() + 1));
  variation.clear();

  // Step 1. Count the node and check the limits.
  context_.control.nodes.fetch_add(1, std::memory_order_relaxed);
  check_limits();
  if (stopped_) return 0;
  const bool is_pv = beta - alpha > 1;

  // Step 2. Transposition table lookup. In PV nodes only proven mates cut off: the variation is needed too.
  std::uint32_t tt_action = 0;
  bool is_mate_tested = false;
  if (const auto entry = context_.table.probe(node.key)) {
    const int value = value_from_tt(entry->value, ply);
    if ((entry->depth >= depth && !is_pv) || is_proven(value)) {
      if (entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
          (entry->bound == Bound::upper && value <= alpha))
        return value;
    }
    tt_action = static_cast<std::uint32_t>(entry->best);
    // PV nodes are tested again, with more rounds.
    is_mate_tested = entry->bound != Bound::lower && (ply == 1 || !is_pv);
  }

  const auto return_mate = [&](const ActionMoves& mate) {
    const int value = proven_mate - (ply + 1);
    variation.assign(1, mate);
    context_.table.store(
        node.key, {.value = value_to_tt(value, ply), .depth = max_depth, .bound = Bound::exact, .best = 0});
    return value;
  };

  std::optional<Generator> generator;  // of killers

  // Step 3. Leaf node: mate tests and static evaluation. There is no quiescence search; the evaluation
  // contains the best capture.
  if (depth <= 0) {
    if (is_mated(node.position)) return ply - proven_mate;
    const int value = evaluate(node);
    if (value >= beta) return value;
    if (const ActionMoves* const mate = find_mate_killer(node.position, generator)) return return_mate(*mate);
    if (const auto mate = find_mate_in_one(Axes(node.position), parameters_.mate_rounds))
      return return_mate(*mate);
    return value;
  }

  // Step 4. Reverse futility pruning: the static value exceeds beta by a margin.
  if (depth <= parameters_.reverse_futility_depth && !is_pv && beta < max_static && beta > -max_static) {
    const int static_eval = evaluate(node);
    if (static_eval - parameters_.reverse_futility_margin * depth >= beta && !in_check(node.position, true))
      return static_eval;
  }

  // Step 5. Killer actions, in nodes with a zero window only: there a variation is not needed.
  CheckMaps checks(node.position);
  const Parent parent{node, checks};
  if (!is_pv && beta < max_static && beta > -max_static)
    if (const auto value = try_killers(parent, generator, depth, alpha, beta, ply, variation)) return *value;

  // Step 6. Look for a mate in one, which may not be among the candidates; at depth 1 only if the value of
  // the best candidate does not fail high. Then generate candidates, best first.
  if (!is_mate_tested)
    if (const ActionMoves* const mate = find_mate_killer(node.position, generator)) return return_mate(*mate);
  const Axes axes(node.position);
  meter_.work(axes.choices.size());
  if (depth > 1 && !is_mate_tested)
    if (const auto mate = find_mate_in_one(axes, parameters_.find_mate_rounds(ply, is_pv)))
      return return_mate(*mate);
  if (stopped_) return 0;
  Candidates candidates(axes, node.boards, evaluation_, checks, parameters_.node_limits(depth), meter_);
  context_.control.evaluations.fetch_add(candidates.entries(), std::memory_order_relaxed);
  std::optional<Candidate> candidate = candidates.next();
  if (!candidate) {
    if (candidates.is_complete()) return score_without_actions(node.position, ply);
    if (stopped_) return 0;
    return evaluate(node);
  }

  // Step 7. Frontier node: the best static value after an action is known without playing it. It stands
  // unless the player mates; a value that fails high needs no test for that.
  if (depth == 1) {
    const int value = std::clamp(candidate->value, -max_static, max_static);
    if (value < beta && !is_mate_tested)
      if (const auto mate = find_mate_in_one(axes, parameters_.find_mate_rounds(ply, is_pv)))
        return return_mate(*mate);
    if (stopped_) return 0;
    variation.assign(1, candidates.list_moves(*candidate));
    if (value >= beta) add_killer(ply, variation.front());
    context_.table.store(
        node.key,
        {.value = value, .depth = 1, .bound = value >= beta ? Bound::lower : Bound::exact, .best = 0});
    return value;
  }

  // Step 8. Choose the children: the best candidates, then checks. The action of the table comes first.
  std::vector<Child> children;
  const int width = parameters_.node_width(depth);
  const auto add_child = [&](const Candidate& each) {
    std::vector<NewBoard> boards = candidates.make_boards(each);
    const Key key = update_key(node.position, node.key, boards);
    if (std::ranges::any_of(children, [&](const Child& child) { return child.key == key; })) return;
    children.push_back({std::move(boards), candidates.list_moves(each), key, each.gives_check});
  };
  const auto fetch = [&](int count) {
    for (int fetched = 0; fetched < count && candidate; ++fetched) {
      add_child(*candidate);
      candidate = candidates.next();
    }
  };
  fetch(width);
  for (const Candidate& check : candidates.list_checks(parameters_.extra_checks)) add_child(check);
  const auto tt_child =
      std::ranges::find_if(children, [&](const Child& child) { return hash32(child.key) == tt_action; });
  if (tt_child != children.end()) std::rotate(children.begin(), tt_child, tt_child + 1);

  // Step 9. Search the children.
  const int old_alpha = alpha;
  int best = -proven_mate;
  std::uint32_t best_action = 0;
  Variation child_variation;
  std::vector<std::size_t> deferred;  // children in progress in other threads
  std::size_t next_child = 0, next_deferred = 0;
  while (alpha < beta) {
    // Step 10. Widening: if all children lose, fetch more.
    if (next_child == children.size() && next_deferred == deferred.size() && best < mate_band - likely_mate)
      while (candidate && next_child == children.size() &&
             static_cast<int>(next_child) < parameters_.max_widening * width)
        fetch(width);

    // Step 11. Take the next child, or a deferred one if all others are done. Defer a child that another
    // thread is searching; never the first.
    const bool is_deferred = next_child == children.size();
    if (is_deferred && next_deferred == deferred.size()) break;
    const std::size_t index = is_deferred ? deferred[next_deferred++] : next_child++;
    const Child& child = children[index];
    if (!is_deferred && index > 0 && should_defer(child.key, depth)) {
      deferred.push_back(index);
      continue;
    }
    const InProgressGuard guard(context_.in_progress, child.key, depth);

    // Step 12. Full window for the first child; late action reductions and a zero window for the others.
    const int reduction = parameters_.lmr_reduction(depth, static_cast<int>(index), child.gives_check);
    const int value = index == 0 ? -search_child(parent, child.boards, child.key, depth - 1, -beta, -alpha,
                                                 ply + 1, child_variation)
                                 : search_late_child(parent, child.boards, child.key, depth, reduction, alpha,
                                                     beta, ply + 1, child_variation);
    if (stopped_) return 0;

    // Step 13. New best value.
    if (value <= best) continue;
    best = value;
    best_action = hash32(child.key);
    if (value <= alpha) continue;
    alpha = value;
    if (value >= beta) add_killer(ply, child.moves);
    variation.assign(1, child.moves);
    variation.insert(variation.end(), child_variation.begin(), child_variation.end());
  }

  // Step 14. A loss is proven only if every legal action was searched.
  if (best < mate_band - proven_mate && (candidate || !candidates.is_complete())) best = ply - likely_mate;

  // Step 15. Store the result.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  context_.table.store(
      node.key, {.value = value_to_tt(best, ply), .depth = depth, .bound = bound, .best = best_action});
  return best;
}

}  // namespace hyperchess
