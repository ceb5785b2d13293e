// One search thread of the engine of infinite chess: principal variation search, selective in width. Once a
// player has only royal pieces left, another search takes over, the hunt.
//
// Values are from the point of view of the player to move (`common/values.hpp`). With more than two players,
// one side is the player to move at the root, and the other side is everyone else.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <span>

#include "common/limits.hpp"
#include "common/logarithms.hpp"
#include "common/transposition_table.hpp"
#include "common/values.hpp"
#include "infinite/engine/candidates.hpp"
#include "infinite/engine/histories.hpp"
#include "infinite/engine/mate_table.hpp"
#include "infinite/engine/search_parameters.hpp"

namespace hyperchess::infinite {

inline constexpr int max_ply = 100;
inline constexpr int infinite_value = 32'000;  // outside all search values

using Variation = std::vector<Move>;

struct RootMove {
  Candidate candidate;
  int value = -proven_mate;  // of the last search that raised alpha, or static; from the mover's view
  Variation variation;       // starts with this move
  int depth = 0;             // of the last finished search
};

// Root moves, most promising first. Empty if there is no legal move.
struct Root {
  std::vector<RootMove> moves;
  bool is_complete = false;       // whether these are all legal moves
  bool fits_into_64_bits = true;  // whether the moves could be generated with 64-bit numbers
};

// What the threads of a search share.
struct SearchContext {
  const Evaluation& evaluation;
  const SearchParameters& parameters;
  const ReductionTable& reductions;
  TranspositionTable& table;
  SharedHistories& histories;
  const MateTable* mate_table;  // of the material at the root; null if there is none
  SearchControl& control;
};

class Searcher {
 public:
  // `poll` may throw to end the search. Helpers take the root of the main thread, which finds it.
  Searcher(const Position& position, const SearchContext& context, Histories& histories,
           std::function<void()> poll, const Root* root = nullptr);

  std::vector<RootMove>& root() { return root_.moves; }
  const Root& root_state() const { return root_; }
  // Whether the root contains all legal moves.
  bool is_complete() const { return root_.is_complete; }

  // Search the root moves from `pv_index` on to `depth`, and move the best to `pv_index`. Return false if the
  // search was stopped; a better move found by then is at `pv_index`.
  bool search_root(int depth, int pv_index);
  // Add the local counts of nodes and evaluations to the shared ones.
  void flush_counts();
  // Depth that a helper searches after `completed`, while the main thread searches `main_depth`. Helpers stay
  // ahead: to the same depth, threads would search the same nodes at the same time. Two threads reach a depth
  // 1.28 times as fast, against 1.14 with depths one after the other (eight positions, three runs each).
  static int helper_depth(int completed, int main_depth) { return std::max(completed, main_depth) + 1; }
  // The most work between two checks of the limits, in units of the poller.
  std::size_t most_unchecked() const { return poller_.most_unchecked(); }
  // Bytes that a thread takes, without the root.
  static std::size_t bytes();

 private:
  // State of one ply of the current path.
  struct PlyState {
    std::vector<Candidate> moves;
    std::array<Move, 2> killers{};
    std::optional<Move> excluded;  // move left out by the test for a singular move
    // The move made at this ply, and the rows of the continuation history after it; none after a null move.
    std::array<HistoryValue*, 2> continuation{};
    int static_eval = 0;
    int double_extensions = 0;
    std::array<Move, max_ply + 2> pv{};
    int pv_length = 0;
  };
  // A value of the static evaluation, by the hash of the position and the move-rule counter. The table has
  // only the positions whose moves were searched.
  struct CachedEval {
    std::uint64_t key = 0;
    int value = 0;
  };
  // The entry of a position in the table, its value from this ply on, and its move.
  struct TableHit {
    std::uint64_t hash;
    std::optional<TableEntry> entry;
    int value = 0;
    std::optional<Move> move;  // if it is pseudo-legal

    // Whether the value is at least a bound that lies outside a window.
    bool cuts_off(int alpha, int beta) const {
      return entry->bound == Bound::exact || (entry->bound == Bound::lower && value >= beta) ||
             (entry->bound == Bound::upper && value <= alpha);
    }
  };
  // Result of searching the moves of a node.
  struct NodeResult {
    int value;
    std::optional<Move> best_move;
    int raw_eval;
    bool was_pv;
  };
  // Moves of a node in the order of search, generated in stages.
  class MovePicker;

  void find_root_moves();
  int search(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node);
  int search_hunt(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node);
  int quiesce(int depth, int alpha, int beta, int ply, bool in_check);
  int search_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check,
                        bool is_cut_node);
  int quiesce_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check);
  int search_root_moves(int depth, std::size_t start, int alpha, int beta);
  std::optional<int> begin_node(int ply, bool in_check, int& alpha, int beta, bool& can_repeat);
  std::optional<int> find_decided_value(int ply, bool in_check);
  bool is_insufficient_after_capture() const;
  std::optional<int> probe_mate_table(int ply) const;
  int evaluate();
  int correct(int static_eval);
  void update_correction(int difference, int depth);
  std::uint64_t material_hash() const;
  int score_without_moves(int ply, bool in_check) const;
  TableHit probe_table(int ply) const;
  void store(const TableHit& hit, int ply, int depth, Bound bound, const NodeResult& result);
  bool is_in_time(const TableHit& hit) const;
  bool is_legal_after_move(Color color) const;
  void make(const Candidate& candidate, int ply);
  int quiet_score(const Candidate& candidate, int ply);
  void order_by_static_eval(PlyState& state);
  void update_statistics(const Candidate& best, int ply, int depth, std::span<const Candidate> tried);
  void update_pv(int ply, const Move& move);
  bool is_same_side(Color one, Color two) const { return (one == root_color_) == (two == root_color_); }
  bool is_hunting() const;
  PlyState& ply_state(int ply) {
    assert(0 <= ply + first_ply && ply + first_ply < static_cast<int>(ply_states_.size()));
    return ply_states_[static_cast<std::size_t>(ply + first_ply)];
  }
  void count_node();
  bool is_stopped() const { return poller_.is_stopped(); }

  static constexpr int first_ply = 4;  // states before the root, so that earlier plies can be looked up

  Position position_;
  const SearchContext& context_;
  const Evaluation& evaluation_;
  const SearchParameters& parameters_;
  Histories& histories_;
  Poller poller_;
  Color root_color_;
  int nodes_per_flush_ = 1;
  int uncounted_nodes_ = 0;
  long long uncounted_evaluations_ = 0;
  int root_depth_ = 0;
  int null_move_min_ply_ = 0;  // null moves are allowed from this ply on, see the verification search
  Candidates candidates_;
  PawnCache pawn_cache_;
  std::vector<CachedEval> eval_cache_;
  std::vector<PlyState> ply_states_;
  Root root_;
};

}  // namespace hyperchess::infinite
