/**
 * Engine analysis of the position on the board. It follows the game, pauses while the page is hidden, and
 * never blocks the user's moves. Emits `change`.
 */

/** @import {ApiError, HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Score, Search, Thought} from "../types.js" */

import { Job } from "./jobs.js";

const DELAY = 150; // milliseconds that a position must be shown before the engine analyses it
const AGAIN = 2000; // milliseconds until a busy server is asked again
const SECONDS = 30;
const MOST_KEPT = 200; // positions

export class Evaluation extends EventTarget {
  /** @type {Thought | null} */ thought = null;
  /** @type {"off" | "thinking" | "done"} */ state = "off";
  /** why there is no analysis */ message = "";

  /** why the engine must not run now, such as during a game; empty if it may */ #pause = "";
  #key = "";
  #timer = 0;
  /** @type {Job | null} */ #job = null;
  /** @type {Map<string, Thought>} what was thought to the end */ #kept = new Map();

  /** @param {Session} session @param {Settings} settings @param {HttpSource} source */
  constructor(session, settings, source) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("position", () => this.follow());
    settings.onChange((name) => {
      if (name === "evaluation" || name === "lines" || name === "engine") this.follow();
    });
    document.addEventListener("visibilitychange", () => this.follow());
    addEventListener("pagehide", () => this.#stop());
  }

  get on() {
    return this.settings.get("evaluation") && this.#pause === "";
  }

  /** Keep the engine off while one of the games is active. @param {(EventTarget & {active: boolean})[]} games */
  pauseDuring(games) {
    for (const game of games) {
      game.addEventListener("change", () => {
        this.#pause = games.some(({ active }) => active) ? "the engine is off during a game" : "";
        this.follow();
      });
    }
  }

  /** The score of the position: the engine's, otherwise that of a comment. @returns {Score | null} */
  get score() {
    return this.thought?.lines[0]?.score ?? null;
  }

  /** The node being analysed. */
  get node() {
    return this.session.node;
  }

  /** Analyse the position that is shown, or stop. */
  follow() {
    const { session, settings } = this;
    const { study, position } = session;
    const wanted = this.on && study !== null && position !== null && session.judge === null;
    if (!wanted) {
      const why = this.#pause || (session.judge ? "off until the task is solved" : "");
      this.#set("", "off", null, this.settings.get("evaluation") ? why : "");
      return;
    }
    const key = [study.id, session.node, settings.get("lines"), settings.get("engine")].join(" ");
    if (document.hidden) {
      this.#stop();
      this.#key = "";
      return;
    }
    if (key === this.#key) return;
    const kept = this.#kept.get(key) ?? null;
    this.#set(key, kept ? "done" : "thinking", kept, "");
    if (position.status.over) this.#set(key, "done", null, position.status.text);
    else if (!kept) this.#timer = window.setTimeout(() => this.#ask(key), DELAY);
  }

  /**
   * @param {string} key
   * @param {"off" | "thinking" | "done"} state
   * @param {Thought | null} thought
   * @param {string} message
   */
  #set(key, state, thought, message) {
    if (key !== this.#key) this.#stop();
    this.#key = key;
    this.state = state;
    this.thought = thought;
    this.message = message;
    this.session.suggest(thought?.lines[0]?.arrows ?? []);
    this.dispatchEvent(new Event("change"));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#job?.cancel();
    this.#job = null;
  }

  /** @param {string} key */
  async #ask(key) {
    const { session, settings } = this;
    if (key !== this.#key || !session.study) return;
    const request = {
      study: session.study.id,
      node: session.node,
      lines: settings.get("lines"),
      engine: settings.get("engine"),
      seconds: SECONDS,
    };
    const job = new Job(
      this.source,
      () => this.source.ask("POST /thoughts", {}, request),
      (search) => this.#told(key, search),
    );
    this.#job = job;
    try {
      const end = await job.result;
      if (key !== this.#key) return;
      if (end?.state === "failed") this.#set(key, "done", this.thought, end.text);
      else if (end?.state === "done") this.#keep(key);
    } catch (error) {
      const { code, message } = /** @type {ApiError} */ (error);
      if (key !== this.#key) return;
      if (code === "too-many-searches") this.#timer = window.setTimeout(() => this.#ask(key), AGAIN);
      else this.#set(key, "done", null, message);
    }
  }

  /** @param {string} key @param {Search} search */
  #told(key, search) {
    if (key !== this.#key) return;
    const found = /** @type {Partial<Thought>} */ (search.state === "done" ? search.answer : search.progress);
    if (!found?.lines) return;
    const state = search.state === "done" ? "done" : "thinking";
    this.#set(key, state, /** @type {Thought} */ (found), search.state === "failed" ? search.text : "");
  }

  /** @param {string} key */
  #keep(key) {
    if (!this.thought) return;
    this.#kept.set(key, this.thought);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
