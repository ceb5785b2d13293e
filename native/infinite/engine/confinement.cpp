#include "infinite/engine/confinement.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace hyperchess::infinite {
namespace {

constexpr std::uint32_t all = (std::uint32_t{1} << Window::size) - 1;
constexpr Coordinate max_difference = Coordinate{1} << 60;  // pieces further away are ignored
constexpr int longest_leap = 4;

Coordinate magnitude(Coordinate value) { return value < 0 ? -value : value; }

}  // namespace

Window::Window(const Board& board, SlotNumber royal)
    : board_(board), royal_(royal), center_(board.slot(royal).at) {
  assert(kind_traits(board.slot(royal).piece).royal && kind_traits(board.slot(royal).piece).lines == 0);
  const Color weak = board.slot(royal).piece.color();
  for (SlotNumber number = 0; number < board.slots().size(); ++number) {
    const Slot& slot = board.slot(number);
    if (!slot.piece || slot.piece.color() == weak) continue;
    const Coordinate dx = slot.at.x - center_.x, dy = slot.at.y - center_.y;
    if (slot.piece.color() == neutral) {
      if (kind_traits(slot.piece).solid) mark(dx, dy);
      continue;
    }
    if (magnitude(dx) <= radius + longest_leap && magnitude(dy) <= radius + longest_leap) {
      for (std::uint64_t leaps = attack_leaps(slot.piece.kind(), slot.piece.color()); leaps != 0;
           leaps &= leaps - 1) {
        const Step& step = leap_steps[static_cast<std::size_t>(std::countr_zero(leaps))];
        mark(dx + step.dx, dy + step.dy);
      }
    }
    if (magnitude(dx) >= max_difference || magnitude(dy) >= max_difference) continue;
    for (unsigned lines = kind_traits(slot.piece).lines; lines != 0; lines &= lines - 1) {
      for (const int sign : {1, -1}) mark_line(std::countr_zero(lines), sign, number);
    }
  }
  mark_border();
}

// Mark the squares of the window that a slider attacks in one direction. The royal piece itself does not
// block.
void Window::mark_line(int line, int sign, SlotNumber number) {
  const Square at = board_.slot(number).at;
  const Step step{line_steps[static_cast<std::size_t>(line)].dx * sign,
                  line_steps[static_cast<std::size_t>(line)].dy * sign};
  const Coordinate dx = at.x - center_.x, dy = at.y - center_.y;
  Coordinate low = 1, high = max_difference;
  const auto clip = [&](Coordinate start, int part) {
    if (part == 0) {
      if (magnitude(start) > radius) high = 0;
      return;
    }
    const Coordinate towards = part > 0 ? start : -start;
    const Coordinate size = part > 0 ? part : -part;
    if (towards > radius) {
      high = 0;
      return;
    }
    high = std::min(high, (radius - towards) / size);
    if (towards < -radius) low = std::max(low, (-radius - towards + size - 1) / size);
  };
  clip(dx, step.dx);
  clip(dy, step.dy);
  if (low > high) return;
  const SlotNumber next = board_.find_next(line, at, sign, royal_);
  if (next != no_slot)
    high = std::min(high, (Board::along(line, board_.slot(next).at) - Board::along(line, at)) * sign);
  high = std::min(high, board_.slide_limit());
  for (Coordinate steps = low; steps <= high; ++steps) mark(dx + steps * step.dx, dy + steps * step.dy);
}

void Window::mark_border() {
  const Border& border = board_.border();
  for (int dy = -radius; dy <= radius; ++dy) {
    if (!border.contains({center_.x, center_.y + dy})) rows_[index(dy)] = all;
  }
  for (int dx = -radius; dx <= radius; ++dx) {
    if (border.contains({center_.x + dx, center_.y})) continue;
    for (std::uint32_t& row : rows_) row |= 1U << (dx + radius);
  }
}

Confinement Window::confinement() const {
  Confinement found;
  const Slot& royal = board_.slot(royal_);
  found.is_attacked = is_attacked(0, 0);
  const KindTraits& traits = kind_traits(royal.piece);
  const bool leaps_like_knight = traits.leaps > 8;  // a royal centaur
  for (int index = 0; index < traits.leaps; ++index) {
    const Step& step = leap_steps[traits.leap_order[static_cast<std::size_t>(index)]];
    if (is_attacked(step.dx, step.dy)) continue;
    ++found.escapes;
    const SlotNumber neighbour = board_.find(royal.at + step);
    if (neighbour != no_slot) found.undefended = std::min(found.undefended, neighbour);
  }
  Rows reached{};
  reached[radius] = 1U << radius;
  const int reach = leaps_like_knight ? 2 : 1;
  for (int round = 0; round < radius; ++round) {
    // Rows further away cannot be reached yet.
    const auto low = static_cast<std::size_t>(std::max(0, radius - reach * (round + 1)));
    const auto high = static_cast<std::size_t>(std::min(size - 1, radius + reach * (round + 1)));
    Rows next = reached;
    std::uint32_t changed = 0;
    for (std::size_t row = low; row <= high; ++row) {
      std::uint32_t near = reached[row];
      if (row > 0) near |= reached[row - 1];
      if (row + 1 < size) near |= reached[row + 1];
      std::uint32_t spread = near | near << 1 | near >> 1;
      if (leaps_like_knight) {
        for (const std::size_t down : {std::size_t{1}, std::size_t{2}}) {
          const int across = down == 1 ? 2 : 1;
          if (row >= down) spread |= reached[row - down] << across | reached[row - down] >> across;
          if (row + down < size) spread |= reached[row + down] << across | reached[row + down] >> across;
        }
      }
      next[row] |= spread & all & ~rows_[row];
      changed |= next[row] ^ reached[row];
    }
    if (changed == 0) {
      found.is_closed = true;
      break;
    }
    reached = next;
  }
  for (const std::uint32_t row : reached) found.area += std::popcount(row);
  if (!found.is_closed) found.exits = count_exits(reached);
  return found;
}

// Count reachable squares at the edges of the window on whose side there is no enemy royal piece.
int Window::count_exits(const Rows& reached) const {
  bool left = true, right = true, bottom = true, top = true;
  const Color weak = board_.slot(royal_).piece.color();
  for (Color other = 1; other < color_count; ++other) {
    if (other == weak) continue;
    for (const SlotNumber number : board_.royals(other)) {
      const Square at = board_.slot(number).at;
      left = left && at.x >= center_.x;
      right = right && at.x <= center_.x;
      bottom = bottom && at.y >= center_.y;
      top = top && at.y <= center_.y;
    }
  }
  int exits = 0;
  if (bottom) exits += std::popcount(reached.front());
  if (top) exits += std::popcount(reached.back());
  for (const std::uint32_t row : reached) {
    exits += left && (row & 1U) != 0;
    exits += right && (row >> (size - 1) & 1U) != 0;
  }
  return exits;
}

}  // namespace hyperchess::infinite
