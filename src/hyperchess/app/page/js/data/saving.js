/**
 * The server as a source that retries edits: while the server does not answer, the edit waits and is sent
 * again, and the page reports this. An edit has an operation id, so that the server makes it only once,
 * however often it is sent. The same text is not stored twice.
 */

/** @import {TextRequest} from "../open/known-texts.js" */
/** @import {Study, StudyChange, StudyEdit} from "../types.js" */

import { HttpSource } from "./http.js";
import { transport } from "./transport.js";
import { sitDown } from "../game/seat.js";
import { rememberKey } from "../live/keys.js";
import { me, newId } from "../live/me.js";
import { knownStudy, rememberStudy } from "../open/known-texts.js";

/** @typedef {{state: "saved" | "saving" | "failed", text: string}} SaveState */

const WAITS = [500, 1000, 2000, 4000, 8000];
const AGAIN = ["no-server", "busy"]; // nothing is wrong with the edit

export class SavingSource extends HttpSource {
  /** @type {SaveState} */ state = { state: "saved", text: "saved" };
  /** @type {(state: SaveState) => void} */ onState = () => {};
  /** the id of the edit in flight */ sending = "";

  /** Id of the user for undo. @override */
  get person() {
    return transport().live ? me.person : "";
  }

  /** @param {SaveState} state */
  #setState(state) {
    this.state = state;
    this.onState(state);
  }

  /** A study; an invitation to a game is accepted first. @override @param {string} id @returns {Promise<Study>} */
  async study(id) {
    const load = (/** @type {string} */ one) => super.study(one);
    return sitDown(await load(id), this, load);
  }

  /**
   * A text that was opened before opens its study again.
   *
   * @override
   * @param {object} request
   * @returns {Promise<Study>}
   */
  async create(request) {
    if (!("text" in request) || "keep" in request) return this.#create(request);
    const text = /** @type {TextRequest} */ (request);
    const id = knownStudy(text);
    const known = id === null ? null : await super.study(id).catch(() => null);
    const study = known ?? (await this.#create(request));
    rememberStudy(text, study.id);
    return study;
  }

  /** @param {object} request */
  async #create(request) {
    const study = await super.create(request);
    if (study.key) rememberKey(study.id, study.key);
    return study;
  }

  /**
   * @override
   * @param {string} id
   * @param {StudyEdit} edit
   * @param {string} [operation]
   * @returns {Promise<StudyChange>}
   */
  async edit(id, edit, operation = newId()) {
    this.#setState({ state: "saving", text: "saving…" });
    this.sending = operation;
    for (let tried = 0; ; tried += 1) {
      try {
        const made = await super.edit(id, edit, operation);
        this.#setState({ state: "saved", text: "saved" });
        this.sending = "";
        return made;
      } catch (error) {
        const { code } = /** @type {{code?: string}} */ (error);
        if (!AGAIN.includes(code ?? "")) {
          // refused, for a reason that the session shows: earlier edits are still saved
          this.#setState({ state: "saved", text: "saved" });
          this.sending = "";
          throw error;
        }
        this.#setState({ state: "failed", text: "not saved: the server does not answer; trying again" });
        await this.#wait(WAITS[Math.min(tried, WAITS.length - 1)] ?? 8000);
      }
    }
  }

  /** Wait a while, or until there is a network again. @param {number} milliseconds */
  #wait(milliseconds) {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        removeEventListener("online", go);
        resolve(undefined);
      };
      const timer = setTimeout(go, milliseconds);
      addEventListener("online", go);
    });
  }
}
