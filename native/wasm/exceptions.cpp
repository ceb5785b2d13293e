// Runtime support for C++ exceptions, which the standard library lacks on this target: `throw`, `catch
// (...)`, and destructors during unwinding. The unwinding itself is done by the WebAssembly engine.
//
// Catching a specific type would need a personality routine, so the bindings catch everything and test
// `thrown_type`. There is one exception in flight at a time.
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

// The only thread ends with the tab, so thread-local objects are never destroyed.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

}  // extern "C"
