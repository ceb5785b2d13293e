#include "multiverse/mates/attack_order.hpp"

#include <algorithm>

#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr std::size_t batch_size = 1'024;  // actions sorted at a time; bounds the memory
constexpr int max_replies = 32;            // replies are counted up to this number
constexpr int no_check = max_replies + 1;  // sort key of actions that give no check

}  // namespace

AttackOrder::AttackOrder(const Multiverse& multiverse, const Key& key, Meter& meter)
    : multiverse_(multiverse), key_(key), meter_(meter), actions_(multiverse, meter) {}

bool AttackOrder::next() {
  if (++index_ >= batch_.size()) fetch_batch();
  if (index_ >= batch_.size()) return false;
  after_.reset();
  return true;
}

void AttackOrder::fetch_batch() {
  batch_.clear();
  index_ = 0;
  while (batch_.size() < batch_size && actions_.next()) {
    meter_.check_clock();
    const auto boards = make_boards(actions_.axes(), actions_.point());
    const Multiverse after = play(boards);
    const bool check = in_check(after, true);
    const int replies = check ? static_cast<int>(count_actions(after, max_replies, meter_)) : no_check;
    batch_.push_back(
        {.point = actions_.point(), .key = update_key(multiverse_, key_, boards), .replies = replies});
  }
  std::ranges::stable_sort(batch_, {}, &Candidate::replies);
}

}  // namespace hyperchess
