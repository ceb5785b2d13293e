#include "common/transposition_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace hyperchess {
namespace {

std::uint64_t pack_entry(const TableEntry& entry) {
  return std::uint64_t{entry.best} << 32 |
         std::uint64_t{static_cast<std::uint16_t>(static_cast<std::int16_t>(entry.value))} << 16 |
         std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 8 | static_cast<std::uint64_t>(entry.bound);
}

TableEntry unpack_entry(std::uint64_t word) {
  return {.value = static_cast<std::int16_t>(word >> 16 & 0xffff),
          .depth = static_cast<int>(word >> 8 & 0xff),
          .bound = static_cast<Bound>(word & 0xff),
          .best = static_cast<std::uint32_t>(word >> 32)};
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : slots_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Slot), 1))) {}

std::optional<TableEntry> TranspositionTable::probe(const Key& key) const {
  const Slot& slot = slots_[key.low & (slots_.size() - 1)];
  const std::uint64_t contents = slot.contents.load(std::memory_order_relaxed);
  if ((slot.check.load(std::memory_order_relaxed) ^ contents) != key.high || contents == 0)
    return std::nullopt;
  return unpack_entry(contents);
}

void TranspositionTable::store(const Key& key, const TableEntry& entry) {
  assert(entry.value >= std::numeric_limits<std::int16_t>::min() &&
         entry.value <= std::numeric_limits<std::int16_t>::max());
  assert(entry.depth >= 0 && entry.depth <= std::numeric_limits<std::uint8_t>::max());
  assert(entry.bound != Bound::none);
  Slot& slot = slots_[key.low & (slots_.size() - 1)];
  const std::uint64_t contents = pack_entry(entry);
  slot.contents.store(contents, std::memory_order_relaxed);
  slot.check.store(contents ^ key.high, std::memory_order_relaxed);
}

void TranspositionTable::clear() {
  for (Slot& slot : slots_) {
    slot.contents.store(0, std::memory_order_relaxed);
    slot.check.store(0, std::memory_order_relaxed);
  }
}

}  // namespace hyperchess
