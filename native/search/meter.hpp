// How much a search may do: a limit in seconds, in rounds, or in both; and a hand on the shoulder every few
// milliseconds, through which the caller can end it.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <stdexcept>

namespace hyperchess {

// The search ended without an answer; the message says after how many rounds.
struct BudgetExhausted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Meter {
 public:
  static constexpr double no_seconds = std::numeric_limits<double>::infinity();
  static constexpr long long no_rounds = std::numeric_limits<long long>::max();

  // `poll` may throw, which ends the search.
  Meter(double seconds, long long rounds, std::function<void()> poll)
      : seconds_(seconds),
        rounds_(rounds),
        poll_(std::move(poll)),
        started_(Clock::now()),
        polled_(started_) {}

  // Count one round.
  void spend() {
    if (spent_ >= rounds_) stop();
    // A clock costs more than many a round.
    if ((spent_++ & 31) == 0) look_at_clock();
  }
  // What `spend` does now and then: for rounds that take long.
  void look_at_clock();

  long long spent() const { return spent_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void stop();

  double seconds_;
  long long rounds_;
  long long spent_ = 0;
  std::function<void()> poll_;
  Clock::time_point started_, polled_;
};

}  // namespace hyperchess
