// Constants of a search that a tuner may change: `scripts/tune_search.py` plays matches with other values. A
// game lists them in one macro, from which its struct and its list are made.
#pragma once

#include <cassert>
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

#define HYPERCHESS_PARAMETER_MEMBER(name, value, least, most) int name = value;
#define HYPERCHESS_PARAMETER_INFO(name, value, least, most) ParameterInfo{#name, value, least, most},

// Return parameters with these numbers in the order of `list`, or the defaults if there are none. Throws
// `std::invalid_argument` if a number is missing or out of bounds.
template <typename Parameters>
Parameters read_parameters(std::span<const int> numbers, std::span<const ParameterInfo> list) {
  Parameters parameters;
  if (numbers.empty()) return parameters;
  if (numbers.size() != list.size())
    throw std::invalid_argument("a number for each search parameter is needed");
  assert(list.size() * sizeof(int) == sizeof(Parameters));
  int* member = reinterpret_cast<int*>(&parameters);
  for (std::size_t index = 0; index < list.size(); ++index) {
    const ParameterInfo& info = list[index];
    if (numbers[index] < info.least || numbers[index] > info.most)
      throw std::invalid_argument("the search parameter " + std::string(info.name) + " is " +
                                  std::to_string(numbers[index]) + "; it must be from " +
                                  std::to_string(info.least) + " to " + std::to_string(info.most));
    *member++ = numbers[index];
  }
  return parameters;
}

}  // namespace hyperchess
