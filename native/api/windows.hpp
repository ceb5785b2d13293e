// API of the tables of mates of a bare king in infinite chess.
#pragma once

#include <memory>

#include "api/engines.hpp"
#include "infinite/mates/window_draws.hpp"
#include "infinite/mates/window_table.hpp"

namespace hyperchess::api {

struct PackedDraws {
  std::shared_ptr<infinite::WindowTable> table;
  infinite::WindowDraws draws;
  Exclusive in_use = {};
};
HYPERCHESS_OBJECT(PackedDraws, "InfiniteDraws")

// Kinds are numbers in the order of the Python table.
PackedWindow make_window(const std::vector<int>& pieces, bool has_rook, int reach, int rook_reach);
void window_solve(PackedWindow& self);
void window_load(PackedWindow& self, const Bytes& black_to_move);
Bytes window_white_to_move(const PackedWindow& self);
Bytes window_black_to_move(const PackedWindow& self);

PackedDraws make_draws(const PackedWindow& window);
void draws_solve(PackedDraws& self);
Bytes draws_white_to_move(const PackedDraws& self);
Bytes draws_black_to_move(const PackedDraws& self);
std::vector<std::vector<std::size_t>> draws_count(const PackedDraws& self, bool white_to_move);
}  // namespace hyperchess::api
