// The weights of the evaluation of infinite chess by name. Their values come from a file
// (`hyperchess/engine/infinite/weights.toml`).
#pragma once

#include <array>
#include <span>

#include "infinite/pieces.hpp"

namespace hyperchess::infinite {

// Centipawns.
struct Weights {
  std::array<int, kind_count> value{};  // of a piece; of royals only where they may be taken
  int pawn_advance = 0;                 // for each rank nearer to promotion, of the last twelve
  int pawn_free = 0;                    // the same once more if nothing stands in its way
  int pawn_spent = 0;                   // percent of its value that a pawn without a promotion ahead keeps
  int far_leaper = 0;                   // for each step to the nearest royal piece that a leaper has to go
  int far_slider = 0;                   // the same for a piece that slides
  int open_direction = 0;               // for each direction in which a slider can move
  int aim = 0;                          // for each line of a slider that passes by a royal of the opponent's
  int exposed = 0;      // for each open direction towards a royal piece, for each slider there
  int shelter = 0;      // for each own piece beside a royal piece
  int confinement = 0;  // each time that the region of a bare royal piece is halved
  int cage = 0;         // if that region has no way out
  int headed_off = 0;   // if every way out is headed off
  int exits = 0;        // taken off each time that the squares on the other ways out double
  int escape = 0;       // for each square that a bare royal piece cannot go to
  int king_near = 0;    // for each step that the own royal piece is nearer to a bare one
  int leaper_near = 0;  // the same for leapers
  int hill = 0;         // for each step nearer to the hill, where that wins
  int check_given = 0;  // for each check, where three win
  int tempo = 0;        // for the player to move

  static constexpr int count = kind_count + 19;
  static std::span<const char* const> names();
  static Weights of(std::span<const int> numbers);
};

}  // namespace hyperchess::infinite
