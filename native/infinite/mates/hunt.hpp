// Mate search against a bare royal piece in infinite chess.
//
// The side to move has pieces that leap and slide, the other side has one royal piece that leaps. Slides fall
// into finitely many classes for mates in one and in two, and for mates of any length if all slides are along
// ranks and files: `hyperchess/analysis/infinite_classes.py` has the argument and the same classes. So these
// mates are decided. Other mates are searched among moves chosen in the same way, with all replies: a mate
// that is found is proven, but some may be missed.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "common/meter.hpp"
#include "infinite/rules/generation.hpp"

namespace hyperchess::infinite {

// A first move. Unless it is single, it represents a class of slides with the same effect.
struct HuntMove {
  Square from, to;
  bool is_single;
};

class Hunt {
 public:
  // Maximum length of a mate; with longer ones, coordinates could overflow 64 bits.
  static constexpr int longest = 8;
  static constexpr std::size_t max_pieces = 32;
  static constexpr Coordinate edge = Coordinate{1} << 36;

  // Return nothing unless the position is a bare leaping royal piece against pieces that leap and slide,
  // without castling, border or slide limit, with at most `max_pieces` pieces and coordinates within `edge`.
  static std::optional<Hunt> create(const Position& position, Meter meter);

  // Return the first moves to try for a mate in `length`, most promising first.
  std::vector<HuntMove> first_moves(int length);
  // Whether a legal move mates within `length` moves, including this one.
  bool wins(Square from, Square to, int length);

  long long rounds() const { return meter_.spent(); }

 private:
  struct Hunter {
    Square at;
    const KindTraits* traits;
    std::size_t
        max_covered;  // maximum number of squares of the royal's zone that such a piece attacks at once
    bool alive;
  };
  struct Interval {
    Coordinate low, high;
  };
  struct Landing {
    std::size_t hunter;
    Square to;
    bool is_single;
    int replies;
  };
  explicit Hunt(Meter meter) : meter_(std::move(meter)) {}

  bool leaps_between(const KindTraits& traits, Square from, Square to) const;
  bool attacks(std::size_t hunter, Square to, std::size_t ignored) const;
  bool is_attacked(Square square, std::size_t ignored) const;
  bool are_royals_safe() const;
  std::size_t find_hunter(Square square) const;
  bool is_free(Square square) const { return square != royal_ && find_hunter(square) == none; }
  int count_replies() const;
  bool is_mate() const { return is_attacked(royal_, none) && count_replies() == 0; }
  bool mates_with(const Landing& landing);
  // Whether all slides are along ranks and files.
  bool is_orthogonal() const {
    return std::ranges::all_of(lines_, [](Step line) { return line.dx == 0 || line.dy == 0; });
  }
  std::size_t find_max_covered(const KindTraits& traits) const;

  Coordinate free_steps(Square from, Step step) const;
  void find_special_steps(const Ray& ray, std::size_t hunter, int length);
  void add_slides(std::size_t hunter, int length, std::vector<Landing>& found);
  void add_checks(std::size_t hunter, std::vector<Landing>& found) const;
  void add_leaps(std::size_t hunter, std::vector<Landing>& found) const;
  void add_last_moves(std::vector<Landing>& found);
  void filter_and_order(std::vector<Landing>& moves);

  bool can_mate(int length);
  bool can_mate_after_all_replies(int length);

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Meter meter_;
  std::vector<Hunter> hunters_;
  Square royal_;
  const KindTraits* royal_traits_ = nullptr;
  std::vector<Step> flights_;                              // leaps of the royal
  int reach_ = 1;                                          // longest leap of the royal along an axis
  std::vector<Step> lines_;                                // all directions in which hunters slide
  std::vector<std::pair<Coordinate, Coordinate>> spread_;  // by direction: see `find_spread`
  Coordinate period_ = 1;                                  // slides that differ by it cross the same lines
  std::vector<std::size_t> killer_flights_;                // by length: the reply that refuted the last move
  // Working memory.
  std::vector<Interval> special_steps_;
  std::vector<Square> uncovered_;
  std::vector<Landing> last_moves_;
};

}  // namespace hyperchess::infinite
