// Piece placement in infinite chess: a list in the order of the text, a hash index by square, and one sorted
// index per line direction. Changes are recorded in a journal and can be reverted.
//
// Every piece has a slot. A piece put on an occupied square takes over the slot; otherwise it gets a new slot
// at the end of the list. A removed piece leaves an empty slot. So the list has the order of
// `hyperchess.infinite.board.Board`, and reverting restores it.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "common/key.hpp"
#include "common/mutex.hpp"
#include "infinite/board/pieces.hpp"

namespace hyperchess::infinite {

using SlotNumber = std::uint32_t;
inline constexpr SlotNumber no_slot = 0xffffffffU;

struct Slot {
  Square at;
  Piece piece;  // none if the slot is empty
};

// The next piece along a line, if there is one, and the number of steps to it.
struct Neighbour {
  SlotNumber slot = no_slot;
  Coordinate steps = 0;
};

// The piece on a square before and after a change.
struct SquareChange {
  Square at;
  Piece before, after;
};

// Maximum coordinates of pieces, so that sums and differences of coordinates, and line keys, fit into 64
// bits. With knightriders the edge is nearer: their line keys are three times as large as coordinates.
inline constexpr Coordinate far_edge = (Coordinate{1} << 62) - 64, hop_edge = (Coordinate{1} << 60);

inline constexpr bool within(Square square, Coordinate edge) {
  return -edge <= square.x && square.x <= edge && -edge <= square.y && square.y <= edge;
}

// The outermost coordinates that pieces may have.
struct Border {
  static constexpr Coordinate none_low = std::numeric_limits<Coordinate>::min();
  static constexpr Coordinate none_high = std::numeric_limits<Coordinate>::max();
  Coordinate left = none_low, right = none_high, bottom = none_low, top = none_high;

  bool contains(Square square) const {
    return left <= square.x && square.x <= right && bottom <= square.y && square.y <= top;
  }
};

// Occupancy of a window of the board: a slot per square, and a bit per square of every rank, file and
// diagonal, so that the next piece along a line is found by a bit scan.
struct Grid {
  static constexpr int size = 64;
  static constexpr int lines = 4;  // ranks, files and diagonals: the first entries of `line_steps`

  Square origin;            // lowest square of the window
  std::size_t outside = 0;  // number of pieces outside the window
  std::array<SlotNumber, static_cast<std::size_t>(size) * size> slots{};
  std::array<std::array<std::uint64_t, 2 * size - 1>, lines> occupied{};

  bool contains(Square square) const {
    return static_cast<std::uint64_t>(square.x) - static_cast<std::uint64_t>(origin.x) < size &&
           static_cast<std::uint64_t>(square.y) - static_cast<std::uint64_t>(origin.y) < size;
  }
  SlotNumber& slot(Square square) { return slots[index(square)]; }
  const SlotNumber& slot(Square square) const { return slots[index(square)]; }
  std::uint64_t& word(int line, Square square) {
    return occupied[static_cast<std::size_t>(line)][word_index(line, square)];
  }
  std::uint64_t word(int line, Square square) const {
    return occupied[static_cast<std::size_t>(line)][word_index(line, square)];
  }
  // Index of the word of a square among the words of its line direction, and index of the square's bit in it.
  std::size_t word_index(int line, Square square) const {
    const Coordinate across = square.x - origin.x, up = square.y - origin.y;
    switch (line) {
      case 0: return static_cast<std::size_t>(up);
      case 1: return static_cast<std::size_t>(across);
      case 2: return static_cast<std::size_t>(across - up + size - 1);
      default: return static_cast<std::size_t>(across + up);
    }
  }
  int bit_index(int line, Square square) const {
    return static_cast<int>(line == 1 ? square.y - origin.y : square.x - origin.x);
  }
  // The slot `steps` along a line from a square; both squares must be in the window.
  SlotNumber slot_along(int line, Square square, int steps) const {
    constexpr std::array<int, lines> offsets = {1, size, size + 1, 1 - size};
    return slots[static_cast<std::size_t>(static_cast<int>(index(square)) +
                                          steps * offsets[static_cast<std::size_t>(line)])];
  }
  void flip(Square square) {
    for (int line = 0; line < lines; ++line)
      word(line, square) ^= std::uint64_t{1} << bit_index(line, square);
  }

