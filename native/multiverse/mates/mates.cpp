#include "multiverse/mates/mates.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "multiverse/actions/actions.hpp"
#include "multiverse/mates/play_moves.hpp"
#include "multiverse/mates/shared_mates.hpp"
#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

// After this many candidates for a mate in one, the largest boxes are searched first (docs/kernel.md).
constexpr long long many_candidates = 1'024;
// Testing a known mate is much cheaper than finding one, so there are many of these killers. A defending
// killer may cost a whole search, so there are few.
constexpr std::size_t max_mating_killers = 16;
constexpr std::size_t max_defending_killers = 4;
constexpr std::size_t max_attacking_killers = 4;
constexpr std::size_t max_known_replies = 4'096;  // replies of which the dominated ones are left out
// Replies tried one by one before replies that lose to the same action are dropped together (docs/kernel.md).
constexpr int max_single_replies = 300;
// With this many replies, a sample is searched first: the replies that leave the attacker the fewest actions.
constexpr long long many_replies = 300;
constexpr int max_sampled_replies = 32;         // of any replies, and of replies that give check
constexpr std::size_t max_narrow_replies = 8;   // of the sample, the number that is searched
constexpr std::size_t max_losing_replies = 64;  // remembered for each length
constexpr long long narrow_width = 64;          // a killer that leaves so few actions is searched at once
constexpr long long max_width = 10'000;         // cap for estimates of the attacker's actions

// If softmates count as mates, a reply must not move the present back: return the earliest half-turn allowed.
std::optional<int> earliest_allowed_present(const Multiverse& multiverse, bool softmates) {
  return softmates ? std::optional(multiverse.present()) : std::nullopt;
}

struct Played {
  Multiverse after;
  Key key;
};

// Play moves that were legal in another position; return nothing if they are not legal here.
std::optional<Played> play(const Multiverse& before, const Key& key, const std::vector<Move>& moves) {
  std::vector<NewBoard> boards;
  std::optional<Multiverse> after = play_moves(before, moves, &boards);
  if (!after) return std::nullopt;
  return Played{std::move(*after), update_key(before, key, boards)};
}

// Estimate the number of actions that no other action dominates, up to `limit`. Boards that need not be
// played count once, and if there are new timelines, all other boards do.
long long estimate_width(const Multiverse& multiverse, long long limit, Meter& meter) {
  const Axes axes(multiverse);
  const int present = multiverse.present();
  BoxSearch search(axes, meter);
  const Layout& layout = search.layout();
  long long width = 0;
  while (width < limit && search.next_region()) {
    long long count = 1;
    for (AxisIndex axis{0}; axis < axes.playable_count() + search.branches() && count < limit; ++axis)
      if (axes.is_branch(axis) ||
          (search.branches() == 0 && multiverse.is_mandatory(axes.axes[axis].row, present)))
        count *= count_entries(search.region() + layout.offset(axis), layout.words(axis));
    width += count;
  }
  return std::min(width, limit);
}

bool has_jump(const Axes& axes, const Point& point) {
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis)
    if (axes.is_branch(axis) || point[axis] >= axes.axes[axis].free) return true;
  return false;
}

void move_to_front(std::vector<std::vector<Move>>& killers, std::size_t index) {
  std::rotate(killers.begin(), killers.begin() + static_cast<std::ptrdiff_t>(index),
              killers.begin() + static_cast<std::ptrdiff_t>(index) + 1);
}

void add_killer(std::vector<std::vector<Move>>& killers, std::size_t most, std::vector<Move> moves) {
  if (killers.size() == most) killers.pop_back();
  killers.insert(killers.begin(), std::move(moves));
}

}  // namespace

MatesInOne::MatesInOne(const Axes& axes, bool softmates, Meter& meter, bool reply_jumps)
    : softmates_(softmates),
      meter_(meter),
      axes_(axes),
      search_(axes_, meter),
      boards_(axes_),
      quiet_filter_(axes_, search_.layout(), boards_),
      reply_jumps_(reply_jumps) {
  search_.set_filter(quiet_filter_);
}

