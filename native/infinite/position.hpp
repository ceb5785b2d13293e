// A position of infinite chess: the board, whose turn it is, and the state that the rules need. Moves are
// made and taken back in place.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "infinite/board.hpp"

namespace hyperchess::infinite {

// The goals of `WIN_CONDITIONS` in Python, as bits in that order.
enum Goal : unsigned {
  checkmate = 1,
  royal_capture = 2,
  all_royals_captured = 4,
  all_pieces_captured = 8,
  king_of_the_hill = 16,
  three_checks = 32,
};

// Where a player's pawns promote, and to what.
struct Promotion {
  std::vector<Coordinate> ranks;
  std::vector<Kind> kinds;

  bool on_rank(Coordinate y) const;
  bool offers(Kind kind) const;
};

// What stays the same from move to move.
struct Rules {
  std::vector<Color> players;  // in the order in which they move
  std::array<Promotion, color_count> promotions;
  std::array<unsigned, color_count> goals{};
  bool free_promotion = false;       // a pawn may stay a pawn
  bool drop_idle_rights = false;     // castling rights that no king and partner share are dropped
  bool automatic_move_rule = false;  // the move rule ends the game by itself
  bool counts_checks = false;
  std::vector<std::uint64_t>
      turn_hashes;  // for each turn, of the players in the order in which they move next

  void set_players(const std::vector<Color>& order);
  // Two players who move in turn: only then is there checkmate.
  bool two_alternate() const { return players.size() == 2 && players[0] != players[1]; }
};

enum class MoveType : std::uint8_t { plain, double_step, en_passant, castling };

struct Move {
  Square from, to;
  Piece promotion;
  MoveType type = MoveType::plain;
  friend bool operator==(const Move&, const Move&) = default;
};

// A square that a pawn has just passed over, and where that pawn stands.
struct Passed {
  Square square, pawn;
};

// What the last move did.
struct LastMove {
  Square from, to;
  Piece piece, captured;  // the piece as it stands after the move
};

class Position {
 public:
  // Hashes of earlier positions that are kept; with more quiet moves in a row, `repetitions` is not known.
  static constexpr std::size_t most_past = 512;

  Position(std::shared_ptr<const Rules> rules, Board board, std::optional<Square> en_passant);

  const Rules& rules() const { return *rules_; }
  const Board& board() const { return board_; }
  Color player() const { return rules_->players[turn_]; }
  // Who made the last move, or would have.
  Color mover() const {
    return rules_->players[(turn_ + rules_->players.size() - 1) % rules_->players.size()];
  }
  // Whether the player to move must keep the royal pieces out of check.
  bool guarded() const;
  std::optional<Square> en_passant() const { return en_passant_; }
  const std::optional<LastMove>& last() const { return last_; }
  std::uint32_t checks_given(Color color) const { return checks_given_[color]; }
  void set_checks_given(Color color, std::uint32_t count) { checks_given_[color] = count; }
  std::int64_t rule_count() const { return rule_count_; }
  std::int64_t rule_limit() const { return rule_limit_; }
  // Half-moves since the last capture or pawn move, and how many allow a draw to be claimed; 0: no such rule.
  void set_move_rule(std::int64_t count, std::int64_t limit) {
    rule_count_ = count;
    rule_limit_ = limit;
  }

  // The pawn that the player to move might take en passant.
  std::optional<Passed> passed() const;
  // Whether a pawn stands ready to take it.
  bool en_passant_is_open() const;
  bool in_check() const;
  // Pieces and rights, the player to move, and an open en passant square.
  std::uint64_t hash() const;
  // How often the position has occurred as far as hashes say; none if too many moves would have to be
  // compared.
  std::optional<int> repetitions() const;

  // The partner with which a royal piece can castle to one side, or `no_slot`. Whether another royal piece is
  // left in check is not checked.
  SlotNumber castling_partner(SlotNumber king, int way, bool guarded) const;
  // The move with these squares and this promotion if a piece of the player can make it, check aside.
  std::optional<Move> find_move(Square from, Square to, Piece promotion) const;
  // Whether a pseudo-legal move leaves no royal piece of a guarded player attacked.
  bool is_safe(const Move& move);

  // Makes a pseudo-legal move, and takes the last one back. The target must be within the edge of the board.
  void make(const Move& move);
  void unmake();
  // Gives the turn to the next player, for searches; `unmake` takes it back.
  void pass();
  // Forgets how to take moves back.
  void settle();
  // Says that moves were made before that are not known here.
  void forget_past() { past_is_whole_ = false; }
  // The squares that the last move has changed: those that were emptied first.
  void last_changes(std::vector<SquareChange>& found) const;

 private:
  struct Undo {
    std::size_t changes;
    std::optional<Square> en_passant;
    std::optional<LastMove> last;
    std::int64_t rule_count;
    std::size_t past_begin;
    bool past_is_whole;
    std::uint32_t checks_given;
  };

  void place(const Move& move);
  void drop_idle_rights(Coordinate rank);
  bool can_reach(const Slot& from, Square to) const;

  std::shared_ptr<const Rules> rules_;
  Board board_;
  std::size_t turn_ = 0;
  std::optional<Square> en_passant_;
  std::optional<LastMove> last_;
  std::array<std::uint32_t, color_count> checks_given_{};
  std::int64_t rule_count_ = 0, rule_limit_ = 0;
  std::vector<std::uint64_t> past_;  // hashes of the positions before this one
  std::size_t past_begin_ = 0;       // those since the last capture or pawn move begin here
  bool past_is_whole_ = true;
  std::vector<Undo> undo_;
};

}  // namespace hyperchess::infinite
