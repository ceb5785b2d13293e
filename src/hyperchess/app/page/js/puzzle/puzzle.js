/**
 * Solving a puzzle: the user plays the solver's actions, and the tree of the study replies for the
 * defender. Attempts are not added to the study. The server searches whether an action outside the tree also
 * mates. Emits `change` after `state`, `message` or a counter changed.
 */

/** @import {SearchRequest} from "../data/api-types.js" */
/** @import {Session} from "../session.js" */
/** @import {AddEdit, Node, Search} from "../types.js" */
/** @import {HttpSource} from "../data/http.js" */

import { spelled } from "../moves/move-spelling.js";
import { longSearch } from "./server-search.js";
import { lineCount, sameAction, solutionStart, isMistake } from "./solution.js";
import { capitalize } from "../ui/wording.js";

const REPLY_DELAY = 650; // milliseconds until the defender replies
const SECONDS = 8; // time limit for the server to search for other mates

/** @typedef {"off" | "solving" | "thinking" | "solved" | "shown"} PuzzleState */
/** @typedef {{tone: "info" | "good" | "bad", text: string}} Message */

export class Puzzle extends EventTarget {
  /** @type {PuzzleState} */ state = "off";
  /** @type {Message} */ message = { tone: "info", text: "" };
  /** the node where the solver is to move */ node = 0;
  /** the starting node of the puzzle */ start = 0;
  inTree = false;
  mistakes = 0;
  hints = 0;
  solved = 0;
  lines = 1;

  /** @type {number[]} defences that still wait for an answer */ #openDefences = [];
  /** how many hints were given at this node */ #hintsGiven = 0;
  /** @type {Map<number, Search>} what the server found, by node */ #searches = new Map();
  #run = 0; // results of an earlier run are ignored

  /** @param {Session} session @param {HttpSource} source */
  constructor(session, source) {
    super();
    this.session = session;
    this.source = source;
  }

  get mateIn() {
    return this.session.study?.puzzle?.mate_in ?? null;
  }

  /** Whether the position on the board is the one to solve. */
  get here() {
    return this.session.node === this.node;
  }

