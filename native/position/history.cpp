#include "position/history.hpp"

#include <algorithm>
#include <utility>

namespace hyperchess {

History::History(std::span<const Entry> boards) : History(copied(boards, boards.size())) {}

History History::copied(std::span<const Entry> boards, std::size_t capacity) {
  History copy;
  copy.storage_ = std::make_shared<Storage>(capacity);
  copy.size_ = boards.size();
  std::ranges::copy(boards, copy.storage_->entries.get());
  copy.storage_->used = boards.size();
  return copy;
}

History History::with(Entry board) const {
  std::size_t last = size_;
  const bool in_place =
      storage_ && size_ < storage_->capacity && storage_->used.compare_exchange_strong(last, size_ + 1);
  History after = in_place ? *this : copied({begin(), end()}, size_ + size_ / 2 + 2);
  if (!in_place) after.storage_->used = size_ + 1;
  after.storage_->entries[size_] = std::move(board);
  after.size_ = size_ + 1;
  return after;
}

}  // namespace hyperchess
