#include "mates/mates.hpp"

#include <algorithm>
#include <stdexcept>

#include "mates/playing.hpp"
#include "mates/shared_mates.hpp"
#include "rules/checks.hpp"

namespace hyperchess {
namespace {

// A mate in one is checked in a fraction of the time that it takes to find another; a reply may take a
// search.
constexpr std::size_t max_mating = 16;
constexpr std::size_t max_holding = 4;
// So many replies are tried one by one, before those that lose alike are dropped together.
constexpr int max_single = 300;
// Where there are so many replies, some of a sample are tried first: those that leave the attacker the fewest
// actions.
constexpr long long many_replies = 10'000;
constexpr int max_sampled = 64;
constexpr std::size_t max_narrow = 8;
constexpr long long max_counted = 10'000;

// The half-turn before which the present must not go, if softmates count.
std::optional<int> limit_of(const Multiverse& multiverse, bool softmates) {
  return softmates ? std::optional(multiverse.present()) : std::nullopt;
}

Slice only(const std::vector<int>& point, const Layout& layout) {
  Slice slice;
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    slice.parts.push_back({axis, std::vector<Word>(layout.words(axis), 0)});
    insert(slice.parts.back().entries.data(), point[axis]);
  }
  return slice;
}

std::vector<Move> moves_at(const Axes& axes, const std::vector<int>& point) {
  std::vector<int> numbers;
  moves_of(axes, point, numbers);
  std::vector<Move> moves;
  for (const int number : numbers) moves.push_back(axes.moves[number]);
  return moves;
}

struct Played {
  Multiverse after;
  Key key;
};

// The position after moves that were legal elsewhere; nothing if they are not legal here.
std::optional<Played> play(const Multiverse& before, const Key& key, const std::vector<Move>& moves) {
  std::vector<NewBoard> boards;
  std::optional<Multiverse> after = after_moves(before, moves, &boards);
  if (!after) return std::nullopt;
  return Played{std::move(*after), key_after(before, key, boards)};
}

void put_first(std::vector<std::vector<Move>>& killers, std::size_t index) {
  std::rotate(killers.begin(), killers.begin() + static_cast<std::ptrdiff_t>(index),
              killers.begin() + static_cast<std::ptrdiff_t>(index) + 1);
}

void add_first(std::vector<std::vector<Move>>& killers, std::size_t most, std::vector<Move> moves) {
  if (killers.size() == most) killers.pop_back();
  killers.insert(killers.begin(), std::move(moves));
}

}  // namespace

MatesInOne::MatesInOne(const Multiverse& multiverse, bool softmates, Meter& meter)
    : softmates_(softmates),
      meter_(meter),
      axes_(multiverse),
      search_(axes_, meter),
      quiet_(axes_, search_.layout()),
      refutations_(axes_, search_.layout(), softmates) {
  search_.leave_out(quiet_);
}

bool MatesInOne::next() {
  while (search_.next_candidate()) {
    meter_.check_clock();
    ++done_;
    const std::vector<int>& point = search_.point();
    const Multiverse& before = axes_.multiverse;
    const Multiverse after = before.with(boards_of(axes_, point), 1 - before.player());
    const Axes replies(after);
    Search reply(replies, meter_, limit_of(after, softmates_));
    // The fewer moves a reply has, the more actions it refutes.
    reply.try_passes_first();
    if (reply.next_candidate()) {
      search_.reject(refutations_.find(point, replies, reply.point()));
      continue;
    }
    point_ = point;
    search_.reject(only(point_, search_.layout()));
    return true;
  }
  return false;
}

MateSearch::MateSearch(bool softmates, std::size_t table_bytes, Meter meter)
    : softmates_(softmates), meter_(std::move(meter)), table_(table_bytes), holding_(max_mate_length + 1) {}

void MateSearch::count_node() {
  ++nodes_;
  meter_.spend();
  meter_.check_clock();
}

// Most positions are not in check, which is decided without a search.
bool MateSearch::is_mate(const Multiverse& multiverse) {
  if (!in_check(multiverse, true)) return false;
  const Axes axes(multiverse);
  return !Search(axes, meter_, limit_of(multiverse, softmates_)).next_candidate();
}

bool MateSearch::wins(const Multiverse& multiverse, const Key& key, int length) {
  Table::Proof proof = table_.find(key);
  if (proof.mates_in != 0 && proof.mates_in <= length) return true;
  while (proof.refuted < length) {
    count_node();
    const int next = proof.refuted + 1;
    const bool won =
        next == 1 ? find_mate_in_one(multiverse).has_value() : wins_by_some_action(multiverse, key, next);
    (won ? proof.mates_in : proof.refuted) = static_cast<std::uint8_t>(next);
    table_.keep(key, proof);
    if (won) return true;
  }
  return false;
}

std::optional<MateSearch::Moves> MateSearch::find_mate_in_one(const Multiverse& multiverse) {
  for (std::size_t index = 0; index < mating_.size(); ++index) {
    const std::optional<Multiverse> after = after_moves(multiverse, mating_[index]);
    if (!after || !is_mate(*after)) continue;
    put_first(mating_, index);
    return mating_.front();
  }
  MatesInOne mates(multiverse, softmates_, meter_);
  if (!mates.next()) return std::nullopt;
  add_first(mating_, max_mating, moves_at(mates.axes(), mates.point()));
  return mating_.front();
}

