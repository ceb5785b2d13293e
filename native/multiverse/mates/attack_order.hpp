// Move ordering of the attacker in a mate search: checks with the fewest replies first.
#pragma once

#include <cassert>
#include <optional>

#include "multiverse/actions/actions.hpp"
#include "multiverse/position/key.hpp"

namespace hyperchess {

class AttackOrder {
 public:
  AttackOrder(const Multiverse& multiverse, const Key& key, Meter& meter);

  // Advance to the next action; return false if there is none left. Actions are sorted within batches, so
  // that memory stays bounded.
  bool next();
  const std::vector<int>& point() const {
    assert(index_ < batch_.size());
    return batch_[index_].point;
  }
  // The position after the current action, and its key.
  const Multiverse& after() {
    if (!after_) after_ = play(make_boards(actions_.axes(), point()));
    return *after_;
  }
  const Key& key() const { return batch_[index_].key; }
  const Axes& axes() const { return actions_.axes(); }

 private:
  struct Candidate {
    std::vector<int> point;
    Key key;
    int replies;  // number of replies to a check, capped; above the cap if it gives no check
  };

  Multiverse play(std::span<const NewBoard> boards) const {
    return multiverse_.with(boards, 1 - multiverse_.player());
  }
  void fetch_batch();

  const Multiverse& multiverse_;
  Key key_;
  Meter& meter_;
  Actions actions_;
  std::vector<Candidate> batch_;
  std::size_t index_ = 0;
  std::optional<Multiverse> after_;
};

}  // namespace hyperchess
