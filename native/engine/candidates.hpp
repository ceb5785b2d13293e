// The legal actions of a position, the most promising first.
//
// Every entry of an axis has a value: what the board it makes is worth, and a bonus for giving check. The box
// search yields regions, products of sets of entries; a heap over their points gives actions in the order of
// their sums. Only so many regions are collected, so some actions may be missing: `complete` tells.
#pragma once

#include <optional>

#include "engine/check_map.hpp"
#include "engine/evaluation.hpp"
#include "search/search.hpp"

namespace hyperchess {

// How much of the legal actions is looked at.
struct Width {
  int regions;      // for each number of branches
  int branches;     // at most so many
  int rounds;       // of the box search
  int check_bonus;  // centipawns, for the order only
};

// A legal action: one entry for each axis.
struct Candidate {
  std::vector<int> point;
  int value = 0;        // the static value after it, from the side of the player who makes it
  bool checks = false;  // whether one of its moves seems to give check
};

class Candidates {
 public:
  Candidates(const Multiverse& multiverse, const BoardValues& boards, const Evaluation& evaluation,
             Width width, Meter& meter);
  Candidates(const Candidates&) = delete;
  Candidates& operator=(const Candidates&) = delete;

  // The next action in their order, or none.
  std::optional<Candidate> next();
  // For each move that seems to give check the best action with it, the most promising first.
  std::vector<Candidate> checking(int most) const;

  std::vector<Move> moves(const Candidate& candidate) const;
  std::vector<NewBoard> boards(const Candidate& candidate) const { return boards_of(axes_, candidate.point); }

  // Whether all legal actions are among them.
  bool complete() const { return complete_; }
  // The number of entries that were given a value.
  long long entries() const { return static_cast<long long>(values_.size()); }

 private:
  // What an entry adds to the value of its board, and whether it seems to give check.
  struct Value {
    int change;
    bool checks;
  };
  struct Region {
    std::size_t words;  // where its sets begin
    int branches;
    int base;            // the boards from White's side if every axis passed
    int order;           // of its best point, and
    std::size_t places;  // where that begins
    int timelines;       // the terms that are not on a board
    int crowd;           // what a board counts, in thousandths
  };
  // A point of a region: for each axis a place in the order of its entries.
  struct Heaped {
    int order;
    int region;
    int last;  // only this axis and later ones may still go on, so that each point comes once
    std::size_t places;
  };

  void value_choices();
  void sort_axis(int axis, std::vector<int>& order) const;
  void collect(Width width);
  const std::vector<int>& order_of(int axis) const {
    return orders_[axes_.is_branch(axis) ? axes_.playable() : axis];
  }
  int percent_of(int axis, int branches) const;
  const Value* value_at(int axis, int entry) const;
  int change_at(int axis, int entry) const;
  // What an entry adds to the order of an action.
  int order_value(int axis, int entry) const;
  int next_place(const Region& region, int axis, int place) const;
  void push_first(int region);
  Candidate candidate_at(const Region& region, const int* places) const;
  void push(int order, int region, int last, std::size_t places);

  const Multiverse& multiverse_;
  const BoardValues& before_;
  const Evaluation& evaluation_;
  Axes axes_;
  Search search_;
  CheckMap check_map_;
  int check_bonus_;
  bool complete_ = true;
  std::vector<Value> values_;  // by choice
  std::vector<std::vector<int>>
      orders_;  // by playable axis: entries, best first; then those of all branch axes
  std::vector<Region> regions_;
  std::vector<Word> words_;  // of all regions
  std::vector<Heaped> heap_;
  std::vector<int> places_;
  std::vector<std::vector<int>> checks_;  // like `orders_`: the places in them of entries that give check
};

}  // namespace hyperchess