// The fewer boards an action plays, the more replies it mates after.
MateSearch::Moves MateSearch::without_needless(const Multiverse& multiverse, Moves moves) {
  for (std::size_t index = moves.size(); index-- > 0 && moves.size() > 1;) {
    Moves fewer = moves;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
    const std::optional<Multiverse> after = after_moves(multiverse, fewer);
    if (after && is_mate(*after)) moves = std::move(fewer);
  }
  return moves;
}

bool MateSearch::wins_by_some_action(const Multiverse& multiverse, const Key& key, int length) {
  AttackOrder attacks(multiverse, key, meter_);
  while (attacks.next())
    if (is_lost(attacks.after(), attacks.key(), length - 1)) return true;
  return false;
}

// To show that a reply holds takes as much work as the attacker has actions after it, so those come first
// that leave him few. They are taken from a sample in which boards are played in different ways.
std::vector<MateSearch::Moves> MateSearch::narrow_replies(const Multiverse& multiverse) {
  const Axes axes(multiverse);
  Search search(axes, meter_);
  std::vector<std::pair<long long, Moves>> sample;
  for (int number = 0; number < max_sampled && search.next_candidate(); ++number) {
    const std::vector<int>& point = search.point();
    const Multiverse after = multiverse.with(boards_of(axes, point), 1 - multiverse.player());
    sample.emplace_back(count_actions(after, max_counted, meter_), moves_at(axes, point));
    if (point.empty()) break;
    // The next ones play one board in another way.
    const int axis = number % static_cast<int>(point.size());
    Slice same{{{axis, std::vector<Word>(search.layout().words(axis), 0)}}};
    insert(same.parts[0].entries.data(), point[axis]);
    search.reject(same);
  }
  std::ranges::stable_sort(sample, {}, &std::pair<long long, Moves>::first);
  std::vector<Moves> narrow;
  for (auto& [count, moves] : sample)
    if (narrow.size() < max_narrow) narrow.push_back(std::move(moves));
  return narrow;
}

bool MateSearch::is_lost(const Multiverse& multiverse, const Key& key, int length) {
  count_node();
  if (softmates_ && is_mate(multiverse)) return true;
  // One reply that holds is enough; those that held in similar positions are tried first.
  Killers& killers = holding_[static_cast<std::size_t>(length)];
  for (std::size_t index = 0; index < killers.size(); ++index) {
    const std::optional<Played> played = play(multiverse, key, killers[index]);
    if (!played || wins(played->after, played->key, length)) continue;
    put_first(killers, index);
    return false;
  }
  if (length > 1 && count_actions(multiverse, many_replies, meter_) == many_replies) {
    for (Moves& narrow : narrow_replies(multiverse)) {
      const std::optional<Played> played = play(multiverse, key, narrow);
      if (!played || wins(played->after, played->key, length)) continue;
      add_first(killers, max_holding, std::move(narrow));
      return false;
    }
  }
  Actions replies(multiverse, meter_);
  int tried = 0;
  for (; replies.next(); ++tried) {
    if (tried == max_single) return lose_in_groups(multiverse, key, length);
    const auto boards = boards_of(replies.axes(), replies.point());
    const Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    if (wins(after, key_after(multiverse, key, boards), length)) continue;
    add_first(killers, max_holding, moves_at(replies.axes(), replies.point()));
    return false;
  }
  return tried > 0 || in_check(multiverse, true);  // without a reply: mate or stalemate
}

// Whether all replies lose; there are many, and those after which one action mates are dropped together.
bool MateSearch::lose_in_groups(const Multiverse& multiverse, const Key& key, int length) {
  const Axes axes(multiverse);
  Search replies(axes, meter_);
  SharedMates shared(axes, replies.layout(), softmates_, meter_);
  while (replies.next_candidate()) {
    const std::vector<int> reply = replies.point();
    const auto boards = boards_of(axes, reply);
    const Multiverse after = multiverse.with(boards, 1 - multiverse.player());
    const Key key_of_reply = key_after(multiverse, key, boards);
    if (table_.find(key_of_reply).refuted == 0) {
      count_node();
      const std::optional<Moves> mate = find_mate_in_one(after);
      table_.keep(key_of_reply, mate ? Table::Proof{1, 0} : Table::Proof{0, 1});
      if (mate) {
        replies.reject(shared.find(reply, without_needless(after, *mate)));
        continue;
      }
    }
    if (length == 1 || !wins(after, key_of_reply, length)) {
      add_first(holding_[static_cast<std::size_t>(length)], max_holding, moves_at(axes, reply));
      return false;
    }
    replies.reject(only(reply, replies.layout()));
  }
  return true;
}

FirstActions::FirstActions(std::shared_ptr<MateSearch> search, std::shared_ptr<const Multiverse> multiverse,
                           int length)
    : search_(std::move(search)), multiverse_(std::move(multiverse)), length_(length) {
  if (length < 1 || length > max_mate_length) throw BudgetExhausted("cannot search for mates of that length");
  if (length == 1)
    in_one_.emplace(*multiverse_, search_->softmates(), search_->meter());
  else
    longer_.emplace(*multiverse_, key_of(*multiverse_), search_->meter());
}

bool FirstActions::next() {
  if (ended_early_) throw BudgetExhausted("the search ended early and cannot go on");
  ended_early_ = true;  // unless it gets to the end of this
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
    if (done_++ >= first_) found = search_->is_lost(longer_->after(), longer_->key(), length_ - 1);
  }
  return found;
}

std::vector<Move> FirstActions::moves() const {
  return in_one_ ? moves_at(in_one_->axes(), in_one_->point()) : moves_at(longer_->axes(), longer_->point());
}

}  // namespace hyperchess
