// The actions of an attacker in the order in which they are worth a try: checks with few replies first.
#pragma once

#include <optional>

#include "position/key.hpp"
#include "search/actions.hpp"

namespace hyperchess {

class Attempts {
 public:
  Attempts(const Multiverse& multiverse, const Key& key, Meter& meter);

  // Go to the next one; false if there is none left. They are ordered within batches, so that memory stays
  // bounded.
  bool next();
  const std::vector<int>& point() const { return batch_[index_].point; }
  // The position after it, and its key.
  const Multiverse& after() const { return *after_; }
  const Key& key() const { return batch_[index_].key; }
  const Axes& axes() const { return actions_.axes(); }

 private:
  struct Attempt {
    std::vector<int> point;
    Key key;
    int replies;  // if it is a check, their number up to a limit; more if it is none
  };

  Multiverse play(std::span<const NewBoard> boards) const {
    return multiverse_.with(boards, 1 - multiverse_.player());
  }
  void fetch();

  const Multiverse& multiverse_;
  Key key_;
  Meter& meter_;
  Actions actions_;
  std::vector<Attempt> batch_;
  std::size_t index_ = 0;
  std::optional<Multiverse> after_;
};

}  // namespace hyperchess
