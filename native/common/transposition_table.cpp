#include "common/transposition_table.hpp"

#include <cassert>
#include <limits>

namespace hyperchess {
namespace {

constexpr int generation_penalty = 4;  // plies of depth that an entry loses for each search since

// Layout of the values: value 16, static evaluation 16, depth 8, generation 5, bound 2, was_pv 1,
// best_low 16.
constexpr int eval_shift = 16, depth_shift = 32, generation_shift = 40, bound_shift = 45, pv_shift = 47,
              best_shift = 48;

std::uint64_t pack(int number) { return static_cast<std::uint16_t>(static_cast<std::int16_t>(number)); }

int get_depth(std::uint64_t values) { return static_cast<int>(values >> depth_shift & 0xff); }
unsigned get_generation(std::uint64_t values) {
  return static_cast<unsigned>(values >> generation_shift & 31);
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : entries_(std::max<std::size_t>(bytes / sizeof(Entry) / bucket_size, 1) * bucket_size) {}

std::optional<TableEntry> TranspositionTable::probe(const Key& key) const {
  const std::size_t bucket = find_bucket(key);
  for (std::size_t index = bucket; index < bucket + bucket_size; ++index) {
    const Entry& entry = entries_[index];
    const std::uint64_t values = entry.values.load(std::memory_order_relaxed);
    const std::uint64_t best = entry.best.load(std::memory_order_relaxed);
    if (values == 0 || (entry.check.load(std::memory_order_relaxed) ^ values ^ best) != key.high) continue;
    TableEntry found{.value = static_cast<std::int16_t>(values & 0xffff),
                     .static_eval = static_cast<std::int16_t>(values >> eval_shift & 0xffff),
                     .depth = get_depth(values),
                     .bound = static_cast<Bound>(values >> bound_shift & 3),
                     .was_pv = (values >> pv_shift & 1) != 0,
                     .best_low = static_cast<std::uint16_t>(values >> best_shift),
                     .best = best};
    if (found.static_eval == std::numeric_limits<std::int16_t>::min())
      found.static_eval = TableEntry::no_eval;
    return found;
  }
  return std::nullopt;
}

void TranspositionTable::store(const Key& key, const TableEntry& entry) {
  assert(std::numeric_limits<std::int16_t>::min() <= entry.value &&
         entry.value <= std::numeric_limits<std::int16_t>::max());
  assert(entry.depth >= 0 && entry.depth <= std::numeric_limits<std::uint8_t>::max());
  assert(entry.bound != Bound::none);
  const std::size_t bucket = find_bucket(key);
  Entry* chosen = nullptr;
  int least = std::numeric_limits<int>::max();
  std::uint64_t old_values = 0, old_best = 0;  // of the same key
  for (std::size_t index = bucket; index < bucket + bucket_size; ++index) {
    Entry& each = entries_[index];
    const std::uint64_t values = each.values.load(std::memory_order_relaxed);
    const std::uint64_t best = each.best.load(std::memory_order_relaxed);
    if (values != 0 && (each.check.load(std::memory_order_relaxed) ^ values ^ best) == key.high) {
      // Keep a deeper result of the same search, unless the new one is exact.
      if (entry.bound != Bound::exact && get_generation(values) == generation_ &&
          get_depth(values) > entry.depth + generation_penalty)
        return;
      chosen = &each;
      old_values = values;
      old_best = best;
      break;
    }
    const auto age = static_cast<int>((generation_ - get_generation(values)) & generation_mask);
    const int worth = values == 0 ? -1'000 : get_depth(values) - generation_penalty * age;
    if (worth < least) {
      least = worth;
      chosen = &each;
    }
  }
  const bool keeps_best = entry.best == 0 && old_best != 0;
  const std::uint64_t best = keeps_best ? old_best : entry.best;
  const std::uint64_t best_low = keeps_best ? old_values >> best_shift : entry.best_low;
  const int eval =
      entry.static_eval == TableEntry::no_eval ? std::numeric_limits<std::int16_t>::min() : entry.static_eval;
  const std::uint64_t values = pack(entry.value) | pack(eval) << eval_shift |
                               static_cast<std::uint64_t>(entry.depth) << depth_shift |
                               std::uint64_t{generation_} << generation_shift |
                               static_cast<std::uint64_t>(entry.bound) << bound_shift |
                               static_cast<std::uint64_t>(entry.was_pv) << pv_shift | best_low << best_shift;
  chosen->values.store(values, std::memory_order_relaxed);
  chosen->best.store(best, std::memory_order_relaxed);
  chosen->check.store(key.high ^ values ^ best, std::memory_order_relaxed);
}

void TranspositionTable::clear() {
  for (Entry& entry : entries_) {
    entry.values.store(0, std::memory_order_relaxed);
    entry.best.store(0, std::memory_order_relaxed);
    entry.check.store(0, std::memory_order_relaxed);
  }
  generation_ = 0;
}

}  // namespace hyperchess
