#include "multiverse/actions/axes.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace hyperchess {
namespace {

Choice physical_choice(const Board& board, const Move& move, BaseIndex base, MoveIndex number, int player) {
  const Code piece = move.promotion != empty_code ? move.promotion : board.at(move.from);
  const Bitboard royal = traits(find_kind(piece)).royal ? bit(move.to) : 0;
  Bitboard gone = bit(move.from), come = bit(move.to), captured = board.colors[1 - player] & bit(move.to);
  if (move.special >= 0) {
    gone |= bit(move.special);
    captured |= board.colors[1 - player] & bit(move.special);
    if (board.kinds[rook] & bit(move.special)) come |= bit((move.from + move.to) / 2);
  }
  return {.occupied = (board.occupied() & ~gone) | come,
          .royals = (board.royals(player) & ~gone) | royal,
          .captured = captured,
          .base = base,
          .move = number,
          .departure = {}};
}

Choice departure_choice(const Board& board, int square, BaseIndex base, int player) {
  return {.occupied = board.occupied() & ~bit(square),
          .royals = board.royals(player) & ~bit(square),
          .captured = 0,
          .base = base,
          .move = {},
          .departure = {}};
}

Choice arrival_choice(const Board& source, const Board& board, const Move& move, BaseIndex base,
                      MoveIndex number, DepartureIndex departure, int player) {
  const Code piece = move.promotion != empty_code ? move.promotion : source.at(move.from);
  const Bitboard royal = traits(find_kind(piece)).royal ? bit(move.to) : 0;
  return {.occupied = board.occupied() | bit(move.to),
          .royals = board.royals(player) | royal,
          .captured = board.colors[1 - player] & bit(move.to),
          .base = base,
          .move = number,
          .departure = departure};
}

}  // namespace

Axes::Axes(const Multiverse& multiverse_, bool within_boards)
    : multiverse(multiverse_), generator_(multiverse_, within_boards) {
  axis_of_row_.assign(multiverse.highest_row() - multiverse.lowest_row() + 1, {});
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (!multiverse.is_playable(row)) continue;
    axis_of_row_[row - multiverse.lowest_row()] = axes.end_index();
    axes.push_back(
        {.row = row, .time = multiverse.timeline(row).end(), .choices = {ChoiceIndex()}, .arrivals = {}});
  }
  base_of_cell_.assign(generator_.grid().size(), {});
  const int player = multiverse.player();
  IndexedVector<AxisIndex, std::vector<ChoiceIndex>> arrivals(axes.size());  // grouped by departure
  std::vector<ChoiceIndex> departing;                                        // of the current axis
  for (AxisIndex number{0}; number < playable_count(); ++number) {
    Axis& axis = axes[number];
    const MoveIndex first = moves.end_index();
    generator_.add_moves(axis.row, moves);
    const BaseIndex own_base = find_base(axis.row, axis.time);
    const Board& board = *bases[own_base].board;
    axis.first_departure = departures.end_index();
    departing.clear();
    int last_square = -1;
    for (MoveIndex index = first; index < moves.end_index(); ++index) {
      const Move& move = moves[index];
      if (move.is_physical()) {
        axis.choices.push_back(choices.end_index());
        choices.push_back(physical_choice(board, move, own_base, index, player));
        continue;
      }
      const EntryIndex jump = branch_entry(jumps.end_index());
      if (move.from != last_square) {
        last_square = move.from;
        // The entry is completed below, once the number of free entries of the axis is known.
        departures.push_back({.axis = number,
                              .entry = EntryIndex(static_cast<int>(departing.size())),
                              .first = jump,
                              .last = jump,
                              .hops = {}});
        departing.push_back(choices.end_index());
        choices.push_back(departure_choice(board, move.from, own_base, player));
      }
      const DepartureIndex departure = departures.end_index() + -1;
      const BaseIndex base = find_base(move.to_row, move.to_time);
      departures[departure].last = jump + 1;
      jumps.push_back(choices.end_index());
      choices.push_back(arrival_choice(board, *bases[base].board, move, base, index, departure, player));
      if (const AxisIndex landing = find_landing(choices.back()); landing >= 0)
        arrivals[landing].push_back(jumps.back());
    }
    axis.free = axis.end();
    axis.choices.insert(axis.choices.end(), departing.begin(), departing.end());
    axis.first_arrival = axis.end();
  }
  for (Departure& departure : departures) departure.entry = axes[departure.axis].free + departure.entry;
  for (AxisIndex number{0}; number < playable_count(); ++number) {
    Axis& axis = axes[number];
    for (const ChoiceIndex choice : arrivals[number]) {
      const DepartureIndex departure = choices[choice].departure;
      if (axis.arrivals.empty() || axis.arrivals.back().departure != departure) {
        departures[departure].hops.emplace_back(number, static_cast<int>(axis.arrivals.size()));
        axis.arrivals.push_back({departure, axis.end(), axis.end()});
      }
      axis.choices.push_back(choice);
      axis.arrivals.back().last = axis.end();
    }
  }
  sort_jumps();
}

