#include "api/windows.hpp"

#include <utility>

namespace hyperchess::api {

PackedWindow make_window(const std::vector<int>& leapers, bool has_rook, int reach, int rook_reach) {
  std::vector<infinite::Kind> kinds;
  for (const int leaper : leapers) kinds.push_back(static_cast<infinite::Kind>(leaper));
  return {std::make_shared<infinite::WindowTable>(std::move(kinds), has_rook, reach, rook_reach)};
}

void window_solve(PackedWindow& self) { self.table->solve(); }

void window_load(PackedWindow& self, const Bytes& black_to_move) {
  self.table->load({black_to_move.begin(), black_to_move.end()});
}

Bytes window_white_to_move(const PackedWindow& self) {
  return {self.table->white_to_move().data(), self.table->white_to_move().size()};
}
Bytes window_black_to_move(const PackedWindow& self) {
  return {self.table->black_to_move().data(), self.table->black_to_move().size()};
}
void use_window(infinite::Engine& engine, const PackedWindow& window) {
  engine.use_mate_table(infinite::MateTable(window.table));
}

}  // namespace hyperchess::api
