#include "multiverse/mates/proof_table.hpp"

#include <bit>
#include <cassert>
#include <utility>

namespace hyperchess {
namespace {

constexpr std::size_t initial_size = 256;  // entries

}  // namespace

ProofTable::ProofTable(std::size_t max_bytes) : max_bytes_(max_bytes) {
  if (initial_size * sizeof(Entry) <= max_bytes) grow(initial_size);
}

ProofTable::Proof ProofTable::find(const Key& key) const {
  if (entries_.empty()) return {};
  const std::size_t first = find_bucket(key);
  for (std::size_t index = first; index < first + bucket_size; ++index)
    if (entries_[index].key == key) return entries_[index].proof;
  return {};
}

void ProofTable::store(const Key& key, Proof proof) {
  assert(proof.mates_in != 0 || proof.refuted != 0);
  assert(proof.mates_in == 0 || proof.mates_in > proof.refuted);
  if (entries_.empty()) return;
  // Grow at half load. While growing, the old and the new entries are in memory at the same time: 1 + 2 times
  // the current size.
  if (2 * used_ > entries_.size() && 3 * entries_.size() * sizeof(Entry) <= max_bytes_)
    grow(2 * entries_.size());
  const std::size_t first = find_bucket(key);
  std::size_t chosen = first;
  for (std::size_t index = first; index < first + bucket_size; ++index) {
    const Entry& entry = entries_[index];
    if (entry.key == key || entry.is_free()) {
      chosen = index;
      break;
    }
    if (entry.priority() < entries_[chosen].priority()) chosen = index;
  }
  used_ += entries_[chosen].is_free();
  entries_[chosen] = {key, proof};
}

void ProofTable::grow(std::size_t size) {
  assert(std::has_single_bit(size) && size >= bucket_size);
  std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(size));
  used_ = 0;
  for (const Entry& entry : old)
    if (!entry.is_free()) store(entry.key, entry.proof);
}

}  // namespace hyperchess
