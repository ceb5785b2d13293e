#include "multiverse/engine/weights.hpp"

#include <algorithm>
#include <stdexcept>

namespace hyperchess {
namespace {

constexpr std::array<const char*, Weights::count> all_names = {
    "value.pawn",         "value.brawn",       "value.king",         "value.common_king", "value.queen",
    "value.royal_queen",  "value.princess",    "value.knight",       "value.rook",        "value.bishop",
    "value.unicorn",      "value.dragon",      "center.pawn",        "center.brawn",      "center.king",
    "center.common_king", "center.queen",      "center.royal_queen", "center.princess",   "center.knight",
    "center.rook",        "center.bishop",     "center.unicorn",     "center.dragon",     "advance.pawn",
    "advance.brawn",      "mobility.pawns",    "mobility.knights",   "mobility.bishops",  "mobility.rooks",
    "mobility.queens",    "mobility.kings",    "ring.pawns",         "ring.knights",      "ring.bishops",
    "ring.rooks",         "ring.queens",       "ring.kings",         "board.shelter",     "board.hanging",
    "position.inactive",  "position.crowding", "position.timeline",  "position.tempo",
};

}  // namespace

std::span<const char* const> Weights::names() { return all_names; }

Weights Weights::from_numbers(std::span<const int> numbers) {
  if (numbers.size() != count) throw std::invalid_argument("a number for each weight is needed");
  Weights weights;
  auto next = numbers.begin();
  const auto read = [&](std::span<int> into) {
    for (int& weight : into) weight = *next++;
  };
  read(weights.value);
  read(weights.center);
  read(weights.advance);
  read(weights.mobility);
  read(weights.ring);
  for (int* const weight : {&weights.shelter, &weights.hanging, &weights.inactive, &weights.crowding,
                            &weights.timeline, &weights.tempo})
    *weight = *next++;
  return weights;
}

}  // namespace hyperchess
