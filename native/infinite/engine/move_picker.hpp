// Moves of a node in the order of search, generated in stages.
#pragma once

#include <optional>

#include "infinite/engine/searcher.hpp"

namespace hyperchess::infinite {

// Limits of move generation. `Candidates::choose_steps` takes the squares of a ray in the order of what they
// can do, so a larger limit adds squares that do less: with all numbers doubled, 120 games at equal nodes
// were scored 45.4 % (the search is 0.2 plies shallower), with all numbers halved 50.0 %. Squares that are
// left out make a node incomplete, so no loss is proven by it, whatever the limits.
inline constexpr CandidateLimits root_limits{
    .whole_ray = 24, .max_per_ray = 48, .near = 5, .royal_band = 2, .far_steps = 0, .targets = 24};
inline constexpr CandidateLimits deep_limits{
    .whole_ray = 8, .max_per_ray = 14, .near = 3, .royal_band = 1, .far_steps = 0, .targets = 12};
inline constexpr CandidateLimits shallow_limits{
    .whole_ray = 6, .max_per_ray = 8, .near = 2, .royal_band = 1, .far_steps = 0, .targets = 6};
inline constexpr int deep_depth = 3;          // depth from which `deep_limits` apply
inline constexpr int evasion_whole_ray = 40;  // in check, rays up to this length are generated completely

// The same in a hunt. They are wider: there a slider has to be placed exactly. Results of practice mates are
// in docs/engine-infinite.md. With `far_steps`, six of six games of 1K1CH1N against itself were won, three
// before.
inline constexpr CandidateLimits root_hunt_limits{
    .whole_ray = 24, .max_per_ray = 64, .near = 4, .royal_band = 3, .far_steps = 48, .targets = 8};

inline CandidateLimits find_limits(int depth, bool in_check) {
  CandidateLimits limits = depth >= deep_depth ? deep_limits : shallow_limits;
  if (in_check) limits.whole_ray = evasion_whole_ray;
  return limits;
}

// Whether a move attacks the royal piece in slot `royal` from its target square.
bool gives_direct_check(const Board& board, const Candidate& candidate, SlotNumber royal);

// A loss is proven only if every legal move was searched.
inline int downgrade_unproven_loss(int value, int ply, bool is_complete) {
  return !is_complete && value < mate_band - proven_mate ? ply - likely_mate : value;
}

// Stages: table move; captures and promotions that do not lose material, by most valuable victim and history;
// quiet moves, killers first, then by history; losing captures. In check, all evasions in one stage.
class Searcher::MovePicker {
 public:
  MovePicker(Searcher& searcher, int ply, const CandidateLimits& limits, const std::optional<Move>& tt_move,
             MoveFilter filter, bool in_check);

  // Return the next move, or nothing. With `skip_quiet`, leave the remaining quiet moves out.
  std::optional<Candidate> next(bool skip_quiet);

  // Whether all legal moves were generated, and could be.
  bool is_complete() const { return is_complete_; }
  bool has_failed() const { return has_failed_; }
  bool is_losing_stage() const { return stage_ == Stage::losing; }

 private:
  enum class Stage : std::uint8_t {
    table_move,
    generate_all,
    all,
    generate_tactical,
    tactical,
    generate_quiet,
    quiet,
    losing,
  };

  bool generate(MoveFilter filter);
  // Set the scores of the moves from `first` on; return false if the search has ended.
  bool rate(std::size_t first);
  int rate_tactical(const Candidate& each) const;
  int rate_quiet(const Candidate& each);
  int rate_squares(const Candidate& each);
  std::optional<Candidate> pick_best(std::size_t end);

  Searcher& searcher_;
  PlyState& state_;
  int ply_;
  CandidateLimits limits_;
  std::optional<Move> tt_move_;
  MoveFilter filter_;
  bool in_check_;
  bool is_complete_ = true, has_failed_ = false;
  Stage stage_;
  std::optional<Square> last_from_;  // of the last move rated
  bool leaves_pawn_attack_ = false;  // whether a pawn attacks that square
  std::size_t next_ = 0, tactical_end_ = 0, losing_end_ = 0, losing_next_ = 0;
};

}  // namespace hyperchess::infinite
