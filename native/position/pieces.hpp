// The twelve pieces: their codes, and the captures of pawns and the leaps of knights as data. Riders differ
// in the number of axes that one step of theirs changes; `Attackers` groups them by it.
//
// A lane is a direction between boards (rows of timelines, full turns). A lane and a flat step (files, ranks)
// together are the direction of a move. Both are listed in the order of the Python rules, so that moves come
// out in the same order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hyperchess {

enum Color : int { white = 0, black = 1 };

enum Kind : int {
  pawn,
  brawn,
  king,
  common_king,
  queen,
  royal_queen,
  princess,
  knight,
  rook,
  bishop,
  unicorn,
  dragon,
  kind_count
};

// A piece on a board is one byte: its letter in ASCII (small for Black), with the highest bit while unmoved.
using Code = std::uint8_t;

inline constexpr Code empty_code = 0;
inline constexpr Code unmoved_mark = 0x80;

constexpr int color_of(Code code) { return code >> 5 & 1; }

struct Step {
  std::int8_t rows, turns, files, ranks;

  // A step written for White as `color` makes it: Black goes the other way in timelines and in rank.
  constexpr Step seen_by(int color) const {
    return color == white
               ? *this
               : Step{static_cast<std::int8_t>(-rows), turns, files, static_cast<std::int8_t>(-ranks)};
  }
};

// Flat steps change file and rank by -2 to 2; their numbers follow files, then ranks.
inline constexpr int flat_count = 25;
inline constexpr int flat_none = 12;
constexpr int flat_number(int files, int ranks) { return (files + 2) * 5 + ranks + 2; }

struct Lane {
  std::int8_t rows, turns;
  std::vector<std::uint8_t> flats;
};

struct KindTraits {
  bool royal;
  bool is_pawn;
  bool keeps_unmoved;
  std::vector<Step> pawn_captures;  // written for White; empty for all but pawns and brawns
};

const KindTraits& traits(int kind);

// Two steps on one axis and one on another.
const std::vector<Lane>& knight_lanes();

// The kind of a code, or -1 if no piece is written like that.
int find_kind(Code code);

constexpr std::array<char, kind_count> kind_letters = {'P', 'W', 'K', 'C', 'Q', 'Y',
                                                       'S', 'N', 'R', 'B', 'U', 'D'};

constexpr Code code_of(int kind, int color) {
  return static_cast<Code>(kind_letters[kind] | (color == black ? 0x20 : 0));
}

}  // namespace hyperchess
