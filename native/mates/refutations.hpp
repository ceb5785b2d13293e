// One reply answers many actions: those after which its moves can be made as well, and leave no royal
// hanging.
//
// An action of the attacker is a point: one entry on every axis. From a point and a legal reply, sets of
// entries are found such that the reply is legal after every action chosen from them:
//
// * The entries make boards at the same places, so the timelines, the present, and what is a branch stay the
// same.
// * On the squares where moves of the reply start and pass, the boards are the same, and where they land
// there is no
//   piece of the defender's, so the moves can be made. (Where a pawn lands, the boards are the same too. A
//   board on which the reply castles or takes en passant stays as it is.)
// * The boards after the reply are laid over each other, as `Scene` does for one player. As long as a line of
// attack
//   is open there, the entries that keep it open are taken out of one of the axes it depends on.
#pragma once

#include <deque>

#include "search/boxes.hpp"

namespace hyperchess {

class Answers {
 public:
  Answers(const Axes& axes, const Layout& layout);

  // The actions that a legal reply to a point answers, the point among them, as a slice among those with as
  // many branches. `replies` are the axes of the position after the point, `reply` is a point on these.
  const Slice& find(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply);

 private:
  // A board that the reply makes.
  struct Final {
    int axis;      // of the attacker's, on which the board lies that it changes; -1 if that board is older
    Bits touched;  // where it does not depend on the entry of that axis
    Board board;   // after the point
    Cell* cell;
    Attackers attackers;
  };
  // What a line of attack needs of a final board.
  struct Condition {
    const Final* final;
    Bits empty = 0, royal = 0, attacker = 0;
  };

  const Board& made(int axis, int entry);
  int axis_at(const std::vector<int>& point, int row, int time) const;
  void need_move(const std::vector<int>& point, const Multiverse& after, const Move& move);
  void keep_alike(const std::vector<int>& point, int defender);
  void find_finals(const std::vector<int>& point, const Axes& replies, const std::vector<int>& reply,
                   Grid& grid);
  Board final_board(const Final& final, int entry);
  void lay_over(Final& final);
  void close(const std::vector<int>& point, const Grid& grid, const Attack& attack);
  void add_condition(const Cell* cell, Bits empty, Bits royal, Bits attacker);
  bool keeps_open(const Condition& condition, int entry, const Attack& attack);

  const Axes& axes_;
  const Layout& layout_;
  std::vector<int> numbers_;  // by choice: the number of the board it makes, or -1
  std::deque<Board> made_;
  std::vector<Bits> needed_;             // by axis: squares that stay as they are
  std::vector<Bits> free_;               // by axis: squares on which the defender may land
  std::vector<std::vector<Word>> kept_;  // by axis: entries
  std::vector<Final> finals_;
  std::vector<Condition> conditions_;
  std::vector<Word> open_, best_open_;
  Slice slice_;
};

}  // namespace hyperchess
