// Forced mates: which actions mate within a number of actions of the attacker, whatever the defender replies.
//
// Mates in one are found by the hypercuboid search: an action fails if the defender has a reply, and with it
// fail all actions that the same reply answers (`Answers`). Nothing else is left out, so what is not found
// does not exist. Longer ones are found depth first, the shortest first, with a table of what is proven.
#pragma once

#include <memory>

#include "mates/attack_order.hpp"
#include "mates/refutations.hpp"
#include "mates/table.hpp"
#include "search/search.hpp"

namespace hyperchess {

inline constexpr int longest_mate = 64;  // nobody gets there, and each level takes a piece of the stack

// The actions that mate at once.
class MatesInOne {
 public:
  MatesInOne(const Multiverse& multiverse, bool softmates, Meter& meter);
  MatesInOne(const MatesInOne&) = delete;
  MatesInOne& operator=(const MatesInOne&) = delete;

  // Go to the next one; false if there is none left.
  bool next();
  const std::vector<int>& point() const { return point_; }
  const Axes& axes() const { return axes_; }
  // The number of actions looked at one by one.
  long long done() const { return done_; }

 private:
  bool softmates_;
  Meter& meter_;
  Axes axes_;
  Search search_;
  Answers answers_;
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
  // Actions that did it in positions nearby, the latest first.
  using Killers = std::vector<Moves>;

  bool is_mate(const Multiverse& multiverse);
  bool mates_at_once(const Multiverse& multiverse);
  bool wins_by_any(const Multiverse& multiverse, const Key& key, int length);

  bool softmates_;
  Meter meter_;
  Table table_;
  long long nodes_ = 0;
  Killers mating_;                // of the attacker's last action
  std::vector<Killers> holding_;  // of the defender's replies, by the length that they withstand
};

// The first actions that mate within a number of actions, one after the other.
class FirstActions {
 public:
  FirstActions(std::shared_ptr<MateSearch> search, std::shared_ptr<const Multiverse> multiverse, int length);
  FirstActions(const FirstActions&) = delete;
  FirstActions& operator=(const FirstActions&) = delete;

  // Go to the next one; false if there is none left. Once this has thrown, it throws again.
  bool next();
  // The action at hand in standard order.
  std::vector<Move> moves() const;
  // The number of actions looked at one by one.
  long long done() const { return at_once_ ? at_once_->done() : done_; }

 private:
  bool next_at_once();
  bool next_longer();

  std::shared_ptr<MateSearch> search_;
  std::shared_ptr<const Multiverse> multiverse_;
  int length_;
  bool ended_early_ = false;
  long long done_ = 0;
  std::optional<MatesInOne> at_once_;
  std::optional<Attempts> longer_;
};

}  // namespace hyperchess
