/**
 * The puzzle trainer: opens a puzzle without its solution, has the answers judged, and plays the defence.
 * Emits `change`. The puzzle is a study like any other, so that board, keys and touch work as usual; while it
 * is solved, the session passes actions to the trainer before they are added. A study that was not changed by
 * the user is removed again.
 */

/** @import {HttpSource} from "../../data/http.js" */
/** @import {Session} from "../../session.js" */
/** @import {Settings} from "../../settings/settings.js" */
/** @import {AddEdit, PuzzleEntry} from "../../types.js" */
/** @import {Filters} from "./record.js" */

import { TrainingRecord } from "./record.js";
import { capitalize } from "../../ui/wording.js";

const REPLY_DELAY = 650; // milliseconds until the defender replies

/** @typedef {"off" | "solving" | "thinking" | "solved" | "shown"} TrainerState */

export class Trainer extends EventTarget {
  /** @type {TrainerState} */ state = "off";
  /** @type {{tone: "info" | "good" | "bad", text: string}} */ message = { tone: "info", text: "" };
  /** @type {PuzzleEntry[]} */ puzzles = [];
  /** @type {PuzzleEntry | null} */ puzzle = null;
  /** whether this attempt counts as failed */ failed = false;
  /** the change of the user's rating; null before the attempt is decided */
  /** @type {number | null} */ change = null;
  record = new TrainingRecord();

  /** the study of the puzzle, or of its solution */ #study = "";
  #revision = 0; // of that study after the trainer's own edits
  #node = 0; // the node where the user is to move
  /** @type {string[][]} the actions since the start of the puzzle */ #played = [];
  #hints = 0; // at this node
  #run = 0; // results of an earlier run are ignored

  /** @param {Session} session @param {Settings} settings @param {HttpSource} source */
  constructor(session, settings, source) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("study", () => {
      if (this.state !== "off" && session.study?.id !== this.#study) this.leave();
    });
    session.on("position", () => this.dispatchEvent(new Event("change")));
  }

  /** Whether the open study is the trainer's. */
  get active() {
    return this.state !== "off";
  }

  get solving() {
    return this.state === "solving" || this.state === "thinking";
  }

  /** Whether a hint decides the attempt, which then counts as failed. */
  get costly() {
    return this.solving && !this.failed;
  }

  /** Whether the position on the board is the one to solve. */
  get here() {
    return this.session.node === this.#node;
  }

  /** @param {Filters} filters */
  choose(filters) {
    this.record.filters = filters;
    this.dispatchEvent(new Event("change"));
  }