AxisIndex Axes::find_landing(const Choice& choice) const {
  const Move& move = moves[choice.move];
  return multiverse.is_last(move.to_row, move.to_time) ? axis_of_row_[move.to_row - multiverse.lowest_row()]
                                                       : AxisIndex();
}

// Sort the jumps of each departure by the axis on which they land, and group them.
void Axes::sort_jumps() {
  landings.reserve(jumps.size());
  for (const ChoiceIndex jump : jumps) landings.push_back(find_landing(choices[jump]));
  for (DepartureIndex departure{0}; departure < departures.end_index(); ++departure) {
    const auto [first, last] = std::pair(departures[departure].first, departures[departure].last);
    const auto from = landings.begin() + first, to = landings.begin() + last;
    if (!std::is_sorted(from, to)) {
      std::stable_sort(jumps.begin() + first, jumps.begin() + last, [&](ChoiceIndex one, ChoiceIndex other) {
        return find_landing(choices[one]) < find_landing(choices[other]);
      });
      std::sort(from, to);
    }
    for (EntryIndex jump = first; jump < last; ++jump) {
      const AxisIndex landing = landings[jump_of(jump)];
      if (jump == first || landing != jump_groups.back().landing)
        jump_groups.push_back({departure, landing, jump, jump});
      jump_groups.back().last = jump + 1;
    }
  }
}

BaseIndex Axes::find_base(int row, int time) {
  BaseIndex& number = base_of_cell_[generator_.grid().index(row, time)];
  if (number < 0) {
    const Board* const board = multiverse.board(row, time);
    assert(board);
    number = bases.end_index();
    bases.push_back({board, Attackers::collect(*board, 1 - multiverse.player())});
  }
  return number;
}

std::vector<int> Axes::list_jump_times(IndexedVector<JumpIndex, int>& index_of_jump) const {
  index_of_jump.clear();
  if (jumps.empty()) return {};
  // A rider can see tens of thousands of boards, so the half-turns are looked up in a table.
  int first = std::numeric_limits<int>::max(), last = std::numeric_limits<int>::min();
  for (const ChoiceIndex jump : jumps) {
    first = std::min(first, moves[choices[jump].move].to_time + 1);
    last = std::max(last, moves[choices[jump].move].to_time + 1);
  }
  std::vector<int> times, index_of_time(last - first + 1, -1);
  index_of_jump.reserve(jumps.size());
  for (const ChoiceIndex jump : jumps) {
    const int time = moves[choices[jump].move].to_time + 1;
    int& index = index_of_time[time - first];
    if (index < 0) {
      index = static_cast<int>(times.size());
      times.push_back(time);
    }
    index_of_jump.push_back(index);
  }
  return times;
}

int Axes::max_branches() const {
  return static_cast<int>(
      std::ranges::count_if(axes, [](const Axis& axis) { return axis.first_arrival > axis.free; }));
}

Board make_board(const Axes& axes, const Choice& choice) {
  const Board& base = *axes.bases[choice.base].board;
  if (choice.move < 0) return play_departure(base, lowest_square(base.occupied() & ~choice.occupied));
  const Move& move = axes.moves[choice.move];
  if (move.is_physical()) return play_physical(base, move);
  return play_arrival(base, axes.multiverse.board(move.row, move.time)->at(move.from), move);
}

std::vector<NewBoard> make_boards(const Axes& axes, const Point& point) {
  assert(static_cast<int>(point.size()) >= axes.playable_count());
  std::vector<NewBoard> boards;
  for (AxisIndex axis{0}; axis < static_cast<int>(point.size()); ++axis) {
    const Choice* const choice = axes.choice(axis, point[axis]);
    if (!choice) continue;
    const int row = axes.axis_row(axis);
    const int parent_row = axes.is_branch(axis) ? axes.moves[choice->move].to_row : row;
    boards.push_back({row, axes.board_time(axis, *choice), parent_row, make_board(axes, *choice)});
  }
  return boards;
}

void collect_moves(const Axes& axes, const Point& point, std::vector<MoveIndex>& moves) {
  moves.clear();
  const auto add = [&](AxisIndex axis) {
    const Choice* const choice = axes.choice(axis, point[axis]);
    if (choice && choice->move >= 0) moves.push_back(choice->move);
  };
  // Playable axes are sorted by row. In standard order White's moves go up the timelines, Black's down.
  const int playable = axes.playable_count();
  for (int index = 0; index < playable; ++index)
    add(AxisIndex(axes.multiverse.player() == white ? index : playable - 1 - index));
  for (AxisIndex axis{playable}; axis < point.end_index(); ++axis) add(axis);
}

std::vector<Move> list_moves(const Axes& axes, const Point& point) {
  std::vector<MoveIndex> indices;
  collect_moves(axes, point, indices);
  std::vector<Move> moves;
  for (const MoveIndex index : indices) moves.push_back(axes.moves[index]);
  return moves;
}

}  // namespace hyperchess
