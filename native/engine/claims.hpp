// Which positions the threads of a search are busy with, so that another one leaves them for later.
//
// A claim is a hint: two threads that write a slot at once lose one of them, and a search without any claim is
// right too.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "position/key.hpp"

namespace hyperchess {

class Claims {
 public:
  // Whether a thread searches a position to this depth.
  bool taken(const Key& key, int depth) const {
    const std::uint64_t name = name_of(key, depth);
    return slots_[name % slots_.size()].load(std::memory_order_relaxed) == name;
  }
  void take(const Key& key, int depth) {
    const std::uint64_t name = name_of(key, depth);
    slots_[name % slots_.size()].store(name, std::memory_order_relaxed);
  }
  void release(const Key& key, int depth) {
    std::uint64_t name = name_of(key, depth);
    slots_[name % slots_.size()].compare_exchange_strong(name, 0, std::memory_order_relaxed);
  }

 private:
  static std::uint64_t name_of(const Key& key, int depth) {
    return (key.high ^ static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15) | 1;
  }

  std::array<std::atomic<std::uint64_t>, 4093> slots_{};
};

// A claim for as long as it lives, if there is a table to make it in.
class Claim {
 public:
  Claim(Claims* claims, const Key& key, int depth) : claims_(claims), key_(key), depth_(depth) {
    if (claims_) claims_->take(key_, depth_);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    if (claims_) claims_->release(key_, depth_);
  }

 private:
  Claims* claims_;
  Key key_;
  int depth_;
};

}  // namespace hyperchess
