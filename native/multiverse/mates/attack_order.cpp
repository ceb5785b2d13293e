#include "multiverse/mates/attack_order.hpp"

#include <algorithm>

#include "multiverse/actions/actions.hpp"
#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr std::size_t batch_size = 1'024;  // actions sorted at a time; bounds the memory
constexpr std::size_t max_known = 4'096;   // actions of which the dominated ones are left out
constexpr int max_replies = 32;            // replies are counted up to this number
constexpr int no_check = max_replies + 1;  // sort key of actions that give no check

}  // namespace

AttackOrder::AttackOrder(const Multiverse& multiverse, const Key& key, Meter& meter)
    : multiverse_(multiverse),
      key_(key),
      meter_(meter),
      axes_(multiverse),
      search_(axes_, meter),
      filter_(known_) {
  search_.set_filter(filter_);
  // The fewer moves an action has, the more actions it dominates.
  search_.prefer_passes();
}

bool AttackOrder::next() {
  dominated_.reset();
  if (++index_ >= batch_.size()) fetch_batch();
  if (index_ >= batch_.size()) return false;
  choose(batch_[index_].point);
  return true;
}

bool AttackOrder::next_dominated() {
  const Candidate& candidate = batch_[index_];
  if (candidate.dominated < 0) return false;
  if (!dominated_) dominated_.emplace(axes_, meter_, known_, static_cast<std::size_t>(candidate.dominated));
  BoxSearch& search = dominated_->search;
  while (search.next_candidate()) {
    choose(search.point());
    search.reject(make_point_slice(point_, search.layout()));
    if (point_ != candidate.point) return true;
  }
  return false;
}

void AttackOrder::choose(const Point& point) {
  point_ = point;
  const auto boards = make_boards(axes_, point);
  after_ = multiverse_.with(boards, 1 - multiverse_.player());
  after_key_ = update_key(multiverse_, key_, boards);
}

void AttackOrder::fetch_batch() {
  batch_.clear();
  index_ = 0;
  while (batch_.size() < batch_size && search_.next_candidate()) {
    meter_.check_clock();
    const Point point = search_.point();
    const Multiverse after = multiverse_.with(make_boards(axes_, point), 1 - multiverse_.player());
    const bool check = in_check(after, true);
    const bool alone =
        known_.size() == max_known || DominatedActions::find_free_axes(axes_, point, after.present()).empty();
    int replies = no_check;
    if (check || !alone) replies = static_cast<int>(count_actions(after, check ? max_replies : 1, meter_));
    Candidate candidate{.point = point, .replies = check ? replies : no_check, .dominated = -1};
    if (alone || replies == 0) {
      Slice same = make_point_slice(point, search_.layout());
      std::ranges::reverse(same.parts);  // continue with other entries of the first axis
      search_.reject(same);
    } else {
      candidate.dominated = static_cast<int>(known_.size());
      known_.emplace_back(axes_, search_.layout(), point, after);
      search_.reject(known_.back().make_slice(search_.branches()));
    }
    batch_.push_back(std::move(candidate));
  }
  std::ranges::stable_sort(batch_, {}, &Candidate::replies);
}

}  // namespace hyperchess
