#include "infinite/board.hpp"

#include <algorithm>
#include <bit>

namespace hyperchess::infinite {
namespace {

// Empty slots that may stand in the list before it is made anew.
constexpr std::size_t most_empty = 32;

std::uint64_t square_word(Square square) {
  return static_cast<std::uint64_t>(square.x) * 0x9e3779b97f4a7c15U ^
         std::rotl(static_cast<std::uint64_t>(square.y) * 0xc2b2ae3d27d4eb4fU, 31);
}

}  // namespace

// The finalizer of SplitMix64: each bit of the input changes about half of the bits of the output.
std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

std::uint64_t hash_of(Square square, Piece piece) {
  return mixed(mixed(static_cast<std::uint64_t>(square.x) + 0x632be59bd9b4e019U) +
               mixed(static_cast<std::uint64_t>(square.y) ^ 0xd1342543de82ef95U) * 3 + piece.code);
}

std::size_t Board::home(Square square) const {
  return static_cast<std::size_t>(square_word(square) * 0xd6e8feb86659fd93U >> table_shift_);
}

SlotNumber Board::find(Square square) const {
  if (table_.empty()) return no_slot;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t cell = home(square);; cell = (cell + 1) & mask) {
    const SlotNumber number = table_[cell];
    if (number == no_slot || slots_[number].at == square) return number;
  }
}

void Board::reserve(std::size_t pieces) {
  slots_.reserve(pieces + most_empty);
  grow_table(pieces);
}

void Board::grow_table(std::size_t pieces) {
  // At most two in five cells are taken, with room for a piece that is put before another one is taken.
  const std::size_t cells = std::bit_ceil(std::max<std::size_t>(16, (pieces + 2) * 5 / 2));
  if (cells <= table_.size()) return;
  table_.assign(cells, no_slot);
  table_shift_ = 64 - std::countr_zero(cells);
  for (SlotNumber number = 0; number < slots_.size(); ++number) {
    if (slots_[number].piece) enter_table(number);
  }
}

void Board::enter_table(SlotNumber number) {
  const std::size_t mask = table_.size() - 1;
  std::size_t cell = home(slots_[number].at);
  while (table_[cell] != no_slot) cell = (cell + 1) & mask;
  table_[cell] = number;
}

void Board::leave_table(SlotNumber number) {
  const std::size_t mask = table_.size() - 1;
  std::size_t hole = home(slots_[number].at);
  while (table_[hole] != number) hole = (hole + 1) & mask;
  // Later pieces of the same run move up, unless that takes them before their home.
  for (std::size_t cell = (hole + 1) & mask; table_[cell] != no_slot; cell = (cell + 1) & mask) {
    const std::size_t wanted = home(slots_[table_[cell]].at);
    if (((cell - wanted) & mask) >= ((cell - hole) & mask)) {
      table_[hole] = table_[cell];
      hole = cell;
    }
  }
  table_[hole] = no_slot;
}

void Board::add(Square square, Piece piece) {
  grow_table(live_ + 1);
  const auto number = static_cast<SlotNumber>(slots_.size());
  slots_.push_back({square, piece});
  enter_table(number);
  count_piece(piece, 1);
  if (traits_of(piece).royal) royals_[piece.color()].push_back(number);
  hash_ += hash_of(square, piece);
}

void Board::count_piece(Piece piece, int change) {
  const Color color = piece.color();
  std::uint32_t& count = counts_[color][static_cast<std::size_t>(piece.kind())];
  const std::uint32_t before = count;
  count += static_cast<std::uint32_t>(change);
  live_ += static_cast<std::size_t>(change);
  if (color != neutral) owned_ += static_cast<std::size_t>(change);
  if (before == 0 || count == 0) refresh_masks(color);
}

void Board::refresh_masks(Color color) {
  leaps_[color] = 0;
  lines_[color] = 0;
  if (color == neutral) return;
  for (int index = 0; index < kind_count; ++index) {
    if (counts_[color][static_cast<std::size_t>(index)] == 0) continue;
    const auto kind = static_cast<Kind>(index);
    leaps_[color] |= attack_leaps(kind, color);
    lines_[color] |= traits_of(kind).lines;
  }
}

std::uint32_t Board::drop_royal(Piece piece, SlotNumber number) {
  std::vector<SlotNumber>& royals = royals_[piece.color()];
  const auto found = std::find(royals.begin(), royals.end(), number);
  const auto index = static_cast<std::uint32_t>(found - royals.begin());
  royals.erase(found);
  return index;
}

void Board::build(int line) const {
  struct Entry {
    Coordinate key, along;
    SlotNumber number;
  };
  thread_local std::vector<Entry> entries;
  entries.clear();
  for (SlotNumber number = 0; number < slots_.size(); ++number) {
    const Slot& slot = slots_[number];
    if (slot.piece) entries.push_back({line_key(line, slot.at), along(line, slot.at), number});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& first, const Entry& second) {
    return first.key != second.key ? first.key < second.key : first.along < second.along;
  });
  std::vector<SlotNumber>& order = orders_[static_cast<std::size_t>(line)];
  order.clear();
  order.reserve(entries.size() + 2);
  for (const Entry& entry : entries) order.push_back(entry.number);
  built_ |= 1U << line;
}

