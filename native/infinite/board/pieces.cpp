#include "infinite/board/pieces.hpp"

#include <initializer_list>

namespace hyperchess::infinite {
namespace {

// Add all rotations and reflections of a leap, in the order of `_leaps` in Python.
template <std::size_t Size>
constexpr void add_shape(std::array<Step, Size>& steps, int& count, int along, int across) {
  const Step shapes[2] = {{along, across}, {across, along}};
  for (const Step& shape : shapes) {
    const Step images[4] = {
        {shape.dx, shape.dy}, {-shape.dx, shape.dy}, {shape.dx, -shape.dy}, {-shape.dx, -shape.dy}};
    for (const Step& image : images) {
      bool known = false;
      for (int index = 0; index < count; ++index)
        known = known || steps[static_cast<std::size_t>(index)] == image;
      if (!known) steps[static_cast<std::size_t>(count++)] = image;
    }
  }
}

constexpr std::array<Step, leap_count> make_leaps() {
  std::array<Step, leap_count> steps{};
  int count = 0;
  add_shape(steps, count, 2, 1);  // knight: 0 to 7
  add_shape(steps, count, 1, 0);  // king: 8 to 15
  add_shape(steps, count, 1, 1);
  add_shape(steps, count, 2, 0);  // hawk: 16 to 31
  add_shape(steps, count, 3, 0);
  add_shape(steps, count, 2, 2);
  add_shape(steps, count, 3, 3);
  add_shape(steps, count, 3, 1);  // camel: 32 to 39
  add_shape(steps, count, 4, 1);  // giraffe: 40 to 47
  add_shape(steps, count, 3, 2);  // zebra: 48 to 55
  return steps;
}

struct Range {
  int first, count;
};
constexpr Range knight_leaps{0, 8}, king_leaps{8, 8}, hawk_leaps{16, 16}, camel_leaps{32, 8},
    giraffe_leaps{40, 8}, zebra_leaps{48, 8};
constexpr unsigned orthogonal = 0b0011, diagonal = 0b1100, hops = 0b1111'0000;

constexpr KindTraits mover(std::initializer_list<Range> leaps, unsigned lines) {
  KindTraits traits;
  for (const Range& range : leaps) {
    for (int leap = range.first; leap < range.first + range.count; ++leap) {
      traits.leap_order[static_cast<std::size_t>(traits.leaps++)] = static_cast<std::uint8_t>(leap);
      traits.leap_mask |= std::uint64_t{1} << leap;
    }
  }
  traits.lines = lines;
  return traits;
}

constexpr std::array<KindTraits, kind_count> make_traits() {
  std::array<KindTraits, kind_count> table{};
  const auto set = [&](Kind kind, const KindTraits& traits) {
    table[static_cast<std::size_t>(kind)] = traits;
  };
  const auto royal = [](KindTraits traits, bool castles) {
    traits.royal = true;
    traits.castles = castles;
    return traits;
  };
  const auto immobile = [](bool solid) {
    KindTraits traits;
    traits.neutral = true;
    traits.solid = solid;
    return traits;
  };
  KindTraits unsupported;
  unsupported.supported = false;
  set(Kind::pawn, mover({}, 0));
  set(Kind::rook, mover({}, orthogonal));
  set(Kind::knight, mover({knight_leaps}, 0));
  set(Kind::bishop, mover({}, diagonal));
  set(Kind::queen, mover({}, orthogonal | diagonal));
  set(Kind::king, royal(mover({king_leaps}, 0), true));
  set(Kind::amazon, mover({knight_leaps}, orthogonal | diagonal));
  set(Kind::hawk, mover({hawk_leaps}, 0));
  set(Kind::chancellor, mover({knight_leaps}, orthogonal));
  set(Kind::archbishop, mover({knight_leaps}, diagonal));
  set(Kind::guard, mover({king_leaps}, 0));
  set(Kind::camel, mover({camel_leaps}, 0));
  set(Kind::giraffe, mover({giraffe_leaps}, 0));
  set(Kind::zebra, mover({zebra_leaps}, 0));
  set(Kind::centaur, mover({king_leaps, knight_leaps}, 0));
  set(Kind::royal_queen, royal(mover({}, orthogonal | diagonal), false));
  set(Kind::royal_centaur, royal(mover({king_leaps, knight_leaps}, 0), true));
  set(Kind::obstacle, immobile(false));
  set(Kind::void_square, immobile(true));
  set(Kind::knightrider, mover({}, hops));
  set(Kind::huygen, unsupported);
  set(Kind::rose, unsupported);
  return table;
}

constexpr std::uint64_t make_leap_mask(std::initializer_list<Step> wanted) {
  const std::array<Step, leap_count> steps = make_leaps();
  std::uint64_t found = 0;
  for (int leap = 0; leap < leap_count; ++leap) {
    for (const Step& step : wanted) {
      if (steps[static_cast<std::size_t>(leap)] == step) found |= std::uint64_t{1} << leap;
    }
  }
  return found;
}

}  // namespace

constinit const std::array<Step, leap_count> leap_steps = make_leaps();

constinit const std::array<KindTraits, kind_count> kind_table = make_traits();
constinit const std::array<std::uint64_t, 2> pawn_attacks = {make_leap_mask({{-1, 1}, {1, 1}}),
                                                             make_leap_mask({{-1, -1}, {1, -1}})};

}  // namespace hyperchess::infinite
