// The moves of a position that a search looks at. There are infinitely many slides, so of each ray the
// squares are taken that differ in what they attack, block or join.
#pragma once

#include <vector>

#include "infinite/generation.hpp"
#include "infinite_engine/evaluation.hpp"

namespace hyperchess::infinite {

struct Candidate {
  Move move;
  int order = 0;          // larger first
  int gain = 0;           // what is taken, and what a pawn becomes
  bool tactical = false;  // a capture or a promotion
};

// How many squares of a ray are taken.
struct Width {
  int whole;    // rays that are not longer are taken as a whole
  int ray;      // the most squares of another ray
  int near;     // squares beside the piece
  int band;     // lines beside a royal piece of the opponent's that count as lines through it
  int far;      // steps beyond a royal piece of the opponent's that put a slider out of its reach; 0: none
  int targets;  // other pieces to which a slide may be directed
};

// Finds candidates. It keeps its working memory, so that it does not allocate once it has been used.
class Candidates {
 public:
  explicit Candidates(const Evaluation& evaluation) : evaluation_(evaluation) {}

  // False if the answer needs numbers beyond 64 bits; then the rest of the answer means nothing. `complete`
  // says whether these are all legal moves. Captures come with their value, the others with none.
  bool list(Position& position, const Width& width, bool tactical_only, std::vector<Candidate>& found,
            bool& complete);

 private:
  struct Target {
    Square at;
    int band, worth;
    bool royal;
  };

  void find_targets(const Position& position, const Width& width);
  bool add_ray(const Position& position, const Ray& ray, const Width& width, bool tactical_only,
               std::vector<Candidate>& found);
  void add(const Position& position, const Move& move, std::vector<Candidate>& found) const;
  void choose_steps(const Board& board, const Ray& ray, Piece piece, Coordinate last, const Width& width);

  const Evaluation& evaluation_;
  Generator generator_;
  MoveList moves_;
  std::vector<Target> targets_;
  std::vector<Coordinate> steps_;
};

}  // namespace hyperchess::infinite
