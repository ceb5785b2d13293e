// What C++ exceptions need at run time where the standard library has none: `throw`, `catch (...)`, and
// destructors on the way. The unwinding itself is done by the WebAssembly engine.
//
// A `catch` of a type would need the tables that only a personality routine reads, so the face catches
// everything, and asks `thrown_type` what it was. One exception is under way at a time.
#include "wasm/exceptions.hpp"

#include <cstdlib>

asm(".tagtype __cpp_exception i32\n"
    ".globl __cpp_exception\n"
    "__cpp_exception:\n");

namespace {

void* thrown = nullptr;
const std::type_info* type = nullptr;
void* (*destroy)(void*) = nullptr;
bool rethrown = false;

}  // namespace

namespace hyperchess::wasm {

const std::type_info* thrown_type() { return type; }
void* thrown_object() { return thrown; }

}  // namespace hyperchess::wasm

extern "C" {

void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void* exception) { std::free(exception); }

[[noreturn]] void __cxa_throw(void* exception, std::type_info* thrown_as, void* (*destructor)(void*)) {
  thrown = exception;
  type = thrown_as;
  destroy = destructor;
  __builtin_wasm_throw(0, exception);
}

void* __cxa_begin_catch(void* exception) {
  rethrown = false;
  return exception;
}

[[noreturn]] void __cxa_rethrow() {
  rethrown = true;
  __builtin_wasm_throw(0, thrown);
}

void __cxa_end_catch() {
  if (rethrown || !thrown) return;
  if (destroy) destroy(thrown);
  std::free(thrown);
  thrown = nullptr;
}

// The one thread ends with the tab: what is thread-local is never destroyed.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

}  // extern "C"