bool MatesInOne::next() {
  for (;;) {
    if (done_ >= many_candidates) search_.raise_largest_box();
    if (!search_.next_candidate()) return false;
    meter_.check_clock();
    ++done_;
    const Point& point = search_.point();
    const Multiverse& before = axes_.multiverse;
    const Multiverse after = before.with(make_boards(axes_, point), 1 - before.player());
    const auto refute = [&](bool within_boards) {
      const Axes replies(after, within_boards);
      meter_.work(replies.choices.size());
      BoxSearch reply(replies, meter_, earliest_allowed_present(after, softmates_));
      // The fewer moves a reply has, the more actions it refutes.
      reply.prefer_passes();
      if (!reply.next_candidate()) return false;
      reply_jumps_ = has_jump(replies, reply.point());
      if (!refutations_) refutations_.emplace(axes_, search_.layout(), boards_, softmates_);
      search_.reject(refutations_->find(point, replies, reply.point()));
      return true;
    };
    // A search for replies without jumps is much cheaper, but useless where every reply needs one.
    if ((!reply_jumps_ && refute(true)) || refute(false)) continue;
    if (meter_.is_over_soft_limit()) return false;  // there may be a reply
    point_ = point;
    search_.reject(make_point_slice(point_, search_.layout()));
    return true;
  }
}

MateSearch::MateSearch(bool softmates, std::size_t table_bytes, Meter meter)
    : softmates_(softmates),
      meter_(std::move(meter)),
      table_(table_bytes),
      attacking_killers_(max_mate_length + 1),
      defending_killers_(max_mate_length + 1),
      losing_replies_(max_mate_length + 1) {}

void MateSearch::count_node() {
  ++nodes_;
  meter_.spend();
  meter_.check_clock();
}

// Most positions are not in check, which is cheap to test.
bool MateSearch::is_mate(const Multiverse& multiverse) {
  if (!in_check(multiverse, true)) return false;
  const Axes axes(multiverse);
  return !BoxSearch(axes, meter_, earliest_allowed_present(multiverse, softmates_)).next_candidate();
}

bool MateSearch::can_force_mate(const Multiverse& multiverse, const Key& key, int length) {
  assert(1 <= length && length <= max_mate_length);

  // Step 1. Transposition table lookup.
  ProofTable::Proof proof = table_.find(key);
  win_length_ = proof.mates_in;
  winning_action_.clear();
  if (proof.mates_in != 0 && proof.mates_in <= length) return true;

  // Step 2. Iterative deepening over the length of the mate, from the shortest length not refuted yet.
  while (proof.refuted < length) {
    count_node();
    const int next = proof.refuted + 1;
    const bool won =
        next == 1 ? find_mate_in_one(multiverse).has_value() : has_mating_action(multiverse, key, next);
    (won ? proof.mates_in : proof.refuted) = static_cast<std::uint8_t>(next);
    table_.store(key, proof);
    win_length_ = next;
    if (won) return true;
  }
  return false;
}

std::optional<MateSearch::Moves> MateSearch::find_mate_in_one(const Multiverse& multiverse) {
  // Step 1. Killers: actions that mated in similar positions.
  for (std::size_t index = 0; index < mating_killers_.size(); ++index) {
    const std::optional<Multiverse> after = play_moves(multiverse, mating_killers_[index]);
    if (!after || !is_mate(*after)) continue;
    move_to_front(mating_killers_, index);
    winning_action_ = mating_killers_.front();
    return winning_action_;
  }

  // Step 2. Box search.
  const Axes axes(multiverse);
  MatesInOne mates(axes, softmates_, meter_, reply_jumps_);
  const bool found = mates.next();
  reply_jumps_ = mates.reply_jumps();
  if (!found) return std::nullopt;
  add_killer(mating_killers_, max_mating_killers, list_moves(axes, mates.point()));
  winning_action_ = mating_killers_.front();
  return winning_action_;
}

// Remove moves that a mating action does not need: the fewer boards it plays, the more replies it mates
// after.
MateSearch::Moves MateSearch::drop_needless_moves(const Multiverse& multiverse, Moves moves) {
  for (std::size_t index = moves.size(); index-- > 0 && moves.size() > 1;) {
    Moves fewer = moves;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
    const std::optional<Multiverse> after = play_moves(multiverse, fewer);
    if (after && is_mate(*after)) moves = std::move(fewer);
  }
  return moves;
}

