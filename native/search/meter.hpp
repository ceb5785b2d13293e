// Limits on the work of a search, in seconds, rounds or both, and a callback every few milliseconds through
// which the caller can stop it.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>

namespace hyperchess {

// The search ended without an answer. The message says after how many rounds.
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
    // Reading the clock costs more than most rounds.
    if ((spent_++ & 31) == 0) check_clock();
  }
  // Checks the time limit and calls `poll`. `spend` does this every 32 rounds; call it where rounds are long.
  void check_clock();

  long long spent() const { return spent_; }

  // Room for boxes, in words: all searches with this meter share it, those that wait for another included.
  void take_room(std::size_t words) {
    if (words > max_room - room_) throw BudgetExhausted("the search ran out of room without an answer");
    room_ += words;
  }
  void give_room_back(std::size_t words) { room_ -= words; }

  // A softer limit: `spend` does not throw, but searches that ask `over` give up without an answer.
  void allow(long long rounds) { allowed_ = rounds < no_rounds - spent_ ? spent_ + rounds : no_rounds; }
  bool over() const { return spent_ >= allowed_; }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t max_room = std::size_t{1} << 26;  // half a gigabyte

  [[noreturn]] void stop();

  double seconds_;
  long long rounds_;
  long long spent_ = 0;
  long long allowed_ = no_rounds;
  std::size_t room_ = 0;
  std::function<void()> poll_;
  Clock::time_point started_, polled_;
};

}  // namespace hyperchess
