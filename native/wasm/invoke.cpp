// Shared part of the browser bindings: errors, the buffer, the calls and the release of objects.
#include "wasm/invoke.hpp"

#include <stdexcept>

#include "api/hooks.hpp"
#include "common/exclusive.hpp"
#include "multiverse/position/multiverse.hpp"
#include "wasm/exceptions.hpp"

namespace hyperchess::api {

void check_signals() {}
bool caught_budget_exhausted() { return *wasm::thrown_type() == typeid(BudgetExhausted); }

}  // namespace hyperchess::api

namespace hyperchess::wasm {

void Module::line(std::initializer_list<const char*> words) {
  for (const char* const word : words) description.append(word) += '\t';
  description.back() = '\n';
}
void Module::constant(const char* name, long long value) {
  line({"constant", name, std::to_string(value).c_str()});
}

namespace {

// Return the code of the exception caught by `catch (...)`, and write its message into the buffer.
int fail() {
  const std::type_info* const type = thrown_type();
  Failure failure = Failure::bug;
  if (*type == typeid(InvalidPosition)) failure = Failure::invalid_position;
  if (*type == typeid(BudgetExhausted)) failure = Failure::budget_exhausted;
  if (*type == typeid(std::invalid_argument)) failure = Failure::invalid_argument;
  if (*type == typeid(std::out_of_range)) failure = Failure::out_of_range;
  if (*type == typeid(Busy)) failure = Failure::busy;
  buffer.rewind();
  // The kernel only throws types derived from `std::exception`, as their first base class.
  Codec<std::string_view>::write(static_cast<const std::exception*>(thrown_object())->what());
  return static_cast<int>(failure);
}

void release(const std::vector<Word>& objects) {
  for (const Word object : objects) delete reinterpret_cast<Object*>(static_cast<std::intptr_t>(object));
}

const Module& module() {
  static const Module declared = [] {
    Module made;
    made.function("release", &release, "", "objects");
    declare_calls(made);
    return made;
  }();
  return declared;
}

}  // namespace
}  // namespace hyperchess::wasm

namespace wasm = hyperchess::wasm;

// Return the buffer with space for at least `count` words, for the arguments of the next call and its result.
extern "C" __attribute__((export_name("words"))) wasm::Word* words(std::size_t count) {
  auto& buffer = wasm::buffer.words;
  if (count > buffer.size()) buffer.resize(count);
  return buffer.data();
}

// Call a function with arguments from the buffer. Return the number of words of the result, or a `Failure`.
extern "C" __attribute__((export_name("invoke"))) int invoke(std::size_t number) {
  try {
    wasm::buffer.rewind();
    const wasm::Module::Call& call = wasm::module().calls.at(number);
    call.invoke(call.function);
    return static_cast<int>(wasm::buffer.used());
  } catch (...) {
    return wasm::fail();
  }
}

// Write the description of the interface into the buffer, as a byte string. Return its number of words.
extern "C" __attribute__((export_name("describe"))) int describe() {
  wasm::buffer.rewind();
  wasm::Codec<std::string_view>::write(wasm::module().description);
  return static_cast<int>(wasm::buffer.used());
}
