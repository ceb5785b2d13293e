#include "search/actions.hpp"

#include <algorithm>
#include <limits>

#include "rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr long long most = std::numeric_limits<long long>::max();

long long product(long long one, long long other) { return one > most / other ? most : one * other; }
long long sum(long long one, long long other) { return one > most - other ? most : one + other; }

long long count_region(const Search& search, const Axes& axes) {
  long long count = 1;
  for (int axis = 0; axis < axes.playable() + search.branches(); ++axis) {
    const Layout& layout = search.layout();
    count = product(count, count_in(search.region() + layout.offset(axis), layout.words(axis)));
  }
  return count;
}

// Go to the first point of a region.
void first_point(const Search& search, const Axes& axes, std::vector<int>& point) {
  point.resize(axes.playable() + search.branches());
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis)
    point[axis] = find_in(search.region() + search.layout().offset(axis), 0, axes.size_of(axis));
}

// Go to the next point of a region, counting up axis by axis.
bool next_point(const Search& search, const Axes& axes, std::vector<int>& point) {
  for (int axis = 0; axis < static_cast<int>(point.size()); ++axis) {
    const Word* const set = search.region() + search.layout().offset(axis);
    const int size = axes.size_of(axis);
    if (const int entry = find_in(set, point[axis] + 1, size); entry >= 0) {
      point[axis] = entry;
      return true;
    }
    point[axis] = find_in(set, 0, size);
  }
  return false;
}

}  // namespace

Actions::Actions(const Multiverse& multiverse, Meter& meter) : axes_(multiverse), search_(axes_, meter) {}

bool Actions::next() {
  if (in_region_ && next_point(search_, axes_, point_)) return true;
  in_region_ = false;  // even if the budget runs out
  in_region_ = search_.next_region();
  if (in_region_) first_point(search_, axes_, point_);
  return in_region_;
}

long long count_actions(const Multiverse& multiverse, long long limit, Meter& meter) {
  if (limit <= 0) return 0;
  const Axes axes(multiverse);
  Search search(axes, meter);
  long long count = 0;
  while (count < limit && search.next_region()) count = sum(count, count_region(search, axes));
  if (count == most && limit == most) throw BudgetExhausted("there are more actions than 63 bits can count");
  return std::min(count, limit);
}

Status find_status(const Multiverse& multiverse, Meter& meter) {
  const bool check = in_check(multiverse, true);
  const Axes axes(multiverse);
  if (!Search(axes, meter).next_candidate()) return check ? Status::checkmate : Status::stalemate;
  if (!check) return Status::ongoing;
  // Softmate: in check, and every legal action moves the present back.
  return Search(axes, meter, multiverse.present()).next_candidate() ? Status::check : Status::softmate;
}

long long perft(const Multiverse& multiverse, int depth, Meter& meter) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_actions(multiverse, most, meter);
  const Axes axes(multiverse);
  Search search(axes, meter);
  long long count = 0;
  std::vector<int> point;
  while (search.next_region()) {
    first_point(search, axes, point);
    do {
      const auto boards = boards_of(axes, point);
      count = sum(count, perft(multiverse.with(boards, 1 - multiverse.player()), depth - 1, meter));
    } while (next_point(search, axes, point));
  }
  return count;
}

}  // namespace hyperchess
