// How much room a bare royal piece has: the squares that it can walk to without being attacked.
//
// The squares around it are looked at as a window of bits. What the other side attacks there is marked, and
// the royal piece floods the rest. A region that does not reach the edge of the window is a cage. Where it
// does reach an edge, a royal piece of the others that is ahead on that side can head it off; nobody catches
// up from behind.
#pragma once

#include "infinite/board.hpp"

namespace hyperchess::infinite {

struct Confinement {
  int area = 0;     // squares that it can come to within the window, its own included
  int escapes = 0;  // squares that it can go to at once
  int exits = 0;    // squares at the edge of the window that lead away from every royal piece of the others
  bool closed = false;  // there is no way out of the window
  bool attacked = false;
  SlotNumber loose = no_slot;  // a piece beside it that nobody defends: the one that comes first
};

class Window {
 public:
  static constexpr int radius = 12, size = 2 * radius + 1;

  // The royal piece must be one that leaps.
  Window(const Board& board, SlotNumber royal);

  Confinement confinement() const;
  bool attacked(int dx, int dy) const { return rows_[index(dy)] >> (dx + radius) & 1U; }

 private:
  using Rows = std::array<std::uint32_t, size>;

  static bool inside(Coordinate dx, Coordinate dy) {
    return -radius <= dx && dx <= radius && -radius <= dy && dy <= radius;
  }
  static std::size_t index(Coordinate dy) { return static_cast<std::size_t>(dy + radius); }
  void mark(Coordinate dx, Coordinate dy) {
    if (inside(dx, dy)) rows_[index(dy)] |= 1U << (dx + radius);
  }
  void mark_line(int line, int way, SlotNumber number);
  void mark_border();
  int exits_of(const Rows& reached) const;

  const Board& board_;
  SlotNumber royal_;
  Square center_;
  Rows rows_{};
};

}  // namespace hyperchess::infinite
