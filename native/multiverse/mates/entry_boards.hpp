// Cache of the boards that entries of axes make.
#pragma once

#include <cassert>
#include <deque>

#include "multiverse/actions/axes.hpp"

namespace hyperchess {

class EntryBoards {
 public:
  explicit EntryBoards(const Axes& axes) : axes_(axes), numbers_(axes.choices.size(), -1) {}

  // Board that an entry makes. The entry must not be a pass.
  const Board& get(int axis, int entry) {
    assert(axes_.choice(axis, entry));
    const Choice& choice = *axes_.choice(axis, entry);
    int& number = numbers_[&choice - axes_.choices.data()];
    if (number < 0) {
      number = static_cast<int>(boards_.size());
      boards_.push_back(make_board(axes_, choice));
    }
    return boards_[number];
  }

 private:
  const Axes& axes_;
  std::vector<int> numbers_;  // by choice: index into `boards_`, or -1
  std::deque<Board> boards_;
};

}  // namespace hyperchess
