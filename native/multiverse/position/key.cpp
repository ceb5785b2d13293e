#include "multiverse/position/key.hpp"

#include <array>

namespace hyperchess {
namespace {

// Domain separator: the first word of every chain, so that different parts of a key never collide by design.
enum class Part : std::uint64_t { game, player, initial_row, board, front, contents, material };

// Two independent 64-bit hash chains over the same words.
class Chain {
 public:
  explicit Chain(Part part) { add(static_cast<std::uint64_t>(part)); }

  void add(std::uint64_t word) {
    low_ = mix(low_ ^ (word * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U));
    high_ = mix(high_ + word + 0xd1342543de82ef95U) * 0xda942042e4dd58b5U;
  }
  Key key() const { return {mix(low_), mix(high_)}; }

 private:
  std::uint64_t low_ = 0x243f6a8885a308d3U, high_ = 0x13198a2e03707344U;
};

std::uint64_t to_word(int value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); }

void add_cells(Chain& chain, const Board& board) {
  for (int square = 0; square < max_squares; square += 8) {
    std::uint64_t word = 0;
    for (int next = 0; next < 8; ++next) word = word << 8 | board.cells[square + next];
    chain.add(word);
  }
}

Key hash_board(const Board& board, int row, int time) {
  Chain chain(Part::board);
  chain.add(to_word(row));
  chain.add(to_word(time));
  add_cells(chain, board);
  return chain.key();
}

Key hash_player(int player) {
  Chain chain(Part::player);
  chain.add(to_word(player));
  return chain.key();
}

// Hash everything but the boards.
Key hash_without_boards(const Multiverse& multiverse) {
  Chain game(Part::game);
  game.add(to_word(multiverse.shape().width));
  game.add(to_word(multiverse.shape().height));
  game.add(multiverse.has_even_initial());
  for (const Code letter : multiverse.promotions()) game.add(letter);
  Key key = game.key();
  key += hash_player(multiverse.player());
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    if (!multiverse.timeline(row).initial) continue;
    Chain chain(Part::initial_row);
    chain.add(to_word(row));
    key += chain.key();
  }
  return key;
}

}  // namespace

Key compute_key(const Multiverse& multiverse) {
  Key key = hash_without_boards(multiverse);
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    for (int time = timeline.start; time <= timeline.end(); ++time)
      key += hash_board(*timeline.at(time), row, time);
  }
  return key;
}

Key compute_front_key(const Multiverse& multiverse) {
  Key key = hash_without_boards(multiverse);
  key += Chain(Part::front).key();
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    key += hash_board(*timeline.at(timeline.end()), row, timeline.end());
  }
  return key;
}

std::uint64_t compute_contents_key(const BoardShape& shape, const Board& board) {
  Chain chain(Part::contents);
  chain.add(to_word(shape.width));
  chain.add(to_word(shape.height));
  add_cells(chain, board);
  return chain.key().low;
}

std::uint64_t compute_material_key(const Multiverse& multiverse) {
  std::array<std::uint64_t, unmoved_mark> counts{};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    for (const Code code : timeline.at(timeline.end())->cells) ++counts[code & (unmoved_mark - 1)];
  }
  Chain chain(Part::material);
  for (std::size_t code = 1; code < counts.size(); ++code)
    if (counts[code] != 0) chain.add(std::uint64_t{code} << 32 | counts[code]);
  return chain.key().low;
}

Key update_key(const Multiverse& before, Key key, std::span<const NewBoard> boards) {
  // Subtract the hash of the previous player: the sum is modulo 2^64 in both words.
  const Key last = hash_player(before.player());
  key += {~last.low + 1, ~last.high + 1};
  key += hash_player(1 - before.player());
  for (const NewBoard& made : boards) key += hash_board(made.board, made.row, made.time);
  return key;
}

}  // namespace hyperchess
