#include "api/mates.hpp"

#include <stdexcept>

#include "api/hooks.hpp"

namespace hyperchess::api {
namespace {

constexpr const char* mates_busy = "a search for mates serves one call at a time";

// Sets a variable during its lifetime, and then clears it.
template <class T>
class During {
 public:
  During(T*& variable, T* value) : variable_(variable) { variable_ = value; }
  During(const During&) = delete;
  During& operator=(const During&) = delete;
  ~During() { variable_ = nullptr; }

 private:
  T*& variable_;
};

}  // namespace

bool Progress::is_due() {
  constexpr auto interval = std::chrono::milliseconds(200);
  const auto now = std::chrono::steady_clock::now();
  if (now - reported_ < interval) return false;
  reported_ = now;
  return true;
}

PackedMates::Shared::Shared(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
                            std::optional<long long> rounds)
    : search(softmates, table_bytes, make_meter(seconds, rounds, [this] { poll(); })) {}

void PackedMates::Shared::poll() {
  check_signals();
  if (watcher && *watcher && progress.is_due()) (*watcher)(search.nodes(), running->done());
}

PackedMates make_mates(bool softmates, std::size_t table_bytes, std::optional<double> seconds,
                       std::optional<long long> rounds) {
  return {std::make_shared<PackedMates::Shared>(softmates, table_bytes, seconds, rounds)};
}

PackedFirstActions first_actions(const PackedMates& self, const PackedPosition& position, int length) {
  const std::shared_ptr<MateSearch> search(self.shared, &self.shared->search);
  return {self.shared, std::make_shared<FirstActions>(search, position.position, length)};
}

long long mate_nodes(const PackedMates& self) { return self.shared->search.nodes(); }
long long mate_rounds(const PackedMates& self) { return self.shared->search.rounds(); }
long long mate_table_bytes(const PackedMates& self) {
  return static_cast<long long>(self.shared->search.table().bytes());
}

std::optional<std::vector<Move>> next_first_action(PackedFirstActions& self, const MateWatcher& watcher) {
  PackedMates::Shared& shared = *self.shared;
  const Exclusive::Call call(shared.in_use, mates_busy);
  const During running(shared.running, static_cast<const FirstActions*>(self.actions.get()));
  const During watched(shared.watcher, &watcher);
  if (!self.actions->next()) return std::nullopt;
  return self.actions->moves();
}

void share_first_actions(PackedFirstActions& self, long long first, long long last) {
  const Exclusive::Call call(self.shared->in_use, mates_busy);
  self.actions->share(first, last);
}
bool first_actions_ended(const PackedFirstActions& self) { return self.actions->ended(); }

std::optional<PackedHunt> make_hunt(const PackedInfinite& position, std::optional<double> seconds,
                                    std::optional<long long> rounds) {
  auto watcher = std::make_unique<const std::function<void()>*>(nullptr);
  const auto poll = [watching = watcher.get(), progress = Progress()]() mutable {
    check_signals();
    if (*watching && **watching && progress.is_due()) (**watching)();
  };
  std::optional<infinite::Hunt> hunt =
      infinite::Hunt::create(position.position, make_meter(seconds, rounds, poll));
  if (!hunt) return std::nullopt;
  return PackedHunt{std::move(watcher), std::move(*hunt)};
}

std::vector<infinite::HuntMove> hunt_moves(PackedHunt& self, int length) {
  const Exclusive::Call call(self.in_use, mates_busy);
  return self.hunt.first_moves(length);
}

bool hunt_wins(PackedHunt& self, infinite::Square from, infinite::Square to, int length,
               const std::function<void()>& watcher) {
  const Exclusive::Call call(self.in_use, mates_busy);
  const During watched(*self.watcher, &watcher);
  return self.hunt.wins(from, to, length);
}

long long hunt_rounds(const PackedHunt& self) { return self.hunt.rounds(); }
int longest_hunt(const PackedHunt&) { return infinite::Hunt::longest; }

}  // namespace hyperchess::api
