#include "position/key.hpp"

#include <array>

namespace hyperchess {
namespace {

// The finalizer of SplitMix64: each bit of the input changes about half of the bits of the output.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

// The first word of a chain, so that the parts of a key never coincide.
enum class Part : std::uint64_t { game, player, initial_row, board, front, contents, material };

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

void add_cells(Chain& chain, const Board& board) {
  for (int square = 0; square < max_squares; square += 8) {
    std::uint64_t word = 0;
    for (int next = 0; next < 8; ++next) word = word << 8 | board.cells[square + next];
    chain.add(word);
  }
}

Key key_of(const Board& board, int row, int time) {
  Chain chain(Part::board);
  chain.add(number(row));
  chain.add(number(time));
  add_cells(chain, board);
  return chain.key();
}

Key key_of_player(int player) {
  Chain chain(Part::player);
  chain.add(number(player));
  return chain.key();
}

// Everything but the boards.
Key key_without_boards(const Multiverse& multiverse) {
  Chain game(Part::game);
  game.add(number(multiverse.plane().width));
  game.add(number(multiverse.plane().height));
  game.add(multiverse.even());
  for (const Code letter : multiverse.promotions()) game.add(letter);
  Key key = game.key();
  key += key_of_player(multiverse.player());
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (!multiverse.line(row).initial) continue;
    Chain chain(Part::initial_row);
    chain.add(number(row));
    key += chain.key();
  }
  return key;
}

}  // namespace

Key key_of(const Multiverse& multiverse) {
  Key key = key_without_boards(multiverse);
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    for (int time = line.start; time <= line.end(); ++time) key += key_of(*line.at(time), row, time);
  }
  return key;
}

Key front_key_of(const Multiverse& multiverse) {
  Key key = key_without_boards(multiverse);
  key += Chain(Part::front).key();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    key += key_of(*line.at(line.end()), row, line.end());
  }
  return key;
}

std::uint64_t contents_key_of(const Plane& plane, const Board& board) {
  Chain chain(Part::contents);
  chain.add(number(plane.width));
  chain.add(number(plane.height));
  add_cells(chain, board);
  return chain.key().low;
}

std::uint64_t material_key_of(const Multiverse& multiverse) {
  std::array<std::uint64_t, unmoved_mark> counts{};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    for (const Code code : line.at(line.end())->cells) ++counts[code & (unmoved_mark - 1)];
  }
  Chain chain(Part::material);
  for (std::size_t code = 1; code < counts.size(); ++code)
    if (counts[code] != 0) chain.add(std::uint64_t{code} << 32 | counts[code]);
  return chain.key().low;
}

Key key_after(const Multiverse& before, Key key, std::span<const NewBoard> boards) {
  const Key last = key_of_player(before.player());
  key += {~last.low + 1, ~last.high + 1};
  key += key_of_player(1 - before.player());
  for (const NewBoard& made : boards) key += key_of(made.board, made.row, made.time);
  return key;
}

}  // namespace hyperchess
