// The face of the kernel for browsers: the mate search of 5D chess.
#include "mates/mates.hpp"

#include <chrono>

#include "face/positions.hpp"
#include "wasm/answer.hpp"
#include "wasm/watch.hpp"

namespace hyperchess::wasm {
namespace {

using face::PackedPosition;

// A search for mates that reports its progress to the watcher a few times a second.
struct Mates {
  Mates(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
        std::optional<long long> rounds)
      : search(softmates, table_bytes,
               Meter(seconds.value_or(Meter::no_seconds), rounds.value_or(Meter::no_rounds),
                     [this] { tell(); })) {}
  void tell() {
    const auto now = std::chrono::steady_clock::now();
    if (!running || now - told < std::chrono::milliseconds(200)) return;
    told = now;
    watch(std::tuple(static_cast<long long>(search.nodes()), static_cast<long long>(running->done())));
  }
  MateSearch search;
  const FirstActions* running = nullptr;
  std::chrono::steady_clock::time_point told = std::chrono::steady_clock::now();
};
using SharedMates = std::shared_ptr<Mates>;
struct SharedFirstActions {
  SharedMates mates;
  std::shared_ptr<FirstActions> actions;
};

SharedMates mates(bool softmates, long long table_bytes, std::optional<double> seconds,
                  std::optional<long long> rounds) {
  return std::make_shared<Mates>(softmates, static_cast<std::size_t>(table_bytes), seconds, rounds);
}

SharedFirstActions first_actions(const SharedMates& self, const PackedPosition& position, int length) {
  const std::shared_ptr<MateSearch> search(self, &self->search);
  return {self, std::make_shared<FirstActions>(search, position.position, length)};
}

std::optional<std::vector<face::MoveNumbers>> next_first_action(const SharedFirstActions& self,
                                                                bool watched) {
  struct Running {
    explicit Running(Mates& mates) : mates_(mates) {}
    ~Running() { mates_.running = nullptr; }
    Mates& mates_;
  };
  const Running running(*self.mates);
  if (watched) self.mates->running = self.actions.get();
  if (!self.actions->next()) return std::nullopt;
  std::vector<face::MoveNumbers> numbers;
  for (const Move& move : self.actions->moves()) numbers.push_back(face::numbers_of(move));
  return numbers;
}

std::tuple<long long, long long, long long> mates_facts(const SharedMates& self) {
  return {self->search.nodes(), self->search.rounds(), self->search.table().bytes()};
}

}  // namespace
}  // namespace hyperchess::wasm

namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(mates, wasm::mates)
HYPERCHESS_EXPORT(first_actions, wasm::first_actions)
HYPERCHESS_EXPORT(next_first_action, wasm::next_first_action)
HYPERCHESS_EXPORT(mates_facts, wasm::mates_facts)
