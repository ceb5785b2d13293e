// Browser bindings: the rules of infinite chess. A square is two words, a piece is its code.
#include "api/infinite.hpp"

#include "wasm/invoke.hpp"

namespace hyperchess::wasm {

template <>
struct Codec<infinite::Square> {
  static infinite::Square read() {
    const infinite::Coordinate x = buffer.next(), y = buffer.next();
    return {x, y};
  }
  static void write(infinite::Square square) {
    buffer.put(square.x);
    buffer.put(square.y);
  }
};

template <>
struct Codec<infinite::Piece> {
  static infinite::Piece read() { return {static_cast<std::uint16_t>(buffer.next())}; }
  static void write(infinite::Piece piece) { buffer.put(piece.code); }
};

template <>
struct Codec<infinite::Slot> {
  static infinite::Slot read() {
    const infinite::Square at = Codec<infinite::Square>::read();
    return {at, Codec<infinite::Piece>::read()};
  }
};

namespace {

using api::PackedInfinite;
using infinite::Coordinate;

std::tuple<std::uint64_t, std::size_t> facts(const PackedInfinite& self) {
  return {self.position.hash(), self.position.board().size()};
}

int code(int kind, int color, bool special) {
  return infinite::Piece::make(static_cast<infinite::Kind>(kind), static_cast<infinite::Color>(color),
                               special)
      .code;
}

std::vector<std::tuple<infinite::Square, infinite::Square, infinite::Piece>> points(
    const api::PackedMoves& self) {
  std::vector<std::tuple<infinite::Square, infinite::Square, infinite::Piece>> found;
  for (const infinite::Move& move : self.moves.points) found.emplace_back(move.from, move.to, move.promotion);
  return found;
}

// Source, step, first number of steps, and last number of steps or nothing.
using RayNumbers = std::tuple<infinite::Square, int, int, Coordinate, std::optional<Coordinate>>;

std::vector<RayNumbers> rays(const api::PackedMoves& self) {
  std::vector<RayNumbers> found;
  for (const infinite::Ray& ray : self.moves.rays) {
    std::optional<Coordinate> last;
    if (ray.last != infinite::Ray::endless) last = ray.last;
    found.emplace_back(ray.from, static_cast<int>(ray.step.dx), static_cast<int>(ray.step.dy), ray.first,
                       last);
  }
  return found;
}

std::optional<std::uint64_t> count(const api::PackedMoves& self, Coordinate left, Coordinate right,
                                   Coordinate bottom, Coordinate top) {
  return self.moves.count(left, right, bottom, top);
}

using Changes = std::vector<std::tuple<infinite::Square, infinite::Piece, infinite::Piece>>;
// The members of `PlayedInfinite` in order.
using PlayedNumbers = std::tuple<infinite::Piece, infinite::Piece, std::optional<infinite::Square>, Changes,
                                 infinite::Piece, bool, bool, PackedInfinite>;

std::optional<PlayedNumbers> play(const PackedInfinite& self, infinite::Square from, infinite::Square to,
                                  infinite::Piece promotion) {
  std::optional<api::PlayedInfinite> played = api::play(self, from, to, promotion);
  if (!played) return std::nullopt;
  Changes changes;
  for (const infinite::SquareChange& change : played->changes)
    changes.emplace_back(change.at, change.before, change.after);
  return PlayedNumbers(played->piece, played->captured, played->passed, std::move(changes), played->promotion,
                       played->was_open, played->gives_check, std::move(played->after));
}

// Return the code of the piece on a square, or 0.
infinite::Piece get_piece(const PackedInfinite& self, infinite::Square square) {
  return self.position.board().at(square);
}

std::tuple<Coordinate, Coordinate> edges() { return {infinite::far_edge, infinite::hop_edge}; }

}  // namespace
}  // namespace hyperchess::wasm

namespace api = hyperchess::api;
namespace wasm = hyperchess::wasm;

HYPERCHESS_EXPORT(infinite_edges, wasm::edges)
HYPERCHESS_EXPORT(infinite_code, wasm::code)
HYPERCHESS_EXPORT(infinite_pack_rules, api::pack_rules)
HYPERCHESS_EXPORT(infinite_pack, api::pack)
HYPERCHESS_EXPORT(infinite_facts, wasm::facts)
HYPERCHESS_EXPORT(infinite_piece, wasm::get_piece)
HYPERCHESS_EXPORT(infinite_find_moves, api::find_moves)
HYPERCHESS_EXPORT(infinite_points, wasm::points)
HYPERCHESS_EXPORT(infinite_rays, wasm::rays)
HYPERCHESS_EXPORT(infinite_count, wasm::count)
HYPERCHESS_EXPORT(infinite_can_move, api::can_move)
HYPERCHESS_EXPORT(infinite_checks, api::royals_in_check)
HYPERCHESS_EXPORT(infinite_checkers, api::checkers)
HYPERCHESS_EXPORT(infinite_allows, api::allows)
HYPERCHESS_EXPORT(infinite_play, wasm::play)
HYPERCHESS_EXPORT(infinite_summary, api::summary)
HYPERCHESS_EXPORT(infinite_is_ongoing, api::is_ongoing)
