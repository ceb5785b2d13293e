// Mate search: the actions that force mate within a number of actions of the attacker.
//
// Mates in one are found by the box search: an action fails if the defender has a legal reply, and with it
// fail all actions that the same reply refutes (`Refutations`). No other action is dropped, so the search is
// complete. Longer mates are searched by iterative deepening, depth first, with a transposition table. Moves
// that can as well be made one action later are left out (`DominatedActions`). Where there are many replies,
// a reply that allows a mate in one is dropped together with all replies after which the same action mates
// (`SharedMates`).
#pragma once

#include <limits>
#include <memory>

#include "multiverse/actions/box_search.hpp"
#include "multiverse/mates/attack_order.hpp"
#include "multiverse/mates/proof_table.hpp"
#include "multiverse/mates/quiet_filter.hpp"
#include "multiverse/mates/refutations.hpp"

namespace hyperchess {

inline constexpr int max_mate_length = 64;  // actions; more than any search reaches, and bounds the recursion

// Iterator over the actions that mate in one.
class MatesInOne {
 public:
  // `reply_jumps` is the value of `reply_jumps()` after the search in a similar position.
  MatesInOne(const Axes& axes, bool softmates, Meter& meter, bool reply_jumps = false);
  MatesInOne(const MatesInOne&) = delete;
  MatesInOne& operator=(const MatesInOne&) = delete;

  // Advance to the next mate; return false if there is none left, or if the soft limit of the meter is
  // reached.
  bool next();
  const Point& point() const { return point_; }
  // Number of actions examined one by one.
  long long done() const { return done_; }
  // Whether the last reply that refuted an action has a jump, so that the next one probably has one too.
  bool reply_jumps() const { return reply_jumps_; }

 private:
  bool softmates_;
  Meter& meter_;
  const Axes& axes_;
  BoxSearch search_;
  EntryBoards boards_;
  QuietFilter quiet_filter_;
  std::optional<Refutations> refutations_;  // from the first action on that has a reply
  bool reply_jumps_;
  Point point_;
  long long done_ = 0;
};

class MateSearch {
 public:
  // With `softmates`, a softmate counts as a mate.
  MateSearch(bool softmates, std::size_t table_bytes, Meter meter);

  // Whether the attacker, to move, can force mate within `length` actions.
  bool can_force_mate(const Multiverse& multiverse, const Key& key, int length);
  // Whether the defender, to move, is mated within `length` further actions of the attacker; `length` >= 1.
  bool is_forced_mate(const Multiverse& multiverse, const Key& key, int length);

  bool softmates() const { return softmates_; }
  Meter& meter() { return meter_; }
  const ProofTable& table() const { return table_; }
  long long nodes() const { return nodes_; }
  long long rounds() const { return meter_.spent(); }
  void count_node();

 private:
  using Moves = std::vector<Move>;
  // Killer heuristic: actions that succeeded in similar positions, most recent first.
  using Killers = std::vector<Moves>;
  struct SampledReply {
    long long width;  // estimate of the number of the attacker's actions after it
    Moves moves;
    Multiverse after;
    Key key;
  };

  bool is_mate(const Multiverse& multiverse);
  std::optional<Moves> find_mate_in_one(const Multiverse& multiverse);
  Moves drop_needless_moves(const Multiverse& multiverse, Moves moves);
  bool all_replies_lose(const Multiverse& multiverse, const Key& key, int length);
  std::optional<DominatedActions> find_dominated_replies(const Axes& axes, const Layout& layout,
                                                         const Point& reply, const Multiverse& after);
  void sample_replies(const Multiverse& multiverse, const Key& key, bool checks,
                      std::vector<SampledReply>& sample);
  bool has_mating_action(const Multiverse& multiverse, const Key& key, int length);

  bool softmates_;
  Meter meter_;
  ProofTable table_;
  long long nodes_ = 0;
  bool reply_jumps_ = false;                // of the last search for a mate in one
  int win_length_ = 0;                      // of the last forced mate that `can_force_mate` found
  Moves winning_action_;                    // its first action; empty if it is unknown
  Killers mating_killers_;                  // actions that mated in one
  std::vector<Killers> attacking_killers_;  // by length: actions that forced a mate of that length
  std::vector<Killers> defending_killers_;  // by length: replies that refuted a mate of that length
  std::vector<Killers> losing_replies_;     // by length: sampled replies that did not refute one
};

// Iterator over the first actions that force mate within `length` actions.
class FirstActions {
 public:
  FirstActions(std::shared_ptr<MateSearch> search, std::shared_ptr<const Multiverse> multiverse, int length);
  FirstActions(const FirstActions&) = delete;
  FirstActions& operator=(const FirstActions&) = delete;

  // From now on, examine only the candidates with numbers in [first, last), in the order in which they are
  // tried, so that several searches can share the work. `first` must not be behind the current candidate.
  // Mates in one cannot be shared.
  void share(long long first, long long last);
  // Advance to the next action; return false if there is none left. After it has thrown once, it throws
  // again.
  bool next();
  // Whether `next` has examined all candidates.
  bool ended() const { return ended_; }
  // Moves of the current action in standard order.
  std::vector<Move> moves() const;
  // Number of actions examined one by one.
  long long done() const { return in_one_ ? in_one_->done() : done_; }

 private:
  bool next_in_one();
  bool next_longer();

  std::shared_ptr<MateSearch> search_;
  std::shared_ptr<const Multiverse> multiverse_;
  int length_;
  bool ended_early_ = false, ended_ = false;
  bool won_ = false;  // whether the current candidate forces mate
  long long done_ = 0, first_ = 0, last_ = std::numeric_limits<long long>::max();
  std::optional<Axes> axes_;  // for mates in one
  std::optional<MatesInOne> in_one_;
  std::optional<AttackOrder> longer_;
};

}  // namespace hyperchess