 private:
  std::size_t index(Square square) const {
    return static_cast<std::size_t>(square.y - origin.y) * size +
           static_cast<std::size_t>(square.x - origin.x);
  }
};

// Slots sorted by line and then along the line, for each direction of lines. A direction is sorted on first
// use, also on a constant board: threads may share one.
class LineIndex {
 public:
  using Order = std::vector<SlotNumber>;

  LineIndex() = default;
  LineIndex(const LineIndex& other) { *this = other; }
  LineIndex& operator=(const LineIndex& other);
  LineIndex(LineIndex&& other) noexcept
      : sorted_(other.sorted_.exchange(0, std::memory_order_relaxed)), orders_(std::move(other.orders_)) {}
  LineIndex& operator=(LineIndex&& other) noexcept {
    sorted_.store(other.sorted_.exchange(0, std::memory_order_relaxed), std::memory_order_relaxed);
    orders_ = std::move(other.orders_);
    return *this;
  }

  bool is_sorted(int line) const { return sorted_.load(std::memory_order_acquire) >> line & 1U; }
  // Return the order of a direction; `sort(order)` writes it on first use.
  template <class Sort>
  const Order& find(int line, const Sort& sort) const {
    if (!is_sorted(line)) {
      const Lock lock(mutex());
      if (!is_sorted(line)) {
        sort(orders_[static_cast<std::size_t>(line)]);
        sorted_.fetch_or(1U << line, std::memory_order_release);
      }
    }
    return orders_[static_cast<std::size_t>(line)];
  }
  // The order of a sorted direction, of a board that no other thread uses.
  Order& order(int line) { return orders_[static_cast<std::size_t>(line)]; }
  // Forget the first `lines` directions.
  void forget(int lines) { sorted_.fetch_and(~((1U << lines) - 1), std::memory_order_relaxed); }

 private:
  static Mutex& mutex();

  mutable std::atomic<unsigned> sorted_{0};
  mutable std::array<Order, line_count> orders_;
};

class Board {
 public:
  static constexpr Coordinate no_limit = std::numeric_limits<Coordinate>::max();

  Board(const Border& border, Coordinate slide_limit, Coordinate edge)
      : border_(border), slide_limit_(slide_limit), edge_(edge) {}

  // Set up a board. The squares must be distinct and within the edge.
  void reserve(std::size_t pieces);
  void add(Square square, Piece piece);

  // Keep a grid of the squares around the pieces, which makes lookups and changes faster. It takes 20 kB, so
  // only searches use it. Clears the journal and compacts the list.
  void use_grid();

  const Border& border() const { return border_; }
  Coordinate slide_limit() const { return slide_limit_; }
  Coordinate edge() const { return edge_; }
  std::uint64_t hash() const { return hash_; }
  // Part of the hash that depends on pawns.
  std::uint64_t pawn_hash() const { return pawn_hash_; }

  std::span<const Slot> slots() const { return slots_; }
  const Slot& slot(SlotNumber number) const {
    assert(number < slots_.size());
    return slots_[number];
  }
  std::size_t size() const { return live_; }
  std::uint32_t count(Color color, Kind kind) const { return counts_[color][static_cast<std::size_t>(kind)]; }
  // Number of pieces of a player, and of all players.
  std::uint32_t count(Color color) const { return totals_[color]; }
  std::size_t owned() const { return owned_; }
  // Number of pieces other than pawns that have their special right.
  std::size_t castling_rights() const { return castling_rights_; }
  std::span<const SlotNumber> royals(Color color) const { return royals_[color]; }
  std::uint64_t leap_mask(Color color) const { return leaps_[color]; }
  unsigned line_mask(Color color) const { return lines_[color]; }

  // The grid if there is one and all pieces are inside, otherwise null.
  const Grid* whole_grid() const {
    return !grid_.empty() && grid_.front().outside == 0 ? &grid_.front() : nullptr;
  }
  // Kinds of a player's pieces as a bit set.
  unsigned kind_mask(Color color) const { return kinds_[color]; }
  // Hash of the numbers of pieces by kind of White and Black, without pawns.
  std::uint64_t material_hash() const { return material_hash_; }