  #say(/** @type {Message["tone"]} */ tone, /** @type {string} */ text) {
    this.message = { tone, text };
    this.dispatchEvent(new Event("change"));
  }

  /** Start or restart. */
  async begin() {
    const { study } = this.session;
    if (!study || this.mateIn === null) return;
    const run = ++this.#run;
    const found = await solutionStart(this.session, this.mateIn);
    if (run !== this.#run) return;
    this.start = found.node;
    this.inTree = found.inTree;
    this.node = found.node;
    this.mistakes = this.hints = this.solved = this.#hintsGiven = 0;
    this.#openDefences = [];
    this.#searches.clear();
    this.lines = found.inTree ? lineCount(this.session, found.node) : 1;
    this.state = "solving";
    this.session.judge = (edit) => this.#judge(edit);
    await this.session.go(this.start);
    const player = this.session.position?.player ?? "white";
    this.#say(
      "info",
      `${capitalize(player)} mates in ${this.mateIn}. Play it on the board${study.game === "5d" ? " and submit" : ""}.`,
    );
  }

  /** Leave the puzzle and show the tree. @param {PuzzleState} [state] */
  end(state = "off") {
    this.#run += 1;
    this.state = state;
    this.session.judge = null;
    this.dispatchEvent(new Event("change"));
  }

  /** Return to the node where the solver is to move, discarding the moves tried. */
  async back() {
    await this.session.go(this.node);
    this.#say("info", "Try again.");
  }

  // --- judging --------------------------------------------------------------------------------------------

  /** @param {AddEdit} edit */
  async #judge(edit) {
    const { moves } = edit;
    if (this.state === "thinking") return false;
    if (edit.parent !== this.node) {
      this.#say("info", "The puzzle continues from another position.");
      return false;
    }
    const children = (this.session.nodeOf(this.node)?.children ?? []).flatMap(
      (id) => this.session.nodeOf(id) ?? [],
    );
    const child = this.inTree ? children.find((node) => sameAction(node, moves)) : undefined;
    if (child && !isMistake(child)) {
      await this.#accept(child);
      return true;
    }
    if (child) this.#reject(child.comments[0]?.text || "That does not work.");
    else await this.#judgeUnknown(moves);
    return false;
  }

  /** @param {Node} node the action that was found */
  async #accept(node) {
    this.#hintsGiven = 0;
    const run = this.#run;
    await this.session.go(node.id);
    const replies = node.children.filter((id) => this.session.nodeOf(id)?.resolved);
    if (replies.length === 0) {
      this.solved += 1;
      await this.#next(run);
      return;
    }
    this.#openDefences.push(...replies.slice(1).reverse());
    const many = replies.length > 1 ? ` There are ${replies.length} defences; here is the first.` : "";
    this.state = "thinking";
    this.#say("good", `Right!${many}`);
    await this.#reply(/** @type {number} */ (replies[0]), run);
  }

  /** The defender replies. @param {number} id @param {number} run */
  async #reply(id, run) {
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    if (run !== this.#run) return;
    this.node = id;
    await this.session.go(id);
    this.state = "solving";
    const text =
      this.session
        .nodeOf(id)
        ?.moves.map(spelled)
        .join(" ") ?? "";
    if (this.session.nodeOf(id)?.children.length) this.#say("info", `The defender plays ${text}. What now?`);
    else {
      this.solved += 1; // the solution in the study ends with the defence
      await this.#next(run);
    }
  }

  /** Go to the next defence, or finish. @param {number} run */
  async #next(run) {
    const next = this.#openDefences.pop();
    if (next === undefined) {
      this.end("solved");
      this.#say("good", this.#summary());
      return;
    }
    this.state = "thinking";
    this.#say("good", `Mate! ${this.solved} of ${this.lines} defences are answered; here is another one.`);
    const before = this.session.nodeOf(next)?.parent;
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    if (run === this.#run && typeof before === "number") await this.session.go(before);
    await this.#reply(next, run);
  }

  #summary() {
    if (this.mistakes === 0 && this.hints === 0) return "Solved, without a mistake!";
    const parts = [
      this.mistakes > 0 ? `${this.mistakes} wrong ${this.mistakes === 1 ? "try" : "tries"}` : "",
      this.hints > 0 ? `${this.hints} ${this.hints === 1 ? "hint" : "hints"}` : "",
    ].filter(Boolean);
    return `Solved after ${parts.join(" and ")}.`;
  }

  /** @param {string} why */
  #reject(why) {
    this.mistakes += 1;
    this.state = "solving";
    this.#say("bad", `${why} Try something else.`);
  }

  /** Search whether an action that is not in the study mates too. @param {string[]} moves */
  async #judgeUnknown(moves) {
    const run = this.#run;
    this.state = "thinking";
    this.#say(
      "info",
      this.inTree ? "Not the solution in the study. Checking whether it also mates…" : "Checking…",
    );
    const search = await this.#findMates();
    if (run !== this.#run) return;
    this.state = "solving";
    const winning = /** @type {string[][]} */ (search?.answer?.["winning"] ?? []);
    const exact = search?.answer?.["exact"] === true;
    if (
      winning.some((action) => action.length === moves.length && moves.every((move) => action.includes(move)))
    ) {
      if (this.inTree)
        this.#say("good", "That also mates (a dual). The study has another solution: find that one too.");
      else {
        this.solved = 1;
        this.end("solved");
        this.#say("good", this.#summary());
      }
    } else if (!search || search.answer?.["outcome"] === "unknown") {
      this.#say(
        "bad",
        "Not the known solution; whether it also mates was not decided within the time limit.",
      );
    } else if (!exact && search.answer?.["outcome"] === "mate") {
      this.#reject("Not the solution, as far as the search could tell.");
    } else this.#reject(`Not the solution: this does not force mate in ${this.#actionsLeft()}.`);
  }

  /** The number of actions that the solver has left. */
  #actionsLeft() {
    const played = this.session.path(this.node).length - this.session.path(this.start).length;
    return Math.max(1, (this.mateIn ?? 1) - Math.floor(played / 2));
  }

  /** Search all mates from the current node on the server. @returns {Promise<Search | null>} */
  async #findMates() {
    const { study } = this.session;
    const { node } = this;
    const known = this.#searches.get(node);
    if (known || !study) return known ?? null;
    /** @type {SearchRequest} */
    const request = { study: study.id, node, kind: "mate", mate_in: this.#actionsLeft(), seconds: SECONDS };
    const search = await longSearch(this.source, request);
    if (search?.state === "done") this.#searches.set(node, search);
    return search;
  }

  // --- help -----------------------------------------------------------------------------------------------

  /** The first hint names the piece, the second the whole move. */
  async hint() {
    const run = this.#run;
    const move = await this.#bestMove();
    if (run !== this.#run) return;
    if (!move) {
      this.#say("info", "No solution found within the time limit.");
      return;
    }
    this.hints += 1;
    this.#hintsGiven += 1;
    const [from = "", to = ""] = move.split(/>+/);
    if (this.#hintsGiven === 1) this.#say("info", `Look at the piece on ${from}.`);
    else this.#say("info", `From ${from} to ${to}.`);
  }

  /** The first move of the solution. */
  async #bestMove() {
    const child = this.session.nodeOf(this.session.nodeOf(this.node)?.children[0] ?? -1);
    if (this.inTree && child) return child.moves[0]?.raw || child.moves[0]?.text || null;
    const search = await this.#findMates();
    return /** @type {string[][]} */ (search?.answer?.["winning"] ?? [])[0]?.[0] ?? null;
  }

  /** Give up: show the solution in the tree, or else the one that the server finds. */
  async show() {
    const { start, inTree } = this;
    this.node = start;
    if (inTree) {
      this.end("shown");
      await this.session.go(this.session.nodeOf(start)?.children[0] ?? start);
      this.#say("info", "This is the solution.");
      return;
    }
    this.#say("info", "Searching for the solution…");
    const search = await this.#findMates();
    this.end("shown");
    await this.session.go(start);
    const action = /** @type {string[][]} */ (search?.answer?.["winning"] ?? [])[0];
    if (action && this.session.study?.game === "5d")
      for (const move of action) await this.session.playText(move);
    this.#say(
      "info",
      action ? `The solution begins with ${action.join(" ")}.` : "No solution found within the time limit.",
    );
  }
}
