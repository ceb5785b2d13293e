// Limits of a search, the state that its threads share, and polling.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace hyperchess {

// Asks a search to stop, from any thread. It stays set, so a token that is set before the search begins
// counts.
class StopToken {
 public:
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> stopped_{false};
};

struct Limits {
  std::optional<double> seconds;
  std::optional<long long> nodes;
  std::optional<int> depth;
  const StopToken* stop = nullptr;
};

// Limits and counters of one search, shared by its threads. The time starts with the constructor.
class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SearchControl(const Limits& limits) : limits_(limits), started_(Clock::now()) {}

  const Limits& limits() const { return limits_; }
  // End the search in all threads.
  void end() { ended_.store(true, std::memory_order_relaxed); }
  // Whether the search has to end, by any limit but time.
  bool has_ended() const {
    return ended_.load(std::memory_order_relaxed) || (limits_.stop && limits_.stop->is_stopped()) ||
           (limits_.nodes && nodes.load(std::memory_order_relaxed) >= *limits_.nodes);
  }
  bool is_out_of_time(Clock::time_point now) const {
    return limits_.seconds && std::chrono::duration<double>(now - started_).count() >= *limits_.seconds;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  std::atomic<long long> nodes{0};        // positions searched
  std::atomic<long long> evaluations{0};  // static evaluations

 private:
  Limits limits_;
  Clock::time_point started_;
  std::atomic<bool> ended_{false};
};

// Checks the limits of a search in one of its threads. Work is counted in units of about 20 nanoseconds, such
// as looking at a piece: reading the clock costs more than that, so the limits are checked once an interval.
class Poller {
 public:
  static constexpr int interval = 20'000;

  // `poll` may throw to end the search. It is called every few milliseconds.
  Poller(const SearchControl& control, std::function<void()> poll)
      : control_(control), poll_(std::move(poll)), polled_(SearchControl::Clock::now()) {}

  // Count work; return whether the search has to end.
  bool spend(std::size_t work) {
    if ((unchecked_ += work) >= interval) check();
    return stopped_;
  }
  bool is_stopped() const { return stopped_; }
  // The most work that was done between two checks of the limits.
  std::size_t most_unchecked() const { return most_unchecked_; }
  // Check the limits now.
  void check() {
    most_unchecked_ = std::max(most_unchecked_, unchecked_);
    unchecked_ = 0;
    if (control_.has_ended()) stopped_ = true;
    if (!control_.limits().seconds && !poll_) return;
    const auto now = SearchControl::Clock::now();
    if (control_.is_out_of_time(now)) stopped_ = true;
    if (poll_ && now - polled_ >= poll_interval) {
      polled_ = now;
      poll_();
    }
  }

 private:
  static constexpr auto poll_interval = std::chrono::milliseconds(5);

  const SearchControl& control_;
  std::function<void()> poll_;
  SearchControl::Clock::time_point polled_;
  std::size_t unchecked_ = 0, most_unchecked_ = 0;
  bool stopped_ = false;
};

}  // namespace hyperchess