  SlotNumber find(Square square) const {
    if (!grid_.empty()) {
      const Grid& grid = grid_.front();
      if (grid.contains(square)) return grid.slot(square);
      if (grid.outside == 0) return no_slot;
    }
    return find_in_table(square);
  }
  Piece at(Square square) const {
    const SlotNumber found = find(square);
    return found == no_slot ? Piece{} : slots_[found].piece;
  }
  // Whether a square is on the board and has no piece.
  bool is_empty(Square square) const { return find(square) == no_slot && border_.contains(square); }
  // Whether a piece of `color` may end its move on a square.
  bool can_enter(Square square, Color color) const {
    const Piece other = at(square);
    return other ? other.color() != color && !kind_traits(other).solid : border_.contains(square);
  }

  // Return the next piece from a square along a line, or `no_slot`. `sign` is 1 or -1; the piece in slot
  // `vacated` is ignored.
  SlotNumber find_next(int line, Square square, int sign, SlotNumber vacated = no_slot) const {
    assert(sign == 1 || sign == -1);
    if (!grid_.empty() && line < Grid::lines) {
      const Grid& grid = grid_.front();
      if (grid.contains(square)) {
        std::uint64_t word = grid.word(line, square);
        const int here = grid.bit_index(line, square);
        if (vacated != no_slot) {
          const Square other = slots_[vacated].at;
          if (grid.contains(other) && grid.word_index(line, other) == grid.word_index(line, square))
            word &= ~(std::uint64_t{1} << grid.bit_index(line, other));
        }
        word &= sign > 0 ? ~std::uint64_t{1} << here : (std::uint64_t{1} << here) - 1;
        if (word != 0) {
          const int steps = (sign > 0 ? std::countr_zero(word) : 63 - std::countl_zero(word)) - here;
          return grid.slot_along(line, square, steps);
        }
        if (grid.outside == 0) return no_slot;
      }
    }
    return find_next_sorted(line, square, sign, vacated);
  }
  // Return the nearest pieces on both sides of a square along a line: in negative and in positive direction.
  std::array<SlotNumber, 2> neighbours(int line, Square square, SlotNumber vacated = no_slot) const {
    if (!grid_.empty() && line < Grid::lines)
      return {find_next(line, square, -1, vacated), find_next(line, square, 1, vacated)};
    return neighbours_sorted(line, square, vacated);
  }
  // Return the same as `neighbours` with the distances.
  std::array<Neighbour, 2> measure_neighbours(int line, Square square) const {
    if (const Grid* grid = whole_grid(); grid != nullptr && line < Grid::lines && grid->contains(square)) {
      const std::uint64_t word = grid->word(line, square);
      const int here = grid->bit_index(line, square);
      const std::uint64_t below = word & ((std::uint64_t{1} << here) - 1);
      const std::uint64_t above = word & (~std::uint64_t{1} << here);
      std::array<Neighbour, 2> found;
      if (below != 0) {
        const int steps = here - 63 + std::countl_zero(below);
        found[0] = {grid->slot_along(line, square, -steps), steps};
      }
      if (above != 0) {
        const int steps = std::countr_zero(above) - here;
        found[1] = {grid->slot_along(line, square, steps), steps};
      }
      return found;
    }
    std::array<Neighbour, 2> found;
    const std::array<SlotNumber, 2> numbers = neighbours(line, square);
    for (const std::size_t side : {0U, 1U}) {
      if (numbers[side] == no_slot) continue;
      const Coordinate away = along(line, slots_[numbers[side]].at) - along(line, square);
      found[side] = {numbers[side], away < 0 ? -away : away};
    }
    return found;
  }
  // Whether the `steps` squares before a square on its file are empty; `forward` is 1 or -1.
  bool is_file_free(Square square, int forward, Coordinate steps) const {
    constexpr int file_line = 1;  // index into `line_steps`, upwards
    if (const Grid* grid = whole_grid();
        grid != nullptr && 0 < steps && steps < Grid::size && grid->contains(square)) {
      const std::uint64_t word = grid->word(file_line, square);
      const int here = grid->bit_index(file_line, square);
      const auto unused = static_cast<int>(Grid::size - steps);
      return (forward > 0 ? word >> here >> 1 << unused : word << (Grid::size - 1 - here) << 1 >> unused) ==
             0;
    }
    const Neighbour next = measure_neighbours(file_line, square)[forward > 0];
    return next.slot == no_slot || next.steps > steps;
  }
  // Number shared by all squares of a line.
  static Coordinate line_key(int line, Square square) {
    const Step& step = line_steps[static_cast<std::size_t>(line)];
    return step.dy * square.x - step.dx * square.y;
  }
  // Coordinate that changes by one per step along a line.
  static Coordinate along(int line, Square square) {
    return line_steps[static_cast<std::size_t>(line)].dx == 1 ? square.x : square.y;
  }

