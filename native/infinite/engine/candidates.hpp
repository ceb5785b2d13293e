// Candidate moves of the engine of infinite chess. A ray has infinitely many squares, so only squares are
// chosen that differ in what they attack, block or protect.
#pragma once

#include <vector>

#include "infinite/engine/evaluation.hpp"
#include "infinite/rules/generation.hpp"

namespace hyperchess::infinite {

struct Candidate {
  Move move;
  Piece piece, captured;     // the moving piece, and the piece it captures if any
  int score = 0;             // for move ordering, larger first
  int gain = 0;              // value of the captured piece and of the promotion
  bool is_tactical = false;  // a promotion, or a capture of a piece that is worth something
};

// Moves to generate: all, captures and promotions, or the others.
enum class MoveFilter : std::uint8_t { all, tactical, quiet };

// Limits on the squares chosen of each ray.
struct CandidateLimits {
  int whole_ray;    // rays of up to this many squares are added completely
  int max_per_ray;  // squares chosen of a longer ray
  int near;         // squares next to the piece
  int royal_band;   // lines that pass an enemy royal at up to this distance count as lines through it
  int far_steps;    // also put a slider this many steps beyond an enemy royal, out of its reach; 0 for never
  int targets;      // number of other pieces at which slides are aimed
};

// Candidate generator. It reuses its working memory from call to call, to avoid allocations.
class Candidates {
 public:
  explicit Candidates(const Evaluation& evaluation, Poller* poller = nullptr)
      : evaluation_(evaluation), generator_(poller), poller_(poller) {}

  // Append the candidates to `found`, unordered. Set `is_complete` to whether they are all legal moves of the
  // filter: squares of long rays are left out, those beyond the edge of the board, and after the end of a
  // search the rest. Return false if numbers beyond 64 bits are needed; then the output is meaningless.
  bool generate(Position& position, const CandidateLimits& limits, MoveFilter filter,
                std::vector<Candidate>& found, bool& is_complete);
  // Describe a legal move.
  Candidate describe(const Position& position, const Move& move) const;

 private:
  struct Target {
    Square at;
    int band;
    int worth;  // priority among the targets that are not royal
    bool royal;
  };

  void find_targets(const Position& position, const CandidateLimits& limits);
  bool add_ray(const Position& position, const Ray& ray, const CandidateLimits& limits, MoveFilter filter,
               std::vector<Candidate>& found);
  void choose_steps(const Ray& ray, Piece piece, Coordinate last, const CandidateLimits& limits,
                    bool keep_last);

  const Evaluation& evaluation_;
  Generator generator_;
  Poller* poller_;
  MoveList moves_;
  std::vector<Target> targets_;
  std::vector<Coordinate> steps_;
};

}  // namespace hyperchess::infinite