bool MateSearch::has_mating_action(const Multiverse& multiverse, const Key& key, int length) {
  Killers& killers = attacking_killers_[static_cast<std::size_t>(length)];
  for (std::size_t index = 0; index < killers.size(); ++index) {
    const std::optional<Played> played = play(multiverse, key, killers[index]);
    if (!played || !is_forced_mate(played->after, played->key, length - 1)) continue;
    move_to_front(killers, index);
    winning_action_ = killers.front();
    return true;
  }
  AttackOrder attacks(multiverse, key, meter_);
  while (attacks.next()) {
    if (!is_forced_mate(attacks.after(), attacks.key(), length - 1)) continue;
    winning_action_ = list_moves(attacks.axes(), attacks.point());
    add_killer(killers, max_attacking_killers, winning_action_);
    return true;
  }
  return false;
}

// Add a sample of replies to `sample`: up to `max_sampled_replies` that play the boards in different ways.
// With `checks`, only replies that give check.
void MateSearch::sample_replies(const Multiverse& multiverse, const Key& key, bool checks,
                                std::vector<SampledReply>& sample) {
  const Axes axes(multiverse);
  BoxSearch search(axes, meter_);
  EntryBoards boards(axes);
  QuietFilter quiet_filter(axes, search.layout(), boards);
  if (checks) search.set_filter(quiet_filter);
  search.prefer_passes();
  for (int number = 0; number < max_sampled_replies && search.next_candidate(); ++number) {
    const Point point = search.point();
    const auto boards = make_boards(axes, point);
    Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    const long long width = estimate_width(after, max_width, meter_);
    sample.push_back({width, list_moves(axes, point), std::move(after), update_key(multiverse, key, boards)});
    // The next replies play one of the boards in another way.
    std::vector<AxisIndex> played;
    for (AxisIndex axis{0}; axis < point.end_index(); ++axis)
      if (axes.choice(axis, point[axis])) played.push_back(axis);
    if (played.empty()) break;
    const AxisIndex axis = played[static_cast<std::size_t>(number) % played.size()];
    Slice same{{{axis, std::vector<Word>(search.layout().words(axis), 0)}}};
    insert(same.parts[0].entries.data(), point[axis]);
    search.reject(same);
  }
}

bool MateSearch::is_forced_mate(const Multiverse& multiverse, const Key& key, int length) {
  assert(1 <= length && length < static_cast<int>(defending_killers_.size()));
  count_node();
  if (softmates_ && is_mate(multiverse)) return true;

  // Step 1. Killers: replies that refuted a mate of this length in similar positions. One refutation is
  // enough. The work to prove that a reply refutes the mate grows with the number of the attacker's actions
  // after it, so killers that leave many wait.
  Killers& killers = defending_killers_[static_cast<std::size_t>(length)];
  std::vector<SampledReply> sample;
  for (std::size_t index = 0; index < killers.size(); ++index) {
    std::optional<Played> played = play(multiverse, key, killers[index]);
    if (!played) continue;
    const long long width = length == 1 ? 0 : estimate_width(played->after, max_width, meter_);
    if (width > narrow_width) {
      sample.push_back({width, killers[index], std::move(played->after), played->key});
      continue;
    }
    if (can_force_mate(played->after, played->key, length)) continue;
    move_to_front(killers, index);
    return false;
  }

  // Step 2. With many replies, first those of a sample that leave the attacker the fewest actions. To prove
  // that a reply loses can take longer than the rest of the search, so replies that lost in similar positions
  // come last.
  if (length > 1 && count_actions(multiverse, many_replies, meter_) == many_replies) {
    sample_replies(multiverse, key, true, sample);
    sample_replies(multiverse, key, false, sample);
  }
  Killers& losing = losing_replies_[static_cast<std::size_t>(length)];
  std::ranges::stable_sort(sample, {}, [&](const SampledReply& reply) {
    return std::pair(std::ranges::find(losing, reply.moves) != losing.end(), reply.width);
  });
  if (sample.size() > max_narrow_replies)
    sample.erase(sample.begin() + static_cast<std::ptrdiff_t>(max_narrow_replies), sample.end());
  for (SampledReply& reply : sample) {
    std::erase(losing, reply.moves);
    if (can_force_mate(reply.after, reply.key, length)) {
      add_killer(losing, max_losing_replies, std::move(reply.moves));
      continue;
    }
    std::erase(killers, reply.moves);
    add_killer(killers, max_defending_killers, std::move(reply.moves));
    return false;
  }

  // Step 3. All other replies.
  return all_replies_lose(multiverse, key, length);
}

