// Lookup of positions in a table of mates of a bare king (`infinite/mates/window_table.hpp`).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "infinite/mates/window_table.hpp"
#include "infinite/rules/position.hpp"

namespace hyperchess::infinite {

class MateTable {
 public:
  explicit MateTable(std::shared_ptr<const WindowTable> table) : table_(std::move(table)) {}

  // Return a number of moves within which the bare king, which is to move, is mated; nothing if it is
  // unknown.
  std::optional<int> probe(const Position& position) const;
  // Return a move of the other side, which is to move, to the position with the smallest such number.
  std::optional<Move> find_move(const Position& position) const;

 private:
  // The pieces relative to the bare king.
  struct Chase {
    Square king;
    std::array<Square, WindowTable::max_pieces> pieces;  // in the order of the table's kinds
    std::optional<Square> rook;
    Coordinate pawn_moves = WindowTable::longest;  // that cannot promote a pawn
  };
  // Return nothing if the pieces or the rules are not those of the table.
  std::optional<Chase> read(const Position& position, Color weak) const;
  std::optional<int> probe(const Chase& chase) const;
  template <class Visit>
  void visit_targets(Square from, std::size_t piece, Visit visit) const;

  std::shared_ptr<const WindowTable> table_;
};

}  // namespace hyperchess::infinite
