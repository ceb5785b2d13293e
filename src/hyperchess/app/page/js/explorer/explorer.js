/**
 * Statistics of the position on the board, updated with the game while shown. Emits `change`.
 */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Explored} from "../types.js" */

const DELAY = 80; // milliseconds that a position must be shown before it is looked up
const MOST_KEPT = 200; // positions

export class Explorer extends EventTarget {
  /** @type {Explored | null} */ found = null;
  /** why there is nothing to show */ message = "";

  #key = "";
  #timer = 0;
  /** @type {Map<string, Explored>} */ #kept = new Map();

  /** @param {Session} session @param {Settings} settings @param {HttpSource} source */
  constructor(session, settings, source) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("position", () => this.follow());
    session.on("study", () => this.follow());
    session.on("guard", () => this.follow());
    settings.onChange((name) => {
      if (name === "explorer") this.follow();
    });
  }

  /** Hidden while a puzzle is solved or a game is played, because it would help. */
  get allowed() {
    const { study, judge, guard } = this.session;
    return study !== null && judge === null && guard === null;
  }

  get on() {
    return this.settings.get("explorer") && this.allowed;
  }

  /** Look up the position that is shown, or stop. */
  follow() {
    const { study, position, node } = this.session;
    clearTimeout(this.#timer);
    if (!this.on || !study || !position) {
      this.#set("", null, "");
      return;
    }
    const key = `${study.id} ${node}`;
    if (key === this.#key && this.found) return;
    const kept = this.#kept.get(key) ?? null;
    this.#set(key, kept, "");
    if (!kept) this.#timer = window.setTimeout(() => this.#ask(key, study.id, node), DELAY);
  }

  /** @param {string} key @param {Explored | null} found @param {string} message */
  #set(key, found, message) {
    this.#key = key;
    this.found = found;
    this.message = message;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} key @param {string} study @param {number} node */
  async #ask(key, study, node) {
    try {
      const found = await this.source.ask("POST /explorer/position", {}, { study, node });
      this.#kept.set(key, found);
      const oldest = this.#kept.keys().next().value;
      if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
      if (key === this.#key) this.#set(key, found, "");
    } catch (error) {
      if (key === this.#key) this.#set(key, null, /** @type {Error} */ (error).message);
    }
  }
}
