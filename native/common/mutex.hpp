// Mutex and lock, which do nothing in browsers: their kernel has one thread.
#pragma once

#ifndef __wasm__
#include <mutex>
#endif

namespace hyperchess {

#ifdef __wasm__
struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};
#else
using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;
#endif

}  // namespace hyperchess
