#include "multiverse/engine/evaluation.hpp"

#include <algorithm>

#include "multiverse/engine/popcount.hpp"
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

// A kind of each group that attacks as the group does; a princess counts as a queen.
constexpr std::array<int, group_count> group_kinds = {pawn, knight, bishop, rook, queen, king};

constexpr int max_center_steps = 3;  // steps from the edge that count for centralisation
constexpr int table_side = 8;        // of the piece-square tables
constexpr int mobility_unit = 10;    // weights of mobility are in tenths of a centipawn

constexpr std::array<int, 8> knight_flats = {flat_number(1, 2),  flat_number(2, 1),   flat_number(2, -1),
                                             flat_number(1, -2), flat_number(-1, -2), flat_number(-2, -1),
                                             flat_number(-2, 1), flat_number(-1, 2)};

// Return the number of timelines created by Black minus the number of those created by White.
int count_new_timelines(const Multiverse& multiverse, int lowest, int highest) {
  int made = 0;
  for (int row = lowest; row <= highest; ++row)
    if (!multiverse.has_row(row) || !multiverse.timeline(row).initial) made += row < 0 ? 1 : -1;
  return made;
}

// Return the number of timelines beyond the first that a player has created more than the other. They are
// inactive.
int find_surplus(int made) { return made > 0 ? made - 1 : made < 0 ? made + 1 : 0; }

}  // namespace

Evaluation::Evaluation(const Weights& weights, const BoardShape& shape) : weights_(weights), shape_(shape) {
  for (const int color : {white, black})
    for (int square = 0; square < shape.width * shape.height; ++square) {
      const Place place = places_[color][square] = find_place(square, color);
      for (int kind = 0; kind < kind_count; ++kind) {
        int value =
            weights.value[kind] + weights.center[kind] * place.steps + weights.square[kind][place.square];
        if (kind <= brawn) value += weights.advance[kind] * place.ranks;
        values_[false][kind][color][square] = value;
        values_[true][kind][color][square] = value + weights.mover_square[kind][place.square];
      }
    }
}

Evaluation::Place Evaluation::find_place(int square, int color) const {
  const int file = shape_.file(square);
  const int rank = color == white ? shape_.rank(square) : shape_.height - 1 - shape_.rank(square);
  // Smaller boards are centred in the tables, larger ones are compressed.
  const auto centred = [](int number, int size) {
    return size > table_side ? number * table_side / size : number + (table_side - size) / 2;
  };
  return {
      .steps = std::min({file, rank, shape_.width - 1 - file, shape_.height - 1 - rank, max_center_steps}),
      .ranks = rank,
      .square = centred(rank, shape_.height) * table_side + centred(file, shape_.width)};
}

// The terms of both sides as centipawns.
struct Evaluation::TermSums {
  const Evaluation& evaluation;
  int mover;
  std::array<SideTerms, 2> terms{};

  void add_piece(int color, int kind, int square) {
    const int value = evaluation.weights_.value[kind];
    terms[color].material += value;
    terms[color].placement += evaluation.values_[color == mover][kind][color][square] - value;
  }
  // Add `number` times a weight, and another weight for the player to move.
  void add(int color, int SideTerms::* term, int number, const int& weight, const int& extra) {
    terms[color].*term += number * (color == mover ? weight + extra : weight);
  }
  void add_hanging(int gain) { terms[mover].hanging = evaluation.weights_.hanging * gain / 100; }
};

// The sum of the terms of each side, without pieces: for the search, which needs no more.
struct Evaluation::ValueSums {
  const Evaluation& evaluation;
  int mover;
  std::array<int, 2> sums{}, mobility{};

  void add(int color, int SideTerms::* term, int number, const int& weight, const int& extra) {
    (term == &SideTerms::mobility ? mobility : sums)[color] +=
        number * (color == mover ? weight + extra : weight);
  }
  void add_hanging(int gain) { sums[mover] += evaluation.weights_.hanging * gain / 100; }
  int total() const {
    return sums[white] + mobility[white] / mobility_unit - sums[black] - mobility[black] / mobility_unit;
  }
};

// Derivatives of the value of a board from White's point of view by the weights, times `share`.
struct Evaluation::DerivativeSums {
  const Evaluation& evaluation;
  int mover;
  float share;
  std::span<float> derivatives;

