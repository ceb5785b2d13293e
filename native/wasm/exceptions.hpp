// The exception caught by `catch (...)`.
#pragma once

#include <typeinfo>

namespace hyperchess::wasm {

const std::type_info* thrown_type();
void* thrown_object();

}  // namespace hyperchess::wasm
