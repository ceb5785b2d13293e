// Forced mates of a bare royal piece in infinite chess.
//
// The side to move has pieces that leap and slide, the other side one royal piece that leaps. Slides fall
// into finitely many classes for a mate in one and in two, and for every mate if all slides go along ranks
// and files: `hyperchess/analysis/infinite_classes.py` has the argument, and the same classes. So these are
// decided. Other mates are searched among moves that are chosen in the same way, and every reply is tried: a
// mate that is found is proven, but others may be missed.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "infinite/generation.hpp"
#include "search/meter.hpp"

namespace hyperchess::infinite {

// A first move. If it does not stand alone, other slides of its class have the same effect.
struct HuntMove {
  Square from, to;
  bool alone;
};

class Hunt {
 public:
  // Mates of up to this length are searched: beyond, coordinates could grow out of 64 bits.
  static constexpr int longest = 8;
  static constexpr std::size_t most_pieces = 32;
  static constexpr Coordinate edge = Coordinate{1} << 36;

  // None if it is not a bare royal piece that leaps against pieces that leap and slide, without castling,
  // border and limit for slides; or if there are too many pieces, or a coordinate is not within the edge.
  static std::optional<Hunt> of(const Position& position, Meter meter);

  // The first moves to try for a mate in `length`, the promising ones first.
  std::vector<HuntMove> first_moves(int length);
  // Whether a legal move mates within `length` moves, itself included.
  bool wins(Square from, Square to, int length);

  long long rounds() const { return meter_.spent(); }

 private:
  struct Hunter {
    Square at;
    const KindTraits* traits;
    std::size_t most_covered;  // squares of the royal's zone that such a piece attacks at once
    bool alive;
  };
  struct Stretch {
    Coordinate low, high;
  };
  struct Landing {
    std::size_t hunter;
    Square to;
    bool alone;
    int replies;
  };
  explicit Hunt(Meter meter) : meter_(std::move(meter)) {}

  bool leaps_between(const KindTraits& traits, Square from, Square to) const;
  bool attacks(std::size_t hunter, Square to, std::size_t ignored) const;
  bool is_attacked(Square square, std::size_t ignored) const;
  bool royals_are_safe() const;
  std::size_t hunter_on(Square square) const;
  bool is_free(Square square) const { return square != royal_ && hunter_on(square) == none; }
  int count_replies() const;
  bool is_mate() const { return is_attacked(royal_, none) && count_replies() == 0; }
  bool is_mate_by(const Landing& landing);
  // Whether all slides go along ranks and files.
  bool is_orthogonal() const {
    return std::ranges::all_of(lines_, [](Step line) { return line.dx == 0 || line.dy == 0; });
  }
  std::size_t most_covered_by(const KindTraits& traits) const;

  Coordinate free_steps(Square from, Step step) const;
  void add_special(const Ray& ray, std::size_t hunter, int length);
  void add_slides(std::size_t hunter, int length, std::vector<Landing>& found);
  void add_checks(std::size_t hunter, std::vector<Landing>& found) const;
  void add_leaps(std::size_t hunter, std::vector<Landing>& found) const;
  void add_last_moves(std::vector<Landing>& found);
  void keep_playable(std::vector<Landing>& moves);

  bool mates(int length);
  bool mates_after_all_replies(int length);

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Meter meter_;
  std::vector<Hunter> hunters_;
  Square royal_;
  const KindTraits* royal_traits_ = nullptr;
  std::vector<Step> flights_;
  int reach_ = 1;                                          // of the royal's leaps
  std::vector<Step> lines_;                                // all directions in which hunters slide
  std::vector<std::pair<Coordinate, Coordinate>> spread_;  // of each of them
  Coordinate period_ = 1;                                  // slides that differ by it cross the same lines
  std::vector<std::size_t> last_refutation_;               // by length
  // Working memory.
  std::vector<Stretch> special_;
  std::vector<Square> uncovered_;
  std::vector<Landing> last_moves_;
};

}  // namespace hyperchess::infinite
