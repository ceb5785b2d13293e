#include "multiverse/mates/mates.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "multiverse/mates/play_moves.hpp"
#include "multiverse/mates/shared_mates.hpp"
#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

// Testing a known mate is much cheaper than finding one, so there are many of these killers. A defending
// killer may cost a whole search, so there are few.
constexpr std::size_t max_mating_killers = 16;
constexpr std::size_t max_defending_killers = 4;
// Replies tried one by one before replies that lose to the same action are dropped together (docs/kernel.md).
constexpr int max_single_replies = 300;
// With this many replies, a sample is searched first: the replies that leave the attacker the fewest actions.
constexpr long long many_replies = 10'000;
constexpr int max_sampled_replies = 64;
constexpr std::size_t max_narrow_replies = 8;      // of the sample, the number that is searched
constexpr long long max_counted_actions = 10'000;  // cap for counting the attacker's actions

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

void move_to_front(std::vector<std::vector<Move>>& killers, std::size_t index) {
  std::rotate(killers.begin(), killers.begin() + static_cast<std::ptrdiff_t>(index),
              killers.begin() + static_cast<std::ptrdiff_t>(index) + 1);
}

void add_killer(std::vector<std::vector<Move>>& killers, std::size_t most, std::vector<Move> moves) {
  if (killers.size() == most) killers.pop_back();
  killers.insert(killers.begin(), std::move(moves));
}

}  // namespace

MatesInOne::MatesInOne(const Axes& axes, bool softmates, Meter& meter)
    : softmates_(softmates),
      meter_(meter),
      axes_(axes),
      search_(axes_, meter),
      quiet_filter_(axes_, search_.layout()),
      refutations_(axes_, search_.layout(), softmates) {
  search_.set_filter(quiet_filter_);
}

bool MatesInOne::next() {
  while (search_.next_candidate()) {
    meter_.check_clock();
    ++done_;
    const std::vector<int>& point = search_.point();
    const Multiverse& before = axes_.multiverse;
    const Multiverse after = before.with(make_boards(axes_, point), 1 - before.player());
    const Axes replies(after);
    BoxSearch reply(replies, meter_, earliest_allowed_present(after, softmates_));
    // The fewer moves a reply has, the more actions it refutes.
    reply.prefer_passes();
    if (reply.next_candidate()) {
      search_.reject(refutations_.find(point, replies, reply.point()));
      continue;
    }
    if (meter_.is_over_soft_limit()) return false;  // there may be a reply
    point_ = point;
    search_.reject(make_point_slice(point_, search_.layout()));
    return true;
  }
  return false;
}

MateSearch::MateSearch(bool softmates, std::size_t table_bytes, Meter meter)
    : softmates_(softmates),
      meter_(std::move(meter)),
      table_(table_bytes),
      defending_killers_(max_mate_length + 1) {}

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
  if (proof.mates_in != 0 && proof.mates_in <= length) return true;

  // Step 2. Iterative deepening over the length of the mate, from the shortest length not refuted yet.
  while (proof.refuted < length) {
    count_node();
    const int next = proof.refuted + 1;
    const bool won =
        next == 1 ? find_mate_in_one(multiverse).has_value() : has_mating_action(multiverse, key, next);
    (won ? proof.mates_in : proof.refuted) = static_cast<std::uint8_t>(next);
    table_.store(key, proof);
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
    return mating_killers_.front();
  }

  // Step 2. Box search.
  const Axes axes(multiverse);
  MatesInOne mates(axes, softmates_, meter_);
  if (!mates.next()) return std::nullopt;
  add_killer(mating_killers_, max_mating_killers, list_moves(axes, mates.point()));
  return mating_killers_.front();
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
  AttackOrder attacks(multiverse, key, meter_);
  while (attacks.next())
    if (is_forced_mate(attacks.after(), attacks.key(), length - 1)) return true;
  return false;
}

