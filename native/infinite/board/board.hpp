// Piece placement in infinite chess: a list in the order of the text, a hash index by square, and one sorted
// index per line direction. Changes are recorded in a journal and can be reverted.
//
// Every piece has a slot. A piece put on an occupied square takes over the slot; otherwise it gets a new slot
// at the end of the list. A removed piece leaves an empty slot. So the list has the order of
// `hyperchess.infinite.board.Board`, and reverting restores it.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "infinite/board/pieces.hpp"

namespace hyperchess::infinite {

using SlotNumber = std::uint32_t;
inline constexpr SlotNumber no_slot = 0xffffffffU;

struct Slot {
  Square at;
  Piece piece;  // none if the slot is empty
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

class Board {
 public:
  static constexpr Coordinate no_limit = std::numeric_limits<Coordinate>::max();

  Board(const Border& border, Coordinate slide_limit, Coordinate edge)
      : border_(border), slide_limit_(slide_limit), edge_(edge) {}

  // Set up a board. The squares must be distinct and within the edge.
  void reserve(std::size_t pieces);
  void add(Square square, Piece piece);

  const Border& border() const { return border_; }
  Coordinate slide_limit() const { return slide_limit_; }
  Coordinate edge() const { return edge_; }
  std::uint64_t hash() const { return hash_; }

  std::span<const Slot> slots() const { return slots_; }
  const Slot& slot(SlotNumber number) const {
    assert(number < slots_.size());
    return slots_[number];
  }
  std::size_t size() const { return live_; }
  std::uint32_t count(Color color, Kind kind) const { return counts_[color][static_cast<std::size_t>(kind)]; }
  // Number of pieces that belong to a player.
  std::size_t owned() const { return owned_; }
  std::span<const SlotNumber> royals(Color color) const { return royals_[color]; }
  std::uint64_t leap_mask(Color color) const { return leaps_[color]; }
  unsigned line_mask(Color color) const { return lines_[color]; }

  SlotNumber find(Square square) const;
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

  // Slots sorted by line and then along the line, for one direction of lines.
  const std::vector<SlotNumber>& sorted_slots(int line) const {
    if (!(built_lines_ >> line & 1U)) build_sorted(line);
    return sorted_slots_[static_cast<std::size_t>(line)];
  }
  // Index of a square in `sorted_slots`, or the index at which it would be inserted.
  std::size_t find_index(int line, Square square) const;
  // Return the next piece from a square along a line, or `no_slot`. `sign` is 1 or -1; the piece in slot
  // `vacated` is ignored.
  SlotNumber find_next(int line, Square square, int sign, SlotNumber vacated = no_slot) const;
  // Return the nearest pieces on both sides of a square along a line: in negative and in positive direction.
  std::array<SlotNumber, 2> neighbours(int line, Square square) const;
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

  void build_sorted(int line) const;
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
  std::vector<SlotNumber> table_;  // hash table by square with linear probing; `no_slot` is free
  int table_shift_ = 64;
  std::size_t live_ = 0, owned_ = 0;
  std::uint64_t hash_ = 0;
  std::array<std::array<std::uint32_t, kind_count>, color_count> counts_{};
  std::array<std::uint64_t, color_count> leaps_{};
  std::array<unsigned, color_count> lines_{};
  std::array<std::vector<SlotNumber>, color_count> royals_;
  // Sorted indices, built on first use.
  mutable unsigned built_lines_ = 0;
  mutable std::array<std::vector<SlotNumber>, line_count> sorted_slots_;
  std::vector<Change> journal_;
};

// Contribution of a piece on a square to the position hash (like a Zobrist key).
std::uint64_t hash_piece(Square square, Piece piece);
std::uint64_t mix(std::uint64_t word);

}  // namespace hyperchess::infinite
