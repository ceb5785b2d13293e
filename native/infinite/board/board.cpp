#include "infinite/board/board.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace hyperchess::infinite {
namespace {

constexpr std::size_t max_empty = 32;  // empty slots tolerated before the list is compacted

std::uint64_t square_word(Square square) {
  return static_cast<std::uint64_t>(square.x) * 0x9e3779b97f4a7c15U ^
         std::rotl(static_cast<std::uint64_t>(square.y) * 0xc2b2ae3d27d4eb4fU, 31);
}

// Factors of the numbers of pieces in `Board::material_hash`: powers of 31 for all kinds of White and Black
// but pawns.
using MaterialFactors = std::array<std::array<std::uint64_t, kind_count>, color_count>;

const MaterialFactors& material_factors() {
  static const MaterialFactors table = [] {
    MaterialFactors factors{};
    std::uint64_t power = 1;
    for (const std::size_t color : {2U, 1U}) {
      for (std::size_t kind = kind_count - 1; kind > 0; --kind) {
        factors[color][kind] = power;
        power *= 31;
      }
    }
    return factors;
  }();
  return table;
}

}  // namespace

std::uint64_t hash_piece(Square square, Piece piece) {
  return mix(mix(static_cast<std::uint64_t>(square.x) + 0x632be59bd9b4e019U) +
             mix(static_cast<std::uint64_t>(square.y) ^ 0xd1342543de82ef95U) * 3 + piece.code);
}

Mutex& LineIndex::mutex() {
  static Mutex shared;  // sorting is rare and short, so all boards share one
  return shared;
}

LineIndex& LineIndex::operator=(const LineIndex& other) {
  if (this == &other) return *this;
  // Another thread may be sorting a direction of a shared board; those that are sorted do not change.
  const unsigned sorted = other.sorted_.load(std::memory_order_acquire);
  for (int line = 0; line < line_count; ++line)
    if (sorted >> line & 1U)
      orders_[static_cast<std::size_t>(line)] = other.orders_[static_cast<std::size_t>(line)];
  sorted_.store(sorted, std::memory_order_relaxed);
  return *this;
}

std::size_t Board::home_cell(Square square) const {
  return static_cast<std::size_t>(square_word(square) * 0xd6e8feb86659fd93U >> table_shift_);
}

SlotNumber Board::find_in_table(Square square) const {
  if (table_.empty()) return no_slot;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t cell = home_cell(square);; cell = (cell + 1) & mask) {
    const SlotNumber number = table_[cell];
    if (number == no_slot || slots_[number].at == square) return number;
  }
}

void Board::reserve(std::size_t pieces) {
  slots_.reserve(pieces + max_empty);
  grow_table(pieces);
}

void Board::grow_table(std::size_t pieces) {
  // Load factor at most 2/5, counting a piece that is put before the captured one is removed.
  const std::size_t cells = std::bit_ceil(std::max<std::size_t>(16, (pieces + 2) * 5 / 2));
  if (cells <= table_.size()) return;
  table_.assign(cells, no_slot);
  table_shift_ = 64 - std::countr_zero(cells);
  for (SlotNumber number = 0; number < slots_.size(); ++number) {
    if (slots_[number].piece && (grid_.empty() || !grid_.front().contains(slots_[number].at)))
      insert_into_table(number);
  }
}

// Enter a slot into the indices by square, or remove it.
void Board::index_slot(SlotNumber number) {
  const Square at = slots_[number].at;
  if (grid_.empty()) {
    insert_into_table(number);
  } else if (Grid& grid = grid_.front(); grid.contains(at)) {
    grid.slot(at) = number;
    grid.flip(at);
  } else {
    ++grid.outside;
    insert_into_table(number);
  }
  insert_sorted(number);
}

void Board::unindex_slot(SlotNumber number) {
  const Square at = slots_[number].at;
  erase_sorted(number);
  if (grid_.empty()) {
    erase_from_table(number);
  } else if (Grid& grid = grid_.front(); grid.contains(at)) {
    grid.slot(at) = no_slot;
    grid.flip(at);
  } else {
    --grid.outside;
    erase_from_table(number);
  }
}

