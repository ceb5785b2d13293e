// Shared part of the browser bindings: errors, the buffer, and the release of objects.
#include "wasm/invoke.hpp"

#include "position/multiverse.hpp"
#include "search/meter.hpp"
#include "wasm/exceptions.hpp"

namespace hyperchess::wasm {

int fail() {
  const std::type_info* const type = thrown_type();
  Failure failure = Failure::bug;
  if (*type == typeid(InvalidPosition)) failure = Failure::invalid_position;
  if (*type == typeid(BudgetExhausted)) failure = Failure::budget_exhausted;
  if (*type == typeid(std::invalid_argument)) failure = Failure::invalid_argument;
  buffer.rewind();
  // The kernel only throws types derived from `std::exception`, as their first base class.
  Codec<std::string_view>::write(static_cast<const std::exception*>(thrown_object())->what());
  return static_cast<int>(failure);
}

namespace {

void release(const std::vector<Word>& objects) {
  for (const Word object : objects) delete reinterpret_cast<Object*>(static_cast<std::intptr_t>(object));
}

}  // namespace
}  // namespace hyperchess::wasm

// Return the buffer with space for at least `count` words, for the arguments of the next call and its result.
extern "C" __attribute__((export_name("words"))) hyperchess::wasm::Word* words(std::size_t count) {
  auto& buffer = hyperchess::wasm::buffer.words;
  if (count > buffer.size()) buffer.resize(count);
  return buffer.data();
}

namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(release, wasm::release)
