// The interface of the kernel: each constant, class and function that Python and browsers see, declared once.
//
// A binding passes a `Module` with these members, which it implements as templates:
//
// * `constant(name, value)`, `function(name, function, description, argument names...)`;
// * `object<T>(description)` returns a class whose `constructor`, `factory` (a static method), `method`,
//   `search` (a method that may take long) and `property` take a function in the same way, and whose
//   `pickled` takes the functions that make an object from its state and back.
#pragma once

#include "api/actions.hpp"
#include "api/engines.hpp"
#include "api/infinite.hpp"
#include "api/lines.hpp"
#include "api/mates.hpp"
#include "api/tuning.hpp"
#include "api/windows.hpp"

namespace hyperchess::api {

template <class Module>
void declare_multiverse(Module& module) {
  module.constant("MAX_SQUARES", max_squares);
  module.constant("MAX_TIMELINES", max_timelines);
  module.constant("MAX_BOARDS", max_boards);
  module.constant("ANYTHING", Pattern::anything);

  module.template object<ActionHandle>("A legal action, not converted to moves yet.")
      .method("moves", &handle_moves, "Return its moves in standard order, as numbers for `Actions.move`.")
      .method("play", &handle_play, "Return the position after it.");
  module.template object<PackedActions>("The legal actions of a position, generated as they are fetched.")
      .search("fetch", &fetch, "Return up to `most` further actions; empty if there are none left.", "most")
      .method("move", &get_move, "Return the move with a number.", "number");
  module.template object<MadeBoards>("Boards made by moves.")
      .method("cells", &read_cells, "Return the boards, with the boards from which they branched.");
  module.template object<PackedPosition>("A position as bitboards.")
      .pickled(&pack, &unpack)
      .property("width", &width, "Number of files.")
      .property("height", &height, "Number of ranks.")
      .property("even", &is_even, "Whether there are two middle timelines.")
      .property("lowest_row", &lowest_row, "Row of the lowest timeline.")
      .method("ends", &ends, "Return the last half-turn of every row, from the lowest.")
      .method("initial_rows", &initial_rows, "Return the rows of the starting position.")
      .method("with_player", &with_player, "Return the position with `player` to move.", "player")
      .method("keys", &keys, "Return the keys, and those of the boards that `before` does not have.",
              "before")
      .method("match", &match, "Return the moves that match a pattern.", "pattern")
      .method("count_moves", &count_moves, "Return the number of moves on playable boards.")
      .method("move", &move, "Play one move; return `None` if it is not possible.", "numbers")
      .method("play_action", &play_action, "Play an action; return `None` if it is not legal.", "action")
      .method("checks", &checks,
              "Return the attacks on royals, now or after a pass on every mandatory board.", "passing")
      .method("in_check", &in_check, "Return whether there are checks after a pass.")
      .method("may_submit", &may_submit, "Return whether the action may be submitted.")
      .method("memory", &memory, "Return the size in bytes, including boards shared with other positions.")
      .method("code_at", &code_at,
              "Return the code of the piece on a square, or 0 if there is no piece or no such board.", "row",
              "time", "square")
      .search("count_actions", &count_actions, "Return the number of legal actions, counted up to `limit`.",
              "limit", "seconds", "rounds")
      .search("status", &status, "Return the status; raise `BudgetExhausted` if it stays unknown.", "seconds",
              "rounds")
      .search("perft", &perft, "Return the number of sequences of `depth` legal actions.", "depth", "seconds",
              "rounds")
      .method("actions", &actions, "Return the legal actions.", "seconds", "rounds")
      .method(
          "line_table", &line_table,
          "Return rows of this position and of the position after each encoded action, rows of all boards,\n"
          "the actions in standard order, jumps and captures; or `None` if an action cannot be played.",
          "data")
      .method("match_line", &match_line,
              "Resolve the first actions, as long as each of their patterns matches one move. Return moves,\n"
              "kinds, captures, boards made, position after, and the moves as bytes for each action.",
              "actions")
      .method("replay", &replay,
              "Play up to `most` encoded actions; return `None` if one of them cannot be played.", "data",
              "most")
      .method(
          "find_boards", &find_boards,
          "Return ply, row and half-turn of each board that matches: all boards of this position, and the\n"
          "boards made by up to `most` actions. `squares` has square, number of accepted codes and the\n"
          "codes for each square. Return `None` if an action cannot be played.",
          "data", "most", "squares");

  module.template object<PackedFirstActions>("Iterator over the first actions that force mate.")
      .search(
          "next", &next_first_action,
          "Return the moves of the next action, or `None`. Call `watcher(nodes, actions examined)` a few\n"
          "times a second.",
          "watcher")
      .method("share", &share_first_actions,
              "From now on, examine only the candidates with numbers from `first` up to `last`.", "first",
              "last")
      .property("ended", &first_actions_ended, "Whether all candidates have been examined.");
  module.template object<PackedMates>("Mate search with its transposition table.")
      .constructor(&make_mates, "softmates", "table_bytes", "seconds", "rounds")
      .method("first_actions", &first_actions, "Return the first actions that force mate in `length`.",
              "position", "length")
      .property("nodes", &mate_nodes, "Number of searched positions.")
      .property("rounds", &mate_rounds, "Number of rounds spent.")
      .property("table_bytes", &mate_table_bytes, "Size of the table.");

  module.template object<PackedStop>("Asks searches to stop, from any thread and also before they begin.")
      .constructor(&make_stop)
      .method("stop", &stop, "Stop all searches that have this token.")
      .property("is_stopped", &is_stopped, "Whether `stop` has been called.");
  module.template object<Engine>("Engine of 5D chess with its transposition table.")
      .constructor(&make_engine, "weights", "bytes", "threads", "parameters")
      .search(
          "analyse", &analyse,
          "Return the best lines. Call `watcher` with a report after each depth. Raise `Busy` while another\n"
          "search runs.",
          "position", "seconds", "nodes", "depth", "lines", "stop", "watcher")
      .method("clear", &clear, "Clear the transposition table; raise `Busy` while a search runs.")
      .property("bytes", &engine_bytes, "Memory of a search with its threads.");
  module.function("search_parameters", &search_parameters,
                  "Return names, defaults and bounds of the search parameters of 5D chess.");
  module.function("weight_names", &weight_names,
                  "Return the names of the weights, in the order in which they are passed.");
  module.function("evaluate", &evaluate, "Return the terms of each side on the last board of every row.",
                  "position", "weights");
  module.function("placements", &placements,
                  "Return the values of the squares of all pieces on the last board of every row.",
                  "position", "weights");
  module.function("static_value", &static_value, "Return the evaluation from White's point of view.",
                  "position", "weights");
}

// For Python only: browsers have no tables.
template <class Module>
void declare_windows(Module& module) {
  module.template object<PackedWindow>("A table of mates of a bare king, in a window that moves with it.")
      .constructor(&make_window, "pieces", "has_rook", "reach", "rook_reach")
      .search("solve", &window_solve, "Find all mates.")
      .method("load", &window_load, "Use values that were found earlier.", "black_to_move")
      .method("white_to_move", &window_white_to_move,
              "Return moves to mate with White to move, by index; 255 is unknown.")
      .method("black_to_move", &window_black_to_move,
              "Return moves to mate with the bare king to move, by index; 255 is unknown.");
  module
      .template object<PackedDraws>(
          "A table of forced captures by a bare king, and of its stalemates, in the window of a table of "
          "mates.")
      .constructor(&make_draws, "window")
      .search("solve", &draws_solve, "Find all forced captures.")
      .method("white_to_move", &draws_white_to_move,
              "Return moves to the capture with White to move, by index; 255 is unknown.")
      .method("black_to_move", &draws_black_to_move,
              "Return moves to the capture with the bare king to move, by index; 255 is unknown.")
      .method("count", &draws_count,
              "Return the numbers of positions, of won and of drawn ones, by the distance of the farthest\n"
              "piece. A rook is remote. Both tables must be solved.",
              "white_to_move");
}

// For Python only: browsers do not fit weights.
template <class Module>
void declare_tuning(Module& module) {
  module
      .template object<Tuner>("Games of the engine of 5D chess against itself, and rows to fit its weights.")
      .constructor(&make_tuner, "weights")
      .search(
          "play", &play_game,
          "Play a game: up to `opening` random actions, then `nodes` to three times as many nodes for each\n"
          "action. It is adjudicated after `length` actions.",
          "position", "seed", "opening", "nodes", "length")
      .search("rows", &list_rows,
              "Return the evaluation of the position before each encoded action and its derivatives by the\n"
              "weights, or `None` if an action cannot be played.",
              "position", "data");
}

template <class Module>
void declare_infinite(Module& module) {
  module.constant("FAR_EDGE", infinite::far_edge);
  module.constant("HOP_EDGE", infinite::hop_edge);
  module.function("infinite_code", &infinite_code, "Return the code of a piece of infinite chess.", "kind",
                  "color", "special");

  module.template object<PackedRules>("Rules of a variant, which stay the same from move to move.")
      .factory("pack", &pack_rules,
               "Return `None` if a number is too large, or for pieces that the kernel does not support.",
               "players", "promotions", "goals", "border", "slide_limit", "free_promotion",
               "drop_idle_rights", "automatic_move_rule", "counts_checks");
  module.template object<PackedMoves>("Legal moves as points and rays.")
      .method("points", &points, "Return the moves that are not slides.")
      .method("rays", &rays, "Return the slides.")
      .method("count", &count,
              "Return the number of moves that end in a window, or `None` if its edges are too large.",
              "lowest", "highest");
  module.template object<PackedInfinite>("A position of infinite chess.")
      .factory("pack", &pack_infinite,
               "Return `None` if a coordinate is too large, or for pieces that the kernel does not support.",
               "rules", "slots", "en_passant", "checks_given", "rule_count", "rule_limit", "knows_past")
      .property("hash", &hash, "Hash of pieces, players and an open en passant square.")
      .property("size", &size, "Number of pieces.")
      .method("find_moves", &find_moves,
              "Return all legal moves, or `None` if they need numbers beyond 64 bits.")
      .method("can_move", &can_move,
              "Return whether there is a legal move, or `None` if that needs numbers beyond 64 bits.")
      .method("checks", &royals_in_check, "Return the attacked royal pieces of the player to move.")
      .method("checkers", &checkers, "Return the pieces that give check, each once.")
      .method("allows", &allows, "Return whether a move is legal, or `None` if it goes too far.", "move")
      .method(
          "play", &play,
          "Return the effect of a legal move and the position after it, or `None` if it is illegal or goes\n"
          "too far.",
          "move")
      .method("summary", &summary, "Return the facts that the status depends on.")
      .method(
          "is_ongoing", &is_ongoing,
          "Return whether the game is certainly not over: there is a legal move, no check, no repetition,\n"
          "sufficient material, no further goal and no draw by the move rule.");

  module.template object<PackedHunt>("Search for mates of a bare royal piece.")
      .factory("of", &make_hunt,
               "Return a search, or `None` if the position is of another kind or too large.", "position",
               "seconds", "rounds")
      .method("first_moves", &hunt_moves,
              "Return the first moves to try, and whether each represents only itself.", "length")
      .search("wins", &hunt_wins,
              "Return whether a legal move mates within `length` moves. Call `watcher` a few times a second.",
              "start", "end", "length", "watcher")
      .property("rounds", &hunt_rounds, "Number of rounds spent.")
      .property("longest", &longest_hunt, "Maximum length of a mate.");

  module.template object<infinite::Engine>("Engine of infinite chess with its transposition table.")
      .constructor(&make_infinite_engine, "weights", "bytes", "threads", "parameters")
      .search(
          "analyse", &infinite_analyse,
          "Return the best lines, or `None` if numbers beyond 64 bits are needed. `mates` is a table of the\n"
          "material. Call `watcher` with a report after each depth. Raise `Busy` while another search runs.",
          "position", "seconds", "nodes", "depth", "lines", "stop", "mates", "watcher")
      .method("clear", &infinite_clear, "Clear the tables; raise `Busy` while a search runs.")
      .property("bytes", &infinite_engine_bytes, "Memory of a search with its threads.");
  module.function("infinite_search_parameters", &infinite_search_parameters,
                  "Return names, defaults and bounds of the search parameters of infinite chess.");
  module.function(
      "infinite_weight_names", &infinite_weight_names,
      "Return the names of the weights of infinite chess, in the order in which they are passed.");
  module.function("infinite_evaluate", &infinite_evaluate,
                  "Return the terms of each colour, and the evaluation from the point of view of `color`.",
                  "position", "color", "weights");
}

}  // namespace hyperchess::api
