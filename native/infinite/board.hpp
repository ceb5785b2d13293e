// Where the pieces stand: a list in the order of the text, an index by square, and one sorted index per line
// direction. Changes are recorded and can be taken back.
//
// Pieces have slots. A piece that is put where one stands takes over its slot; any other gets a new slot at
// the end of the list, and a piece that is taken off leaves an empty slot. So the order of the list is the
// one of `hyperchess.infinite.board.Board`, and taking back restores it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "infinite/pieces.hpp"

namespace hyperchess::infinite {

using SlotNumber = std::uint32_t;
inline constexpr SlotNumber no_slot = 0xffffffffU;

struct Slot {
  Square at;
  Piece piece;  // none: taken off
};

// What stood on a square before a change, and what stands there after it.
struct SquareChange {
  Square at;
  Piece before, after;
};

// Pieces stand within the edge, so that sums and differences of coordinates, and the numbers of lines, fit
// into 64 bits. Lines of knightriders have numbers three times as large as coordinates.
inline constexpr Coordinate far_edge = (Coordinate{1} << 62) - 64, hop_edge = (Coordinate{1} << 60);

inline constexpr bool within(Square square, Coordinate edge) {
  return -edge <= square.x && square.x <= edge && -edge <= square.y && square.y <= edge;
}

// The outermost squares that pieces may stand on.
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

  // Builds a board: the squares must be different and within the edge.
  void reserve(std::size_t pieces);
  void add(Square square, Piece piece);

  const Border& border() const { return border_; }
  Coordinate slide_limit() const { return slide_limit_; }
  Coordinate edge() const { return edge_; }
  std::uint64_t hash() const { return hash_; }

  std::span<const Slot> slots() const { return slots_; }
  const Slot& slot(SlotNumber number) const { return slots_[number]; }
  std::size_t size() const { return live_; }
  std::uint32_t count(Color color, Kind kind) const { return counts_[color][static_cast<std::size_t>(kind)]; }
  // The pieces that belong to a player.
  std::size_t owned() const { return owned_; }
  std::span<const SlotNumber> royals(Color color) const { return royals_[color]; }
  std::uint64_t leaps_of(Color color) const { return leaps_[color]; }
  unsigned lines_of(Color color) const { return lines_[color]; }

  SlotNumber find(Square square) const;
  Piece at(Square square) const {
    const SlotNumber found = find(square);
    return found == no_slot ? Piece{} : slots_[found].piece;
  }
  // Whether a piece could pass over a square.
  bool is_empty(Square square) const { return find(square) == no_slot && border_.contains(square); }
  // Whether a player's piece may end on a square.
  bool can_enter(Square square, Color color) const {
    const Piece other = at(square);
    return other ? other.color() != color && !traits_of(other).solid : border_.contains(square);
  }

  // The slots along all lines of a direction, line by line.
  const std::vector<SlotNumber>& order(int line) const {
    if (!(built_ >> line & 1U)) build(line);
    return orders_[static_cast<std::size_t>(line)];
  }
  // Where a square is, or would be, in that order.
  std::size_t place(int line, Square square) const;
  // The next piece from a square along a line; `way` is 1 or -1, and the piece in slot `vacated` is not seen.
  SlotNumber next(int line, Square square, int way, SlotNumber vacated = no_slot) const;
  // The nearest pieces on both sides of a square along a line: down and up.
  std::array<SlotNumber, 2> neighbours(int line, Square square) const;
  // The squares of a line share this number.
  static Coordinate line_key(int line, Square square) {
    const Step& step = line_steps[static_cast<std::size_t>(line)];
    return step.dy * square.x - step.dx * square.y;
  }
  // The coordinate that changes by one along a line.
  static Coordinate along(int line, Square square) {
    return line_steps[static_cast<std::size_t>(line)].dx == 1 ? square.x : square.y;
  }

  // Changes. `put` puts a piece on a square, over what stands there; `take` empties a square.
  void put(Square square, Piece piece);
  void take(Square square);
  std::size_t changes() const { return journal_.size(); }
  SquareChange change(std::size_t index) const {
    const Change& change = journal_[index];
    return {slots_[change.slot].at, change.before, change.after};
  }
  // Takes changes back until so many are left.
  void revert(std::size_t changes);
  // Forgets how to take changes back, and drops empty slots if there are many.
  void settle();

 private:
  struct Change {
    SlotNumber slot;
    Piece before, after;
    std::uint32_t royal;  // where the piece before was among the royals
  };

  void build(int line) const;
  void count_piece(Piece piece, int change);
  void refresh_masks(Color color);
  std::uint32_t drop_royal(Piece piece, SlotNumber number);
  void link(SlotNumber number);
  void unlink(SlotNumber number);
  void grow_table(std::size_t pieces);
  void enter_table(SlotNumber number);
  void leave_table(SlotNumber number);
  std::size_t home(Square square) const;

  Border border_;
  Coordinate slide_limit_, edge_;
  std::vector<Slot> slots_;
  std::vector<SlotNumber> table_;  // open addressing by square; `no_slot` is free
  int table_shift_ = 64;
  std::size_t live_ = 0, owned_ = 0;
  std::uint64_t hash_ = 0;
  std::array<std::array<std::uint32_t, kind_count>, color_count> counts_{};
  std::array<std::uint64_t, color_count> leaps_{};
  std::array<unsigned, color_count> lines_{};
  std::array<std::vector<SlotNumber>, color_count> royals_;
  // Built on first use.
  mutable unsigned built_ = 0;
  mutable std::array<std::vector<SlotNumber>, line_count> orders_;
  std::vector<Change> journal_;
};

// The part of a hash that a piece on a square makes up.
std::uint64_t hash_of(Square square, Piece piece);
std::uint64_t mixed(std::uint64_t word);

}  // namespace hyperchess::infinite
