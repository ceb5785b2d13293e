// Weights of the evaluation of infinite chess. Their values come from
// `hyperchess/engine/infinite/weights.toml`.
#pragma once

#include <array>
#include <span>

#include "infinite/board/pieces.hpp"

namespace hyperchess::infinite {

// In centipawns unless noted otherwise.
struct Weights {
  std::array<int, kind_count> value{};  // piece values; royal pieces count only where they can be captured
  // Pawns. A pawn on one of the last six ranks before promotion is worth more with each rank: 1, 3, 6, 10, 15
  // and 21 times `pawn_advance`; the terms of passed pawns count 1 to 6 times.
  int pawn_advance = 0;
  int pawn_passed = 0;      // no enemy pawn can stop or capture it on its way
  int pawn_free = 0;        // no piece at all is on its way
  int pawn_far = 0;         // malus per rank beyond the last six, for at most ten ranks
  int pawn_spent = 0;       // percent of its value that a pawn keeps beyond the last promotion rank
  int pawn_isolated = 0;    // malus for a pawn without own pawns on the next files
  int pawn_doubled = 0;     // malus for a pawn with an own pawn before it
  int pawn_protected = 0;   // for a pawn that is protected by a pawn
  int far_leaper = 0;       // malus per step from a leaper to the nearest royal piece
  int far_slider = 0;       // same for a slider
  int open_direction = 0;   // per direction in which a slider can move
  int aim = 0;              // per line of a slider that passes an enemy royal piece
  int slider_mobility = 0;  // per ten free squares of a slider, of which six count in each direction
  int leaper_mobility = 0;  // per ten squares that a leaper can go to
  int bishop_pair = 0;      // for bishops on squares of both colours
  int threat_lesser = 0;    // for a piece attacked by a less valuable one
  int threat_hanging = 0;   // for a piece that is attacked and not protected
  int threat_attack = 0;    // for any other attacked piece
  int ring = 0;           // per line or leap of an enemy piece that reaches the squares next to a royal piece
  int ring_pressure = 0;  // the same again per pair of such lines and leaps, at most fifteen pairs
  int behind = 0;         // per enemy slider behind a royal piece
  int exposed = 0;      // malus per open direction from a royal piece and per enemy slider of that direction
  int shelter = 0;      // per own piece next to a royal piece
  int confinement = 0;  // each time the region of a bare royal piece is halved
  int cage = 0;         // if that region is closed
  int headed_off = 0;   // if all exits are headed off
  int exits = 0;        // malus each time the number of exits doubles
  int escape = 0;       // per square that a bare royal piece cannot go to
  int king_near = 0;    // per step that the own royal piece is nearer to a bare one
  int leaper_near = 0;  // same for leapers
  int hill = 0;         // per step nearer to the hill, if king of the hill is a goal
  int check_given = 0;  // per check given, if three checks are a goal
  int tempo = 0;        // for the player to move

  static constexpr int count = kind_count + 33;
  // Names in the order in which `from_numbers` takes the values.
  static std::span<const char* const> names();
  static Weights from_numbers(std::span<const int> numbers);
};

}  // namespace hyperchess::infinite
