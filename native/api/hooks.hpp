// Functions that each binding of the kernel defines.
#pragma once

#include <optional>

#include "common/meter.hpp"

namespace hyperchess::api {

// Called every few milliseconds by a search; may throw to end it.
void check_signals();

// Inside `catch (...)`: whether the exception is a `BudgetExhausted`. WebAssembly cannot catch by type.
bool caught_budget_exhausted();

inline Meter make_meter(std::optional<double> seconds, std::optional<long long> rounds,
                        std::function<void()> poll = check_signals) {
  return Meter(seconds.value_or(Meter::unlimited_seconds), rounds.value_or(Meter::unlimited_rounds),
               std::move(poll));
}

}  // namespace hyperchess::api
