// A position of infinite chess: the board, the player to move, and the state the rules need. Moves are made
// and unmade in place.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "infinite/board/board.hpp"

namespace hyperchess::infinite {

// Win conditions as bits, in the order of `WIN_CONDITIONS` in Python.
enum Goal : unsigned {
  checkmate = 1,
  royal_capture = 2,
  all_royals_captured = 4,
  all_pieces_captured = 8,
  king_of_the_hill = 16,
  three_checks = 32,
};

// The ranks on which a player's pawns promote, and the kinds they promote to.
struct Promotion {
  std::vector<Coordinate> ranks;
  std::vector<Kind> kinds;

  bool has_rank(Coordinate y) const;
  bool has_kind(Kind kind) const;
};

// The rules of a variant, which stay the same from move to move.
struct Rules {
  std::vector<Color> players;  // in move order
  std::array<Promotion, color_count> promotions;
  std::array<unsigned, color_count> goals{};
  bool free_promotion = false;       // promotion is optional
  bool drop_idle_rights = false;     // drop castling rights that no king and partner share any more
  bool automatic_move_rule = false;  // the move rule ends the game without a claim
  bool counts_checks = false;
  std::vector<std::uint64_t> turn_hashes;  // by turn: hash of the players in the order of the next moves

  void set_players(const std::vector<Color>& order);
  // Whether two players alternate. Only then is there checkmate.
  bool is_two_player() const { return players.size() == 2 && players[0] != players[1]; }
};

enum class MoveType : std::uint8_t { plain, double_step, en_passant, castling };

struct Move {
  Square from, to;
  Piece promotion;
  MoveType type = MoveType::plain;
  friend bool operator==(const Move&, const Move&) = default;
};

// The square that a pawn has just passed in a double step, and the square of that pawn.
struct EnPassant {
  Square square, pawn;
};

struct LastMove {
  Square from, to;
  Piece piece, captured;  // the moved piece as it is after the move
};

class Position {
 public:
  // Maximum number of hashes of earlier positions; with more reversible moves in a row, `repetitions` returns
  // nothing.
  static constexpr std::size_t max_history = 512;

  Position(std::shared_ptr<const Rules> rules, Board board, std::optional<Square> en_passant);

  const Rules& rules() const { return *rules_; }
  const Board& board() const { return board_; }
  Color player() const { return rules_->players[turn_]; }
  // The player before the player to move.
  Color last_mover() const {
    return rules_->players[(turn_ + rules_->players.size() - 1) % rules_->players.size()];
  }
  // Whether moves that leave a royal piece of the player to move in check are illegal.
  bool must_avoid_check() const;
  std::optional<Square> en_passant() const { return en_passant_; }
  const std::optional<LastMove>& last_move() const { return last_move_; }
  std::uint32_t checks_given(Color color) const { return checks_given_[color]; }
  void set_checks_given(Color color, std::uint32_t count) { checks_given_[color] = count; }
  std::int64_t rule_count() const { return rule_count_; }
  std::int64_t rule_limit() const { return rule_limit_; }
  // Set the move rule: half-moves since the last capture or pawn move, and the number of half-moves from
  // which a draw can be claimed, or 0 if there is no such rule.
  void set_move_rule(std::int64_t count, std::int64_t limit) {
    rule_count_ = count;
    rule_limit_ = limit;
  }

  // Return the pawn that a pawn of the player to move could capture en passant, if it is in the right place.
  std::optional<EnPassant> find_en_passant() const;
  // Whether a pawn of the player to move can capture en passant.
  bool en_passant_is_open() const;
  bool in_check() const;
  // Hash of pieces and rights, the player to move, and an open en passant square.
  std::uint64_t hash() const;
  // Number of occurrences of the position according to the hashes, or nothing if the history is incomplete.
  std::optional<int> repetitions() const;

  // Whether the player to move can return to an earlier position with the piece that they moved last. Moves
  // before the call of `use_grid` are not considered, except for the last one.
  bool has_upcoming_repetition() const;

  // Return the partner with which a royal piece can castle to one side, or `no_slot`. Whether castling leaves
  // another royal piece in check is not tested.
  SlotNumber find_castling_partner(SlotNumber king, int sign, bool avoid_check) const;
  // Return the pseudo-legal move with these squares and this promotion, if there is one.
  std::optional<Move> find_move(Square from, Square to, Piece promotion) const;
  // Whether a pseudo-legal move is legal: it leaves no royal piece in check where that matters. The move is
  // tried out: in place, or on a copy of a constant position, which threads may share.
  bool is_safe(const Move& move);
  bool is_safe(const Move& move) const;

  // Make a pseudo-legal move, whose target must be within the edge of the board; unmake the last move.
  void make(const Move& move);
  void unmake();
  // Pass the turn to the next player; `unmake` reverts it.
  void make_null_move();
  // Make lookups faster, for a search (see `Board::use_grid`). Earlier moves cannot be unmade.
  void use_grid() {
    undo_.clear();
    board_.use_grid();
  }
  // Drop the information needed to unmake moves.
  void discard_undo();
  // Declare that there were earlier moves that this object has not seen.
  void mark_history_incomplete() { history_is_complete_ = false; }
  // Write the squares changed by the last move into `found`, emptied squares first.
  void last_changes(std::vector<SquareChange>& found) const;

 private:
  // The changes of squares are in the journal of the board, which also updates what depends on single pieces
  // (`Board::update_sums`, the place for accumulators of an evaluation).
  struct Undo {
    std::size_t changes;  // of the board before the move
    std::optional<Square> en_passant;
    std::optional<LastMove> last;
    std::int64_t rule_count;
    std::size_t history_begin;
    bool history_is_complete;
    std::uint32_t checks_given;
  };

  Undo save_state(Color color) const;
  void apply(const Move& move, Board& board) const;
  // Drop the castling rights on the rank of a square if they cannot be used.
  [[nodiscard]] std::vector<Square> find_idle_rights(const Move& move) const;
  bool can_reach(const Slot& from, Square to) const;

  std::shared_ptr<const Rules> rules_;
  Board board_;
  std::size_t turn_ = 0;
  std::optional<Square> en_passant_;
  std::optional<LastMove> last_move_;
  std::array<std::uint32_t, color_count> checks_given_{};
  std::int64_t rule_count_ = 0, rule_limit_ = 0;
  std::vector<std::uint64_t> hash_history_;  // of the positions before this one
  std::size_t history_begin_ = 0;            // index of the first one since the last capture or pawn move
  bool history_is_complete_ = true;
  std::vector<Undo> undo_;
};

}  // namespace hyperchess::infinite
