// Budget of a search: limits on seconds, rounds and memory, and a callback every few milliseconds through
// which the caller can stop it. A round is one box or one region of the box search.
#pragma once

#include <cassert>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>

namespace hyperchess {

// Thrown if a search runs out of its budget before it has a result.
struct BudgetExhausted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Meter {
 public:
  static constexpr double unlimited_seconds = std::numeric_limits<double>::infinity();
  static constexpr long long unlimited_rounds = std::numeric_limits<long long>::max();

  // `poll` may throw to end the search.
  Meter(double seconds, long long rounds, std::function<void()> poll)
      : seconds_(seconds),
        rounds_(rounds),
        poll_(std::move(poll)),
        started_(Clock::now()),
        polled_(started_) {}

  // Charge one round, which looks at `boards` boards.
  void spend(int boards = 1) {
    if (spent_ >= rounds_) stop();
    ++spent_;
    work(static_cast<std::size_t>(boards));
  }
  // Count work outside of rounds: boards that are made, evaluated or listed. Reading the clock costs more
  // than most of it, so the clock is checked once an interval.
  void work(std::size_t boards) {
    if ((unchecked_ += boards) >= interval) check_clock();
  }
  // Check the time limit and call `poll`. `spend` and `work` do this now and then; call it directly where the
  // work is not known.
  void check_clock();
  // The most work that was done between two checks of the clock, in boards.
  std::size_t most_unchecked() const { return most_unchecked_; }

  long long spent() const { return spent_; }

  // Memory for boxes, in words. All searches with this meter share it, including the outer ones of a nested
  // search.
  void reserve_words(std::size_t words) {
    if (words > max_words - words_) throw BudgetExhausted("the search ran out of memory without an answer");
    words_ += words;
  }
  void release_words(std::size_t words) {
    assert(words <= words_);
    words_ -= words;
  }

  // Soft limit of `rounds` rounds from now on: `spend` does not throw, but searches that test
  // `is_over_soft_limit` stop early.
  void set_soft_limit(long long rounds) {
    soft_limit_ = rounds < unlimited_rounds - spent_ ? spent_ + rounds : unlimited_rounds;
  }
  bool is_over_soft_limit() const { return spent_ >= soft_limit_; }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t max_words = std::size_t{1} << 26;  // half a gigabyte
  static constexpr std::size_t interval = 32;                     // boards

  [[noreturn]] void stop();

  double seconds_;
  long long rounds_;
  long long spent_ = 0;
  long long soft_limit_ = unlimited_rounds;
  std::size_t words_ = 0;
  std::size_t unchecked_ = interval;  // so that a time limit of 0 is noticed in the first round
  std::size_t most_unchecked_ = 0;
  std::function<void()> poll_;
  Clock::time_point started_, polled_;
};

}  // namespace hyperchess
