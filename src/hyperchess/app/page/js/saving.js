/**
 * The server as a source that does not give up on an edit: while the server does not answer, the edit waits and is
 * sent again, and the page can say so. The same text is not stored twice.
 */

/** @import {Study, StudyAt, StudyChange, StudyEdit} from "./types.js" */

import { HttpSource } from "./data/http.js";
import { knownStudy, rememberStudy } from "./open/known-texts.js";

/** @typedef {{state: "saved" | "saving" | "failed", text: string}} SaveState */

const WAITS = [500, 1000, 2000, 4000, 8000];

export class SavingSource extends HttpSource {
  /** @type {SaveState} */ state = { state: "saved", text: "saved" };
  /** @type {(state: SaveState) => void} */ onState = () => {};

  /** @param {SaveState} state */
  #setState(state) {
    this.state = state;
    this.onState(state);
  }

  /**
   * A text that was opened before opens its study again.
   *
   * @override
   * @param {object} request
   * @returns {Promise<Study>}
   */
  async create(request) {
    if (!("text" in request) || "keep" in request) return super.create(request);
    const text = /** @type {{text: string, number?: number}} */ (request);
    const id = knownStudy(text);
    const known = id === null ? null : await super.study(id).catch(() => null);
    const study = known ?? (await super.create(request));
    rememberStudy(text, study.id);
    return study;
  }

  /**
   * @override
   * @param {string} id
   * @param {number} revision
   * @param {StudyEdit} edit
   * @returns {Promise<StudyChange | StudyAt>}
   */
  async edit(id, revision, edit) {
    this.#setState({ state: "saving", text: "saving…" });
    for (let tried = 0; ; tried += 1) {
      try {
        const made = await super.edit(id, revision, edit);
        this.#setState({ state: "saved", text: "saved" });
        return made;
      } catch (error) {
        const { code, body } = /** @type {{code?: string, body?: {study?: Study}}} */ (error);
        if (tried > 0 && code === "conflict" && body?.study?.revision === revision + 1) {
          // it was saved before, and only the answer was lost
          this.#setState({ state: "saved", text: "saved" });
          return { study: body.study, node: lastNode(body.study, edit) };
        }
        if (code !== "no-server") {
          // refused, for a reason that the session shows: what was saved before is still saved
          this.#setState({ state: "saved", text: "saved" });
          throw error;
        }
        this.#setState({ state: "failed", text: "not saved: the server does not answer; trying again" });
        await new Promise((resolve) => setTimeout(resolve, WAITS[Math.min(tried, WAITS.length - 1)]));
      }
    }
  }
}

/**
 * Where to stand after an edit whose answer was lost: at the node it made.
 *
 * @param {Study} study
 * @param {StudyEdit} edit
 */
function lastNode(study, edit) {
  const made = edit.type === "add" ? study.nodes.findLast((node) => node.parent === edit["parent"]) : undefined;
  return made?.id ?? study.nodes[0]?.id ?? 0;
}
