#include "infinite/engine/weights.hpp"

#include <stdexcept>

namespace hyperchess::infinite {
namespace {

constexpr std::array<const char*, Weights::count> all_names = {
    "value.pawn",
    "value.rook",
    "value.knight",
    "value.bishop",
    "value.queen",
    "value.king",
    "value.amazon",
    "value.hawk",
    "value.chancellor",
    "value.archbishop",
    "value.guard",
    "value.camel",
    "value.giraffe",
    "value.zebra",
    "value.centaur",
    "value.royal_queen",
    "value.royal_centaur",
    "value.obstacle",
    "value.void",
    "value.knightrider",
    "value.huygen",
    "value.rose",
    "pawn.advance",
    "pawn.passed",
    "pawn.free",
    "pawn.far",
    "pawn.spent",
    "pawn.isolated",
    "pawn.doubled",
    "pawn.protected",
    "activity.far_leaper",
    "activity.far_slider",
    "activity.open_direction",
    "activity.aim",
    "activity.slider_mobility",
    "activity.leaper_mobility",
    "activity.bishop_pair",
    "threat.lesser",
    "threat.hanging",
    "threat.attack",
    "royal.ring",
    "royal.ring_pressure",
    "royal.behind",
    "royal.exposed",
    "royal.shelter",
    "mate.confinement",
    "mate.cage",
    "mate.headed_off",
    "mate.exits",
    "mate.escape",
    "mate.king_near",
    "mate.leaper_near",
    "goal.hill",
    "goal.check_given",
    "position.tempo",
};

}  // namespace

std::span<const char* const> Weights::names() { return all_names; }

Weights Weights::from_numbers(std::span<const int> numbers) {
  if (numbers.size() != count) throw std::invalid_argument("a number for each weight is needed");
  Weights weights;
  auto next = numbers.begin();
  for (int& weight : weights.value) weight = *next++;
  for (int* const weight : {&weights.pawn_advance,
                            &weights.pawn_passed,
                            &weights.pawn_free,
                            &weights.pawn_far,
                            &weights.pawn_spent,
                            &weights.pawn_isolated,
                            &weights.pawn_doubled,
                            &weights.pawn_protected,
                            &weights.far_leaper,
                            &weights.far_slider,
                            &weights.open_direction,
                            &weights.aim,
                            &weights.slider_mobility,
                            &weights.leaper_mobility,
                            &weights.bishop_pair,
                            &weights.threat_lesser,
                            &weights.threat_hanging,
                            &weights.threat_attack,
                            &weights.ring,
                            &weights.ring_pressure,
                            &weights.behind,
                            &weights.exposed,
                            &weights.shelter,
                            &weights.confinement,
                            &weights.cage,
                            &weights.headed_off,
                            &weights.exits,
                            &weights.escape,
                            &weights.king_near,
                            &weights.leaper_near,
                            &weights.hill,
                            &weights.check_given,
                            &weights.tempo})
    *weight = *next++;
  return weights;
}

}  // namespace hyperchess::infinite
