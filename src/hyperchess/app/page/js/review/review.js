/**
 * The review of the open study: the result in its comments, and the progress of a running review. The
 * server continues it even if the page is closed. Emits `change`.
 */

/** @import {ApiError, HttpSource} from "../data/http.js" */
/** @import {Watched} from "../data/transport.js" */
/** @import {Session} from "../session.js" */
/** @import {Review, ReviewPoint, Search} from "../types.js" */

const OVER = ["done", "cancelled", "failed"];

export class GameReview extends EventTarget {
  /** @type {Review | null} */ data = null;
  /** @type {Search | null} the review that is being made */ running = null;

  #asked = "";
  /** @type {Watched | null} */ #socket = null;

  /** @param {Session} session @param {HttpSource} source */
  constructor(session, source) {
    super();
    this.session = session;
    this.source = source;
    session.on("study", () => void this.#studied());
    void this.#studied();
  }

  /** The point of a node. @param {number} node @returns {ReviewPoint | null} */
  pointOf(node) {
    return this.data?.points.find((point) => point.node === node) ?? null;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Another study, or a changed tree: fetch the review again if it may have changed. */
  async #studied() {
    const { study } = this.session;
    const scored = study?.nodes.filter((node) => node.score).map((node) => `${node.id} ${node.score?.text}`);
    const key = study ? [study.id, scored?.join()].join() : "";
    if (key === this.#asked) return;
    const other = !this.#asked.startsWith(`${study?.id},`);
    this.#asked = key;
    if (other) {
      this.#socket?.close();
      this.data = this.running = null;
      this.#changed();
    }
    if (!study) return;
    try {
      const found = await this.source.ask("GET /studies/{id}/review", { id: study.id });
      if (this.#asked !== key) return;
      this.data = found.review;
      if (found.running) this.#watch(study.id, found.running);
      this.#changed();
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Let the server review the game. @param {number} seconds for each action */
  async start(seconds) {
    const { study } = this.session;
    if (!study || this.running) return;
    try {
      const { id } = await this.source.ask("POST /studies/{id}/review", { id: study.id }, { seconds });
      this.#watch(study.id, { id, kind: "review", state: "waiting", progress: {}, answer: null, text: "" });
    } catch (error) {
      const { message, hint } = /** @type {ApiError} */ (error);
      this.session.notice(message, "error", hint);
    }
  }

  cancel() {
    if (this.running) this.source.ask("DELETE /searches/{id}", { id: this.running.id }).catch(() => {}); // it is over
  }

  /** @param {string} study @param {Search} job */
  #watch(study, job) {
    this.running = job;
    this.#changed();
    const socket = this.source.watchSearch(job.id, (search) => {
      if (this.session.study?.id !== study) return;
      this.running = OVER.includes(search.state) ? null : search;
      if (search.state === "done") void this.#read(study);
      if (search.state === "failed") this.session.notice(search.text, "error");
      this.#changed();
    });
    this.#socket = socket;
    socket.addEventListener("close", () => {
      if (this.session.study?.id !== study || this.running?.id !== job.id) return;
      this.running = null;
      this.#changed();
    });
  }

  /** The server has written the review to the study. @param {string} id */
  async #read(id) {
    const study = await this.source.study(id).catch(() => null);
    if (study && this.session.study?.id === id) this.session.copy.update(study);
  }
}
