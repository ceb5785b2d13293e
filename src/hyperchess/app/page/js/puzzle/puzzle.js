/**
 * Solving a puzzle: the user plays the solver's actions, the written tree answers for the defender.
 *
 * Nothing that is tried is added to the study. An action that is not written down is put to the server:
 * perhaps it
 * mates as well. Events: `change`, after which `state`, `word` and the numbers say how it goes.
 */

/** @import {Session} from "../session.js" */
/** @import {Node, Search, StudyEdit} from "../types.js" */
/** @import {HttpSource} from "../data/http.js" */

import { longSearch } from "./server-search.js";
import { lineCount, sameAction, solutionStart, wrongTry } from "./solution.js";
import { capitalize } from "../ui/wording.js";

const REPLY = 650; // milliseconds until the defender answers
const SECONDS = 8; // that the server may look for other mates

/** @typedef {"off" | "solving" | "thinking" | "solved" | "shown"} PuzzleState */
/** @typedef {{tone: "info" | "good" | "bad", text: string}} Word */

export class Puzzle extends EventTarget {
  /** @type {PuzzleState} */ state = "off";
  /** @type {Word} */ word = { tone: "info", text: "" };
  /** where the solver is to move now */ node = 0;
  /** where the puzzle begins */ start = 0;
  written = false;
  mistakes = 0;
  hints = 0;
  solved = 0;
  lines = 1;

  /** @type {number[]} defences that still wait for an answer */ #waiting = [];
  /** how much of the hint was told at this place */ #told = 0;
  /** @type {Map<number, Search>} what the server found, by node */ #found = new Map();
  #run = 0; // only the latest start counts

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

