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
  int pawn_advance = 0;                 // per rank nearer to promotion, for the last twelve ranks
  int pawn_free = 0;                    // the same again if the path to promotion is free
  int pawn_spent = 0;      // percent of its value that a pawn keeps beyond the last promotion rank
  int far_leaper = 0;      // malus per step from a leaper to the nearest royal piece
  int far_slider = 0;      // same for a slider
  int open_direction = 0;  // per direction in which a slider can move
  int aim = 0;             // per line of a slider that passes an enemy royal piece
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

  static constexpr int count = kind_count + 19;
  // Names in the order in which `from_numbers` takes the values.
  static std::span<const char* const> names();
  static Weights from_numbers(std::span<const int> numbers);
};

}  // namespace hyperchess::infinite
