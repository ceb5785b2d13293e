#include "engine/evaluation.hpp"

#include <algorithm>

#include "rules/attacks.hpp"

namespace hyperchess {
namespace {

Bits of_group(const Board& board, int group, int color) {
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

constexpr std::array<int, 8> knight_flats = {flat_number(1, 2),  flat_number(2, 1),   flat_number(2, -1),
                                             flat_number(1, -2), flat_number(-1, -2), flat_number(-2, -1),
                                             flat_number(-2, 1), flat_number(-1, 2)};

}  // namespace

Evaluation::Evaluation(const Weights& weights, const Plane& plane) : weights_(weights), plane_(plane) {
  for (int square = 0; square < plane.width * plane.height; ++square) {
    const int file = plane.file(square), rank = plane.rank(square);
    const int steps = std::min({file, rank, plane.width - 1 - file, plane.height - 1 - rank, 3});
    for (int kind = 0; kind < kind_count; ++kind)
      for (const int color : {white, black}) {
        int value = weights.center[kind] * steps;
        if (kind == pawn || kind == brawn)
          value += weights.advance[kind == brawn] * (color == white ? rank : plane.height - 1 - rank);
        placement_[kind][color][square] = value;
      }
  }
}

Evaluation::Attacks Evaluation::attacks_of(const Board& board, int color) const {
  const Bits empty = plane_.full & ~board.occupied();
  Attacks attacks{};
  const int ahead = color == white ? 1 : -1;
  const Bits own_pawns = of_group(board, pawns, color);
  attacks[pawns] =
      plane_.shifted(own_pawns, flat_number(-1, ahead)) | plane_.shifted(own_pawns, flat_number(1, ahead));
  if (const Bits own = of_group(board, knights, color))
    for (const int flat : knight_flats) attacks[knights] |= plane_.shifted(own, flat);
  const Bits own_bishops = of_group(board, bishops, color), own_rooks = of_group(board, rooks, color),
             own_queens = of_group(board, queens, color), own_kings = of_group(board, kings, color);
  for (const FlatStep& step : flat_steps) {
    const int flat = flat_number(step.files, step.ranks);
    if (step.changed == 1)
      attacks[rooks] |= slide(own_rooks, empty, flat);
    else
      attacks[bishops] |= slide(own_bishops, empty, flat);
    attacks[queens] |= slide(own_queens, empty, flat);
    attacks[kings] |= plane_.shifted(own_kings, flat);
  }
  return attacks;
}

// What the best capture on the board wins, if the opponent takes back once.
int Evaluation::best_capture(const Board& board, int mover, const Attacks& own, const Attacks& other) const {
  const Bits attacked = own[pawns] | own[knights] | own[bishops] | own[rooks] | own[queens] | own[kings];
  const Bits defended =
      other[pawns] | other[knights] | other[bishops] | other[rooks] | other[queens] | other[kings];
  int best = 0;
  for (Bits victims = board.colors[1 - mover] & ~board.royals(1 - mover) & attacked; victims;) {
    const int square = take_lowest(victims);
    int gain = weights_.value[find_kind(board.at(square))];
    if (gain <= best) continue;
    if (defended & bit(square)) {
      // The cheapest attacker; a royal cannot take what is defended.
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

std::array<SideTerms, 2> Evaluation::terms_of(const Board& board, int mover) const {
  std::array<SideTerms, 2> terms;
  const std::array<Attacks, 2> attacks = {attacks_of(board, white), attacks_of(board, black)};
  for (const int color : {white, black}) {
    SideTerms& side = terms[color];
    for (Bits pieces = board.colors[color]; pieces;) {
      const int square = take_lowest(pieces);
      const int kind = find_kind(board.at(square));
      side.material += weights_.value[kind];
      side.placement += placement_[kind][color][square];
    }
    Bits ring = 0, own_royals = board.royals(color), own_ring = 0;
    for (const FlatStep& step : flat_steps) {
      const int flat = flat_number(step.files, step.ranks);
      ring |= plane_.shifted(board.royals(1 - color), flat);
      own_ring |= plane_.shifted(own_royals, flat);
    }
    int mobility = 0;
    for (int group = pawns; group < group_count; ++group) {
      mobility += weights_.mobility[group] * std::popcount(attacks[color][group] & ~board.colors[color]);
      side.attack += weights_.ring[group] * std::popcount(attacks[color][group] & ring);
    }
    side.mobility = mobility / 10;
    side.shelter = weights_.shelter * std::popcount(of_group(board, pawns, color) & own_ring);
  }
  terms[mover].hanging =
      weights_.hanging * best_capture(board, mover, attacks[mover], attacks[1 - mover]) / 100;
  return terms;
}

int Evaluation::of_board(const Board& board, int mover) const {
  const std::array<SideTerms, 2> terms = terms_of(board, mover);
  return terms[white].sum() - terms[black].sum();
}

BoardValues Evaluation::of_boards(const Multiverse& multiverse) const {
  BoardValues boards{multiverse.lowest_row(), {}};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Line& line = multiverse.line(row);
    boards.values.push_back(of_board(*line.boards.back(), line.end() & 1));
  }
  return boards;
}

BoardValues Evaluation::after(const BoardValues& before, const std::vector<NewBoard>& boards) const {
  BoardValues after = before;
  for (const NewBoard& made : boards) {
    const int value = of_board(made.board, made.time & 1);
    if (made.row < after.lowest_row) {
      after.values.insert(after.values.begin(), value);
      after.lowest_row = made.row;
    } else if (made.row >= after.lowest_row + static_cast<int>(after.values.size())) {
      after.values.push_back(value);
    } else {
      after.values[made.row - after.lowest_row] = value;
    }
  }
  return after;
}

int Evaluation::timelines(const Multiverse& multiverse, int lowest, int highest) const {
  int made = 0;  // by Black minus by White
  for (int row = lowest; row <= highest; ++row)
    if (!multiverse.has_row(row) || !multiverse.line(row).initial) made += row < 0 ? 1 : -1;
  return weights_.timeline * made;
}

int Evaluation::of(const Multiverse& multiverse, const BoardValues& boards) const {
  int sum = 0;
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row)
    sum += boards.at(row) * share(multiverse.active(row)) / 100;
  sum = sum * crowd_share(static_cast<int>(boards.values.size())) / 1000;
  sum += timelines(multiverse, multiverse.lowest_row(), multiverse.highest_row());
  return sum + (multiverse.player() == white ? weights_.tempo : -weights_.tempo);
}

}  // namespace hyperchess
