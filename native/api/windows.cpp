#include "api/windows.hpp"

#include <stdexcept>
#include <utility>

namespace hyperchess::api {
namespace {

constexpr const char* table_busy = "the table is being solved: wait until the call ends";

Bytes pack(const std::vector<std::uint8_t>& values) { return {values.data(), values.size()}; }

}  // namespace

PackedWindow make_window(const std::vector<int>& pieces, bool has_rook, int reach, int rook_reach) {
  std::vector<infinite::Kind> kinds;
  for (const int piece : pieces) {
    if (piece < 0 || piece >= infinite::kind_count) throw std::invalid_argument("not a kind of piece");
    kinds.push_back(static_cast<infinite::Kind>(piece));
  }
  return {std::make_shared<infinite::WindowTable>(std::move(kinds), has_rook, reach, rook_reach)};
}

void window_solve(PackedWindow& self) {
  const Exclusive::Call call(*self.in_use, table_busy);
  self.table->solve();
}

void window_load(PackedWindow& self, const Bytes& black_to_move) {
  const Exclusive::Call call(*self.in_use, table_busy);
  self.table->load({black_to_move.begin(), black_to_move.end()});
}

Bytes window_white_to_move(const PackedWindow& self) {
  const Exclusive::Call call(*self.in_use, table_busy);
  return pack(self.table->white_to_move());
}

Bytes window_black_to_move(const PackedWindow& self) {
  const Exclusive::Call call(*self.in_use, table_busy);
  return pack(self.table->black_to_move());
}

PackedDraws make_draws(const PackedWindow& window) {
  return {window.table, infinite::WindowDraws(*window.table)};
}

void draws_solve(PackedDraws& self) {
  const Exclusive::Call call(self.in_use, table_busy);
  self.draws.solve();
}

Bytes draws_white_to_move(const PackedDraws& self) { return pack(self.draws.white_to_move()); }

Bytes draws_black_to_move(const PackedDraws& self) { return pack(self.draws.black_to_move()); }

std::vector<std::vector<std::size_t>> draws_count(const PackedDraws& self, bool white_to_move) {
  std::vector<std::vector<std::size_t>> rows;
  for (const auto& count : self.draws.count(white_to_move))
    rows.push_back({count.positions, count.won, count.drawn});
  return rows;
}

}  // namespace hyperchess::api
