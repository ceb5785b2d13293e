#include "multiverse/actions/actions.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr long long max_count = std::numeric_limits<long long>::max();

long long saturating_product(long long one, long long other) {
  assert(one >= 0 && other > 0);
  return one > max_count / other ? max_count : one * other;
}
long long saturating_sum(long long one, long long other) {
  return one > max_count - other ? max_count : one + other;
}

long long count_region(const BoxSearch& search, const Axes& axes) {
  long long count = 1;
  for (AxisIndex axis{0}; axis < axes.playable_count() + search.branches(); ++axis) {
    const Layout& layout = search.layout();
    count =
        saturating_product(count, count_entries(search.region() + layout.offset(axis), layout.words(axis)));
  }
  return count;
}

void go_to_first_point(const BoxSearch& search, const Axes& axes, Point& point) {
  point.resize(axes.playable_count() + search.branches());
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis)
    point[axis] = find_entry(search.region() + search.layout().offset(axis), axes.axis_size(axis));
}

// Advance to the next point of a region like an odometer; return false after the last one.
bool go_to_next_point(const BoxSearch& search, const Axes& axes, Point& point) {
  for (AxisIndex axis{0}; axis < point.end_index(); ++axis) {
    const Word* const set = search.region() + search.layout().offset(axis);
    const int size = axes.axis_size(axis);
    if (const EntryIndex entry = find_entry(set, point[axis] + 1, EntryIndex(size)); entry >= 0) {
      point[axis] = entry;
      return true;
    }
    point[axis] = find_entry(set, size);
  }
  return false;
}

}  // namespace

Actions::Actions(const Multiverse& multiverse, Meter& meter) : axes_(multiverse), search_(axes_, meter) {}

bool Actions::next() {
  if (in_region_ && go_to_next_point(search_, axes_, point_)) return true;
  in_region_ = false;  // stays false if `next_region` throws because the budget runs out
  in_region_ = search_.next_region();
  if (in_region_) go_to_first_point(search_, axes_, point_);
  return in_region_;
}

long long count_actions(const Multiverse& multiverse, long long limit, Meter& meter) {
  if (limit <= 0) return 0;
  const Axes axes(multiverse);
  BoxSearch search(axes, meter);
  long long count = 0;
  while (count < limit && search.next_region()) count = saturating_sum(count, count_region(search, axes));
  if (count == max_count && limit == max_count)
    throw BudgetExhausted("there are more actions than 63 bits can count");
  return std::min(count, limit);
}

Status find_status(const Multiverse& multiverse, Meter& meter) {
  const bool check = in_check(multiverse, true);
  const Axes axes(multiverse);
  if (!BoxSearch(axes, meter).next_candidate()) return check ? Status::checkmate : Status::stalemate;
  if (!check) return Status::ongoing;
  // Softmate: the player is in check, and every legal action moves the present back.
  return BoxSearch(axes, meter, multiverse.present()).next_candidate() ? Status::check : Status::softmate;
}

long long perft(const Multiverse& multiverse, int depth, Meter& meter) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_actions(multiverse, max_count, meter);
  const Axes axes(multiverse);
  BoxSearch search(axes, meter);
  long long count = 0;
  Point point;
  while (search.next_region()) {
    go_to_first_point(search, axes, point);
    do {
      const auto boards = make_boards(axes, point);
      count =
          saturating_sum(count, perft(multiverse.with(boards, 1 - multiverse.player()), depth - 1, meter));
    } while (go_to_next_point(search, axes, point));
  }
  return count;
}

}  // namespace hyperchess
