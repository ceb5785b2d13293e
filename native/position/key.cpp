#include "position/key.hpp"

namespace hyperchess {
namespace {

// The finalizer of SplitMix64: each bit of the input changes about half of the bits of the output.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

// The first word of a chain, so that the parts of a key never coincide.
enum class Part : std::uint64_t { game, player, initial_row, board };

// Two independent hash chains over the same words.
class Chain {
 public:
  explicit Chain(Part part) { add(static_cast<std::uint64_t>(part)); }

  void add(std::uint64_t word) {
    low_ = mixed(low_ ^ (word * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U));
    high_ = mixed(high_ + word + 0xd1342543de82ef95U) * 0xda942042e4dd58b5U;
  }
  Key key() const { return {mixed(low_), mixed(high_)}; }

 private:
  std::uint64_t low_ = 0x243f6a8885a308d3U, high_ = 0x13198a2e03707344U;
};

std::uint64_t number(int value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); }

Key key_of(const Board& board, int row, int time) {
  Chain chain(Part::board);
  chain.add(number(row));
  chain.add(number(time));
  for (int square = 0; square < max_squares; square += 8) {
    std::uint64_t word = 0;
    for (int next = 0; next < 8; ++next) word = word << 8 | board.cells[square + next];
    chain.add(word);
  }
  return chain.key();
}

Key key_of_player(int player) {
  Chain chain(Part::player);
  chain.add(number(player));
  return chain.key();
}

}  // namespace

Key key_of(const Multiverse& multiverse) {
  Chain game(Part::game);
  game.add(number(multiverse.plane().width));
  game.add(number(multiverse.plane().height));
  game.add(multiverse.even());
  for (const Code letter : multiverse.promotions()) game.add(letter);
  Key key = game.key();
  key += key_of_player(multiverse.player());
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    if (line.initial) {
      Chain chain(Part::initial_row);
      chain.add(number(row));
      key += chain.key();
    }
    for (int time = line.start; time <= line.end(); ++time) key += key_of(*line.at(time), row, time);
  }
  return key;
}

Key key_after(const Multiverse& before, Key key, std::span<const NewBoard> boards) {
  const Key last = key_of_player(before.player());
  key += {~last.low + 1, ~last.high + 1};
  key += key_of_player(1 - before.player());
  for (const NewBoard& made : boards) key += key_of(made.board, made.row, made.time);
  return key;
}

}  // namespace hyperchess
