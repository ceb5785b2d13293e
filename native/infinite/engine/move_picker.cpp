#include "infinite/engine/move_picker.hpp"

#include <bit>

#include "infinite/engine/exchange.hpp"

namespace hyperchess::infinite {
namespace {

// Scores for move ordering. Quiet moves are scored by their histories.
constexpr int tactical_score = 1 << 24, killer_score = 1 << 20;
constexpr int mvv_factor = 8;  // most valuable victim first, then the history of captures

// Work in units of the poller, to rate a move.
constexpr std::size_t tactical_work = 3, quiet_work = 20;

}  // namespace

bool gives_direct_check(const Board& board, const Candidate& candidate, SlotNumber royal) {
  const Piece piece = candidate.move.promotion ? candidate.move.promotion : candidate.piece;
  const Square at = board.slot(royal).at, to = candidate.move.to;
  const Coordinate dx = at.x - to.x, dy = at.y - to.y;
  if (-4 <= dx && dx <= 4 && -4 <= dy && dy <= 4) {
    const Step step{static_cast<int>(dx), static_cast<int>(dy)};
    for (std::uint64_t leaps = attack_leaps(piece.kind(), piece.color()); leaps != 0; leaps &= leaps - 1) {
      if (leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))] == step) return true;
    }
  }
  for (unsigned lines = kind_traits(piece).lines; lines != 0; lines &= lines - 1) {
    const int line = std::countr_zero(lines);
    if (Board::line_key(line, to) != Board::line_key(line, at)) continue;
    const int sign = Board::along(line, at) > Board::along(line, to) ? 1 : -1;
    if (board.find_next(line, to, sign, board.find(candidate.move.from)) == royal) return true;
  }
  return false;
}

Searcher::MovePicker::MovePicker(Searcher& searcher, int ply, const CandidateLimits& limits,
                                 const std::optional<Move>& tt_move, MoveFilter filter, bool in_check)
    : searcher_(searcher),
      state_(searcher.ply_state(ply)),
      ply_(ply),
      limits_(limits),
      tt_move_(tt_move),
      filter_(filter),
      in_check_(in_check),
      stage_(tt_move    ? Stage::table_move
             : in_check ? Stage::generate_all
                        : Stage::generate_tactical) {
  state_.moves.clear();
}

std::optional<Candidate> Searcher::MovePicker::next(bool skip_quiet) {
  switch (stage_) {
    case Stage::table_move:
      stage_ = in_check_ ? Stage::generate_all : Stage::generate_tactical;
      return searcher_.candidates_.describe(searcher_.position_, *tt_move_);
    case Stage::generate_all:
      if (!generate(MoveFilter::all)) return std::nullopt;
      if (!rate(0)) return std::nullopt;
      stage_ = Stage::all;
      [[fallthrough]];
    case Stage::all: return pick_best(state_.moves.size());
    case Stage::generate_tactical:
      if (!generate(MoveFilter::tactical)) return std::nullopt;
      if (!rate(0)) return std::nullopt;
      tactical_end_ = state_.moves.size();
      stage_ = Stage::tactical;
      [[fallthrough]];
    case Stage::tactical:
      while (std::optional<Candidate> found = pick_best(tactical_end_)) {
        if (exchange_gains(searcher_.position_.board(), searcher_.evaluation_, *found, 0)) return found;
        state_.moves[losing_end_++] = *found;
      }
      if (filter_ == MoveFilter::tactical) return std::nullopt;
      stage_ = Stage::generate_quiet;
      [[fallthrough]];
    case Stage::generate_quiet:
      if (skip_quiet) {
        stage_ = Stage::losing;
        return next(skip_quiet);
      }
      next_ = tactical_end_;
      if (!generate(MoveFilter::quiet)) return std::nullopt;
      if (!rate(tactical_end_)) return std::nullopt;
      stage_ = Stage::quiet;
      [[fallthrough]];
    case Stage::quiet:
      if (!skip_quiet) {
        if (std::optional<Candidate> found = pick_best(state_.moves.size())) return found;
      }
      stage_ = Stage::losing;
      [[fallthrough]];
    case Stage::losing:
      if (losing_next_ < losing_end_) return state_.moves[losing_next_++];
      return std::nullopt;
  }
  return std::nullopt;
}

bool Searcher::MovePicker::generate(MoveFilter filter) {
  bool is_complete = false;
  if (!searcher_.candidates_.generate(searcher_.position_, limits_, filter, state_.moves, is_complete)) {
    has_failed_ = true;
    return false;
  }
  is_complete_ = is_complete_ && is_complete;
  return true;
}

bool Searcher::MovePicker::rate(std::size_t first) {
  for (std::size_t index = first; index < state_.moves.size(); ++index) {
    Candidate& each = state_.moves[index];
    if (searcher_.poller_.spend(each.is_tactical ? tactical_work : quiet_work)) return false;
    each.score = each.is_tactical ? rate_tactical(each) : rate_quiet(each);
  }
  return true;
}

int Searcher::MovePicker::rate_tactical(const Candidate& each) const {
  return tactical_score + mvv_factor * each.gain + searcher_.histories_.capture(each).get() / 8;
}

int Searcher::MovePicker::rate_quiet(const Candidate& each) {
  const auto& killers = state_.killers;
  if (each.move == killers[0]) return killer_score + 1;
  if (each.move == killers[1]) return killer_score;
  return searcher_.quiet_score(each, ply_) + rate_squares(each);
}

// Moves that give check, leave a square attacked by a pawn, or enter one: the histories know little about
// the squares of long rays.
int Searcher::MovePicker::rate_squares(const Candidate& each) {
  const Position& position = searcher_.position_;
  if (!position.rules().is_two_player()) return 0;
  const Board& board = position.board();
  const Color color = each.piece.color(), enemy = position.last_mover();
  int score = 0;
  if (!board.royals(enemy).empty() && gives_direct_check(board, each, board.royals(enemy)[0]))
    score += searcher_.parameters_.direct_check_score;
  if (each.piece.kind() == Kind::pawn) return score;
  const auto is_attacked_by_pawn = [&](Square square) {
    for (const int side : {-1, 1}) {
      const Piece pawn = board.at({square.x + side, square.y + pawn_direction(color)});
      if (pawn && pawn.kind() == Kind::pawn && pawn.color() == enemy) return true;
    }
    return false;
  };
  // The moves of a piece follow each other.
  if (!last_from_ || *last_from_ != each.move.from) {
    last_from_ = each.move.from;
    leaves_pawn_attack_ = is_attacked_by_pawn(each.move.from);
  }
  if (leaves_pawn_attack_) score += searcher_.parameters_.pawn_attack_score;
  if (is_attacked_by_pawn(each.move.to)) score -= searcher_.parameters_.pawn_attack_score;
  return score;
}

// Take the best move between `next_` and `end` other than the table move.
std::optional<Candidate> Searcher::MovePicker::pick_best(std::size_t end) {
  while (next_ < end) {
    if (searcher_.poller_.spend((end - next_) / 8)) return std::nullopt;
    std::size_t best = next_;
    for (std::size_t index = next_ + 1; index < end; ++index) {
      if (state_.moves[index].score > state_.moves[best].score) best = index;
    }
    if (best != next_) std::swap(state_.moves[best], state_.moves[next_]);
    const Candidate& found = state_.moves[next_++];
    if (!tt_move_ || found.move != *tt_move_) return found;
  }
  return std::nullopt;
}

}  // namespace hyperchess::infinite