// Return the replies of a sample that leave the attacker the fewest actions: the work to prove that a reply
// refutes the mate grows with the number of actions after it. The sample plays the boards in different ways.
std::vector<MateSearch::Moves> MateSearch::sample_replies(const Multiverse& multiverse) {
  const Axes axes(multiverse);
  BoxSearch search(axes, meter_);
  std::vector<std::pair<long long, Moves>> sample;
  for (int number = 0; number < max_sampled_replies && search.next_candidate(); ++number) {
    const std::vector<int>& point = search.point();
    const Multiverse after = multiverse.with(make_boards(axes, point), 1 - multiverse.player());
    sample.emplace_back(count_actions(after, max_counted_actions, meter_), list_moves(axes, point));
    if (point.empty()) break;
    // The next replies play one of the boards in another way.
    const int axis = number % static_cast<int>(point.size());
    Slice same{{{axis, std::vector<Word>(search.layout().words(axis), 0)}}};
    insert(same.parts[0].entries.data(), point[axis]);
    search.reject(same);
  }
  std::ranges::stable_sort(sample, {}, &std::pair<long long, Moves>::first);
  std::vector<Moves> narrow;
  for (auto& [count, moves] : sample)
    if (narrow.size() < max_narrow_replies) narrow.push_back(std::move(moves));
  return narrow;
}

bool MateSearch::is_forced_mate(const Multiverse& multiverse, const Key& key, int length) {
  assert(1 <= length && length < static_cast<int>(defending_killers_.size()));
  count_node();
  if (softmates_ && is_mate(multiverse)) return true;

  // Step 1. Killers: replies that refuted a mate of this length in similar positions. One refutation is
  // enough.
  Killers& killers = defending_killers_[static_cast<std::size_t>(length)];
  for (std::size_t index = 0; index < killers.size(); ++index) {
    const std::optional<Played> played = play(multiverse, key, killers[index]);
    if (!played || can_force_mate(played->after, played->key, length)) continue;
    move_to_front(killers, index);
    return false;
  }

  // Step 2. With many replies, first those that are likely to be cheap to prove as refutations.
  if (length > 1 && count_actions(multiverse, many_replies, meter_) == many_replies) {
    for (Moves& narrow : sample_replies(multiverse)) {
      const std::optional<Played> played = play(multiverse, key, narrow);
      if (!played || can_force_mate(played->after, played->key, length)) continue;
      add_killer(killers, max_defending_killers, std::move(narrow));
      return false;
    }
  }

  // Step 3. All replies one by one; if there are too many, continue in groups.
  Actions replies(multiverse, meter_);
  int tried = 0;
  for (; replies.next(); ++tried) {
    if (tried == max_single_replies) return all_replies_lose(multiverse, key, length);
    const auto boards = make_boards(replies.axes(), replies.point());
    const Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    if (can_force_mate(after, update_key(multiverse, key, boards), length)) continue;
    add_killer(killers, max_defending_killers, list_moves(replies.axes(), replies.point()));
    return false;
  }
  return tried > 0 || in_check(multiverse, true);  // no reply at all: mate or stalemate
}

// Whether all of a large number of replies lose. A reply that allows a mate in one is dropped together with
// all replies after which the same action mates.
bool MateSearch::all_replies_lose(const Multiverse& multiverse, const Key& key, int length) {
  const Axes axes(multiverse);
  BoxSearch replies(axes, meter_);
  SharedMates shared(axes, replies.layout(), softmates_, meter_);
  while (replies.next_candidate()) {
    const std::vector<int> reply = replies.point();
    const auto boards = make_boards(axes, reply);
    const Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    const Key reply_key = update_key(multiverse, key, boards);
    if (table_.find(reply_key).refuted == 0) {
      count_node();
      const std::optional<Moves> mate = find_mate_in_one(after);
      table_.store(reply_key, mate ? ProofTable::Proof{.mates_in = 1} : ProofTable::Proof{.refuted = 1});
      if (mate) {
        replies.reject(shared.find(reply, drop_needless_moves(after, *mate)));
        continue;
      }
    }
    if (length == 1 || !can_force_mate(after, reply_key, length)) {
      add_killer(defending_killers_[static_cast<std::size_t>(length)], max_defending_killers,
                 list_moves(axes, reply));
      return false;
    }
    replies.reject(make_point_slice(reply, replies.layout()));
  }
  return true;
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
  bool found = false;
  while (!found && !ended_ && done_ < last_) {
    ended_ = !longer_->next();
    if (ended_) break;
    if (done_++ >= first_) found = search_->is_forced_mate(longer_->after(), longer_->key(), length_ - 1);
  }
  return found;
}

std::vector<Move> FirstActions::moves() const {
  return in_one_ ? list_moves(*axes_, in_one_->point()) : list_moves(longer_->axes(), longer_->point());
}

}  // namespace hyperchess
