// Constants of a search that a tuner may change: `scripts/tune_search.py` plays matches with other values.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hyperchess {

struct ParameterInfo {
  std::string_view name;
  int value;  // default
  int least, most;
};

// Set the members of `parameters`, which are integers in the order of `list`. No numbers mean the defaults.
template <typename Parameters>
Parameters read_parameters(std::span<const int> numbers, std::span<const ParameterInfo> list) {
  static_assert(sizeof(Parameters) % sizeof(int) == 0);
  Parameters parameters;
  if (numbers.empty()) return parameters;
  if (numbers.size() != list.size()) throw std::invalid_argument("not a value for each search parameter");
  int* member = reinterpret_cast<int*>(&parameters);
  for (std::size_t index = 0; index < list.size(); ++index) {
    const ParameterInfo& info = list[index];
    if (numbers[index] < info.least || numbers[index] > info.most)
      throw std::invalid_argument("search parameter out of range: " + std::string(info.name));
    *member++ = numbers[index];
  }
  return parameters;
}

}  // namespace hyperchess