std::size_t Board::place(int line, Square square) const {
  const std::vector<SlotNumber>& sorted = order(line);
  const Coordinate key = line_key(line, square), here = along(line, square);
  std::size_t first = 0, count = sorted.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    const Square at = slots_[sorted[first + half]].at;
    const Coordinate other = line_key(line, at);
    if (other < key || (other == key && along(line, at) < here)) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

SlotNumber Board::next(int line, Square square, int way, SlotNumber vacated) const {
  const std::vector<SlotNumber>& sorted = order(line);
  std::size_t index = place(line, square);
  const Coordinate key = line_key(line, square);
  if (way > 0) {
    for (; index < sorted.size(); ++index) {
      const SlotNumber number = sorted[index];
      const Square at = slots_[number].at;
      if (line_key(line, at) != key) return no_slot;
      if (at != square && number != vacated) return number;
    }
    return no_slot;
  }
  while (index > 0) {
    const SlotNumber number = sorted[--index];
    if (line_key(line, slots_[number].at) != key) return no_slot;
    if (number != vacated) return number;
  }
  return no_slot;
}

std::array<SlotNumber, 2> Board::neighbours(int line, Square square) const {
  const std::vector<SlotNumber>& sorted = order(line);
  const Coordinate key = line_key(line, square);
  std::array<SlotNumber, 2> found = {no_slot, no_slot};
  std::size_t index = place(line, square);
  if (index > 0 && line_key(line, slots_[sorted[index - 1]].at) == key) found[0] = sorted[index - 1];
  if (index < sorted.size() && slots_[sorted[index]].at == square) ++index;
  if (index < sorted.size() && line_key(line, slots_[sorted[index]].at) == key) found[1] = sorted[index];
  return found;
}

void Board::link(SlotNumber number) {
  for (int line = 0; line < line_count; ++line) {
    if (!(built_ >> line & 1U)) continue;
    std::vector<SlotNumber>& order = orders_[static_cast<std::size_t>(line)];
    const auto index = static_cast<std::ptrdiff_t>(place(line, slots_[number].at));
    order.insert(order.begin() + index, number);
  }
}

void Board::unlink(SlotNumber number) {
  for (int line = 0; line < line_count; ++line) {
    if (!(built_ >> line & 1U)) continue;
    std::vector<SlotNumber>& order = orders_[static_cast<std::size_t>(line)];
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(place(line, slots_[number].at)));
  }
}

void Board::put(Square square, Piece piece) {
  SlotNumber number = find(square);
  Change change{number, {}, piece, 0};
  if (number == no_slot) {
    grow_table(live_ + 1);
    number = change.slot = static_cast<SlotNumber>(slots_.size());
    slots_.push_back({square, piece});
    enter_table(number);
    link(number);
  } else {
    Slot& slot = slots_[number];
    change.before = slot.piece;
    count_piece(change.before, -1);
    hash_ -= hash_of(square, change.before);
    if (traits_of(change.before).royal) change.royal = drop_royal(change.before, number);
    slot.piece = piece;
  }
  count_piece(piece, 1);
  hash_ += hash_of(square, piece);
  if (traits_of(piece).royal) royals_[piece.color()].push_back(number);
  journal_.push_back(change);
}

void Board::take(Square square) {
  const SlotNumber number = find(square);
  if (number == no_slot) return;
  Slot& slot = slots_[number];
  Change change{number, slot.piece, {}, 0};
  unlink(number);
  leave_table(number);
  count_piece(slot.piece, -1);
  hash_ -= hash_of(square, slot.piece);
  if (traits_of(slot.piece).royal) change.royal = drop_royal(slot.piece, number);
  slot.piece = {};
  journal_.push_back(change);
}

void Board::revert(std::size_t changes) {
  while (journal_.size() > changes) {
    const Change change = journal_.back();
    journal_.pop_back();
    Slot& slot = slots_[change.slot];
    if (change.after) {
      if (traits_of(change.after).royal) royals_[change.after.color()].pop_back();
      count_piece(change.after, -1);
      hash_ -= hash_of(slot.at, change.after);
    }
    if (change.before) {
      slot.piece = change.before;
      if (!change.after) {
        enter_table(change.slot);
        link(change.slot);
      }
      count_piece(change.before, 1);
      hash_ += hash_of(slot.at, change.before);
      if (traits_of(change.before).royal) {
        std::vector<SlotNumber>& royals = royals_[change.before.color()];
        royals.insert(royals.begin() + change.royal, change.slot);
      }
    } else {
      unlink(change.slot);
      leave_table(change.slot);
      slots_.pop_back();
    }
  }
}

void Board::settle() {
  journal_.clear();
  if (slots_.size() <= 2 * live_ + most_empty) return;
  std::vector<SlotNumber> numbers(slots_.size(), no_slot);
  SlotNumber next = 0;
  for (std::size_t number = 0; number < slots_.size(); ++number) {
    if (!slots_[number].piece) continue;
    numbers[number] = next;
    slots_[next++] = slots_[number];
  }
  slots_.resize(next);
  const auto renumber = [&](std::vector<SlotNumber>& list) {
    for (SlotNumber& number : list) {
      if (number != no_slot) number = numbers[number];
    }
  };
  renumber(table_);
  for (std::vector<SlotNumber>& order : orders_) renumber(order);
  for (std::vector<SlotNumber>& royals : royals_) renumber(royals);
}

}  // namespace hyperchess::infinite
