#include "mates/table.hpp"

#include <utility>

namespace hyperchess {
namespace {

constexpr std::size_t first_size = 256;

}  // namespace

Table::Table(std::size_t max_bytes) : max_bytes_(max_bytes) {
  if (first_size * sizeof(Entry) <= max_bytes) grow(first_size);
}

Table::Proof Table::find(const Key& key) const {
  if (entries_.empty()) return {};
  const std::size_t first = first_of(key);
  for (std::size_t index = first; index < first + bucket; ++index)
    if (entries_[index].key == key) return entries_[index].proof;
  return {};
}

void Table::keep(const Key& key, Proof proof) {
  if (entries_.empty()) return;
  // Half full is full enough; the old entries and the new ones are there at the same time.
  if (2 * used_ > entries_.size() && 3 * entries_.size() * sizeof(Entry) <= max_bytes_)
    grow(2 * entries_.size());
  const std::size_t first = first_of(key);
  std::size_t chosen = first;
  for (std::size_t index = first; index < first + bucket; ++index) {
    const Entry& entry = entries_[index];
    if (entry.key == key || entry.is_free()) {
      chosen = index;
      break;
    }
    if (entry.worth() < entries_[chosen].worth()) chosen = index;
  }
  used_ += entries_[chosen].is_free();
  entries_[chosen] = {key, proof};
}

void Table::grow(std::size_t size) {
  std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(size));
  used_ = 0;
  for (const Entry& entry : old)
    if (!entry.is_free()) keep(entry.key, entry.proof);
}

}  // namespace hyperchess
