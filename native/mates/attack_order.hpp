// The order in which a mate search tries the actions of the attacker: checks with few replies first.
#pragma once

#include <optional>

#include "position/key.hpp"
#include "search/actions.hpp"

namespace hyperchess {

class AttackOrder {
 public:
  AttackOrder(const Multiverse& multiverse, const Key& key, Meter& meter);

  // Go to the next one; false if there is none left. They are sorted within batches, so that memory stays
  // bounded.
  bool next();
  const std::vector<int>& point() const { return batch_[index_].point; }
  // The position after it, and the key of that position.
  const Multiverse& after() {
    if (!after_) after_ = play(boards_of(actions_.axes(), point()));
    return *after_;
  }
  const Key& key() const { return batch_[index_].key; }
  const Axes& axes() const { return actions_.axes(); }

 private:
  struct Candidate {
    std::vector<int> point;
    Key key;
    int replies;  // if it is a check, their number up to a limit; more if it is none
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
