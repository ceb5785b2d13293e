// Legal actions: listing, counting, status and perft.
#pragma once

#include <memory>

#include "multiverse/actions/box_search.hpp"

namespace hyperchess {

enum class Status { ongoing, check, softmate, checkmate, stalemate };

// Iterator over the legal actions of a position.
class Actions {
 public:
  Actions(const Multiverse& multiverse, Meter& meter);
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  // Advance to the next action; return false if there is none left.
  bool next();
  // The current action: one entry per axis.
  const Point& point() const { return point_; }
  const Axes& axes() const { return axes_; }

 private:
  Axes axes_;
  BoxSearch search_;
  bool in_region_ = false;
  Point point_;
};

// Same, owning the position and the meter.
class ActionIterator {
 public:
  ActionIterator(std::shared_ptr<const Multiverse> multiverse, Meter meter)
      : multiverse_(std::move(multiverse)), meter_(std::move(meter)), actions_(*multiverse_, meter_) {}
  ActionIterator(const ActionIterator&) = delete;
  ActionIterator& operator=(const ActionIterator&) = delete;

  bool next() { return actions_.next(); }
  const Point& point() const { return actions_.point(); }
  const Axes& axes() const { return actions_.axes(); }

 private:
  std::shared_ptr<const Multiverse> multiverse_;
  Meter meter_;
  Actions actions_;
};

// Return the number of legal actions, or `limit` if there are more.
long long count_actions(const Multiverse& multiverse, long long limit, Meter& meter);

Status find_status(const Multiverse& multiverse, Meter& meter);

// Return the number of sequences of `depth` legal actions.
long long perft(const Multiverse& multiverse, int depth, Meter& meter);

}  // namespace hyperchess
