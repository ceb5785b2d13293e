#include "infinite/engine/search_table.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace hyperchess::infinite {
namespace {

constexpr int generation_penalty = 4;  // plies of depth that an entry loses for each search since

bool fits(Square square) {
  constexpr Coordinate low = std::numeric_limits<std::int16_t>::min();
  constexpr Coordinate high = std::numeric_limits<std::int16_t>::max();
  return low <= square.x && square.x <= high && low <= square.y && square.y <= high;
}

std::uint64_t pack(Coordinate coordinate) {
  return static_cast<std::uint16_t>(static_cast<std::int16_t>(coordinate));
}

Coordinate unpack(std::uint64_t word, int shift) { return static_cast<std::int16_t>(word >> shift & 0xffff); }

int get_depth(std::uint64_t values) { return static_cast<int>(values >> 32 & 0xff); }
unsigned get_generation(std::uint64_t values) { return static_cast<unsigned>(values >> 40 & 31); }

}  // namespace

SearchTable::SearchTable(std::size_t bytes)
    : entries_(std::max<std::size_t>(bytes / sizeof(Entry) / bucket_size, 1) * bucket_size) {}

std::optional<SearchEntry> SearchTable::probe(std::uint64_t hash) const {
  const std::size_t bucket = find_bucket(hash);
  for (std::size_t index = bucket; index < bucket + bucket_size; ++index) {
    const Entry& entry = entries_[index];
    const std::uint64_t values = entry.values.load(std::memory_order_relaxed);
    const std::uint64_t move = entry.move.load(std::memory_order_relaxed);
    if (values == 0 || (entry.check.load(std::memory_order_relaxed) ^ values ^ move) != hash) continue;
    SearchEntry found{.value = static_cast<std::int16_t>(values & 0xffff),
                      .static_eval = static_cast<std::int16_t>(values >> 16 & 0xffff),
                      .depth = get_depth(values),
                      .bound = static_cast<Bound>(values >> 45 & 3),
                      .was_pv = (values >> 47 & 1) != 0,
                      .from = std::nullopt,
                      .to = {unpack(move, 32), unpack(move, 48)},
                      .promotion = {static_cast<std::uint16_t>(values >> 48)}};
    if (found.static_eval == std::numeric_limits<std::int16_t>::min()) found.static_eval = no_eval;
    const Square from{unpack(move, 0), unpack(move, 16)};
    if (from != found.to) found.from = from;
    return found;
  }
  return std::nullopt;
}

void SearchTable::store(std::uint64_t hash, const SearchEntry& entry) {
  assert(std::numeric_limits<std::int16_t>::min() < entry.value &&
         entry.value <= std::numeric_limits<std::int16_t>::max());
  assert(entry.depth >= 0 && entry.depth <= std::numeric_limits<std::uint8_t>::max());
  assert(entry.bound != Bound::none);
  // Replace the entry of the position, otherwise the one with the least depth after the penalty for its age.
  const std::size_t bucket = find_bucket(hash);
  Entry* chosen = nullptr;
  int least = std::numeric_limits<int>::max();
  std::uint64_t old_move = 0;
  for (std::size_t index = bucket; index < bucket + bucket_size; ++index) {
    Entry& each = entries_[index];
    const std::uint64_t values = each.values.load(std::memory_order_relaxed);
    const std::uint64_t move = each.move.load(std::memory_order_relaxed);
    if (values != 0 && (each.check.load(std::memory_order_relaxed) ^ values ^ move) == hash) {
      // Keep a deeper result of the same search, unless the new one is exact.
      if (entry.bound != Bound::exact && get_generation(values) == generation_ &&
          get_depth(values) > entry.depth + generation_penalty)
        return;
      chosen = &each;
      old_move = move;
      break;
    }
    const auto age = static_cast<int>((generation_ - get_generation(values)) & generation_mask);
    const int worth = values == 0 ? -1'000 : get_depth(values) - generation_penalty * age;
    if (worth < least) {
      least = worth;
      chosen = &each;
    }
  }
  std::uint64_t move = 0;
  std::uint64_t promotion = 0;
  if (entry.from && fits(*entry.from) && fits(entry.to)) {
    move = pack(entry.from->x) | pack(entry.from->y) << 16 | pack(entry.to.x) << 32 | pack(entry.to.y) << 48;
    promotion = entry.promotion.code;
  } else if (!entry.from && old_move != 0) {
    move = old_move;
    promotion = chosen->values.load(std::memory_order_relaxed) >> 48;
  }
  const int eval =
      entry.static_eval == no_eval ? std::numeric_limits<std::int16_t>::min() : entry.static_eval;
  const std::uint64_t values =
      pack(entry.value) | pack(eval) << 16 | static_cast<std::uint64_t>(entry.depth) << 32 |
      std::uint64_t{generation_} << 40 | static_cast<std::uint64_t>(entry.bound) << 45 |
      static_cast<std::uint64_t>(entry.was_pv) << 47 | promotion << 48;
  chosen->values.store(values, std::memory_order_relaxed);
  chosen->move.store(move, std::memory_order_relaxed);
  chosen->check.store(hash ^ values ^ move, std::memory_order_relaxed);
}

void SearchTable::clear() {
  for (Entry& entry : entries_) {
    entry.values.store(0, std::memory_order_relaxed);
    entry.move.store(0, std::memory_order_relaxed);
    entry.check.store(0, std::memory_order_relaxed);
  }
  generation_ = 0;
}

}  // namespace hyperchess::infinite
