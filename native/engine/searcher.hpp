// One thread of the engine: principal variation search over whole actions, selective in width.
#pragma once

#include <atomic>
#include <chrono>

#include "engine/candidates.hpp"
#include "engine/claims.hpp"
#include "engine/limits.hpp"
#include "engine/transpositions.hpp"
#include "engine/values.hpp"

namespace hyperchess {

using ActionMoves = std::vector<Move>;
using Variation = std::vector<ActionMoves>;

struct RootAction {
  ActionMoves moves;
  std::vector<NewBoard> boards;
  Key key;
  int value = -proven_mate;  // of the last finished search; from the mover's side
  bool checks = false;
  Variation variation;  // starts with this action
  int depth = 0;
};

// What the threads of one search share.
struct Shared {
  Shared(std::size_t table_bytes, int threads) : table(table_bytes), claims(threads > 1 ? &made : nullptr) {}

  Transpositions table;
  Claims made;
  Claims* const claims;  // null for a single thread
  std::atomic<bool> stop{false};
  std::atomic<long long> nodes{0};        // positions whose actions were listed
  std::atomic<long long> evaluations{0};  // boards and positions that were given a static value
};

class Searcher {
 public:
  Searcher(const Multiverse& multiverse, const Evaluation& evaluation, Shared& shared, const Limits& limits,
           std::chrono::steady_clock::time_point started, std::function<void()> poll);

  // The actions looked at in the root, the most promising first. None if there is no legal action.
  std::vector<RootAction>& root() { return root_; }
  // Whether they are all legal actions.
  bool complete() const { return !more_ && candidates_.complete(); }
  // Add further actions to the root; false if there are none. They were not searched.
  bool widen();

  // Search the root actions from `first` on to a depth, sort them by value. False if it was stopped; then
  // those that were finished are sorted in before the others.
  bool iterate(int depth, int first);

 private:
  struct Node {
    const Multiverse& position;
    const Key& key;
    const BoardValues& boards;
  };

  int search(const Node& node, int depth, int alpha, int beta, int ply, Variation& variation);
  int search_last(const Candidates& candidates, const Candidate& best, const Node& node, int ply,
                  Variation& variation);
  int search_child(const Node& node, const std::vector<NewBoard>& boards, const Key& key, int depth,
                   int alpha, int beta, int ply, Variation& variation);
  // The value of a child that is not the first: with an empty window first, and less deep if it looks weak.
  int search_later(const Node& node, const std::vector<NewBoard>& boards, const Key& key, int depth, int less,
                   int alpha, int beta, int ply, Variation& variation);
  int static_value(const Node& node) const;
  int without_actions(const Multiverse& position, int ply) const;
  bool is_mated(const Multiverse& position);
  // Whether another thread searches a child of a position with so much depth left.
  bool is_taken(const Key& key, int depth) const {
    return shared_.claims && depth >= 2 && shared_.claims->taken(key, depth);
  }
  void check_limits();
  void find_any();
  void add_to_root(const Candidate& candidate);

  const Multiverse& multiverse_;
  const Evaluation& evaluation_;
  Shared& shared_;
  Limits limits_;
  std::chrono::steady_clock::time_point started_;
  Meter meter_;
  bool stopped_ = false;
  Key key_;
  BoardValues boards_;
  std::vector<RootAction> root_;
  Candidates candidates_;
  std::optional<Candidate> more_;  // the next action that is not in the root yet
};

}  // namespace hyperchess
