#include "multiverse/engine/evaluation.hpp"

#include <algorithm>

#include "multiverse/rules/attacks.hpp"

namespace hyperchess {
namespace {

Bitboard group_pieces(const Board& board, int group, int color) {
  const auto& kinds = board.kinds;
  switch (group) {
    case pawns: return (kinds[pawn] | kinds[brawn]) & board.colors[color];
    case knights: return kinds[knight] & board.colors[color];
    case bishops: return kinds[bishop] & board.colors[color];
    case rooks: return kinds[rook] & board.colors[color];
    case queens: return (kinds[queen] | kinds[princess] | kinds[royal_queen]) & board.colors[color];
    default: return (kinds[king] | kinds[common_king]) & board.colors[color];
  }
}

constexpr int max_center_steps = 3;  // steps from the edge that count for centralisation

constexpr std::array<int, 8> knight_flats = {flat_number(1, 2),  flat_number(2, 1),   flat_number(2, -1),
                                             flat_number(1, -2), flat_number(-1, -2), flat_number(-2, -1),
                                             flat_number(-2, 1), flat_number(-1, 2)};

}  // namespace

Evaluation::Evaluation(const Weights& weights, const BoardShape& shape) : weights_(weights), shape_(shape) {
  for (int square = 0; square < shape.width * shape.height; ++square) {
    const int file = shape.file(square), rank = shape.rank(square);
    const int steps =
        std::min({file, rank, shape.width - 1 - file, shape.height - 1 - rank, max_center_steps});
    for (int kind = 0; kind < kind_count; ++kind)
      for (const int color : {white, black}) {
        int value = weights.center[kind] * steps;
        if (kind == pawn || kind == brawn)
          value += weights.advance[kind == brawn] * (color == white ? rank : shape.height - 1 - rank);
        placement_[kind][color][square] = value;
      }
  }
}

Evaluation::Attacks Evaluation::compute_attacks(const Board& board, int color) const {
  const Bitboard empty = shape_.full & ~board.occupied();
  Attacks attacks{};
  const int ahead = color == white ? 1 : -1;
  const Bitboard own_pawns = group_pieces(board, pawns, color);
  attacks[pawns] =
      shape_.shift(own_pawns, flat_number(-1, ahead)) | shape_.shift(own_pawns, flat_number(1, ahead));
  if (const Bitboard own = group_pieces(board, knights, color))
    for (const int flat : knight_flats) attacks[knights] |= shape_.shift(own, flat);
  const Bitboard own_bishops = group_pieces(board, bishops, color),
                 own_rooks = group_pieces(board, rooks, color),
                 own_queens = group_pieces(board, queens, color),
                 own_kings = group_pieces(board, kings, color);
  for (const FlatStep& step : flat_steps) {
    const int flat = flat_number(step.files, step.ranks);
    if (step.changed == 1)
      attacks[rooks] |= slide(own_rooks, empty, flat);
    else
      attacks[bishops] |= slide(own_bishops, empty, flat);
    attacks[queens] |= slide(own_queens, empty, flat);
    attacks[kings] |= shape_.shift(own_kings, flat);
  }
  return attacks;
}

// Return the material gained by the best capture on the board: a static exchange evaluation of two plies,
// with one recapture.
int Evaluation::best_capture(const Board& board, int mover, const Attacks& own, const Attacks& other) const {
  const Bitboard attacked = own[pawns] | own[knights] | own[bishops] | own[rooks] | own[queens] | own[kings];
  const Bitboard defended =
      other[pawns] | other[knights] | other[bishops] | other[rooks] | other[queens] | other[kings];
  int best = 0;
  for (Bitboard victims = board.colors[1 - mover] & ~board.royals(1 - mover) & attacked; victims;) {
    const int square = pop_lowest(victims);
    int gain = weights_.value[find_kind(board.at(square))];
    if (gain <= best) continue;
    if (defended & bit(square)) {
      // Use the least valuable attacker. A royal cannot capture a defended piece.
      constexpr std::array<int, 5> cheapest = {pawn, knight, bishop, rook, queen};
      int cost = gain;
      for (int group = pawns; group <= queens; ++group)
        if (own[group] & bit(square)) {
          cost = weights_.value[cheapest[group]];
          break;
        }
      gain -= cost;
    }
    best = std::max(best, gain);
  }
  return best;
}

std::array<SideTerms, 2> Evaluation::compute_terms(const Board& board, int mover) const {
  std::array<SideTerms, 2> terms;
  const std::array<Attacks, 2> attacks = {compute_attacks(board, white), compute_attacks(board, black)};
  for (const int color : {white, black}) {
    SideTerms& side = terms[color];
    for (Bitboard pieces = board.colors[color]; pieces;) {
      const int square = pop_lowest(pieces);
      const int kind = find_kind(board.at(square));
      side.material += weights_.value[kind];
      side.placement += placement_[kind][color][square];
    }
    Bitboard ring = 0, own_royals = board.royals(color), own_ring = 0;
    for (const FlatStep& step : flat_steps) {
      const int flat = flat_number(step.files, step.ranks);
      ring |= shape_.shift(board.royals(1 - color), flat);
      own_ring |= shape_.shift(own_royals, flat);
    }
    int mobility = 0;
    for (int group = pawns; group < group_count; ++group) {
      mobility += weights_.mobility[group] * std::popcount(attacks[color][group] & ~board.colors[color]);
      side.attack += weights_.ring[group] * std::popcount(attacks[color][group] & ring);
    }
    side.mobility = mobility / 10;
    side.shelter = weights_.shelter * std::popcount(group_pieces(board, pawns, color) & own_ring);
  }
  terms[mover].hanging =
      weights_.hanging * best_capture(board, mover, attacks[mover], attacks[1 - mover]) / 100;
  return terms;
}

int Evaluation::evaluate_board(const Board& board, int mover) const {
  const std::array<SideTerms, 2> terms = compute_terms(board, mover);
  return terms[white].sum() - terms[black].sum();
}

BoardValues Evaluation::evaluate_boards(const Multiverse& multiverse) const {
  BoardValues boards{multiverse.lowest_row(), {}};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    boards.values.push_back(evaluate_board(*timeline.boards.back(), timeline.end() & 1));
  }
  return boards;
}

