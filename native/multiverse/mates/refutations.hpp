// Refutations: one legal reply refutes all actions after which it is legal too.
//
// An action of the attacker is a point: one entry on every axis. Given a point and a legal reply, this finds
// sets of entries such that the reply is legal after every action chosen from them:
//
// * The entries make boards in the same rows and at the same half-turns, so the timelines, the present, and
//   what counts as a branch stay the same. Where no jump of the reply needs the board, entries are added that
//   pass instead of playing or play instead of passing, and timelines that start at another half-turn. Which
//   timelines are active depends only on the number of branches. The present passes to the attacker if some
//   active timeline is certain to end, with a board of the attacker, before any timeline on which the
//   defender is left to move (`hands_over`, which counts every end as late as it can be).
// * On squares where moves of the reply start and pass, the boards agree, and no piece of the defender is on
//   their target squares, so the moves stay possible. (For a pawn the target square agrees too. A board on
//   which the reply castles or captures en passant is fixed altogether.)
// * On a board where the reply moves within the board, other entries may have another answer: a move that
//   held against them before. So one reply per board is combined into replies to all combinations. On a
//   timeline that starts at another half-turn, the answer makes a board in another cell. Cells that exclude
//   each other are in the grid together: that can only open more lines.
// * The boards after the reply are united, as in `CheckDetector`. While a line of attack is open on them, the
//   entries that leave it open are removed from one of the axes it depends on.
#pragma once

#include "multiverse/actions/boxes.hpp"
#include "multiverse/mates/entry_boards.hpp"

namespace hyperchess {

class Refutations {
 public:
  Refutations(const Axes& axes, const Layout& layout, EntryBoards& boards, bool softmates);

  // Return the actions refuted by a legal reply to `point`, including `point`, as a slice of the actions with
  // as many branches. `replies` are the axes of the position after `point`, and `reply` is a point on them.
  const Slice& find(const Point& point, const Axes& replies, const Point& reply);

 private:
  // A board that the reply makes.
  struct ReplyBoard {
    AxisIndex axis;    // the attacker's axis that made its predecessor; none if the predecessor is older
    Bitboard touched;  // squares that do not depend on the entry of that axis
    Board board;       // for the entry of the point
    Cell* cell;
    Attackers attackers;
    Attackers fixed;  // the attackers on `touched` squares
    int move;         // packed move within the board, `no_move`, or -1 if no other move could replace it
  };
  // A move of a reply within the board that an entry makes, and the resulting board.
  struct Answer {
    int move;
    Bitboard empty, royals;  // empty squares, and royals of the defender
    Attackers attackers;
  };
  // Requirements of a line of attack on a board that the reply makes.
  struct Condition {
    const ReplyBoard* reply_board;
    AttackNeeds needs;
  };

  AxisIndex find_axis(const Point& point, int row, int time) const;
  void require_move(const Point& point, const Multiverse& after, const Move& move);
  void keep_similar(const Point& point, int defender);
  void find_reply_boards(const Point& point, const Axes& replies, const Point& reply, Grid& grid);
  void unite(ReplyBoard& reply_board);
  void close_line(const Point& point, const Grid& grid, const Attack& attack);
  void find_ends(const Axes& replies, const Point& reply);
  bool hands_over(int row, int end, int first_left) const;
  void add_pass(AxisIndex axis, const Grid& grid);
  void add_moves(AxisIndex axis, Grid& grid);
  void add_jumps(const Point& point, AxisIndex axis);
  void add_answered_jumps(const Point& point, Grid& grid, AxisIndex axis, int chosen_time);
  void learn_answer(const Point& point, const ReplyBoard& reply_board);
  bool add_answers(const Point& point, const Grid& grid, ReplyBoard& reply_board, int time);
  bool find_crossing_lines(const Grid& grid, Cell* cell);
  bool holds_with(const Answer& answer, const Grid& grid, Cell* cell) const;
  void add_condition(const Cell* cell, const AttackNeeds& needs);
  bool keeps_open(const Condition& condition, EntryIndex entry, const CapturingGroups& groups);

  const Axes& axes_;
  const Layout& layout_;
  bool softmates_;
  std::vector<int> jump_times_;  // half-turns at which new timelines can start
  EntryBoards& boards_;
  IndexedVector<ChoiceIndex, std::vector<Answer>> answers_;  // the most recent answers to a choice
  std::vector<std::pair<const Cell*, Attackers>> waiting_;   // boards on which the attacker is to move
  std::vector<std::pair<const Cell*, Attackers>> unplayed_;  // boards on which the attacker may have passed
  int lowest_row_ = 0;
  std::vector<int> ends_;  // by row: latest possible end of an active timeline; `never` if it is inactive
  int first_left_ = 0;     // earliest end of an active timeline on which the defender passes
  IndexedVector<AxisIndex, Bitboard> needed_;   // squares that jumps of the reply depend on
  IndexedVector<AxisIndex, Bitboard> landing_;  // target squares of jumps of the reply
  IndexedVector<AxisIndex, Bitboard> needed_within_,
      landing_within_;                                // same for the reply's move within the board
  IndexedVector<AxisIndex, std::vector<Word>> kept_;  // the remaining entries
  std::vector<ReplyBoard> reply_boards_;
  std::vector<std::pair<Cell, Attackers>> hidden_;
  // Lines of attack that cross the board of an answer: squares on which a royal would be attacked, and
  // squares that have to be occupied.
  Bitboard attacked_ = 0, passed_ = 0;
  std::vector<Condition> conditions_;
  std::vector<Word> open_, best_open_;
  Slice slice_;
};

}  // namespace hyperchess
