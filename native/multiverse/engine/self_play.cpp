#include "multiverse/engine/self_play.hpp"

#include <random>

#include "multiverse/rules/checks.hpp"

namespace hyperchess {
namespace {

constexpr int max_choices = 400;        // random actions are chosen among the first legal ones
constexpr int max_game_timelines = 12;  // beyond, a game is adjudicated
constexpr int decisive_score = 1'000;   // centipawns; adjudicated games with a smaller score are drawn
constexpr int won = 2, drawn = 1, lost = 0;

// White's half points if those of the player to move are `points`.
int for_white(const Multiverse& position, int points) {
  return position.player() == white ? points : won - points;
}

Multiverse play_action(const Multiverse& position, const ActionMoves& action) {
  Multiverse after = position;
  for (const Move& move : action) after = after.with(after.make_boards(move), after.player());
  return after.with_player(1 - position.player());
}

// Return a random legal action, or none if there is no legal action.
ActionMoves choose_action(const Multiverse& position, std::mt19937_64& random) {
  Meter meter(Meter::unlimited_seconds, Meter::unlimited_rounds, {});
  const Axes axes(position);
  BoxSearch search(axes, meter);
  std::vector<Point> points;
  while (static_cast<int>(points.size()) < max_choices && search.next_region()) {
    // One random action of each region is enough.
    Point point;
    for (AxisIndex axis{0}; axis < axes.playable_count() + search.branches(); ++axis) {
      const Word* const set = search.region() + search.layout().offset(axis);
      std::vector<EntryIndex> entries;
      for (EntryIndex entry{0}; entry < axes.axis_size(axis); ++entry)
        if (has(set, entry)) entries.push_back(entry);
      point.push_back(entries[random() % entries.size()]);
    }
    points.push_back(std::move(point));
  }
  if (points.empty()) return {};
  return list_moves(axes, points[random() % points.size()]);
}

}  // namespace

SelfPlayGame play_self(Engine& engine, const Multiverse& start, const SelfPlaySettings& settings,
                       const std::function<void()>& poll) {
  std::mt19937_64 random(settings.seed);
  engine.clear();
  SelfPlayGame game;
  Multiverse position = start;
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int left = 1 + below(settings.opening); left > 0; --left) {
    ActionMoves action = choose_action(position, random);
    if (action.empty()) break;
    position = play_action(position, action);
    game.actions.push_back(std::move(action));
  }
  for (;;) {
    const long long nodes = settings.nodes + below(2 * settings.nodes + 1);
    const Report report = engine.analyse(position, {.seconds = {}, .nodes = nodes, .depth = {}}, 1, {}, poll);
    if (report.variations.empty()) {
      game.result = in_check(position, true) ? for_white(position, lost) : drawn;
      return game;
    }
    const auto& [value, depth, actions] = report.variations.front();
    game.scores.push_back(value);
    game.actions.push_back(actions.front());
    const int rows = position.highest_row() - position.lowest_row() + 1;
    if (is_proven(value) || rows > max_game_timelines ||
        static_cast<int>(game.actions.size()) >= settings.length) {
      game.result = for_white(position, value >= decisive_score    ? won
                                        : value <= -decisive_score ? lost
                                                                   : drawn);
      return game;
    }
    position = play_action(position, actions.front());
  }
}

}  // namespace hyperchess