  // Changes, recorded in the journal. `put` replaces any piece on the square; `remove` empties it.
  void put(Square square, Piece piece);
  void remove(Square square);
  std::size_t changes() const { return journal_.size(); }
  SquareChange change(std::size_t index) const {
    const Change& change = journal_[index];
    return {slots_[change.slot].at, change.before, change.after};
  }
  // Undo changes until the journal has `changes` entries.
  void revert_to(std::size_t changes);
  // Clear the journal, and compact the list if it has many empty slots.
  void discard_undo();

 private:
  struct Change {
    SlotNumber slot;
    Piece before, after;
    std::uint32_t royal;  // index of `before` among the royals of its colour
  };

  const LineIndex::Order& sorted_slots(int line) const {
    return lines_index_.find(line, [&](LineIndex::Order& order) { sort_line(line, order); });
  }
  // Index of a square in `sorted_slots`, or the index at which it would be inserted.
  std::size_t find_index(int line, Square square) const;
  SlotNumber find_next_sorted(int line, Square square, int sign, SlotNumber vacated) const;
  SlotNumber walk_sorted(int line, Square square, int sign, SlotNumber vacated, std::size_t index) const;
  std::array<SlotNumber, 2> neighbours_sorted(int line, Square square, SlotNumber vacated) const;
  SlotNumber find_in_table(Square square) const;
  void sort_line(int line, LineIndex::Order& order) const;
  void index_slot(SlotNumber number);
  void unindex_slot(SlotNumber number);
  void compact();
  // Update the sums over the pieces: hashes, counts and masks. Every change of a square passes through here,
  // forwards (`put` and `remove`, when a move is made) and backwards (`revert_to`, when it is unmade).
  //
  // The place for accumulators of a learned evaluation: an accumulator is a member of the board,
  // changes here by the features of one piece (`change` is 1 or -1), and is read in `Evaluation::evaluate`.
  // Only searches need it, so it starts in `use_grid`.
  void update_sums(Square square, Piece piece, int change);
  void count_piece(Piece piece, int change);
  void refresh_masks(Color color);
  std::uint32_t drop_royal(Piece piece, SlotNumber number);
  void insert_sorted(SlotNumber number);
  void erase_sorted(SlotNumber number);
  void grow_table(std::size_t pieces);
  void insert_into_table(SlotNumber number);
  void erase_from_table(SlotNumber number);
  std::size_t home_cell(Square square) const;

  Border border_;
  Coordinate slide_limit_, edge_;
  std::vector<Slot> slots_;
  std::vector<Grid> grid_;  // empty, or the grid
  // Hash table by square with linear probing; `no_slot` is free. Pieces in the grid are not in the table.
  std::vector<SlotNumber> table_;
  int table_shift_ = 64;
  std::size_t live_ = 0, owned_ = 0;
  std::size_t castling_rights_ = 0;
  std::uint64_t hash_ = 0, pawn_hash_ = 0;
  std::array<std::array<std::uint32_t, kind_count>, color_count> counts_{};
  std::array<std::uint32_t, color_count> totals_{};
  std::array<std::uint64_t, color_count> leaps_{};
  std::array<unsigned, color_count> lines_{}, kinds_{};
  std::uint64_t material_hash_ = 0;
  std::array<std::vector<SlotNumber>, color_count> royals_;
  // While all pieces are in the grid, its directions are not needed.
  LineIndex lines_index_;
  std::vector<Change> journal_;
};

// Contribution of a piece on a square to the position hash (like a Zobrist key).
std::uint64_t hash_piece(Square square, Piece piece);

}  // namespace hyperchess::infinite
