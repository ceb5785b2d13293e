// Forced mates: the actions that mate within a number of actions of the attacker, whatever the defender
// replies.
//
// Mates in one are found by the hypercuboid search: an action fails if the defender has a legal reply, and
// with it fail all actions that the same reply refutes (`Refutations`). No other action is dropped, so a mate
// that is not found does not exist. Longer mates are searched depth first, the shortest first, with a
// transposition table. Where there are many replies, one after which there is a mate in one is
// dropped together with all replies after which the same action mates (`SharedMates`).
#pragma once

#include <limits>
#include <memory>

#include "mates/attack_order.hpp"
#include "mates/quiet.hpp"
#include "mates/refutations.hpp"
#include "mates/table.hpp"
#include "search/search.hpp"

namespace hyperchess {

inline constexpr int max_mate_length = 64;  // more than any search reaches; each level takes stack space

// The actions that mate in one.
class MatesInOne {
 public:
  MatesInOne(const Multiverse& multiverse, bool softmates, Meter& meter);
  MatesInOne(const MatesInOne&) = delete;
  MatesInOne& operator=(const MatesInOne&) = delete;

  // Go to the next one; false if there is none left.
  bool next();
  const std::vector<int>& point() const { return point_; }
  const Axes& axes() const { return axes_; }
  // The number of actions examined one by one.
  long long done() const { return done_; }

 private:
  bool softmates_;
  Meter& meter_;
  Axes axes_;
  Search search_;
  Quiet quiet_;
  Refutations refutations_;
  std::vector<int> point_;
  long long done_ = 0;
};

class MateSearch {
 public:
  // With `softmates`, a softmate counts as a mate.
  MateSearch(bool softmates, std::size_t table_bytes, Meter meter);

  // Whether the attacker to move mates within a number of actions.
  bool wins(const Multiverse& multiverse, const Key& key, int length);
  // Whether the defender to move is mated within so many further actions of the attacker, one at least.
  bool is_lost(const Multiverse& multiverse, const Key& key, int length);

  bool softmates() const { return softmates_; }
  Meter& meter() { return meter_; }
  const Table& table() const { return table_; }
  long long nodes() const { return nodes_; }
  long long rounds() const { return meter_.spent(); }
  void count_node();

 private:
  using Moves = std::vector<Move>;
  // Killer heuristic: actions that succeeded in similar positions, the latest first.
  using Killers = std::vector<Moves>;

  bool is_mate(const Multiverse& multiverse);
  std::optional<Moves> find_mate_in_one(const Multiverse& multiverse);
  Moves without_needless(const Multiverse& multiverse, Moves moves);
  bool lose_in_groups(const Multiverse& multiverse, const Key& key, int length);
  std::vector<Moves> narrow_replies(const Multiverse& multiverse);
  bool wins_by_some_action(const Multiverse& multiverse, const Key& key, int length);

  bool softmates_;
  Meter meter_;
  Table table_;
  long long nodes_ = 0;
  Killers mating_;                // actions that mate in one
  std::vector<Killers> holding_;  // replies that hold, by the length of the mate they prevent
};

// The first actions that mate within a number of actions, one after the other.
class FirstActions {
 public:
  FirstActions(std::shared_ptr<MateSearch> search, std::shared_ptr<const Multiverse> multiverse, int length);
  FirstActions(const FirstActions&) = delete;
  FirstActions& operator=(const FirstActions&) = delete;

  // Looks from now on only at the candidates from one number to another, in the order in which they are
  // tried, so that several searches can share them. Goes forward only; a mate in one is not shared.
  void share(long long first, long long last);
  // Go to the next one; false if there is none left. Once this has thrown, it throws again.
  bool next();
  // Whether `next` has come to the last of all candidates.
  bool ended() const { return ended_; }
  // The current action in standard order.
  std::vector<Move> moves() const;
  // The number of actions examined one by one.
  long long done() const { return in_one_ ? in_one_->done() : done_; }

 private:
  bool next_in_one();
  bool next_longer();

  std::shared_ptr<MateSearch> search_;
  std::shared_ptr<const Multiverse> multiverse_;
  int length_;
  bool ended_early_ = false, ended_ = false;
  long long done_ = 0, first_ = 0, last_ = std::numeric_limits<long long>::max();
  std::optional<MatesInOne> in_one_;
  std::optional<AttackOrder> longer_;
};

}  // namespace hyperchess
