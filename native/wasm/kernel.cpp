// The whole kernel for the board without a server: the interface of both games.
#include "api/interface.hpp"
#include "wasm/invoke.hpp"

void hyperchess::wasm::declare_calls(Module& module) {
  api::declare_multiverse(module);
  api::declare_infinite(module);
}
