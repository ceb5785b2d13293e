#include "engine/transpositions.hpp"

#include <algorithm>
#include <bit>

namespace hyperchess {
namespace {

std::uint64_t packed(const Known& known) {
  return std::uint64_t{known.best} << 32 |
         std::uint64_t{static_cast<std::uint16_t>(static_cast<std::int16_t>(known.value))} << 16 |
         std::uint64_t{static_cast<std::uint8_t>(known.depth)} << 8 | static_cast<std::uint64_t>(known.bound);
}

Known unpacked(std::uint64_t word) {
  return {static_cast<std::int16_t>(word >> 16 & 0xffff), static_cast<int>(word >> 8 & 0xff),
          static_cast<Bound>(word & 0xff), static_cast<std::uint32_t>(word >> 32)};
}

}  // namespace

Transpositions::Transpositions(std::size_t bytes)
    : slots_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Slot), 1))) {}

std::optional<Known> Transpositions::find(const Key& key) const {
  const Slot& slot = slots_[key.low & (slots_.size() - 1)];
  const std::uint64_t contents = slot.contents.load(std::memory_order_relaxed);
  if ((slot.check.load(std::memory_order_relaxed) ^ contents) != key.high || contents == 0)
    return std::nullopt;
  return unpacked(contents);
}

void Transpositions::keep(const Key& key, const Known& known) {
  Slot& slot = slots_[key.low & (slots_.size() - 1)];
  const std::uint64_t contents = packed(known);
  slot.contents.store(contents, std::memory_order_relaxed);
  slot.check.store(contents ^ key.high, std::memory_order_relaxed);
}

void Transpositions::clear() {
  for (Slot& slot : slots_) {
    slot.contents.store(0, std::memory_order_relaxed);
    slot.check.store(0, std::memory_order_relaxed);
  }
}

}  // namespace hyperchess
