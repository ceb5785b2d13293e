#include "multiverse/engine/weights.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

namespace hyperchess {
namespace {

constexpr std::array<const char*, kind_count> kind_names = {"pawn",  "brawn",       "king",     "common_king",
                                                            "queen", "royal_queen", "princess", "knight",
                                                            "rook",  "bishop",      "unicorn",  "dragon"};
constexpr std::array<const char*, group_count> group_names = {"pawns", "knights", "bishops",
                                                              "rooks", "queens",  "kings"};

// In the order of the members.
std::vector<std::string> make_names() {
  std::vector<std::string> names;
  const auto add = [&](const std::string& table, std::span<const char* const> each) {
    for (const char* const name : each) names.push_back(table + "." + name);
  };
  const auto add_squares = [&](const std::string& table) {
    for (const char* const kind : kind_names)
      for (int square = 0; square < max_squares; ++square)
        names.push_back(table + "." + kind + "." + static_cast<char>('a' + square % 8) +
                        static_cast<char>('1' + square / 8));
  };
  const std::span<const char* const> attackers(group_names.data(), queens + 1);
  add("value", kind_names);
  add("center", kind_names);
  add("advance", {kind_names.data(), 2});
  add("mobility", group_names);
  add("ring", group_names);
  add("board", std::array{"shelter", "hanging"});
  add("position", std::array{"inactive", "crowding", "timeline", "tempo"});
  add("board", std::array{"flight"});
  add("position", std::array{"surplus"});
  add("loose", attackers);
  add("across", group_names);
  add_squares("square");
  add("mover.mobility", group_names);
  add("mover.ring", group_names);
  add("mover.board", std::array{"shelter", "flight"});
  add("mover.loose", attackers);
  add("mover.across", group_names);
  add_squares("mover.square");
  return names;
}

}  // namespace

std::span<const std::string_view> Weights::names() {
  static const std::vector<std::string> made = make_names();
  static const std::vector<std::string_view> views(made.begin(), made.end());
  return views;
}

Weights Weights::from_numbers(std::span<const int> numbers) {
  if (numbers.size() != count) throw std::invalid_argument("a number for each weight is needed");
  std::array<int, count> copied;
  std::ranges::copy(numbers, copied.begin());
  return std::bit_cast<Weights>(copied);
}

}  // namespace hyperchess
