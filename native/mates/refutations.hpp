// Refutations: one legal reply refutes many actions, all those after which it is legal too.
//
// An action of the attacker is a point: one entry on every axis. From a point and a legal reply, sets of
// entries are found such that the reply is legal after every action chosen from them:
//
// * The entries make boards at the same places, so the timelines, the present, and what is a branch stay the
//   same.
// * Where moves of the reply start and pass, the boards have the same squares, and where they land stands no
// piece
//   of the defender's, so the moves can be made. (Where a pawn lands, the square is the same too. A board on
//   which the reply castles or captures en passant stays the same altogether.)
// * The boards after the reply are united, as `Scene` does for one player. As long as a line of attack is
// open
//   there, the entries that keep it open are removed from one of the axes it depends on.
#pragma once

#include <deque>

#include "search/boxes.hpp"

namespace hyperchess {

class Refutations {
 public:
  Refutations(const Axes& axes, const Layout& layout);

  // The actions that a legal reply to a point refutes, the point included, as a slice of the actions with as
  // many branches. `replies` are the axes of the position after the point, `reply` is a point on these.
  const Slice& find(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply);

 private:
  // A board that the reply makes.
  struct ReplyBoard {
    int axis;      // the attacker's axis that made the board it continues; -1 if that board is older
    Bits touched;  // the squares that do not depend on the entry of that axis
    Board board;   // for the entry of the point
    Cell* cell;
    Attackers attackers;
  };
  // What a line of attack needs on a board that the reply makes.
  struct Condition {
    const ReplyBoard* reply_board;
    LineNeeds needs;
  };

  const Board& board_after(int axis, int entry);
  int axis_at(const std::vector<int>& point, int row, int time) const;
  void require_move(const std::vector<int>& point, const Multiverse& after, const Move& move);
  void keep_similar(const std::vector<int>& point, int defender);
  void find_reply_boards(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply,
                         Grid& grid);
  Board with_entry(const ReplyBoard& reply_board, int entry);
  void unite(ReplyBoard& reply_board);
  void close_line(const std::vector<int>& point, const Grid& grid, const Attack& attack);
  void add_condition(const Cell* cell, const LineNeeds& needs);
  bool keeps_open(const Condition& condition, int entry, const Attack& attack);

  const Axes& axes_;
  const Layout& layout_;
  std::vector<int> board_numbers_;  // by choice: the number of the board it makes, or -1
  std::deque<Board> boards_;
  std::vector<Bits> needed_;             // by axis: squares that must stay the same
  std::vector<Bits> landing_;            // by axis: squares on which a reply lands
  std::vector<std::vector<Word>> kept_;  // by axis: entries
  std::vector<ReplyBoard> reply_boards_;
  std::vector<Condition> conditions_;
  std::vector<Word> open_, best_open_;
  Slice slice_;
};

}  // namespace hyperchess
