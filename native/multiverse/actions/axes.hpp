// Candidate actions as points: one axis per board that the action can make, one entry chosen on each axis.
//
// A playable axis belongs to a playable board. Its entries are, in this order: pass (0), the physical moves,
// one departure for each piece that can jump away, and one arrival for each jump that can land on the board.
// An arrival refers to its departure: a point has both or neither.
//
// A branch axis belongs to a timeline that the action creates. All branch axes share one list of entries, the
// arrivals of all jumps. They are numbered after the playable axes, in the order in which the timelines are
// created.
#pragma once

#include <cassert>
#include <span>
#include <utility>
#include <vector>

#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/attacks.hpp"
#include "multiverse/rules/generation.hpp"

namespace hyperchess {

// The effect of an entry on a board, reduced to what attacks depend on.
struct Choice {
  Bitboard occupied;  // after the choice
  Bitboard royals;    // the player's royals after the choice
  Bitboard captured;  // captured pieces of the opponent
  int base;           // the board that changes, as an index into `Axes::bases`
  int move;           // index into `Axes::moves`, or -1 for a departure
  int departure;      // for an arrival, an index into `Axes::departures`; otherwise -1
};

// The arrivals of one departure on one axis: the entries in [first, last).
struct ArrivalGroup {
  int departure;
  int first, last;
};

// A piece that can jump away.
struct Departure {
  int axis, entry;  // the axis of its board, and the entry on that axis
  int first, last;  // its jumps: the entries in [first, last) of branch axes
  std::vector<std::pair<int, int>>
      hops;  // its arrivals on playable axes: axis, and number of the group there
};

// The jumps of one departure that land on the same playable axis, or on no playable board (`landing` -1).
struct JumpGroup {
  int departure, landing;
  int first, last;  // entries in [first, last) of branch axes
};

struct Axis {
  int row, time;             // of the board
  int free = 1;              // number of entries that need no other axis: pass and physical moves
  int first_arrival = 1;     // the entries in [free, first_arrival) are departures
  int first_departure = 0;   // index of the first of them in `Axes::departures`
  std::vector<int> choices;  // by entry: index into `Axes::choices`, or -1 for pass
  std::vector<ArrivalGroup> arrivals;

  int size() const { return static_cast<int>(choices.size()); }
};

// A board that choices modify, with the opponent's attackers on it.
struct Base {
  const Board* board;
  Attackers attackers;
};

struct Axes {
  // With `within_boards`, there are no jumps: no departures, arrivals or branch axes.
  explicit Axes(const Multiverse& multiverse, bool within_boards = false);

  int playable_count() const { return static_cast<int>(axes.size()); }
  bool is_branch(int axis) const { return axis >= playable_count(); }
  int axis_size(int axis) const {
    return is_branch(axis) ? static_cast<int>(jumps.size()) : axes[axis].size();
  }
  // Choice of an entry, or null for pass.
  const Choice* choice(int axis, int entry) const {
    assert(axis >= 0 && entry >= 0 && entry < axis_size(axis));
    const int number = is_branch(axis) ? jumps[entry] : axes[axis].choices[entry];
    return number < 0 ? nullptr : &choices[number];
  }
  int axis_row(int axis) const {
    return is_branch(axis) ? multiverse.new_row(axis - playable_count()) : axes[axis].row;
  }
  // Half-turn of the board that a choice makes.
  int board_time(int axis, const Choice& choice) const {
    return (is_branch(axis) ? moves[choice.move].to_time : axes[axis].time) + 1;
  }
  // Return the half-turns at which new timelines can start, in the order of the jumps, and write the index of
  // each jump's half-turn into `index_of_jump`.
  std::vector<int> list_jump_times(std::vector<int>& index_of_jump) const;
  // Largest number of branches of an action: the number of boards from which a piece can jump.
  int max_branches() const;

  const Multiverse& multiverse;
  std::vector<Axis> axes;
  std::vector<Move> moves;
  std::vector<Choice> choices;
  std::vector<Base> bases;
  std::vector<Departure> departures;
  std::vector<int> jumps;     // by entry of branch axes: index into `choices`
  std::vector<int> landings;  // by jump: the playable axis on whose board it lands, or -1
  std::vector<JumpGroup> jump_groups;

 private:
  int find_base(int row, int time);
  int find_landing(const Choice& choice) const;
  void sort_jumps();

  std::vector<int> axis_of_row_;   // by row, from the lowest; -1 if it is not playable
  std::vector<int> base_numbers_;  // by cell of the grid: index into `bases`, or -1
  Generator generator_;
};

// Return the board that a choice makes.
Board make_board(const Axes& axes, const Choice& choice);

// Return the boards that a point makes: first existing rows, then new rows. A point has one entry per axis.
std::vector<NewBoard> make_boards(const Axes& axes, std::span<const int> point);

// Write the moves of a point into `moves` in standard order (Branched 5DPGN 4.9), as indices into
// `Axes::moves`.
void collect_moves(const Axes& axes, std::span<const int> point, std::vector<int>& moves);
// Return the moves of a point in standard order.
std::vector<Move> list_moves(const Axes& axes, std::span<const int> point);

}  // namespace hyperchess
