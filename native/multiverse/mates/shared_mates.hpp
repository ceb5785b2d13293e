// Mates shared by many replies: one action of the attacker mates after all of them.
//
// A reply of the defender is a point: one entry on every axis. Given a reply and an action that mates after
// it, this finds sets of entries such that the action mates after every reply chosen from them:
//
// * The entries make boards in the same rows and at the same half-turns, so the timelines and the present
//   stay the same. Boards on which the action starts or lands are fixed, and so are passes, unless the pass
//   dominates all moves (`DominatedActions`). On all other
//   boards that the reply makes the attacker is to move: the defender cannot play them, defending pieces
//   there attack nothing, and no defending move lands there. They matter only because lines of attack start,
//   pass and end on them.
// * So each of these boards is replaced by a common board: squares on which the boards of its entries agree
//   are kept, and all others get a blocking piece of the defender. Every line of attack on the common boards
//   exists after each of the replies. If the action is legal and mates on the common boards, it mates after
//   all replies.
// * If it does not, the defender has an escape that some line of attack forbids after the original reply. The
//   entries are restricted to those that keep that line open, and the test is repeated.
#pragma once

#include "common/meter.hpp"
#include "multiverse/actions/boxes.hpp"
#include "multiverse/mates/entry_boards.hpp"
#include "multiverse/rules/checks.hpp"

namespace hyperchess {

class SharedMates {
 public:
  SharedMates(const Axes& replies, const Layout& layout, bool softmates, Meter& meter);

  // Return replies after which `mate` mates, as a slice of the replies with as many branches as `point`,
  // which must be one of them.
  const Slice& find(const Point& point, const std::vector<Move>& mate);

 private:
  // The board that the point makes on an axis, and the entries of the axis that may replace it.
  struct SharedBoard {
    AxisIndex axis;
    int row, time;
    std::vector<EntryIndex> entries;
  };

  void find_shared_boards(const Point& point, const std::vector<Move>& mate);
  std::vector<AxisIndex> find_free_axes(const Point& point, const std::vector<Move>& mate);
  Multiverse play_reply(const Point& point);
  void keep_path(const Move& move);
  bool mates_on_common_boards(const Point& point, const std::vector<Move>& mate);
  void keep_line(const std::vector<Check>& lines);
  bool keeps_open(const Board& board, const Check& line, int distance) const;
  SharedBoard* find_shared_board(int row, int time);
  Board make_common_board(const SharedBoard& shared);

  const Axes& replies_;
  const Layout& layout_;
  bool softmates_;
  Meter& meter_;
  EntryBoards boards_;
  std::vector<SharedBoard> shared_boards_;
  Slice slice_;
};

}  // namespace hyperchess
