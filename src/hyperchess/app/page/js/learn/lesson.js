/**
 * A lesson on the board: a step is opened as a study, and the server judges whether moves reach its goal.
 * A course has one study, whose text is that of the step. Emits `change` when the step, its state or its
 * message changes, `begin` when a step is on the board, and `reached` at its goal.
 */

/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {HttpSource} from "../data/http.js" */
/** @import {AddEdit, Course, Shape, Step} from "../types.js" */

import { keepPlace, markDone, placeIn, placeOf } from "./progress.js";

/** @typedef {"off" | "trying" | "done"} LessonState */
/** @typedef {{tone: "info" | "good" | "bad", text: string}} Message */

export class Lesson extends EventTarget {
  /** @type {LessonState} */ state = "off";
  /** @type {Message} */ message = { tone: "info", text: "" };
  /** @type {Course | null} */ course = null;
  /** the number of the step, from 0 */ index = 0;

  /** @type {Promise<Course[]> | null} */ #courses = null;
  #study = "";
  #start = 0; // the node where the step begins
  #opening = false;
  #hints = 0;

  /** @param {Session} session @param {Settings} settings @param {HttpSource} source */
  constructor(session, settings, source) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("study", () => void this.#studied());
    session.on("position", () => void this.#positioned());
  }

  /** @returns {Step | null} */
  get step() {
    return this.course?.steps[this.index] ?? null;
  }

  get isLast() {
    return this.index + 1 >= (this.course?.steps.length ?? 0);
  }

  /** All courses, fetched once. */
  courses() {
    this.#courses ??= this.source.ask("GET /lessons").catch((error) => {
      this.#courses = null;
      throw error;
    });
    return this.#courses;
  }

  #say(/** @type {Message["tone"]} */ tone, /** @type {string} */ text) {
    this.message = { tone, text };
    this.dispatchEvent(new Event("change"));
  }

  // --- steps ----------------------------------------------------------------------------------------------

  /**
   * Open a step of a course.
   *
   * @param {string} name
   * @param {number} index
   * @param {() => void} [ready] called when its text is on the board, before it begins
   * @returns {Promise<boolean>}
   */
  async open(name, index, ready) {
    const course = (await this.courses()).find((found) => found.name === name);
    const step = course?.steps[index];
    if (!course || !step || !(await this.session.mayLeave())) return false;
    this.#opening = true;
    try {
      this.session.judge = null;
      if (!(await this.#show(course, step))) return false;
    } finally {
      this.#opening = false;
    }
    this.course = course;
    this.index = index;
    this.#study = this.session.study?.id ?? "";
    keepPlace({ course: name, step: index, study: this.#study });
    this.settings.set("flip", step.player === "black");
    ready?.();
    await this.#begin();
    return true;
  }

  /** Put the text of a step on the board. @param {Course} course @param {Step} step */
  async #show(course, step) {
    const { session } = this;
    const notation = course.game === "infinite" ? "icn" : undefined;
    const id = placeOf(course.name)?.study;
    const known = id ? await this.source.study(id).catch(() => null) : null;
    if (!known) {
      const setup = { game: course.game, text: step.start };
      return Boolean(await session.create({ setup, title: `Lesson: ${course.title}` }));
    }
    if (session.study?.id !== known.id) await session.show(known);
    else if (session.pending.length > 0) await session.go(session.node); // nothing is lost with the old text
    return session.edit({ type: "text", text: step.start, ...(notation ? { notation } : {}) });
  }

  /** Judge moves from the position on the board. */
  async #begin() {
    const { session, step } = this;
    if (!step) return;
    this.#start = session.node;
    this.#hints = 0;
    this.state = "trying";
    session.judge = (edit) => this.#judge(edit);
    const touch = step.arrows[0]?.from;
    if (touch) await session.drawShapes([{ type: "square", at: touch, color: "green" }]);
    this.#say("info", "");
    this.dispatchEvent(new Event("begin"));
  }

  async restart() {
    if (this.course) await this.open(this.course.name, this.index);
  }

  /** Go to the next step (1) or the previous one (-1). @param {number} by */
  async go(by) {
    if (this.course) await this.open(this.course.name, this.index + by);
  }

  /** Stop the lesson; the study stays. */
  leave() {
    if (this.state === "off") return;
    this.state = "off";
    this.session.judge = null;
    this.#say("info", "");
  }

  /** Another study was opened: it may be that of a lesson, after a reload. */
  async #studied() {
    const id = this.session.study?.id ?? "";
    if (this.#opening || (id === this.#study && this.state !== "off")) return;
    this.leave();
    const place = this.#study === "" ? placeIn(id) : null;
    this.#study = id;
    if (place) await this.open(place.course, place.step).catch(() => false);
  }

  // --- judging --------------------------------------------------------------------------------------------

  /** @param {AddEdit} edit */
  async #judge(edit) {
    if (edit.parent !== this.#start || this.state !== "trying") {
      this.#say("info", "This step starts from another position. Press “Try again” to return to it.");
      return false;
    }
    const play = async () => {
      this.session.judge = null;
      await this.session.edit(edit);
    };
    if (!(await this.#ask(edit.moves, true, play))) {
      await this.session.go(this.#start); // the moves are taken back; the message says why
      return false;
    }
    this.dispatchEvent(new Event("reached"));
    return true;
  }

  /** A step may be done as soon as a move is made. */
  async #positioned() {
    const { pending, node } = this.session;
    if (this.state !== "trying" || !this.step?.on_move || pending.length === 0 || node !== this.#start) return;
    if (await this.#ask(pending, false)) this.dispatchEvent(new Event("reached"));
  }

  /**
   * Whether moves reach the goal. If they do, `play` is called before the message is shown.
   * @param {string[]} moves
   * @param {boolean} submitted
   * @param {() => Promise<void>} [play]
   */
  async #ask(moves, submitted, play) {
    const { course, step } = this;
    if (!course || !step) return false;
    try {
      const { done, text } = await this.source.ask("POST /lessons/judge", {}, {
        course: course.name,
        step: step.name,
        moves,
        submitted,
      });
      if (step !== this.step) return false;
      if (done) {
        await play?.();
        this.state = "done";
        markDone(course.name, step.name);
      }
      if (text) this.#say(done ? "good" : "bad", text);
      return done;
    } catch (error) {
      this.#say("bad", /** @type {Error} */ (error).message);
      return false;
    }
  }

  /** First a sentence, then the move itself as an arrow. */
  async hint() {
    const { step } = this;
    if (!step || this.state !== "trying") return;
    this.#hints += 1;
    this.#say("info", step.hint);
    if (this.#hints < 2) return;
    if (this.session.node !== this.#start) await this.session.go(this.#start);
    /** @type {Shape[]} */
    const arrows = step.arrows.map(({ from, to }) => ({ type: "arrow", from, to, color: "green" }));
    await this.session.drawShapes(arrows);
  }
}
