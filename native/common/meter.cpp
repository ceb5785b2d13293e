#include "common/meter.hpp"

#include <algorithm>
#include <string>

namespace hyperchess {
namespace {

constexpr auto poll_interval = std::chrono::milliseconds(5);

}  // namespace

void Meter::check_clock() {
  most_unchecked_ = std::max(most_unchecked_, unchecked_);
  unchecked_ = 0;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - started_).count() > seconds_) stop();
  if (now - polled_ < poll_interval) return;
  polled_ = now;
  if (poll_) poll_();
}

void Meter::stop() {
  const std::string rounds = spent_ == 1 ? "1 round" : std::to_string(spent_) + " rounds";
  throw BudgetExhausted("the search ended after " + rounds + " without an answer");
}

}  // namespace hyperchess
