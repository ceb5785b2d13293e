// Confinement of a bare royal piece: the squares it can walk to without being attacked.
//
// The squares around it form a window of bits. Squares attacked by the opponent are marked, and the royal
// piece flood-fills the rest. A region that does not reach the edge of the window is a cage. If the region
// reaches an edge, an enemy royal piece that is ahead on that side can head the fugitive off; one that is
// behind cannot.
#pragma once

#include "infinite/board/board.hpp"

namespace hyperchess::infinite {

struct Confinement {
  int area = 0;     // squares of the window it can reach, its own included
  int escapes = 0;  // squares it can go to in one move
  int exits = 0;    // reachable squares at edges of the window that lead away from every enemy royal piece
  bool is_closed = false;  // the region does not reach an edge of the window
  bool is_attacked = false;
  SlotNumber undefended = no_slot;  // the first undefended piece it can capture
};

class Window {
 public:
  static constexpr int radius = 12, size = 2 * radius + 1;

  // `royal` must be a royal piece that does not slide.
  Window(const Board& board, SlotNumber royal);

  Confinement confinement() const;
  bool is_attacked(int dx, int dy) const { return rows_[index(dy)] >> (dx + radius) & 1U; }

 private:
  using Rows = std::array<std::uint32_t, size>;

  static bool is_inside(Coordinate dx, Coordinate dy) {
    return -radius <= dx && dx <= radius && -radius <= dy && dy <= radius;
  }
  static std::size_t index(Coordinate dy) { return static_cast<std::size_t>(dy + radius); }
  void mark(Coordinate dx, Coordinate dy) {
    if (is_inside(dx, dy)) rows_[index(dy)] |= 1U << (dx + radius);
  }
  void mark_line(int line, int sign, SlotNumber number);
  void mark_border();
  int count_exits(const Rows& reached) const;

  const Board& board_;
  SlotNumber royal_;
  Square center_;
  Rows rows_{};
};

}  // namespace hyperchess::infinite
