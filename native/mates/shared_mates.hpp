// Mates that many replies share: one action of the attacker mates after all of them.
//
// A reply of the defender is a point: one entry on every axis. From a point and an action that mates after
// it, sets of entries are found such that the action mates after every reply chosen from them:
//
// * The entries make boards at the same places, so timelines and the present stay the same. Boards on which
//   the action starts or lands stay as they are, and so do passes. All other boards that the reply makes wait
//   for the attacker: the defender cannot play them, his pieces there attack nothing, and no move of his
//   lands there. They matter in one way only: lines of the attacker start, pass and end on them.
// * So each of them is replaced by one board that has what the boards of all its entries have in common. What
//   differs becomes a piece of the defender's that is in the way. There the attacker has no line that he does
//   not have after each of the replies. If the action is legal and mates on these boards, it always does.
// * While it does not, there is an answer, and after the point itself some line of attack forbids it. The
//   entries are restricted to those that keep that line open.
#pragma once

#include "mates/entry_boards.hpp"
#include "rules/checks.hpp"
#include "search/boxes.hpp"
#include "search/meter.hpp"

namespace hyperchess {

class SharedMates {
 public:
  SharedMates(const Axes& replies, const Layout& layout, bool softmates, Meter& meter);

  // The replies after which an action mates, as a slice of the replies with as many branches: it mates after
  // the point, which is among them.
  const Slice& find(const std::vector<int>& point, const std::vector<Move>& mate);

 private:
  // The board that the point makes on an axis on which other entries may stand in.
  struct Place {
    int axis, row, time;
    std::vector<int> entries;  // those that are kept
  };

  void find_places(const std::vector<int>& point, const std::vector<Move>& mate);
  void keep_path(const Move& move);
  bool mates_on_common_boards(const std::vector<int>& point, const std::vector<Move>& mate);
  void keep_line(const std::vector<Check>& lines);
  bool keeps(const Board& board, const Check& line, int distance) const;
  Place* place_at(int row, int time);
  Board common_board(const Place& place);

  const Axes& replies_;
  const Layout& layout_;
  bool softmates_;
  Meter& meter_;
  EntryBoards boards_;
  std::vector<Place> places_;
  Slice slice_;
};

}  // namespace hyperchess
