/**
 * The actions of the proof that a study shows, updated with the position on the board. While sizes are unknown, the
 * server is asked again and again, and counts some records each time, until the reader stops it. Emits `change`.
 */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {ProofChoice, ProofView} from "../types.js" */

const PAUSE = 100; // milliseconds between two requests that count records

export class Proof extends EventTarget {
  /** @type {ProofView | null} */ view = null;
  /** why there is nothing to show */ message = "";
  /** whether the reader has stopped the counting */ stopped = false;

  #asked = 0; // only the responses to the latest request count
  #first = 0;
  #key = "";

  /** @param {Session} session @param {HttpSource} source */
  constructor(session, source) {
    super();
    this.session = session;
    this.source = source;
    session.on("position", () => this.#follow());
    session.on("study", () => this.#follow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#ask();
    });
    this.#follow();
  }

  /** Whether the open study shows a proof. */
  get on() {
    return Boolean(this.session.study?.proof);
  }

  /** Look up the current node, unless it is shown already. */
  #follow() {
    const { study, node } = this.session;
    const key = this.on && study ? `${study.id} ${node}` : "";
    if (key === this.#key) return;
    this.#key = key;
    this.#first = 0;
    this.#set(null, "");
    this.#ask();
  }

  /** Show other choices. @param {number} first the place of the first one */
  turn(first) {
    this.#first = first;
    this.#ask();
  }

  /** @param {boolean} stopped */
  stop(stopped) {
    this.stopped = stopped;
    this.#ask();
  }

  /** Ask about the current node, until nothing more is to be counted. */
  async #ask() {
    const asked = ++this.#asked;
    const { study, node } = this.session;
    if (!this.on || !study) return;
    let count = false; // the first response does not wait for the counting
    do {
      try {
        const request = { node, first: this.#first, count };
        const view = await this.source.ask("POST /studies/{id}/proof", { id: study.id }, request);
        if (asked !== this.#asked) return;
        this.#set(view, "");
      } catch (error) {
        if (asked === this.#asked) this.#set(null, /** @type {Error} */ (error).message);
        return;
      }
      if (count) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      count = true;
    } while (asked === this.#asked && this.view?.counting && !this.stopped && !document.hidden);
  }

  /** @param {ProofView | null} view @param {string} message */
  #set(view, message) {
    this.view = view;
    this.message = message;
    const [choice] = view?.choices ?? [];
    const extend = choice && this.session.canEdit ? () => this.play(choice) : null;
    if (extend || this.session.extend) this.session.extend = extend;
    this.dispatchEvent(new Event("change"));
  }

  /** Add a choice to the tree, and go there. @param {ProofChoice} choice */
  async play(choice) {
    this.session.suggest([]);
    await this.session.edit({ type: "add", parent: this.session.node, moves: choice.moves });
  }

  /** Go to the last node of this line that is in the proof. */
  async back() {
    const { session, view } = this;
    const depth = view?.depth ?? 0;
    const node = depth > 0 ? session.path(session.node)[depth - 1] : session.root;
    if (node) await session.go(node.id);
  }
}
