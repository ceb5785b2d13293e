#include "multiverse/engine/search_parameters.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace hyperchess {
namespace {

using Parameters = SearchParameters;

constexpr std::array parameters = {
    SearchParameter{"check_bonus", &Parameters::check_bonus, 0, 1'000},
    SearchParameter{"root_width", &Parameters::root_width, 1, 1'000},
    SearchParameter{"root_checks", &Parameters::root_checks, 0, 1'000},
    SearchParameter{"root_regions", &Parameters::root_regions, 1, 10'000},
    SearchParameter{"root_branches", &Parameters::root_branches, 0, 100},
    SearchParameter{"root_rounds", &Parameters::root_rounds, 1, 1'000'000},
    SearchParameter{"width_high", &Parameters::width_high, 1, 1'000},
    SearchParameter{"width_3", &Parameters::width_3, 1, 1'000},
    SearchParameter{"width_2", &Parameters::width_2, 1, 1'000},
    SearchParameter{"regions_3", &Parameters::regions_3, 1, 10'000},
    SearchParameter{"regions_2", &Parameters::regions_2, 1, 10'000},
    SearchParameter{"regions_1", &Parameters::regions_1, 1, 10'000},
    SearchParameter{"rounds_3", &Parameters::rounds_3, 1, 1'000'000},
    SearchParameter{"rounds_2", &Parameters::rounds_2, 1, 1'000'000},
    SearchParameter{"rounds_1", &Parameters::rounds_1, 1, 1'000'000},
    SearchParameter{"branches_2", &Parameters::branches_2, 0, 100},
    SearchParameter{"branches_1", &Parameters::branches_1, 0, 100},
    SearchParameter{"extra_checks", &Parameters::extra_checks, 0, 1'000},
    SearchParameter{"max_widening", &Parameters::max_widening, 1, 1'000},
    SearchParameter{"reverse_futility_margin", &Parameters::reverse_futility_margin, 0, 10'000},
    SearchParameter{"reverse_futility_depth", &Parameters::reverse_futility_depth, 0, 60},
    SearchParameter{"mate_rounds", &Parameters::mate_rounds, 1, 1'000'000},
    SearchParameter{"root_mate_in_one_rounds", &Parameters::root_mate_in_one_rounds, 1, 1'000'000},
    SearchParameter{"reply_mate_in_one_rounds", &Parameters::reply_mate_in_one_rounds, 1, 1'000'000},
    SearchParameter{"pv_mate_in_one_rounds", &Parameters::pv_mate_in_one_rounds, 1, 1'000'000},
    SearchParameter{"mate_in_one_rounds", &Parameters::mate_in_one_rounds, 1, 1'000'000},
    SearchParameter{"max_defences", &Parameters::max_defences, 0, 1'000},
    SearchParameter{"max_tried_defences", &Parameters::max_tried_defences, 0, 10'000},
    SearchParameter{"max_mate_killers", &Parameters::max_mate_killers, 1, 64},
    SearchParameter{"max_killers", &Parameters::max_killers, 1, 64},
    SearchParameter{"killer_margin", &Parameters::killer_margin, 0, 10'000},
    SearchParameter{"lmr_min_depth", &Parameters::lmr_min_depth, 3, 60},
    SearchParameter{"lmr_min_index", &Parameters::lmr_min_index, 1, 1'000},
    SearchParameter{"lmr_deep_depth", &Parameters::lmr_deep_depth, 4, 60},
    SearchParameter{"lmr_deep_min_index", &Parameters::lmr_deep_min_index, 1, 1'000},
};
static_assert(parameters.size() * sizeof(int) == sizeof(SearchParameters));

}  // namespace

std::span<const SearchParameter> SearchParameters::list() { return parameters; }

SearchParameters SearchParameters::from_numbers(std::span<const int> numbers) {
  if (numbers.size() != parameters.size())
    throw std::invalid_argument("a number for each search parameter is needed");
  SearchParameters made;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    const SearchParameter& parameter = parameters[index];
    if (numbers[index] < parameter.least || numbers[index] > parameter.most)
      throw std::invalid_argument("the search parameter " + std::string(parameter.name) + " is " +
                                  std::to_string(numbers[index]) + "; it must be from " +
                                  std::to_string(parameter.least) + " to " + std::to_string(parameter.most));
    made.*parameter.value = numbers[index];
  }
  return made;
}

}  // namespace hyperchess
