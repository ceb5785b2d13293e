// What every face of the kernel for browsers has: errors, the shared words, and objects that callers give
// back.
#include "wasm/answer.hpp"

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
  // Everything that the kernel throws is a `std::exception` first.
  Form<std::string_view>::write(static_cast<const std::exception*>(thrown_object())->what());
  return static_cast<int>(failure);
}

namespace {

void release(const std::vector<Word>& objects) {
  for (const Word object : objects) delete reinterpret_cast<Object*>(static_cast<std::intptr_t>(object));
}

}  // namespace
}  // namespace hyperchess::wasm

// Room for so many words, where the arguments of the next call are written and its result stands.
extern "C" __attribute__((export_name("words"))) hyperchess::wasm::Word* words(std::size_t count) {
  auto& buffer = hyperchess::wasm::buffer.words;
  if (count > buffer.size()) buffer.resize(count);
  return buffer.data();
}

namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(release, wasm::release)
