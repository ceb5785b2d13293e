// Progress reports during a call. The caller copies a report out of the buffer before `watch` returns.
#pragma once

#include "wasm/words.hpp"

extern "C" __attribute__((import_module("hyperchess"), import_name("watch"))) void hyperchess_watch(
    int words);

namespace hyperchess::wasm {

template <class T>
void watch(T report) {
  buffer.rewind();
  Codec<T>::write(std::move(report));
  hyperchess_watch(static_cast<int>(buffer.used()));
}

}  // namespace hyperchess::wasm
