// API for fitting the evaluation of 5D chess: games of the engine against itself, and rows of numbers to fit.
#pragma once

#include "api/lines.hpp"
#include "multiverse/engine/self_play.hpp"

namespace hyperchess::api {

struct Tuner {
  Weights weights;
  Engine engine;  // serves one call at a time
};
HYPERCHESS_OBJECT(Tuner, "Tuner")

struct TuningGame {
  Bytes actions;            // as in game libraries
  std::vector<int> scores;  // of the last actions
  int result;               // White's half points
};
HYPERCHESS_RECORD(TuningGame, "TuningGame", actions, scores, result)

// Little-endian arrays over the positions before each action, and over the nonzero derivatives of all of
// them.
struct TuningRows {
  Bytes values;       // int32: evaluation from White's point of view
  Bytes checks;       // uint8: whether the player is in check
  Bytes counts;       // uint16: number of derivatives
  Bytes weights;      // uint16: index of the weight of a derivative
  Bytes derivatives;  // float32
};
HYPERCHESS_RECORD(TuningRows, "TuningRows", values, checks, counts, weights, derivatives)

Tuner make_tuner(const std::vector<int>& weights);
TuningGame play_game(Tuner& self, const PackedPosition& position, std::uint64_t seed, int opening, int nodes,
                     int length);
// Return nothing if an action cannot be played.
std::optional<TuningRows> list_rows(const Tuner& self, const PackedPosition& position, const Bytes& data);

}  // namespace hyperchess::api
