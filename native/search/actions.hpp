// Questions about legal actions: all of them one by one, how many, whether there is one.
#pragma once

#include <memory>

#include "search/search.hpp"

namespace hyperchess {

enum class Status { ongoing, check, softmate, checkmate, stalemate };

// The legal actions of a position, one after the other.
class Actions {
 public:
  Actions(const Multiverse& multiverse, Meter& meter);
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  // Go to the next action; false if there is none left.
  bool next();
  // One entry for each axis.
  const std::vector<int>& point() const { return point_; }
  const Axes& axes() const { return axes_; }

 private:
  Axes axes_;
  Search search_;
  bool in_region_ = false;
  std::vector<int> point_;
};

// The same with a position and a meter of its own.
class ActionIterator {
 public:
  ActionIterator(std::shared_ptr<const Multiverse> multiverse, Meter meter)
      : multiverse_(std::move(multiverse)), meter_(std::move(meter)), actions_(*multiverse_, meter_) {}
  ActionIterator(const ActionIterator&) = delete;
  ActionIterator& operator=(const ActionIterator&) = delete;

  bool next() { return actions_.next(); }
  const std::vector<int>& point() const { return actions_.point(); }
  const Axes& axes() const { return actions_.axes(); }

 private:
  std::shared_ptr<const Multiverse> multiverse_;
  Meter meter_;
  Actions actions_;
};

// The number of legal actions, counted up to a limit.
long long count_actions(const Multiverse& multiverse, long long limit, Meter& meter);

Status find_status(const Multiverse& multiverse, Meter& meter);

// The number of different sequences of legal actions of a length.
long long perft(const Multiverse& multiverse, int depth, Meter& meter);

}  // namespace hyperchess
