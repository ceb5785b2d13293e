// Reads game files with 5dchess_engine, for benchmarks/short_games.py, which says how it is built: a line for
// each file with its name and the microseconds of processor time of the shortest of several runs. The reasons why
// it refuses other files are written to standard error.
#include <algorithm>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include "game.h"

int main(int count, char** names) {
  for (int index = 1; index < count; ++index) {
    std::ifstream file(names[index]);
    std::stringstream text;
    text << file.rdbuf();
    double best = std::numeric_limits<double>::infinity();
    try {
      for (int run = 0; run < 20; ++run) {
        const std::clock_t began = std::clock();
        const game read = game::from_pgn(text.str());
        best = std::min(best, 1e6 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
      }
    } catch (const std::exception& refusal) {
      std::cerr << names[index] << '\t' << refusal.what() << '\n';
      continue;
    }
    std::cout << names[index] << '\t' << best << '\n';
  }
}
