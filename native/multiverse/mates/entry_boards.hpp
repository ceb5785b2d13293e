// Cache of the boards that entries of axes make, and of what lines of attack depend on.
#pragma once

#include <array>
#include <cassert>
#include <memory>
#include <vector>

#include "multiverse/actions/axes.hpp"

namespace hyperchess {

class EntryBoards {
 public:
  // A board that an entry makes.
  struct Made {
    Board board;
    Attackers attackers;  // pieces of the player who makes it
    Bitboard royals = 0;  // of the opponent
  };

  explicit EntryBoards(const Axes& axes) : axes_(axes), numbers_(axes.choices.size(), -1) {}

  // Board that an entry makes. The entry must not be a pass.
  const Made& find(AxisIndex axis, EntryIndex entry) {
    assert(axes_.choice(axis, entry));
    return find(*axes_.choice(axis, entry));
  }
  // Same for the choice of an entry.
  const Made& find(const Choice& choice) {
    int& number = numbers_[axes_.index_of(choice)];
    if (number < 0) {
      number = count_++;
      if (number % chunk_size == 0) chunks_.push_back(std::make_unique<Chunk>());
      Made& made = chunks_.back()->at(number % chunk_size);
      const int player = axes_.multiverse.player();
      made.board = make_board(axes_, choice);
      made.attackers = Attackers::collect(made.board, player);
      made.royals = made.board.royals(1 - player);
    }
    return (*chunks_[number / chunk_size])[number % chunk_size];
  }
  const Board& get(AxisIndex axis, EntryIndex entry) { return find(axis, entry).board; }

 private:
  static constexpr int chunk_size = 8;  // boards are not moved, so that references stay valid
  using Chunk = std::array<Made, chunk_size>;

  const Axes& axes_;
  IndexedVector<ChoiceIndex, int> numbers_;  // number of the board of a choice, or -1
  int count_ = 0;
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace hyperchess