  #say(/** @type {"info" | "good" | "bad"} */ tone, /** @type {string} */ text) {
    this.message = { tone, text };
    this.dispatchEvent(new Event("change"));
  }

  // --- puzzles --------------------------------------------------------------------------------------------

  /** Open the next puzzle. */
  async next() {
    if (!(await this.#load())) return false;
    const puzzle = this.record.next(this.puzzles, this.puzzle);
    if (puzzle) return this.#open(puzzle);
    this.session.notice("no other puzzle matches: change the filter");
    return false;
  }

  /** Open a failed puzzle, the oldest first. */
  async again() {
    const failed = this.record.failed(this.puzzles).filter((puzzle) => puzzle.id !== this.puzzle?.id);
    const last = (/** @type {PuzzleEntry} */ puzzle) => this.record.of(puzzle)?.last ?? 0;
    const oldest = failed.sort((one, other) => last(one) - last(other))[0] ?? this.puzzle;
    return oldest ? this.#open(oldest) : false;
  }

  /** Open a puzzle by its id. @param {string} id */
  async open(id) {
    if (!(await this.#load())) return false;
    const puzzle = this.puzzles.find((one) => one.id === id);
    if (puzzle) return this.#open(puzzle);
    this.session.notice("there is no such puzzle", "error");
    return false;
  }

  async #load() {
    if (this.puzzles.length > 0) return true;
    try {
      this.puzzles = await this.source.ask("GET /puzzles");
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
    return this.puzzles.length > 0;
  }

  /** @param {PuzzleEntry} puzzle */
  async #open(puzzle) {
    if (!(await this.session.mayLeave())) return false;
    this.#run += 1;
    this.settings.set("flip", puzzle.player === "black");
    this.session.judge = (edit) => this.#judge(edit); // keeps the engine off from the start
    if (!(await this.#show({ puzzle: puzzle.id }, puzzle.id))) return false;
    this.puzzle = puzzle;
    this.failed = false;
    this.change = null;
    this.#played = [];
    this.#hints = 0;
    this.state = "solving";
    this.#node = this.session.node;
    this.#say("info", `${capitalize(puzzle.player)} mates in ${puzzle.mate_in}. Play it on the board.`);
    return true;
  }

  /**
   * Open a study of a puzzle in place of the previous one.
   *
   * @param {object} request
   * @param {string} id of the puzzle, for the address of the page
   */
  async #show(request, id) {
    const { session } = this;
    const study = await this.source.create(request).catch((error) => {
      session.notice(error.message, "error");
      return null;
    });
    if (!study) return false;
    const before = this.#study;
    const untouched = session.study?.id === before && session.study.revision === this.#revision;
    history[this.active ? "replaceState" : "pushState"](null, "", `#puzzle=${id}`);
    this.#study = study.id;
    this.#revision = study.revision;
    if (this.state === "off") this.state = "thinking";
    await session.show(study);
    if (before && untouched) await this.source.ask("DELETE /studies/{id}", { id: before }).catch(() => {});
    return true;
  }

  /** Leave the trainer; the study stays open. */
  leave() {
    this.#run += 1;
    this.state = "off";
    this.puzzle = null;
    this.#study = "";
    this.session.judge = null;
    this.dispatchEvent(new Event("change"));
  }

  // --- answers --------------------------------------------------------------------------------------------

  /** @param {AddEdit} edit */
  async #judge(edit) {
    const { puzzle, session } = this;
    if (!puzzle || this.state !== "solving") return false;
    if (edit.parent !== this.#node) {
      await this.back();
      return false;
    }
    const { moves } = edit;
    const run = this.#run;
    this.state = "thinking";
    this.#say("info", "Checking…");
    const played = [...this.#played, moves];
    const { id } = puzzle;
    const judgement = await this.source.ask("POST /puzzles/{id}/answers", { id }, { played }).catch((error) => {
      session.notice(error.message, "error", error.hint ?? "");
      return null;
    });
    if (run !== this.#run) return false;
    this.state = "solving";
    if (!judgement?.right) {
      if (judgement?.right === false) this.#fail();
      await session.go(this.#node);
      if (run === this.#run) this.#say(judgement?.right === false ? "bad" : "info", judgement?.text ?? "Try again.");
      return false;
    }
    this.#played = played;
    this.#hints = 0;
    this.state = "thinking";
    await this.#add(moves);
    if (judgement.solved) this.#solved();
    else {
      this.#say("good", judgement.text);
      await this.#reply(judgement.reply, run);
    }
    return true;
  }

  /** The defender replies. @param {string[]} moves @param {number} run */
  async #reply(moves, run) {
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    if (run !== this.#run) return;
    await this.#add(moves);
    if (run !== this.#run) return;
    this.#played = [...this.#played, moves];
    this.#node = this.session.node;
    this.state = "solving";
    this.dispatchEvent(new Event("change"));
  }

  /** Add an action to the study, after the one on the board. @param {string[]} moves */
  async #add(moves) {
    const { session } = this;
    const untouched = session.study?.revision === this.#revision;
    await session.edit({ type: "add", parent: this.#node, moves }, true);
    this.#node = session.node;
    if (untouched) this.#revision = session.study?.revision ?? 0;
  }

  #solved() {
    this.#run += 1;
    this.state = "solved";
    this.session.judge = null;
    if (!this.failed) this.#rate(true);
    const rest = this.failed ? "It counts as failed; try it again later." : "On the first try!";
    this.#say("good", `Checkmate: solved. ${rest}`);
  }

  /** The first mistake decides the attempt. */
  #fail() {
    if (!this.failed) this.#rate(false);
    this.failed = true;
  }

  /** @param {boolean} solved */
  #rate(solved) {
    if (!this.puzzle) return;
    const before = this.record.person.rating;
    this.record.keep(this.puzzle, solved);
    this.change = Math.round(this.record.person.rating) - Math.round(before);
  }

  // --- help -----------------------------------------------------------------------------------------------

  /** Return to the position to solve. */
  async back() {
    await this.session.go(this.#node);
    this.#say("info", "This is the position to solve.");
  }

  /** The first hint names the piece, the second the action. An attempt with a hint counts as failed. */
  async hint() {
    const { puzzle, session } = this;
    if (!puzzle || this.state !== "solving") return;
    const run = this.#run;
    const request = { played: this.#played, whole: this.#hints > 0 };
    const hint = await this.source.ask("POST /puzzles/{id}/hints", { id: puzzle.id }, request).catch((error) => {
      session.notice(error.message, "error");
      return null;
    });
    if (!hint || run !== this.#run) return;
    this.#hints += 1;
    this.#fail();
    this.#say("info", hint.text);
  }

  /** Show the solution as a tree, starting with its first action. */
  async giveUp() {
    const { puzzle, session } = this;
    if (!puzzle) return;
    this.#run += 1;
    if (this.solving) this.#fail();
    this.state = "shown";
    session.judge = null;
    if (!(await this.#show({ solution: puzzle.id }, puzzle.id))) return;
    const key = session.root?.children[0];
    if (key !== undefined) await session.go(key);
    this.#say("info", "This is the solution: the key and a reply to every defence.");
  }
}
