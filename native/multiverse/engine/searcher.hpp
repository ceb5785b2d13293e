// One search thread of the 5D engine: principal variation search over whole actions, selective in width.
#pragma once

#include <array>
#include <functional>

#include "common/limits.hpp"
#include "common/transposition_table.hpp"
#include "common/values.hpp"
#include "multiverse/engine/candidates.hpp"
#include "multiverse/engine/in_progress.hpp"
#include "multiverse/engine/search_parameters.hpp"

namespace hyperchess {

using ActionMoves = std::vector<Move>;
using Variation = std::vector<ActionMoves>;

struct RootAction {
  ActionMoves moves;
  std::vector<NewBoard> boards;
  Key key;                   // of the position after the action
  int value = -proven_mate;  // of the last finished search, from the mover's point of view
  bool gives_check = false;
  Variation variation;  // starts with this action
  int depth = 0;        // of the last finished search
};

// What the threads of a search share.
struct SearchContext {
  const Evaluation& evaluation;
  const SearchParameters& parameters;
  TranspositionTable& table;
  InProgressTable* in_progress;  // null for a single thread
  SearchControl& control;
};

class Searcher {
 public:
  // `poll` may throw to end the search.
  Searcher(const Multiverse& multiverse, const SearchContext& context, std::function<void()> poll);

  // Depth that a helper searches after `completed`. Helpers search the depths of the main thread, and defer
  // nodes that another thread is searching: two threads reach a depth 1.6 times as fast.
  static int helper_depth(int completed, int) { return completed + 1; }
  // Root actions, most promising first. Empty if there is no legal action.
  std::vector<RootAction>& root() { return root_; }
  // Whether the root contains all legal actions.
  bool is_complete() const { return !next_candidate_ && candidates_ && candidates_->is_complete(); }
  // The most work between two checks of the limits, in boards.
  std::size_t most_unchecked() const { return meter_.most_unchecked(); }
  // Whether the root is empty because the search for a legal action was given up.
  bool timed_out() const { return timed_out_; }

  // Search the root actions from `pv_index` on to `depth` and sort them by value. Return false if the search
  // was stopped; the actions finished by then are sorted before the others.
  bool search_root(int depth, int pv_index);

 private:
  struct Node {
    const Multiverse& position;
    const Key& key;
    const BoardValues& boards;
  };
  // A node whose children are searched.
  struct Parent {
    const Node& node;
    CheckMaps& checks;
  };

  int search(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation);
  int search_node(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation);
  template <typename Work>
  bool try_within_limits(Work work);
  int search_child(const Parent& parent, const std::vector<NewBoard>& boards, const Key& key, int depth,
                   int alpha, int beta, int ply, Variation& variation);
  int search_late_child(const Parent& parent, const std::vector<NewBoard>& boards, const Key& key, int depth,
                        int reduction, int alpha, int beta, int ply, Variation& variation);
  std::optional<int> try_killers(const Parent& parent, std::optional<Generator>& generator, int depth,
                                 int alpha, int beta, int ply, Variation& variation);
  void add_killer(int ply, const ActionMoves& moves);
  int evaluate(const Node& node) const;
  // Value of a child that exceeds the limits of a position, from its point of view: a leaf with the value of
  // its parent.
  int evaluate_unreachable(const Node& parent) const { return -evaluate(parent); }
  int score_without_actions(const Multiverse& position, int ply) const;
  bool is_mated(const Multiverse& position);
  const ActionMoves* find_mate_killer(const Multiverse& position, std::optional<Generator>& generator);
  std::optional<ActionMoves> find_mate_in_one(const Axes& axes, long long max_rounds);
  // Whether to defer a child because another thread is searching it; `depth` is the depth left in the parent.
  bool should_defer(const Key& key, int depth) const {
    return context_.in_progress && depth >= 2 && context_.in_progress->contains(key, depth);
  }
  bool can_search_deeper() const;
  void check_limits();
  void poll();
  void add_any_legal_action();
  bool add_root_actions();
  void add_root_action(const Candidate& candidate);
  void add_mate_in_one();
  bool add_defences();
  int find_defences();

  const SearchParameters& parameters_;
  const Multiverse& multiverse_;
  const SearchContext& context_;
  const Evaluation& evaluation_;
  std::function<void()> poll_;
  bool is_polling_ = false;  // stays true if `poll_` throws
  Meter meter_;
  bool stopped_ = false, timed_out_ = false;
  std::array<std::vector<ActionMoves>, max_depth + 1> killers_;  // by ply: actions that failed high
  std::array<std::vector<ActionMoves>, 2> mate_killers_;  // by player: actions that mated, most recent first
  Key key_;
  CheckMaps checks_;
  BoardValues boards_;
  Axes axes_;
  std::vector<RootAction> root_;
  bool has_defences_ = false;                // `add_defences` has been called
  std::optional<Candidates> candidates_;     // none if they exceed the limits
  std::optional<Candidate> next_candidate_;  // the best action that is not in the root yet
};

}  // namespace hyperchess
