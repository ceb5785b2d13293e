// The candidates of an action as points: one axis per board that can be played, one entry chosen on each.
//
// A playable axis belongs to a playable board. Its entries are, in this order: pass (0), the physical moves,
// one leave for each piece that can jump away, and one arrival for each jump that can land here. An arrival
// names its leave: both are chosen, or neither.
//
// A branch axis belongs to a timeline that the action makes. All branch axes share one list of entries, the
// arrivals of all jumps. They are numbered after the playable axes, in the order in which the timelines are
// made.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "position/multiverse.hpp"
#include "rules/attacks.hpp"
#include "rules/generation.hpp"

namespace hyperchess {

// What an entry does to a board, reduced to what attacks depend on.
struct Choice {
  Bits occupied;  // after it
  Bits royals;    // the player's, after it
  Bits captured;  // the opponent's pieces that it takes
  int base;       // the board it changes, a number in `Axes::bases`
  int move;       // a number in `Axes::moves`, or -1 for a leave
  int leave;      // for an arrival, a number in `Axes::leaves`
};

// The arrivals of one leave on one axis: the entries from `first` up to `last`.
struct ArrivalGroup {
  int leave;
  int first, last;
};

// A piece that can jump away: the axis of its board and the entry there, its jumps among the entries of
// branch axes, and the groups of its arrivals on playable axes.
struct Leave {
  int axis, entry;
  int first, last;
  std::vector<std::pair<int, int>> hops;  // axis, number of the group there
};

// The jumps of one leave that land on one playable axis, or on none of them (`landing` -1): entries of branch
// axes.
struct JumpGroup {
  int leave, landing;
  int first, last;
};

struct Axis {
  int row, time;             // the board
  int free = 1;              // the number of entries that need no other axis: pass and physical moves
  int first_arrival = 1;     // the entries between are leaves
  int first_leave = 0;       // the number of the first of them
  std::vector<int> choices;  // by entry; -1 for pass
  std::vector<ArrivalGroup> arrivals;

  int size() const { return static_cast<int>(choices.size()); }
};

// A board that choices change, with the opponent's attackers on it.
struct Base {
  const Board* board;
  Attackers attackers;
};

struct Axes {
  explicit Axes(const Multiverse& multiverse);

  int playable() const { return static_cast<int>(axes.size()); }
  bool is_branch(int axis) const { return axis >= playable(); }
  int size_of(int axis) const { return is_branch(axis) ? static_cast<int>(jumps.size()) : axes[axis].size(); }
  // The choice of an entry; null for pass.
  const Choice* choice(int axis, int entry) const {
    const int number = is_branch(axis) ? jumps[entry] : axes[axis].choices[entry];
    return number < 0 ? nullptr : &choices[number];
  }
  int row_of(int axis) const {
    return is_branch(axis) ? multiverse.new_row(axis - playable()) : axes[axis].row;
  }
  // The half-turn of the board that a choice makes.
  int time_of(int axis, const Choice& choice) const {
    return (is_branch(axis) ? moves[choice.move].to_time : axes[axis].time) + 1;
  }
  // The number of boards from which a piece can jump.
  int most_branches() const;

  const Multiverse& multiverse;
  std::vector<Axis> axes;
  std::vector<Move> moves;
  std::vector<Choice> choices;
  std::vector<Base> bases;
  std::vector<Leave> leaves;
  std::vector<int> jumps;     // the entries of branch axes: numbers of choices
  std::vector<int> landings;  // by jump: the playable axis on whose board it lands, or -1
  std::vector<JumpGroup> jump_groups;

 private:
  int base_of(int row, int time);
  int landing_of(const Choice& choice) const;
  void sort_jumps();

  std::vector<int> axis_of_row_;   // from the lowest row on, or -1
  std::vector<int> base_numbers_;  // by cell of the grid, or -1
  Generator generator_;
};

// The board that a choice makes.
Board board_of(const Axes& axes, const Choice& choice);

// The boards that a point makes: those of existing rows, then those of new rows. A point has one entry for
// each axis.
std::vector<NewBoard> boards_of(const Axes& axes, std::span<const int> point);

// The moves of a point in standard order (Branched 5DPGN 4.9), as numbers in `Axes::moves`.
void moves_of(const Axes& axes, std::span<const int> point, std::vector<int>& moves);

}  // namespace hyperchess
