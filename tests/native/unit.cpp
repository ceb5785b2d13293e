// Unit tests of parts of the kernel that Python cannot reach: tables shared by threads, their memory limits,
// and the matching of the box search. `test_unit.py` compiles and runs this file with the sanitizers.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/meter.hpp"
#include "common/transposition_table.hpp"
#include "common/values.hpp"
#include "multiverse/actions/matching.hpp"
#include "multiverse/engine/in_progress.hpp"
#include "multiverse/engine/search_parameters.hpp"
#include "multiverse/mates/proof_table.hpp"

using namespace hyperchess;

namespace {

int checks = 0;

void expect(bool holds, const char* text, int line) {
  ++checks;
  if (holds) return;
  std::fprintf(stderr, "unit.cpp:%d: expected %s\n", line, text);
  std::exit(1);
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)

Key random_key(std::mt19937_64& random) { return {random(), random()}; }

void test_mates_are_counted_from_the_position() {
  for (const int band : {proven_mate, likely_mate})
    for (const int sign : {1, -1}) {
      const int at_root = sign * (band - 7);  // seven plies from the root, seen at ply 3
      const int stored = value_to_tt(at_root, 3);
      EXPECT(stored == sign * (band - 4));
      EXPECT(value_from_tt(stored, 5) == sign * (band - 9));
      EXPECT(is_mate(stored) && is_proven(stored) == (band == proven_mate));
    }
  EXPECT(value_to_tt(max_static, 40) == max_static && !is_mate(-max_static));
}

void test_an_entry_survives_packing() {
  TranspositionTable table(1 << 16);
  std::mt19937_64 random(1);
  for (const int value : {0, 1, -1, max_static, -max_static, proven_mate, -proven_mate})
    for (const int depth : {0, 1, max_depth, 255})
      for (const Bound bound : {Bound::lower, Bound::upper, Bound::exact}) {
        const Key key = random_key(random);
        EXPECT(!table.probe(key));
        table.store(key, {.value = value, .depth = depth, .bound = bound, .best = 0xdeadbeef});
        const auto found = table.probe(key);
        EXPECT(found && found->value == value && found->depth == depth);
        EXPECT(found->bound == bound && found->best == 0xdeadbeef);
        EXPECT(!table.probe({key.low, key.high ^ 1}));
      }
  const Key key = random_key(random);
  table.store(key, {.value = 1, .depth = 1, .bound = Bound::exact, .best = 0});
  table.clear();
  EXPECT(!table.probe(key));
}

// All threads write to one slot; an entry is found with its own key or not at all.
void test_threads_never_read_a_mixed_entry() {
  TranspositionTable table(1);
  constexpr int threads = 4, rounds = 1'000'000;
  std::vector<int> mixed(threads), found(threads);
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      const Key key{static_cast<std::uint64_t>(thread),
                    0x9e3779b97f4a7c15u * static_cast<unsigned>(thread + 1)};
      const auto best = static_cast<std::uint32_t>(thread + 1);
      for (int round = 0; round < rounds; ++round) {
        table.store(key, {.value = thread * 100, .depth = thread, .bound = Bound::exact, .best = best});
        if (const auto entry = table.probe(key)) {
          ++found[thread];
          if (entry->value != thread * 100 || entry->depth != thread || entry->best != best) ++mixed[thread];
        }
      }
    });
  for (std::thread& thread : running) thread.join();
  for (int thread = 0; thread < threads; ++thread) EXPECT(mixed[thread] == 0 && found[thread] > 0);
}

void test_a_position_in_progress_is_forgotten_at_its_end() {
  InProgressTable table;
  std::mt19937_64 random(2);
  const Key key = random_key(random);
  {
    const InProgressGuard outer(&table, key, 3);
    EXPECT(table.contains(key, 3) && !table.contains(key, 4));
  }
  EXPECT(!table.contains(key, 3));
  const InProgressGuard alone(nullptr, key, 3);
  EXPECT(!table.contains(key, 3));
}

void test_the_proof_table_keeps_its_limit_and_the_long_proofs() {
  ProofTable nothing(1);
  nothing.store({1, 1}, {.mates_in = 1});
  EXPECT(nothing.find({1, 1}).mates_in == 0 && nothing.bytes() == 0);

  constexpr std::size_t limit = 1 << 18;
  ProofTable table(limit);
  std::mt19937_64 random(3);
  std::vector<Key> keys;
  for (int index = 0; index < 100'000; ++index) {
    keys.push_back(random_key(random));
    table.store(keys.back(), {.mates_in = 0, .refuted = 1});
    EXPECT(table.bytes() <= limit);
  }
  EXPECT(table.find(keys.back()).refuted == 1);

  // A full bucket loses a short proof before a long one.
  ProofTable small(1 << 13);
  const auto in_bucket = [](std::uint64_t number) { return Key{number << 32, number}; };
  for (std::uint64_t number = 1; number <= 4; ++number)
    small.store(in_bucket(number), {.mates_in = static_cast<std::uint8_t>(number + 1), .refuted = 0});
  small.store(in_bucket(5), {.mates_in = 9, .refuted = 0});
  EXPECT(small.find(in_bucket(1)).mates_in == 0);
  EXPECT(small.find(in_bucket(4)).mates_in == 5 && small.find(in_bucket(5)).mates_in == 9);
}