  #tell(/** @type {Word["tone"]} */ tone, /** @type {string} */ text) {
    this.word = { tone, text };
    this.dispatchEvent(new Event("change"));
  }

  /** Begin, or begin again. */
  async begin() {
    const { study } = this.session;
    if (!study || this.mateIn === null) return;
    const run = ++this.#run;
    const found = await solutionStart(this.session, this.mateIn);
    if (run !== this.#run) return;
    this.start = found.node;
    this.written = found.written;
    this.node = found.node;
    this.mistakes = this.hints = this.solved = this.#told = 0;
    this.#waiting = [];
    this.#found.clear();
    this.lines = found.written ? lineCount(this.session, found.node) : 1;
    this.state = "solving";
    this.session.judge = (edit) => this.#judge(edit);
    await this.session.go(this.start);
    const player = this.session.position?.player ?? "white";
    this.#tell(
      "info",
      `${capitalize(player)} mates in ${this.mateIn}. Play it on the board${study.game === "5d" ? " and submit" : ""}.`,
    );
  }

  /** Leave the puzzle; the tree may be seen. @param {PuzzleState} [state] */
  end(state = "off") {
    this.#run += 1;
    this.state = state;
    this.session.judge = null;
    this.dispatchEvent(new Event("change"));
  }

  /** Stand where the solver is to move, without the moves that were tried. */
  async back() {
    await this.session.go(this.node);
    this.#tell("info", "Try again.");
  }

  // --- judging --------------------------------------------------------------------------------------------

  /** @param {StudyEdit} edit */
  async #judge(edit) {
    const moves = /** @type {string[]} */ (edit["moves"]);
    if (this.state === "thinking") return false;
    if (edit["parent"] !== this.node) {
      this.#tell("info", "This is not where the puzzle waits for you.");
      return false;
    }
    const children = (this.session.nodeOf(this.node)?.children ?? []).flatMap(
      (id) => this.session.nodeOf(id) ?? [],
    );
    const child = this.written ? children.find((node) => sameAction(node, moves)) : undefined;
    if (child && !wrongTry(child)) {
      await this.#right(child);
      return true;
    }
    if (child) this.#wrong(child.comments[0]?.text || "That does not work.");
    else await this.#unwritten(moves);
    return false;
  }

  /** @param {Node} node the action that was found */
  async #right(node) {
    this.#told = 0;
    const run = this.#run;
    await this.session.go(node.id);
    const replies = node.children.filter((id) => this.session.nodeOf(id)?.resolved);
    if (replies.length === 0) {
      this.solved += 1;
      await this.#next(run);
      return;
    }
    this.#waiting.push(...replies.slice(1).reverse());
    const many = replies.length > 1 ? ` There are ${replies.length} defences; here is the first.` : "";
    this.state = "thinking";
    this.#tell("good", `Right!${many}`);
    await this.#reply(/** @type {number} */ (replies[0]), run);
  }

  /** The defender answers. @param {number} id @param {number} run */
  async #reply(id, run) {
    await new Promise((resolve) => setTimeout(resolve, REPLY));
    if (run !== this.#run) return;
    this.node = id;
    await this.session.go(id);
    this.state = "solving";
    const text =
      this.session
        .nodeOf(id)
        ?.moves.map((move) => move.text)
        .join(" ") ?? "";
    if (this.session.nodeOf(id)?.children.length) this.#tell("info", `The defender plays ${text}. What now?`);
    else {
      this.solved += 1; // the written solution ends with the defence
      await this.#next(run);
    }
  }

  /** To the next defence, or to the end. @param {number} run */
  async #next(run) {
    const next = this.#waiting.pop();
    if (next === undefined) {
      this.end("solved");
      this.#tell("good", this.#praise());
      return;
    }
    this.state = "thinking";
    this.#tell("good", `Mate! ${this.solved} of ${this.lines} defences are answered; here is another one.`);
    const before = this.session.nodeOf(next)?.parent;
    await new Promise((resolve) => setTimeout(resolve, REPLY));
    if (run === this.#run && typeof before === "number") await this.session.go(before);
    await this.#reply(next, run);
  }

  #praise() {
    if (this.mistakes === 0 && this.hints === 0) return "Solved, without a mistake!";
    const parts = [
      this.mistakes > 0 ? `${this.mistakes} other ${this.mistakes === 1 ? "try" : "tries"}` : "",
      this.hints > 0 ? `${this.hints} ${this.hints === 1 ? "hint" : "hints"}` : "",
    ].filter(Boolean);
    return `Solved, after ${parts.join(" and ")}.`;
  }

  /** @param {string} why */
  #wrong(why) {
    this.mistakes += 1;
    this.state = "solving";
    this.#tell("bad", `${why} Try something else.`);
  }

  /** An action that the study does not have: does it mate as well? @param {string[]} moves */
  async #unwritten(moves) {
    const run = this.#run;
    this.state = "thinking";
    this.#tell("info", this.written ? "Not the written solution; does it also mate? …" : "Checking …");
    const search = await this.#ask();
    if (run !== this.#run) return;
    this.state = "solving";
    const winning = /** @type {string[][]} */ (search?.answer?.["winning"] ?? []);
    const exact = search?.answer?.["exact"] === true;
    if (
      winning.some((action) => action.length === moves.length && moves.every((move) => action.includes(move)))
    ) {
      if (this.written)
        this.#tell("good", "That mates as well: a dual! The study has another solution; find it, too.");
      else {
        this.solved = 1;
        this.end("solved");
        this.#tell("good", this.#praise());
      }
    } else if (!search || search.answer?.["outcome"] === "unknown") {
      this.#tell(
        "bad",
        "Not the solution that is known; whether it also mates could not be found out in time.",
      );
    } else if (!exact && search.answer?.["outcome"] === "mate") {
      this.#wrong("Not the solution, as far as could be found out.");
    } else this.#wrong(`Not the solution: this does not force mate in ${this.#left()}.`);
  }

  /** How many actions the solver has left. */
  #left() {
    const played = this.session.path(this.node).length - this.session.path(this.start).length;
    return Math.max(1, (this.mateIn ?? 1) - Math.floor(played / 2));
  }

  /** Ask the server for all mates from here. @returns {Promise<Search | null>} */
  async #ask() {
    const { study } = this.session;
    const { node } = this;
    const known = this.#found.get(node);
    if (known || !study) return known ?? null;
    const request = { study: study.id, node, kind: "mate", mate_in: this.#left(), seconds: SECONDS };
    const search = await longSearch(this.source, request);
    if (search?.state === "done") this.#found.set(node, search);
    return search;
  }

  // --- help -----------------------------------------------------------------------------------------------

  /** First where from, then the whole first move. */
  async hint() {
    const run = this.#run;
    const move = await this.#bestMove();
    if (run !== this.#run) return;
    if (!move) {
      this.#tell("info", "No solution could be found in time.");
      return;
    }
    this.hints += 1;
    this.#told += 1;
    const [from = "", to = ""] = move.split(/>+/);
    if (this.#told === 1) this.#tell("info", `Look at the piece on ${from}.`);
    else this.#tell("info", `From ${from} to ${to}.`);
  }

  /** The first move of the solution. */
  async #bestMove() {
    const child = this.session.nodeOf(this.session.nodeOf(this.node)?.children[0] ?? -1);
    if (this.written && child) return child.moves[0]?.raw || child.moves[0]?.text || null;
    const search = await this.#ask();
    return /** @type {string[][]} */ (search?.answer?.["winning"] ?? [])[0]?.[0] ?? null;
  }

  /** Give up: the tree is shown; where there is none, the solution that the server finds. */
  async show() {
    const { start, written } = this;
    this.node = start;
    if (written) {
      this.end("shown");
      await this.session.go(this.session.nodeOf(start)?.children[0] ?? start);
      this.#tell("info", "This is the solution.");
      return;
    }
    this.#tell("info", "Looking for the solution …");
    const search = await this.#ask();
    this.end("shown");
    await this.session.go(start);
    const action = /** @type {string[][]} */ (search?.answer?.["winning"] ?? [])[0];
    if (action && this.session.study?.game === "5d")
      for (const move of action) await this.session.playText(move);
    this.#tell(
      "info",
      action ? `The solution begins with ${action.join(" ")}.` : "No solution was found in time.",
    );
  }
}
