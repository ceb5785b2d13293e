// The twelve kinds of pieces: their codes, and pawn captures and knight leaps as data. Riders differ in the
// number of axes that one step changes; `Attackers` groups them by it.
//
// A lane is a direction between boards (rows of timelines, full turns), a flat step one within a board
// (files, ranks). Together they are the direction of a move. Both are listed in the order of the Python
// rules, so that moves are generated in the same order.
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

// A piece is one byte: its ASCII letter (lower case for Black), with the highest bit set while it is unmoved.
using Code = std::uint8_t;

inline constexpr Code empty_code = 0;
inline constexpr Code unmoved_mark = 0x80;

constexpr int piece_color(Code code) { return code >> 5 & 1; }

struct Step {
  std::int8_t rows, turns, files, ranks;

  // Mirror a step written for White if `color` is Black: Black moves down in timelines and in ranks.
  constexpr Step for_color(int color) const {
    return color == white
               ? *this
               : Step{static_cast<std::int8_t>(-rows), turns, files, static_cast<std::int8_t>(-ranks)};
  }
};

// Flat steps change file and rank by -2 to 2. They are numbered by files, then ranks.
inline constexpr int flat_count = 25;
inline constexpr int flat_none = 12;
constexpr int flat_number(int files, int ranks) { return (files + 2) * 5 + ranks + 2; }

struct Lane {
  std::int8_t rows, turns;
  std::vector<std::uint8_t> flats;
};

struct KindTraits {
  bool royal = false;
  bool is_pawn = false;
  std::vector<Step> pawn_captures;  // White's; empty for all kinds but pawns and brawns
};

const KindTraits& traits(int kind);

// Lanes of the knight: two steps on one axis and one on another.
const std::vector<Lane>& knight_lanes();

constexpr std::array<char, kind_count> kind_letters = {'P', 'W', 'K', 'C', 'Q', 'Y',
                                                       'S', 'N', 'R', 'B', 'U', 'D'};

constexpr Code make_code(int kind, int color) {
  return static_cast<Code>(kind_letters[kind] | (color == black ? 0x20 : 0));
}

// Whether it matters for a piece of this kind that it has not moved: for double steps and castling.
constexpr bool keeps_unmoved(int kind) {
  return kind == pawn || kind == brawn || kind == king || kind == rook;
}

// Kinds by code; -1 if there is no such piece.
inline constexpr std::array<std::int8_t, 256> kinds_by_code = [] {
  std::array<std::int8_t, 256> kinds{};
  for (std::int8_t& kind : kinds) kind = -1;
  for (int kind = 0; kind < kind_count; ++kind)
    for (const int color : {white, black}) {
      kinds[make_code(kind, color)] = static_cast<std::int8_t>(kind);
      if (keeps_unmoved(kind)) kinds[make_code(kind, color) | unmoved_mark] = static_cast<std::int8_t>(kind);
    }
  return kinds;
}();

// Return the kind of the piece with this code, or -1 if there is no such piece.
constexpr int find_kind(Code code) { return kinds_by_code[code]; }

}  // namespace hyperchess
