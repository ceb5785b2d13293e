// One thread of the engine of infinite chess: principal variation search, selective in width.
//
// Values are from the side of the player to move (`engine/values.hpp`). With more than two players, one side
// is the player to move in the root, and the other side everybody else.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "engine/limits.hpp"
#include "engine/transpositions.hpp"
#include "engine/values.hpp"
#include "infinite_engine/candidates.hpp"

namespace hyperchess::infinite {

inline constexpr int max_ply = 100;

using Variation = std::vector<Move>;

struct RootMove {
  Candidate candidate;
  int value = -proven_mate;  // of the last finished search, or static; from the mover's side
  Variation variation;       // starts with this move
  int depth = 0;
};

// What the threads of one search share.
struct Shared {
  explicit Shared(std::size_t table_bytes) : table(table_bytes) {}

  Transpositions table;
  std::atomic<bool> stop{false};
  std::atomic<long long> nodes{0};        // positions that were searched
  std::atomic<long long> evaluations{0};  // positions that were given a static value
};

class Searcher {
 public:
  // `number` is 0 for the thread that answers; the others vary a little.
  Searcher(const Position& position, const Evaluation& evaluation, Shared& shared, const Limits& limits,
           std::chrono::steady_clock::time_point started, std::function<void()> poll, int number);

  // The moves looked at in the root, the most promising first. None if there is no legal move.
  std::vector<RootMove>& root() { return root_; }
  // Whether they are all legal moves.
  bool complete() const { return complete_; }
  // Whether the numbers of the root fit into 64 bits.
  bool covered() const { return covered_; }

  // Search the root moves from `first` on to a depth, sort them by value. False if it was stopped; then those
  // that were finished are sorted in before the others.
  bool iterate(int depth, int first);
  void flush();

 private:
  struct Level {
    std::vector<Candidate> moves;
    std::array<Move, 2> killers{};
    std::array<Move, max_ply + 2> line{};
    int length = 0;
  };

  int search(int depth, int alpha, int beta, int ply, bool checked, bool may_pass);
  int quiesce(int depth, int alpha, int beta, int ply, bool checked);
  // The value of the position after a move that was made, from the side that made it.
  int search_after(Color mover, int depth, int alpha, int beta, int ply, bool checked);
  // What is known without a search: a goal that was reached, or a draw.
  bool is_decided(int ply, bool checked, int& value);
  // Whether the last move took what a mate would have needed.
  bool is_spent() const;
  int static_value();
  int without_moves(int ply, bool checked) const;
  void order(Level& level, std::uint32_t best);
  // By the static value after each move, from a place in the list on.
  void rank(Level& level, std::size_t from);
  void reward(const Candidate& chosen, Level& level, std::size_t tried, int depth);
  bool loses_exchange(const Candidate& candidate) const;
  int& history_of(Piece piece, Square to);
  void keep_line(int ply, const Move& move);
  bool same_side(Color one, Color two) const { return (one == color_) == (two == color_); }
  // Whether everybody on the other side has nothing but royal pieces.
  bool hunts() const;
  Level& level_at(int ply) { return levels_[static_cast<std::size_t>(ply)]; }
  void count_node();
  void check_limits();

  Position position_;
  const Evaluation& evaluation_;
  Shared& shared_;
  Limits limits_;
  std::chrono::steady_clock::time_point started_, polled_;
  std::function<void()> poll_;
  Color color_;
  int number_;
  bool stopped_ = false, complete_ = false, covered_ = true;
  int stride_ = 1, unflushed_ = 0, deepest_ = 0;
  int work_ = 0;  // since the limits were last looked at, in nodes
  long long evaluated_ = 0;
  Candidates candidates_;
  std::vector<Level> levels_;
  std::vector<int> history_;
  std::vector<RootMove> root_;
};

}  // namespace hyperchess::infinite