  void add_piece(int color, int kind, int square) {
    const Weights& weights = evaluation.weights_;
    const Place& place = evaluation.places_[color][square];
    change(color, weights.value[kind], 1);
    change(color, weights.center[kind], static_cast<float>(place.steps));
    if (kind <= brawn) change(color, weights.advance[kind], static_cast<float>(place.ranks));
    change(color, weights.square[kind][place.square], 1);
    if (color == mover) change(color, weights.mover_square[kind][place.square], 1);
  }
  void add(int color, int SideTerms::* term, int number, const int& weight, const int& extra) {
    const float times = static_cast<float>(number) / (term == &SideTerms::mobility ? mobility_unit : 1);
    change(color, weight, times);
    if (color == mover) change(color, extra, times);
  }
  void add_hanging(int gain) { change(mover, evaluation.weights_.hanging, static_cast<float>(gain) / 100); }

 private:
  void change(int color, const int& weight, float times) {
    derivatives[evaluation.weights_.index_of(weight)] += color == white ? share * times : -share * times;
  }
};

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
int Evaluation::best_capture(const Board& board, int mover, const Attacks& own,
                             const std::array<Bitboard, 2>& attacked) const {
  int best = 0;
  for (Bitboard victims = board.colors[1 - mover] & ~board.royals(1 - mover) & attacked[mover]; victims;) {
    const int square = pop_lowest(victims);
    int gain = weights_.value[find_kind(board.at(square))];
    if (gain <= best) continue;
    if (attacked[1 - mover] & bit(square)) {
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

template <class Sums>
void Evaluation::count_pieces(const Board& board, Sums& sums) const {
  for (Bitboard pieces = board.occupied(); pieces;) {
    const int square = pop_lowest(pieces);
    sums.add_piece(piece_color(board.at(square)), find_kind(board.at(square)), square);
  }
}

template <class Sums>
HYPERCHESS_INLINE void Evaluation::count_terms(const Board& board, int row, int time, CheckMaps& checks,
                                               Sums& sums) const {
  const int mover = time & 1;
  const std::array<const KindSquares*, 2> across = checks.checks_across(row, time);
  const std::array<Attacks, 2> attacks = {compute_attacks(board, white), compute_attacks(board, black)};
  std::array<Bitboard, 2> attacked{}, rings{};
  for (const int color : {white, black}) {
    for (const Bitboard squares : attacks[color]) attacked[color] |= squares;
    for (const FlatStep& step : flat_steps)
      rings[color] |= shape_.shift(board.royals(color), flat_number(step.files, step.ranks));
  }
  for (const int color : {white, black}) {
    const Bitboard own = board.colors[color];
    for (int group = pawns; group < group_count; ++group) {
      const Bitboard reached = attacks[color][group];
      if (!reached) continue;
      sums.add(color, &SideTerms::mobility, std::popcount(reached & ~own), weights_.mobility[group],
               weights_.mover_mobility[group]);
      sums.add(color, &SideTerms::attack, std::popcount(reached & rings[1 - color]), weights_.ring[group],
               weights_.mover_ring[group]);
      if (const Bitboard checking = reached & ~own & (*across[color])[group_kinds[group]])
        sums.add(color, &SideTerms::across, std::popcount(checking), weights_.across[group],
                 weights_.mover_across[group]);
    }
    sums.add(color, &SideTerms::shelter, std::popcount(group_pieces(board, pawns, color) & rings[color]),
             weights_.shelter, weights_.mover_shelter);
    sums.add(color, &SideTerms::shelter, std::popcount(rings[color] & ~own & ~attacked[1 - color]),
             weights_.flight, weights_.mover_flight);
    if (own & attacked[1 - color]) {
      const Attacks& enemy = attacks[1 - color];
      const Bitboard undefended = attacked[1 - color] & ~attacked[color];
      const Bitboard minor = enemy[pawns] | enemy[knights] | enemy[bishops];
      const std::array<Bitboard, queens + 1> loose = {undefended, undefended | enemy[pawns],
                                                      undefended | enemy[pawns], undefended | minor,
                                                      undefended | minor | enemy[rooks]};
      for (int group = pawns; group <= queens; ++group)
        sums.add(color, &SideTerms::loose, std::popcount(loose[group] & group_pieces(board, group, color)),
                 weights_.loose[group], weights_.mover_loose[group]);
    }
  }
  sums.add_hanging(best_capture(board, mover, attacks[mover], attacked));
}

std::array<SideTerms, 2> Evaluation::compute_terms(const Board& board, int row, int time,
                                                   CheckMaps& checks) const {
  TermSums sums{*this, time & 1};
  count_pieces(board, sums);
  count_terms(board, row, time, checks, sums);
  for (SideTerms& side : sums.terms) side.mobility /= mobility_unit;
  return sums.terms;
}

std::vector<int> Evaluation::list_placements(const Board& board, int mover) const {
  std::vector<int> values;
  for (Bitboard pieces = board.occupied(); pieces;) {
    const int square = pop_lowest(pieces);
    const int color = piece_color(board.at(square));
    const int kind = find_kind(board.at(square));
    values.push_back(values_[color == mover][kind][color][square] - weights_.value[kind]);
  }
  return values;
}

int Evaluation::sum_pieces(const Board& board, int mover) const {
  int sum = 0;
  for (Bitboard pieces = board.occupied(); pieces;) {
    const int square = pop_lowest(pieces);
    sum += piece_value(board.at(square), square, mover);
  }
  return sum;
}

int Evaluation::update_pieces(int sum, const Board& before, const Board& after, Bitboard changed,
                              int mover) const {
  while (changed) {
    const int square = pop_lowest(changed);
    if (const Code code = before.at(square)) sum -= piece_value(code, square, mover);
    if (const Code code = after.at(square)) sum += piece_value(code, square, mover);
  }
  assert(sum == sum_pieces(after, mover));
  return sum;
}

// The same code twice: compiled for any processor, and for processors that count bits in one instruction.
int Evaluation::evaluate_board(const Board& board, int row, int time, CheckMaps& checks, int pieces) const {
  if (counts_bits_in_hardware()) return evaluate_with_hardware(board, row, time, checks, pieces);
  ValueSums sums{*this, time & 1};
  count_terms(board, row, time, checks, sums);
  return pieces + sums.total();
}

HYPERCHESS_POPCNT int Evaluation::evaluate_with_hardware(const Board& board, int row, int time,
                                                         CheckMaps& checks, int pieces) const {
  ValueSums sums{*this, time & 1};
  count_terms(board, row, time, checks, sums);
  return pieces + sums.total();
}

BoardValues Evaluation::evaluate_boards(const Multiverse& multiverse, CheckMaps& checks) const {
  BoardValues boards{multiverse.lowest_row(), {}};
  for (int row = multiverse.lowest_row(); row <= multiverse.highest_row(); ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    boards.values.push_back(evaluate_board(*timeline.boards.back(), row, timeline.end(), checks));
  }
  return boards;
}

BoardValues Evaluation::update_boards(const BoardValues& before, const std::vector<NewBoard>& boards,
                                      CheckMaps& checks) const {
  BoardValues after = before;
  for (const NewBoard& made : boards) {
    const int value = evaluate_board(made.board, made.row, made.time, checks);
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
  const int made = count_new_timelines(multiverse, lowest, highest);
  return weights_.timeline * made + weights_.surplus * find_surplus(made);
}

void Evaluation::add_derivatives(const Multiverse& multiverse, std::span<float> derivatives) const {
  const int lowest = multiverse.lowest_row(), highest = multiverse.highest_row();
  const int permille = crowding_permille(highest - lowest + 1);
  CheckMaps checks(multiverse);
  for (int row = lowest; row <= highest; ++row) {
    const Timeline& timeline = multiverse.timeline(row);
    const int mover = timeline.end() & 1;
    const int percent = activity_percent(multiverse.is_active(row));
    DerivativeSums sums{*this, mover, static_cast<float>(permille * percent) / 100'000, derivatives};
    count_pieces(*timeline.boards.back(), sums);
    count_terms(*timeline.boards.back(), row, timeline.end(), checks, sums);
  }
  const int made = count_new_timelines(multiverse, lowest, highest);
  derivatives[weights_.index_of(weights_.timeline)] += static_cast<float>(made);
  derivatives[weights_.index_of(weights_.surplus)] += static_cast<float>(find_surplus(made));
  derivatives[weights_.index_of(weights_.tempo)] += multiverse.player() == white ? 1.0F : -1.0F;
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
