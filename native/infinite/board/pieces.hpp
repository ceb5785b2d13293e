// Squares, steps and pieces of infinite chess: the table of `hyperchess/infinite/pieces.py` in C++.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace hyperchess::infinite {

using Coordinate = std::int64_t;

struct Square {
  Coordinate x = 0, y = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

struct Step {
  int dx = 0, dy = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

inline constexpr Square operator+(Square square, Step step) {
  return {square.x + step.dx, square.y + step.dy};
}
inline constexpr Square operator-(Square square, Step step) {
  return {square.x - step.dx, square.y - step.dy};
}

// In the order of the table in Python.
enum class Kind : std::uint8_t {
  pawn,
  rook,
  knight,
  bishop,
  queen,
  king,
  amazon,
  hawk,
  chancellor,
  archbishop,
  guard,
  camel,
  giraffe,
  zebra,
  centaur,
  royal_queen,
  royal_centaur,
  obstacle,
  void_square,
  knightrider,
  huygen,
  rose,
};
inline constexpr int kind_count = 22;

// 0 is neutral, 1 is White, 2 is Black, followed by further players.
using Color = std::uint8_t;
inline constexpr int color_count = 7;
inline constexpr Color neutral = 0, white = 1;

inline constexpr int pawn_direction(Color color) { return color == white ? 1 : -1; }

// Kind, colour, and the special right to castle or to make a double step. Code 0 is no piece.
struct Piece {
  std::uint16_t code = 0;

  static constexpr Piece make(Kind kind, Color color, bool special) {
    return {static_cast<std::uint16_t>((static_cast<unsigned>(kind) + 1U) |
                                       static_cast<unsigned>(color) << 5 |
                                       static_cast<unsigned>(special) << 8)};
  }
  explicit constexpr operator bool() const { return code != 0; }
  constexpr Kind kind() const {
    assert((code & 31U) != 0);
    return static_cast<Kind>((code & 31U) - 1U);
  }
  constexpr Color color() const { return static_cast<Color>(code >> 5 & 7U); }
  constexpr bool special() const { return (code >> 8) != 0; }
  constexpr Piece moved() const { return {static_cast<std::uint16_t>(code & 0xffU)}; }
  friend bool operator==(const Piece&, const Piece&) = default;
};
inline constexpr int piece_codes = 512;

// Directions of lines on which pieces slide, in positive direction. At least one coordinate changes by one.
inline constexpr int line_count = 8;
inline constexpr std::array<Step, line_count> line_steps = {
    {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {1, 2}, {1, -2}, {2, 1}, {-2, 1}}};
inline constexpr int first_hop_line = 4;
inline constexpr int rank_line = 0;

// All leaps of all kinds, numbered in the order of their first use in the table of kinds.
inline constexpr int leap_count = 56;
extern const std::array<Step, leap_count> leap_steps;

struct KindTraits {
  std::array<std::uint8_t, 16> leap_order{};  // indices into `leap_steps`, in the order of the Python table
  int leaps = 0;                              // number of leaps
  std::uint64_t leap_mask = 0;                // the same leaps as a bit set
  unsigned lines = 0;                         // indices into `line_steps` as a bit set
  bool royal = false, castles = false, solid = false, neutral = false;
  bool supported = true;  // whether the kernel can generate its moves
};

extern const std::array<KindTraits, kind_count> kind_table;
inline const KindTraits& kind_traits(Kind kind) { return kind_table[static_cast<std::size_t>(kind)]; }
inline const KindTraits& kind_traits(Piece piece) { return kind_traits(piece.kind()); }

// Captures of White's pawns and of all other pawns, as sets of leaps.
extern const std::array<std::uint64_t, 2> pawn_attacks;

// Leaps with which a piece attacks, as a set.
inline std::uint64_t attack_leaps(Kind kind, Color color) {
  return kind == Kind::pawn ? pawn_attacks[color != white] : kind_traits(kind).leap_mask;
}

}  // namespace hyperchess::infinite
