// Legal moves as points and rays, exact on the whole infinite board: `legal.py`, `shields.py` and `safety.py`
// of the rules in Python.
#pragma once

#include <limits>
#include <vector>

#include "infinite/position.hpp"

namespace hyperchess::infinite {

// Targets `from + k * step` for k from `first` to `last`.
struct Ray {
  static constexpr Coordinate endless = std::numeric_limits<Coordinate>::max();

  Square from;
  Step step;
  Coordinate first = 1, last = endless;

  Square target(Coordinate steps) const { return {from.x + steps * step.dx, from.y + steps * step.dy}; }
};

// How many steps lead from one square to another; false if the direction does not go there.
bool steps_between(Square from, Step step, Square to, Coordinate& steps);

struct MoveList {
  std::vector<Move> points;
  std::vector<Ray> rays;

  void clear() {
    points.clear();
    rays.clear();
  }
  // How many moves end in a window, edges included; none if that is a very large number. The edges must be
  // within `far_edge`.
  std::optional<std::uint64_t> count(Coordinate left, Coordinate right, Coordinate bottom,
                                     Coordinate top) const;
};

// Finds moves. It keeps its working memory, so that it does not allocate once it has been used.
class Generator {
 public:
  // Both are false if the answer needs numbers beyond 64 bits; then the rest of the answer means nothing.
  // Moves are tried out on the position, which is as before afterwards.
  bool legal(Position& position, MoveList& found);
  bool any_legal(Position& position, bool& found);
  // Moves without regard to check: of castling too only the pieces are looked at.
  void pseudo_legal(Position& position, MoveList& found);

 private:
  // A check, or a pin against a royal piece: a move must end on the attacker or between it and the royal, on
  // `attacker + j * step` for j from 0 to `length - 1`. Without a step there are no squares between.
  struct Shield {
    Square attacker;
    SlotNumber royal, pinned;
    Step step;
    Coordinate length;

    bool covers(Square square) const;
  };
  struct Stretch {
    Coordinate low, high;
  };

  template <class Sink>
  bool visit(Position& position, Sink& sink);
  template <class Sink>
  bool visit_piece(Position& position, SlotNumber number, Sink& sink);
  template <class Sink>
  bool visit_pawn(Position& position, const Slot& slot, Sink& sink);
  template <class Sink>
  bool visit_slides(Position& position, SlotNumber number, Sink& sink);
  template <class Sink>
  bool visit_safe_parts(const Board& board, SlotNumber number, Ray ray, Sink& sink);
  void find_shields(const Board& board, Color color);
  bool covered(Square square) const;
  bool shield_ray(Ray& ray) const;
  bool find_slide(const Board& board, const Slot& slot, int line, int way, SlotNumber next, Ray& ray) const;
  bool add_attacks(const Board& board, SlotNumber start, const Ray& ray, const Slot& enemy);

  std::vector<Shield> checks_, pins_, needed_;
  std::vector<SlotNumber> enemies_;
  std::vector<Stretch> attacked_;
  Color color_ = neutral;
  bool guarded_ = false;   // royal pieces must be safe after a move
  bool overflow_ = false;  // a number did not fit
  std::optional<Passed> passed_;
};

}  // namespace hyperchess::infinite