// Return the replies that lose to the winning action found last because `reply` does, if there are others.
std::optional<DominatedActions> MateSearch::find_dominated_replies(const Axes& axes, const Layout& layout,
                                                                   const Point& reply,
                                                                   const Multiverse& after) {
  const std::vector<AxisIndex> free = DominatedActions::find_free_axes(axes, reply, after.present());
  if (free.empty()) return std::nullopt;
  if (winning_action_.empty() && win_length_ == 1) find_mate_in_one(after);
  if (winning_action_.empty()) return std::nullopt;
  const std::optional<Multiverse> won = play_moves(after, winning_action_);
  if (!won) throw std::logic_error("a winning action that is not legal");
  const std::vector<AxisIndex> needed = find_axes_of_check(axes, free, list_checks(*won, true));
  if (needed.size() == free.size()) return std::nullopt;
  return DominatedActions(axes, layout, reply, after, needed);
}

// Whether the attacker wins within `length` actions after each reply; there must be one, or a check.
bool MateSearch::all_replies_lose(const Multiverse& multiverse, const Key& key, int length) {
  const Axes axes(multiverse);
  BoxSearch replies(axes, meter_);
  std::vector<DominatedActions> known;
  DominanceFilter filter(known);
  replies.set_filter(filter);
  replies.prefer_passes();
  std::optional<SharedMates> shared;
  int tried = 0;
  for (; replies.next_candidate(); ++tried) {
    const Point reply = replies.point();
    const auto boards = make_boards(axes, reply);
    const Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    const Key reply_key = update_key(multiverse, key, boards);
    if (!can_force_mate(after, reply_key, length)) {
      add_killer(defending_killers_[static_cast<std::size_t>(length)], max_defending_killers,
                 list_moves(axes, reply));
      return false;
    }
    if (known.size() < max_known_replies)
      if (auto dominated = find_dominated_replies(axes, replies.layout(), reply, after))
        known.push_back(std::move(*dominated));
    if (tried >= max_single_replies && win_length_ == 1) {
      if (!shared) shared.emplace(axes, replies.layout(), softmates_, meter_);
      if (winning_action_.empty()) find_mate_in_one(after);
      replies.reject(shared->find(reply, drop_needless_moves(after, winning_action_)));
    } else if (!known.empty() && known.back().contains(reply)) {
      replies.reject(known.back().make_slice(replies.branches()));
    } else {
      replies.reject(make_point_slice(reply, replies.layout()));
    }
  }
  return tried > 0 || in_check(multiverse, true);  // no reply at all: mate or stalemate
}

FirstActions::FirstActions(std::shared_ptr<MateSearch> search, std::shared_ptr<const Multiverse> multiverse,
                           int length)
    : search_(std::move(search)), multiverse_(std::move(multiverse)), length_(length) {
  if (length < 1 || length > max_mate_length) throw BudgetExhausted("cannot search for mates of that length");
  if (length == 1)
    in_one_.emplace(axes_.emplace(*multiverse_), search_->softmates(), search_->meter());
  else
    longer_.emplace(*multiverse_, compute_key(*multiverse_), search_->meter());
}

bool FirstActions::next() {
  if (ended_early_) throw BudgetExhausted("the search ended early and cannot go on");
  ended_early_ = true;  // stays true if the next line throws
  const bool found = in_one_ ? next_in_one() : next_longer();
  ended_early_ = false;
  return found;
}

void FirstActions::share(long long first, long long last) {
  if (in_one_ || first < done_ || last < first) throw std::invalid_argument("these cannot be shared");
  first_ = first;
  last_ = last;
}

bool FirstActions::next_in_one() {
  search_->count_node();
  ended_ = !in_one_->next();
  return !ended_;
}

bool FirstActions::next_longer() {
  const auto wins = [&] { return search_->is_forced_mate(longer_->after(), longer_->key(), length_ - 1); };
  // The actions that a winning one dominates may win or not. Those that a losing one dominates lose.
  while (won_ && longer_->next_dominated())
    if (wins()) return true;
  won_ = false;
  while (!won_ && !ended_ && done_ < last_) {
    ended_ = !longer_->next();
    if (!ended_ && done_++ >= first_) won_ = wins();
  }
  return won_;
}

std::vector<Move> FirstActions::moves() const {
  return in_one_ ? list_moves(*axes_, in_one_->point()) : list_moves(longer_->axes(), longer_->point());
}

}  // namespace hyperchess
