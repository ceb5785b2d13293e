// The boards that entries of axes make, each made once.
#pragma once

#include <deque>

#include "search/axes.hpp"

namespace hyperchess {

class EntryBoards {
 public:
  explicit EntryBoards(const Axes& axes) : axes_(axes), numbers_(axes.choices.size(), -1) {}

  // The board that an entry makes, which is not a pass.
  const Board& after(int axis, int entry) {
    const Choice& choice = *axes_.choice(axis, entry);
    int& number = numbers_[&choice - axes_.choices.data()];
    if (number < 0) {
      number = static_cast<int>(boards_.size());
      boards_.push_back(board_of(axes_, choice));
    }
    return boards_[number];
  }

 private:
  const Axes& axes_;
  std::vector<int> numbers_;  // by choice: the number of the board it makes, or -1
  std::deque<Board> boards_;
};

}  // namespace hyperchess
