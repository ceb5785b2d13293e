// One search thread of the engine of infinite chess: principal variation search, selective in width.
//
// Values are from the point of view of the player to move (`common/values.hpp`). With more than two players,
// one side is the player to move at the root, and the other side is everyone else.
#pragma once

#include <atomic>
#include <cassert>
#include <chrono>
#include <functional>
#include <span>

#include "common/limits.hpp"
#include "common/values.hpp"
#include "infinite/engine/candidates.hpp"
#include "infinite/engine/histories.hpp"
#include "infinite/engine/mate_table.hpp"
#include "infinite/engine/search_table.hpp"

namespace hyperchess::infinite {

inline constexpr int max_ply = 100;

using Variation = std::vector<Move>;

struct RootMove {
  Candidate candidate;
  int value = -proven_mate;  // of the last search that raised alpha, or static; from the mover's view
  Variation variation;       // starts with this move
  int depth = 0;             // of the last finished search
};

// State shared by the threads of one search.
struct SharedState {
  explicit SharedState(std::size_t table_bytes) : table(table_bytes) {}

  SearchTable table;
  std::optional<MateTable> mate_table;  // of the material at the root, if there is one
  std::atomic<bool> stop{false};
  std::atomic<long long> nodes{0};        // positions searched
  std::atomic<long long> evaluations{0};  // positions with a static evaluation
};

class Searcher {
 public:
  Searcher(const Position& position, const Evaluation& evaluation, SharedState& shared, Histories& histories,
           const Limits& limits, std::chrono::steady_clock::time_point started, std::function<void()> poll);

  // Root moves, most promising first. Empty if there is no legal move.
  std::vector<RootMove>& root() { return root_; }
  // Whether the root contains all legal moves.
  bool is_complete() const { return is_complete_; }
  // Whether the moves of the root could be generated with 64-bit numbers.
  bool fits_into_64_bits() const { return fits_into_64_bits_; }

  // Search the root moves from `pv_index` on to `depth`, and move the best to `pv_index`. Return false if the
  // search was stopped; a better move found by then is at `pv_index`.
  bool search_root(int depth, int pv_index);
  // Add the local counts of nodes and evaluations to the shared ones.
  void flush_counts();

 private:
  // State of one ply of the current path.
  struct PlyState {
    std::vector<Candidate> moves;
    std::array<Move, 2> killers{};
    std::optional<Move> excluded;  // move left out by the test for a singular move
    // The move made at this ply, and the rows of the continuation history after it; none after a null move.
    std::array<Histories::Value*, 2> continuation{};
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
  // Moves of a node in the order of search, generated in stages.
  class MovePicker;

  int search(int depth, int alpha, int beta, int ply, bool in_check, bool is_cut_node);
  int quiesce(int depth, int alpha, int beta, int ply, bool in_check);
  int search_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check,
                        bool is_cut_node);
  int quiesce_after_move(Color mover, int depth, int alpha, int beta, int ply, bool in_check);
  int search_root_moves(int depth, std::size_t start, int alpha, int beta);
  bool is_decided(int ply, bool in_check, int& value);
  bool is_insufficient_after_capture() const;
  std::optional<int> probe_mate_table(int ply) const;
  int evaluate();
  int correct(int static_eval);
  void update_correction(int difference, int depth);
  std::uint64_t material_hash() const;
  int score_without_moves(int ply, bool in_check) const;
  std::optional<Move> find_table_move(const std::optional<SearchEntry>& entry) const;
  bool is_legal_after_move(Color color) const;
  void make(const Candidate& candidate, int ply);
  int quiet_score(const Candidate& candidate, int ply);
  void order_by_static_eval(PlyState& state, std::size_t first);
  void update_statistics(const Candidate& best, int ply, int depth, std::span<const Candidate> tried);
  void update_pv(int ply, const Move& move);
  bool is_same_side(Color one, Color two) const { return (one == root_color_) == (two == root_color_); }
  bool is_hunting() const;
  PlyState& ply_state(int ply) {
    assert(0 <= ply + first_ply && ply + first_ply < static_cast<int>(ply_states_.size()));
    return ply_states_[static_cast<std::size_t>(ply + first_ply)];
  }
  void count_node();
  void check_limits();

  static constexpr int first_ply = 4;  // states before the root, so that earlier plies can be looked up

  Position position_;
  const Evaluation& evaluation_;
  SharedState& shared_;
  Histories& histories_;
  Limits limits_;
  std::chrono::steady_clock::time_point started_, polled_;
  std::function<void()> poll_;
  Color root_color_;
  bool stopped_ = false, is_complete_ = false, fits_into_64_bits_ = true;
  int check_interval_ = 1;  // nodes between two checks of the limits
  int unchecked_work_ = 0;  // work since the last check of the limits, in nodes
  int uncounted_nodes_ = 0;
  long long uncounted_evaluations_ = 0;
  int root_depth_ = 0;
  int null_move_min_ply_ = 0;  // null moves are allowed from this ply on, see the verification search
  Candidates candidates_;
  PawnCache pawn_cache_;
  std::vector<CachedEval> eval_cache_;
  std::vector<PlyState> ply_states_;
  std::vector<RootMove> root_;
};

}  // namespace hyperchess::infinite
