// Refutations: one legal reply refutes many actions, all those after which it is legal too.
//
// An action of the attacker is a point: one entry on every axis. From a point and a legal reply, sets of
// entries are found such that the reply is legal after every action chosen from them:
//
// * The entries make boards at the same places, so the timelines, the present, and what is a branch stay the
//   same. Boards that are passed on or played instead, and timelines that start at another time, are added
//   where no jump of the reply needs the board. Which timelines are active depends on the number of branches
//   only; the present is the attacker's if some active timeline surely ends, with a board of his, before any
//   on which the defender is left to move (`hands_over`: an end is counted as late as it can be).
// * Where moves of the reply start and pass, the boards have the same squares, and where they land stands no
//   piece of the defender's, so the moves can be made. (Where a pawn lands, the square is the same too. A
//   board on which the reply castles or captures en passant stays the same altogether.)
// * On a board where the reply moves within the board, other entries may have another answer: a move that
//   held against them before. So one reply on every board is combined into replies to all combinations. On a
//   timeline that starts at another time the answer makes a board at another place. Places that exclude each
//   other stand in the grid together: that can only open more lines.
// * The boards after the reply are united, as `Scene` does for one player. As long as a line of attack is
//   open there, the entries that keep it open are removed from one of the axes it depends on.
#pragma once

#include "mates/entry_boards.hpp"
#include "search/boxes.hpp"

namespace hyperchess {

class Refutations {
 public:
  Refutations(const Axes& axes, const Layout& layout, bool softmates);

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
    int move;  // within the board, as a number; -1 if no other could stand in for it
  };
  // A board that a move of a reply within the board made by an entry leaves.
  struct Answer {
    int move;
    Bits empty, royals;  // the defender's
    Attackers attackers;
  };
  // What a line of attack needs on a board that the reply makes.
  struct Condition {
    const ReplyBoard* reply_board;
    LineNeeds needs;
  };

  int axis_at(const std::vector<int>& point, int row, int time) const;
  void require_move(const std::vector<int>& point, const Multiverse& after, const Move& move);
  void keep_similar(const std::vector<int>& point, int defender);
  void find_reply_boards(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply,
                         Grid& grid);
  Board with_entry(const ReplyBoard& reply_board, int entry);
  void unite(ReplyBoard& reply_board);
  void close_line(const std::vector<int>& point, const Grid& grid, const Attack& attack);
  void find_ends(const Axes& replies, const std::vector<int>& reply);
  bool hands_over(int row, int end, int first_left) const;
  void add_pass(int axis, const Grid& grid);
  void add_moves(int axis, Grid& grid);
  void add_jumps(const std::vector<int>& point, int axis);
  void add_answered_jumps(const std::vector<int>& point, Grid& grid, int axis, int chosen_time);
  void learn_answer(const std::vector<int>& point, const ReplyBoard& reply_board);
  bool add_answers(const std::vector<int>& point, const Grid& grid, ReplyBoard& reply_board, int time);
  bool holds_with(const Answer& answer, const Grid& grid, const ReplyBoard& place);
  bool no_line_open(const Grid& grid) const;
  void add_condition(const Cell* cell, const LineNeeds& needs);
  bool keeps_open(const Condition& condition, int entry, const Attack& attack);

  const Axes& axes_;
  const Layout& layout_;
  bool softmates_;
  std::vector<int> jump_times_;  // the half-turns of the boards with which new timelines can start
  EntryBoards boards_;
  std::vector<std::vector<Answer>> answers_;                 // by choice: the latest ones
  std::vector<std::pair<const Cell*, Attackers>> waiting_;   // boards on which the attacker is to move
  std::vector<std::pair<const Cell*, Attackers>> unplayed_;  // those on which he may have passed instead
  int lowest_row_ = 0;
  std::vector<int> ends_;      // from the lowest row on: where an active timeline ends at the latest
  int first_left_ = 0;         // the earliest end of one on which the defender passes
  std::vector<Bits> needed_;   // by axis: squares that must stay the same for jumps of the reply
  std::vector<Bits> landing_;  // by axis: squares on which they land
  std::vector<Bits> needed_within_, landing_within_;  // the same for the move within the board
  std::vector<std::vector<Word>> kept_;               // by axis: entries
  std::vector<ReplyBoard> reply_boards_;
  std::vector<std::pair<Cell, Attackers>> hidden_;
  std::vector<Condition> conditions_;
  std::vector<Word> open_, best_open_;
  Slice slice_;
};

}  // namespace hyperchess
