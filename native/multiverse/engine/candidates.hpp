// Legal actions of a position, most promising first.
//
// Every entry of an axis has a score: the change of the static value by the board it makes, and a bonus for
// giving check. The box search yields regions, which are products of sets of entries; a heap over their
// points yields actions in the order of their sums. The number of regions is limited, so some actions may be
// missing: see `is_complete`.
#pragma once

#include <optional>

#include "multiverse/actions/box_search.hpp"
#include "multiverse/engine/check_map.hpp"
#include "multiverse/engine/evaluation.hpp"

namespace hyperchess {

// Limits on the generation of candidates.
struct CandidateLimits {
  int regions;      // maximum number of regions for each number of branches
  int branches;     // maximum number of branches of an action
  int rounds;       // maximum number of rounds of the box search
  int check_bonus;  // centipawns, for move ordering only
};

// A legal action: one entry per axis.
struct Candidate {
  Point point;
  int value = 0;             // static value after the action, from the mover's point of view
  bool gives_check = false;  // estimate: whether one of its moves gives check (`CheckMap`)
};

class Candidates {
 public:
  Candidates(const Axes& axes, const BoardValues& boards, const Evaluation& evaluation, CheckMaps& checks,
             CandidateLimits limits, Meter& meter);
  Candidates(const Candidates&) = delete;
  Candidates& operator=(const Candidates&) = delete;

  // Return the next best action, or nothing if there is none left.
  std::optional<Candidate> next();
  // For each move that gives check, return the best action that contains it: at most `max_count`, best first.
  std::vector<Candidate> list_checks(int max_count) const;

  std::vector<Move> list_moves(const Candidate& candidate) const {
    return hyperchess::list_moves(axes_, candidate.point);
  }
  std::vector<NewBoard> make_boards(const Candidate& candidate) const {
    return hyperchess::make_boards(axes_, candidate.point);
  }

  // Whether `next` returns all legal actions.
  bool is_complete() const { return is_complete_; }
  // Number of entries that were evaluated.
  long long entries() const { return evaluated_; }

 private:
  // The change of the value of its board by a choice, from the mover's point of view.
  struct Value {
    int change;
    bool gives_check;
  };
  struct Region {
    std::size_t words;  // index of its sets in `words_`
    int branches;
    int base;           // sum of the boards from White's point of view if every axis passed
    int score;          // of its best point
    std::size_t ranks;  // index of its best point in `ranks_`
    int timelines;      // terms of the whole position
    int permille;       // share of its value that a board counts, in thousandths (`crowding_permille`)
  };
  // A point of a region: for each axis, the rank of its entry among the sorted entries of the axis.
  struct HeapEntry {
    int score;
    int region;
    AxisIndex last;     // only this axis and later ones may still advance, so that each point comes once
    std::size_t ranks;  // index of the point in `ranks_`
  };

  void find_used_choices();
  void evaluate_choices(Meter& meter);
  void sort_entries(AxisIndex axis, std::vector<EntryIndex>& sorted) const;
  void collect_regions(CandidateLimits limits);
  // The axis itself, or for a branch axis the first one: all have the same entries.
  AxisIndex first_alike(AxisIndex axis) const { return axes_.is_branch(axis) ? axes_.branch_axis(0) : axis; }
  const std::vector<EntryIndex>& sorted_entries(AxisIndex axis) const {
    return sorted_entries_[first_alike(axis)];
  }
  void compute_activity(int branches);
  // The share of a score on an axis that counts in a region.
  int scale(const Region& region, AxisIndex axis, int score) const {
    return score * activity_[region.branches][axis] / 100 * region.permille / 1000;
  }
  const Value* find_value(AxisIndex axis, EntryIndex entry) const;
  int value_change(AxisIndex axis, EntryIndex entry) const;
  int order_score(AxisIndex axis, EntryIndex entry) const;
  int next_rank(const Region& region, AxisIndex axis, int rank) const;
  void push_best_point(int region);
  Candidate make_candidate(const Region& region, const int* ranks) const;
  void push(int score, int region, AxisIndex last, std::size_t ranks);

  const Multiverse& multiverse_;
  const BoardValues& before_;
  const Evaluation& evaluation_;
  const Axes& axes_;
  BoxSearch search_;
  CheckMaps& checks_;
  int check_bonus_;
  bool is_complete_ = true;
  IndexedVector<ChoiceIndex, char> used_;     // whether an entry of a region makes a choice
  IndexedVector<ChoiceIndex, Value> values_;  // of the choices that are used
  long long evaluated_ = 0;
  // Best first; those of all branch axes are at the first one (`first_alike`).
  IndexedVector<AxisIndex, std::vector<EntryIndex>> sorted_entries_;
  std::vector<IndexedVector<AxisIndex, int>> activity_;  // by number of branches: `activity_percent`
  std::vector<Region> regions_;
  std::vector<Word> words_;  // sets of all regions
  std::vector<HeapEntry> heap_;
  std::vector<int> ranks_;  // points of the heap, one rank per axis
  // Like `sorted_entries_`: ranks of entries that give check.
  IndexedVector<AxisIndex, std::vector<int>> checking_ranks_;
};

}  // namespace hyperchess