void test_a_meter_stops_at_its_limits() {
  Meter meter(Meter::unlimited_seconds, 10, [] {});
  meter.set_soft_limit(4);
  int spent = 0;
  try {
    for (;; ++spent) {
      EXPECT(meter.is_over_soft_limit() == (spent >= 4));
      meter.spend();
    }
  } catch (const BudgetExhausted&) {
  }
  EXPECT(spent == 10);

  meter.reserve_words(std::size_t{1} << 25);
  meter.reserve_words(std::size_t{1} << 25);
  bool refused = false;
  try {
    meter.reserve_words(1);
  } catch (const BudgetExhausted&) {
    refused = true;
  }
  EXPECT(refused);
  meter.release_words(std::size_t{1} << 25);
  meter.reserve_words(1);
}

bool can_cover(const std::vector<std::vector<char>>& edges, std::vector<char> required) {
  const int size = static_cast<int>(edges.size());
  std::vector<char> used(edges.size());
  const auto search = [&](const auto& self, int vertex) -> bool {
    while (vertex < size && (used[vertex] || !required[vertex])) ++vertex;
    if (vertex == size) return true;
    for (int other = 0; other < size; ++other)
      if (edges[vertex][other] && !used[other]) {
        used[vertex] = used[other] = 1;
        if (self(self, vertex + 1)) return true;
        used[vertex] = used[other] = 0;
      }
    return false;
  };
  return search(search, 0);
}

// Random graphs with up to nine vertices, against trying every matching.
void test_a_matching_covers_what_can_be_covered() {
  std::mt19937_64 random(4);
  int covered = 0;
  constexpr int rounds = 4'000;
  for (int round = 0; round < rounds; ++round) {
    const int size = 1 + static_cast<int>(random() % 9);
    const auto density = random() % 100;
    Matching matching;
    matching.reset(size);
    std::vector<std::vector<char>> edges(size, std::vector<char>(size));
    std::vector<char> required(size);
    for (int one = 0; one < size; ++one) {
      required[one] = random() % 4 != 0;
      for (int other = one + 1; other < size; ++other)
        if (random() % 100 < density) {
          matching.connect(one, other);
          edges[one][other] = edges[other][one] = 1;
        }
    }
    const bool found = matching.cover(required);
    EXPECT(found == can_cover(edges, required));
    covered += found;
    if (!found) continue;
    for (int vertex = 0; vertex < size; ++vertex) {
      const int partner = matching.partner(vertex);
      EXPECT(partner >= 0 || !required[vertex]);
      if (partner >= 0) EXPECT(edges[vertex][partner] && matching.partner(partner) == vertex);
    }
  }
  EXPECT(covered > rounds / 10 && covered < rounds * 9 / 10);
}

}  // namespace

void test_search_parameters_have_bounds() {
  std::vector<int> numbers;
  for (const ParameterInfo& parameter : search_parameter_list) {
    EXPECT(parameter.least <= parameter.value && parameter.value <= parameter.most);
    numbers.push_back(parameter.value);
  }
  const auto read = [](const std::vector<int>& values) {
    return read_parameters<SearchParameters>(values, search_parameter_list);
  };
  EXPECT(read({}).lmr_deep_min_index == numbers.back());
  ++numbers[1];
  EXPECT(read(numbers).root_width == numbers[1] && read(numbers).lmr_deep_min_index == numbers.back());
  for (std::size_t index = 0; index < numbers.size(); ++index)
    for (const int wrong : {search_parameter_list[index].least - 1, search_parameter_list[index].most + 1}) {
      std::vector<int> changed = numbers;
      changed[index] = wrong;
      bool is_refused = false;
      try {
        read(changed);
      } catch (const std::invalid_argument&) {
        is_refused = true;
      }
      EXPECT(is_refused);
    }
}

int main() {
  test_mates_are_counted_from_the_position();
  test_an_entry_survives_packing();
  test_threads_never_read_a_mixed_entry();
  test_a_position_in_progress_is_forgotten_at_its_end();
  test_the_proof_table_keeps_its_limit_and_the_long_proofs();
  test_a_meter_stops_at_its_limits();
  test_a_matching_covers_what_can_be_covered();
  test_search_parameters_have_bounds();
  std::printf("%d checks\n", checks);
}