BoardValues Evaluation::update_boards(const BoardValues& before, const std::vector<NewBoard>& boards) const {
  BoardValues after = before;
  for (const NewBoard& made : boards) {
    const int value = evaluate_board(made.board, made.time & 1);
    if (made.row < after.lowest_row) {
      assert(made.row == after.lowest_row - 1);
      after.values.insert(after.values.begin(), value);
      after.lowest_row = made.row;
    } else if (made.row >= after.lowest_row + static_cast<int>(after.values.size())) {
      assert(made.row == after.lowest_row + static_cast<int>(after.values.size()));
      after.values.push_back(value);
    } else {
      after.values[made.row - after.lowest_row] = value;
    }
  }
  return after;
}

int Evaluation::timeline_terms(const Multiverse& multiverse, int lowest, int highest) const {
  int made = 0;  // timelines created by Black minus those created by White
  for (int row = lowest; row <= highest; ++row)
    if (!multiverse.has_row(row) || !multiverse.timeline(row).initial) made += row < 0 ? 1 : -1;
  return weights_.timeline * made;
}

int Evaluation::evaluate(const Multiverse& multiverse, const BoardValues& boards) const {
  assert(boards.lowest_row == multiverse.lowest_row());
  int sum = 0;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    sum += boards.at(row) * activity_percent(multiverse.is_active(row)) / 100;
  sum = sum * crowding_permille(static_cast<int>(boards.values.size())) / 1000;
  sum += timeline_terms(multiverse, multiverse.lowest_row(), multiverse.highest_row());
  return sum + (multiverse.player() == white ? weights_.tempo : -weights_.tempo);
}

}  // namespace hyperchess
