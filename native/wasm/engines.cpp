// Browser bindings: both engines, with one thread.
#include "api/engines.hpp"

#include "wasm/invoke.hpp"
#include "wasm/watch.hpp"

namespace hyperchess::wasm {
namespace {

using SharedEngine = std::shared_ptr<Engine>;
using SharedInfiniteEngine = std::shared_ptr<infinite::Engine>;

SharedEngine engine(const std::vector<int>& weights, long long table_bytes) {
  return std::make_shared<Engine>(Weights::from_numbers(weights), static_cast<std::size_t>(table_bytes), 1);
}

api::ReportNumbers analyse(const SharedEngine& self, const api::PackedPosition& position,
                           std::optional<double> seconds, std::optional<long long> nodes,
                           std::optional<int> depth, int lines, bool watched) {
  std::function<void(const Report&)> report;
  if (watched) report = [](const Report& found) { watch(api::to_numbers(found)); };
  return api::to_numbers(self->analyse(
      *position.position, {.seconds = seconds, .nodes = nodes, .depth = depth}, lines, report, {}));
}

void engine_clear(const SharedEngine& self) { self->clear(); }

SharedInfiniteEngine infinite_engine(const std::vector<int>& weights, long long table_bytes) {
  return std::make_shared<infinite::Engine>(infinite::Weights::from_numbers(weights),
                                            static_cast<std::size_t>(table_bytes), 1);
}

std::optional<api::InfiniteReportNumbers> infinite_analyse(
    const SharedInfiniteEngine& self, const api::PackedInfinite& position, std::optional<double> seconds,
    std::optional<long long> nodes, std::optional<int> depth, int lines, bool watched) {
  std::function<void(const infinite::Report&)> report;
  if (watched) report = [](const infinite::Report& found) { watch(api::to_numbers(found)); };
  const auto result = self->analyse(position.position, {.seconds = seconds, .nodes = nodes, .depth = depth},
                                    lines, report, {});
  if (!result) return std::nullopt;
  return api::to_numbers(*result);
}

void infinite_engine_clear(const SharedInfiniteEngine& self) { self->clear(); }

template <class Names>
std::vector<std::string_view> to_list(const Names& names) {
  return {names.begin(), names.end()};
}

std::vector<std::string_view> weight_names() { return to_list(Weights::names()); }
std::vector<std::string_view> infinite_weight_names() { return to_list(infinite::Weights::names()); }

}  // namespace
}  // namespace hyperchess::wasm

namespace api = hyperchess::api;
namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(engine, wasm::engine)
HYPERCHESS_EXPORT(analyse, wasm::analyse)
HYPERCHESS_EXPORT(engine_clear, wasm::engine_clear)
HYPERCHESS_EXPORT(weight_names, wasm::weight_names)
HYPERCHESS_EXPORT(evaluate, api::evaluate)
HYPERCHESS_EXPORT(static_value, api::static_value)
HYPERCHESS_EXPORT(infinite_engine, wasm::infinite_engine)
HYPERCHESS_EXPORT(infinite_analyse, wasm::infinite_analyse)
HYPERCHESS_EXPORT(infinite_engine_clear, wasm::infinite_engine_clear)
HYPERCHESS_EXPORT(infinite_weight_names, wasm::infinite_weight_names)
HYPERCHESS_EXPORT(infinite_evaluate, api::infinite_evaluate)
