#include "multiverse/position/history.hpp"

#include <algorithm>

namespace hyperchess {

History::History(std::span<const Entry> boards) : History(copy_with_capacity(boards, boards.size())) {}

History History::copy_with_capacity(std::span<const Entry> boards, std::size_t capacity) {
  assert(boards.size() <= capacity);
  auto storage = std::make_shared<Storage>(capacity);
  std::ranges::copy(boards, storage->entries.get());
  storage->used = boards.size();
  return History(std::move(storage), boards.size());
}

History History::with(Entry board) const {
  std::size_t last = size_;
  const bool in_place =
      storage_ && size_ < storage_->capacity && storage_->used.compare_exchange_strong(last, size_ + 1);
  History after =
      in_place ? History(storage_, size_) : copy_with_capacity({begin(), end()}, size_ + size_ / 2 + 2);
  if (!in_place) after.storage_->used = size_ + 1;
  assert(size_ < after.storage_->capacity);
  after.storage_->entries[size_] = std::move(board);
  after.size_ = size_ + 1;
  return after;
}

}  // namespace hyperchess
