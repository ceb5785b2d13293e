// Legal move generation on the infinite board: moves are points and rays. Corresponds to `legal.py`,
// `shields.py` and `safety.py` of the rules in Python.
#pragma once

#include <limits>
#include <vector>

#include "common/limits.hpp"
#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

// Slides to `from + k * step` for k from `first` to `last`.
struct Ray {
  static constexpr Coordinate endless = std::numeric_limits<Coordinate>::max();

  Square from;
  Step step;
  Coordinate first = 1, last = endless;

  Square target(Coordinate steps) const { return {from.x + steps * step.dx, from.y + steps * step.dy}; }
};

// Compute the number of steps from one square to another; return false if `step` does not lead there.
bool steps_between(Square from, Step step, Square to, Coordinate& steps);

struct MoveList {
  std::vector<Move> points;
  std::vector<Ray> rays;

  void clear() {
    points.clear();
    rays.clear();
  }
  // Return the number of moves that end in a window, edges included, or nothing if the number is very large.
  // The edges must be within `far_edge`.
  std::optional<std::uint64_t> count(Coordinate left, Coordinate right, Coordinate bottom,
                                     Coordinate top) const;
};

// Move generator. It reuses its working memory from call to call, to avoid allocations.
class Generator {
 public:
  // A search gives its poller: once the search has ended, generation stops and leaves moves out.
  explicit Generator(Poller* poller = nullptr) : poller_(poller) {}

  // These return false if numbers beyond 64 bits are needed; then the output is meaningless. With
  // `tactical_only`, find captures, and pawn moves to ranks of promotion. Castling and en passant are tried
  // out: on a position that may change, in place; on a constant one, which threads may share, on a copy.
  bool generate_legal(Position& position, MoveList& found, bool tactical_only = false);
  bool generate_legal(const Position& position, MoveList& found, bool tactical_only = false);
  bool find_any_legal(Position& position, bool& found);
  bool find_any_legal(const Position& position, bool& found);
  // Whether the last generation was stopped by the end of the search.
  bool is_interrupted() const { return is_interrupted_; }
  // Generate moves without regard to check, castling included.
  void generate_pseudo_legal(Position& position, MoveList& found);

 private:
  // A check on a royal piece, or a pin against it: a move must end on the attacker or between it and the
  // royal, that is on `attacker + j * step` for j from 0 to `length - 1`. For a leaper `step` is zero.
  struct Shield {
    Square attacker;
    SlotNumber royal, pinned;
    Step step;
    Coordinate length;

    bool covers(Square square) const;
  };
  struct Interval {
    Coordinate low, high;
  };

  template <class AnyPosition>
  bool generate(AnyPosition& position, MoveList& found, bool tactical_only);
  template <class AnyPosition>
  bool find_any(AnyPosition& position, bool& found);
  template <class AnyPosition, class Sink>
  bool visit(AnyPosition& position, Sink& sink);
  template <class AnyPosition, class Sink>
  bool visit_piece(AnyPosition& position, SlotNumber number, Sink& sink);
  template <class AnyPosition, class Sink>
  bool visit_pawn(AnyPosition& position, const Slot& slot, Sink& sink);
  template <class Sink>
  bool visit_slides(const Board& board, SlotNumber number, Sink& sink);
  template <class Sink>
  bool visit_safe_parts(const Board& board, SlotNumber number, Ray ray, Sink& sink);
  void find_shields(const Board& board, Color color);
  bool satisfies_shields(Square square) const;
  bool shield_ray(Ray& ray) const;
  bool find_slide(const Board& board, const Slot& slot, int line, int sign, SlotNumber next, Ray& ray) const;
  bool add_attacks(const Board& board, SlotNumber start, const Ray& ray, const Slot& enemy);

  Poller* poller_;
  bool is_interrupted_ = false;
  std::vector<Shield> checks_, pins_, shields_;
  std::vector<SlotNumber> enemies_;
  std::vector<Interval> attacked_;
  Color color_ = neutral;
  bool tactical_only_ = false;
  bool must_avoid_check_ = false;  // royal pieces must not be attacked after a move
  bool overflow_ = false;          // a number did not fit into 64 bits
  std::optional<EnPassant> en_passant_;
};

}  // namespace hyperchess::infinite
