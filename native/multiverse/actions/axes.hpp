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
#include <utility>
#include <vector>

#include "common/index.hpp"
#include "multiverse/position/multiverse.hpp"
#include "multiverse/rules/attacks.hpp"
#include "multiverse/rules/generation.hpp"

namespace hyperchess {

using AxisIndex = Index<struct AxisTag>;            // of a playable axis in `Axes::axes`, or of a branch axis
using EntryIndex = Index<struct EntryTag>;          // of an entry on its axis
using JumpIndex = Index<struct JumpTag>;            // in `Axes::jumps`: of an entry on branch axes
using ChoiceIndex = Index<struct ChoiceTag>;        // in `Axes::choices`
using MoveIndex = Index<struct MoveTag>;            // in `Axes::moves`
using BaseIndex = Index<struct BaseTag>;            // in `Axes::bases`
using DepartureIndex = Index<struct DepartureTag>;  // in `Axes::departures`

inline constexpr EntryIndex pass{0};

constexpr EntryIndex branch_entry(JumpIndex jump) { return EntryIndex(static_cast<int>(jump)); }
constexpr JumpIndex jump_of(EntryIndex branch_entry) { return JumpIndex(static_cast<int>(branch_entry)); }

// A candidate: one entry per axis.
using Point = IndexedVector<AxisIndex, EntryIndex>;

// The effect of an entry on a board, reduced to what attacks depend on.
struct Choice {
  Bitboard occupied;         // after the choice
  Bitboard royals;           // the player's royals after the choice
  Bitboard captured;         // captured pieces of the opponent
  BaseIndex base;            // the board that changes
  MoveIndex move;            // none for a departure
  DepartureIndex departure;  // of an arrival; none for other entries
};

// The arrivals of one departure on one axis: the entries in [first, last).
struct ArrivalGroup {
  DepartureIndex departure;
  EntryIndex first, last;
};

// A piece that can jump away.
struct Departure {
  AxisIndex axis;          // of its board
  EntryIndex entry;        // on that axis
  EntryIndex first, last;  // its jumps: the entries in [first, last) of branch axes
  std::vector<std::pair<AxisIndex, int>>
      hops;  // its arrivals on playable axes: axis, and number of the group there
};

// The jumps of one departure that land on the same playable axis, or on no playable board (no `landing`).
struct JumpGroup {
  DepartureIndex departure;
  AxisIndex landing;
  EntryIndex first, last;  // entries in [first, last) of branch axes
};

struct Axis {
  int row, time;                      // of the board
  EntryIndex free{1};                 // end of the entries that need no other axis: pass and physical moves
  EntryIndex first_arrival{1};        // the entries in [free, first_arrival) are departures
  DepartureIndex first_departure{0};  // the first of them
  IndexedVector<EntryIndex, ChoiceIndex> choices;  // none for pass
  std::vector<ArrivalGroup> arrivals;

  int size() const { return choices.end_index(); }
  EntryIndex end() const { return choices.end_index(); }
  // The departure of an entry in [free, first_arrival).
  DepartureIndex departure_of(EntryIndex entry) const { return first_departure + (entry - free); }
};

// A board that choices modify, with the opponent's attackers on it.
struct Base {
  const Board* board;
  Attackers attackers;
};

struct Axes {
  // With `within_boards`, there are no jumps: no departures, arrivals or branch axes.
  explicit Axes(const Multiverse& multiverse, bool within_boards = false);

  int playable_count() const { return axes.end_index(); }
  // Axis of the new timeline number `branch`.
  AxisIndex branch_axis(int branch) const { return axes.end_index() + branch; }
  bool is_branch(AxisIndex axis) const { return axis >= playable_count(); }
  int axis_size(AxisIndex axis) const {
    return is_branch(axis) ? static_cast<int>(jumps.size()) : axes[axis].size();
  }
  // Choice of an entry, or null for pass.
  const Choice* choice(AxisIndex axis, EntryIndex entry) const {
    assert(axis >= 0 && entry >= 0 && entry < axis_size(axis));
    const ChoiceIndex index = choice_index(axis, entry);
    return index < 0 ? nullptr : &choices[index];
  }
  ChoiceIndex choice_index(AxisIndex axis, EntryIndex entry) const {
    return is_branch(axis) ? jumps[jump_of(entry)] : axes[axis].choices[entry];
  }
  // Index of one of `choices`.
  ChoiceIndex index_of(const Choice& choice) const {
    return ChoiceIndex(static_cast<int>(&choice - choices.data()));
  }
  int axis_row(AxisIndex axis) const {
    return is_branch(axis) ? multiverse.new_row(axis - playable_count()) : axes[axis].row;
  }
  // Half-turn of the board that a choice makes.
  int board_time(AxisIndex axis, const Choice& choice) const {
    return (is_branch(axis) ? moves[choice.move].to_time : axes[axis].time) + 1;
  }
  // Return the half-turns at which new timelines can start, in the order of the jumps, and write the index of
  // each jump's half-turn into `index_of_jump`.
  std::vector<int> list_jump_times(IndexedVector<JumpIndex, int>& index_of_jump) const;
  // Largest number of branches of an action: the number of boards from which a piece can jump.
  int max_branches() const;

  const Multiverse& multiverse;
  IndexedVector<AxisIndex, Axis> axes;  // the playable ones
  IndexedVector<MoveIndex, Move> moves;
  IndexedVector<ChoiceIndex, Choice> choices;
  IndexedVector<BaseIndex, Base> bases;
  IndexedVector<DepartureIndex, Departure> departures;
  IndexedVector<JumpIndex, ChoiceIndex> jumps;
  IndexedVector<JumpIndex, AxisIndex> landings;  // the playable axis on whose board a jump lands, or none
  std::vector<JumpGroup> jump_groups;

 private:
  BaseIndex find_base(int row, int time);
  AxisIndex find_landing(const Choice& choice) const;
  void sort_jumps();

  std::vector<AxisIndex> axis_of_row_;   // by row, from the lowest; none if it is not playable
  std::vector<BaseIndex> base_of_cell_;  // by cell of the grid
  Generator generator_;
};

// Return the board that a choice makes.
Board make_board(const Axes& axes, const Choice& choice);

// Return the boards that a point makes: first existing rows, then new rows. A point has one entry per axis.
std::vector<NewBoard> make_boards(const Axes& axes, const Point& point);

// Write the moves of a point into `moves` in standard order (Branched 5DPGN 4.9).
void collect_moves(const Axes& axes, const Point& point, std::vector<MoveIndex>& moves);
// Return the moves of a point in standard order.
std::vector<Move> list_moves(const Axes& axes, const Point& point);

}  // namespace hyperchess
