// Guard of an object that serves one call at a time. A second call raises; it never waits, and never mixes
// with the first.
#pragma once

#include <atomic>
#include <stdexcept>
#include <utility>

namespace hyperchess {

// Thrown by a call to an object that is in use by another thread, or by an outer call of the same thread.
struct Busy : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Exclusive {
 public:
  Exclusive() = default;
  // The object of the guard is not in use while it is moved.
  Exclusive(Exclusive&&) noexcept {}
  Exclusive& operator=(Exclusive&&) noexcept { return *this; }

  // A call, which has the object for itself during its lifetime.
  class Call {
   public:
    Call(Exclusive& guard, const char* message) : guard_(guard) {
      if (guard.busy_.exchange(true, std::memory_order_acquire)) throw Busy(message);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() { guard_.busy_.store(false, std::memory_order_release); }

   private:
    Exclusive& guard_;
  };

 private:
  std::atomic<bool> busy_{false};
};

}  // namespace hyperchess