void Board::use_grid() {
  if (!grid_.empty() || live_ == 0) return;
  journal_.clear();
  compact();
  std::vector<Coordinate> across, up;
  for (const Slot& slot : slots_) {
    if (!slot.piece) continue;
    across.push_back(slot.at.x);
    up.push_back(slot.at.y);
  }
  const auto median = [](std::vector<Coordinate>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  Grid& grid = grid_.emplace_back();
  grid.origin = {median(across) - Grid::size / 2, median(up) - Grid::size / 2};
  grid.slots.fill(no_slot);
  std::fill(table_.begin(), table_.end(), no_slot);
  for (SlotNumber number = 0; number < slots_.size(); ++number) {
    const Slot& slot = slots_[number];
    if (!slot.piece) continue;
    if (grid.contains(slot.at)) {
      grid.slot(slot.at) = number;
      grid.flip(slot.at);
    } else {
      ++grid.outside;
      insert_into_table(number);
    }
  }
}

void Board::update_sums(Square square, Piece piece, int change) {
  count_piece(piece, change);
  const std::uint64_t hash = hash_piece(square, piece);
  const std::uint64_t difference = change > 0 ? hash : ~hash + 1;
  hash_ += difference;
  if (piece.kind() == Kind::pawn) pawn_hash_ += difference;
}

void Board::insert_into_table(SlotNumber number) {
  assert(number < slots_.size() && live_ < table_.size());
  const std::size_t mask = table_.size() - 1;
  std::size_t cell = home_cell(slots_[number].at);
  while (table_[cell] != no_slot) cell = (cell + 1) & mask;
  table_[cell] = number;
}

void Board::erase_from_table(SlotNumber number) {
  const std::size_t mask = table_.size() - 1;
  std::size_t hole = home_cell(slots_[number].at);
  while (table_[hole] != number) hole = (hole + 1) & mask;
  // Backward-shift deletion: later entries of the run move up, unless that takes them before their home cell.
  for (std::size_t cell = (hole + 1) & mask; table_[cell] != no_slot; cell = (cell + 1) & mask) {
    const std::size_t wanted = home_cell(slots_[table_[cell]].at);
    if (((cell - wanted) & mask) >= ((cell - hole) & mask)) {
      table_[hole] = table_[cell];
      hole = cell;
    }
  }
  table_[hole] = no_slot;
}

void Board::add(Square square, Piece piece) {
  assert(piece && within(square, edge_) && grid_.empty() && find(square) == no_slot);
  grow_table(live_ + 1);
  const auto number = static_cast<SlotNumber>(slots_.size());
  slots_.push_back({square, piece});
  insert_into_table(number);
  update_sums(square, piece, 1);
  if (kind_traits(piece).royal) royals_[piece.color()].push_back(number);
}

void Board::count_piece(Piece piece, int change) {
  assert(piece && (change == 1 || change == -1));
  const Color color = piece.color();
  std::uint32_t& count = counts_[color][static_cast<std::size_t>(piece.kind())];
  const std::uint32_t before = count;
  assert(change > 0 || before > 0);
  count += static_cast<std::uint32_t>(change);
  live_ += static_cast<std::size_t>(change);
  totals_[color] += static_cast<std::uint32_t>(change);
  if (piece.special() && piece.kind() != Kind::pawn) castling_rights_ += static_cast<std::size_t>(change);
  if (color != neutral) owned_ += static_cast<std::size_t>(change);
  material_hash_ += material_factors()[color][static_cast<std::size_t>(piece.kind())] *
                    static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
  if (before == 0 || count == 0) refresh_masks(color);
}

void Board::refresh_masks(Color color) {
  leaps_[color] = 0;
  lines_[color] = 0;
  kinds_[color] = 0;
  if (color == neutral) return;
  for (int index = 0; index < kind_count; ++index) {
    if (counts_[color][static_cast<std::size_t>(index)] == 0) continue;
    const auto kind = static_cast<Kind>(index);
    kinds_[color] |= 1U << index;
    leaps_[color] |= attack_leaps(kind, color);
    lines_[color] |= kind_traits(kind).lines;
  }
}

std::uint32_t Board::drop_royal(Piece piece, SlotNumber number) {
  std::vector<SlotNumber>& royals = royals_[piece.color()];
  const auto found = std::find(royals.begin(), royals.end(), number);
  assert(found != royals.end());
  const auto index = static_cast<std::uint32_t>(found - royals.begin());
  royals.erase(found);
  return index;
}

void Board::sort_line(int line, LineIndex::Order& order) const {
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
  order.clear();
  order.reserve(entries.size() + 2);
  for (const Entry& entry : entries) order.push_back(entry.number);
}

std::size_t Board::find_index(int line, Square square) const {
  const std::vector<SlotNumber>& sorted = sorted_slots(line);
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

SlotNumber Board::find_next_sorted(int line, Square square, int sign, SlotNumber vacated) const {
  return walk_sorted(line, square, sign, vacated, find_index(line, square));
}

std::array<SlotNumber, 2> Board::neighbours_sorted(int line, Square square, SlotNumber vacated) const {
  const std::size_t index = find_index(line, square);
  return {walk_sorted(line, square, -1, vacated, index), walk_sorted(line, square, 1, vacated, index)};
}

// As `find_next`; `index` is the index of the square.
SlotNumber Board::walk_sorted(int line, Square square, int sign, SlotNumber vacated,
                              std::size_t index) const {
  const std::vector<SlotNumber>& sorted = sorted_slots(line);
  const Coordinate key = line_key(line, square);
  if (sign > 0) {
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

void Board::insert_sorted(SlotNumber number) {
  if (!grid_.empty() && grid_.front().outside == 0) lines_index_.forget(Grid::lines);
  for (int line = 0; line < line_count; ++line) {
    if (!lines_index_.is_sorted(line)) continue;
    std::vector<SlotNumber>& order = lines_index_.order(line);
    const auto index = static_cast<std::ptrdiff_t>(find_index(line, slots_[number].at));
    order.insert(order.begin() + index, number);
  }
}

void Board::erase_sorted(SlotNumber number) {
  if (!grid_.empty() && grid_.front().outside == 0) lines_index_.forget(Grid::lines);
  for (int line = 0; line < line_count; ++line) {
    if (!lines_index_.is_sorted(line)) continue;
    std::vector<SlotNumber>& order = lines_index_.order(line);
    const std::size_t index = find_index(line, slots_[number].at);
    assert(index < order.size() && order[index] == number);
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

void Board::put(Square square, Piece piece) {
  assert(piece);
  SlotNumber number = find(square);
  Change change{number, {}, piece, 0};
  if (number == no_slot) {
    grow_table(live_ + 1);
    number = change.slot = static_cast<SlotNumber>(slots_.size());
    slots_.push_back({square, piece});
    index_slot(number);
  } else {
    Slot& slot = slots_[number];
    change.before = slot.piece;
    update_sums(square, change.before, -1);
    if (kind_traits(change.before).royal) change.royal = drop_royal(change.before, number);
    slot.piece = piece;
  }
  update_sums(square, piece, 1);
  if (kind_traits(piece).royal) royals_[piece.color()].push_back(number);
  journal_.push_back(change);
}

void Board::remove(Square square) {
  const SlotNumber number = find(square);
  if (number == no_slot) return;
  Slot& slot = slots_[number];
  Change change{number, slot.piece, {}, 0};
  unindex_slot(number);
  update_sums(square, slot.piece, -1);
  if (kind_traits(slot.piece).royal) change.royal = drop_royal(slot.piece, number);
  slot.piece = {};
  journal_.push_back(change);
}

void Board::revert_to(std::size_t changes) {
  assert(changes <= journal_.size());
  while (journal_.size() > changes) {
    const Change change = journal_.back();
    journal_.pop_back();
    Slot& slot = slots_[change.slot];
    if (change.after) {
      if (kind_traits(change.after).royal) royals_[change.after.color()].pop_back();
      update_sums(slot.at, change.after, -1);
    }
    if (change.before) {
      slot.piece = change.before;
      if (!change.after) index_slot(change.slot);
      update_sums(slot.at, change.before, 1);
      if (kind_traits(change.before).royal) {
        std::vector<SlotNumber>& royals = royals_[change.before.color()];
        royals.insert(royals.begin() + change.royal, change.slot);
      }
    } else {
      assert(change.slot + 1 == slots_.size());  // slots are appended, so they are removed in reverse order
      unindex_slot(change.slot);
      slots_.pop_back();
    }
  }
}

void Board::discard_undo() {
  journal_.clear();
  if (slots_.size() > 2 * live_ + max_empty) compact();
}

// Remove the empty slots. The journal must be empty.
void Board::compact() {
  assert(journal_.empty());
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
  if (!grid_.empty()) {
    for (SlotNumber& number : grid_.front().slots) {
      if (number != no_slot) number = numbers[number];
    }
  }
  for (int line = 0; line < line_count; ++line)
    if (lines_index_.is_sorted(line)) renumber(lines_index_.order(line));
  for (std::vector<SlotNumber>& royals : royals_) renumber(royals);
}

}  // namespace hyperchess::infinite
