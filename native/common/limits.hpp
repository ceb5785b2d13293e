// Limits of a search.
#pragma once

#include <optional>

namespace hyperchess {

struct Limits {
  std::optional<double> seconds;
  std::optional<long long> nodes;
  std::optional<int> depth;
};

}  // namespace hyperchess
