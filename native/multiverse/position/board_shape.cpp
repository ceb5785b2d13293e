#include "multiverse/position/board_shape.hpp"

namespace hyperchess {

BoardShape::BoardShape(int width_, int height_) : width(width_), height(height_), full(0), stays{}, offset{} {
  for (int square = 0; square < width * height; ++square) full |= bit(square);
  for (int files = -2; files <= 2; ++files)
    for (int ranks = -2; ranks <= 2; ++ranks) {
      const auto flat = static_cast<std::size_t>(flat_number(files, ranks));
      for (int square = 0; square < width * height; ++square) {
        const int to_file = file(square) + files, to_rank = rank(square) + ranks;
        if (0 <= to_file && to_file < width && 0 <= to_rank && to_rank < height) stays[flat] |= bit(square);
      }
      // A step that fits nowhere might shift by more bits than a word has.
      if (stays[flat]) offset[flat] = ranks * width + files;
    }
}

}  // namespace hyperchess
