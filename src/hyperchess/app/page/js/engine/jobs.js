/** A job of the server: started, watched until it ends, and cancelled when it is no longer needed. */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Watched} from "../data/transport.js" */
/** @import {Search} from "../types.js" */

const OVER = ["done", "cancelled", "failed"];

export class Job {
  /** @type {Watched | null} */ #socket = null;
  #id = "";
  #cancelled = false;

  /**
   * @param {HttpSource} source
   * @param {() => Promise<{id: string}>} begin starts the job
   * @param {(search: Search) => void} [report] called with everything that is new
   */
  constructor(source, begin, report = () => {}) {
    this.source = source;
    this.report = report;
    /** the end of the job; null if it was cancelled or the server is gone @type {Promise<Search | null>} */
    this.result = this.#run(begin);
  }

  /** @param {() => Promise<{id: string}>} begin @returns {Promise<Search | null>} */
  async #run(begin) {
    const { id } = await begin();
    this.#id = id;
    if (this.#cancelled) {
      this.#end();
      return null;
    }
    return new Promise((resolve) => {
      const socket = this.source.watchSearch(id, (search) => {
        if (this.#cancelled) return;
        this.report(search);
        if (OVER.includes(search.state)) resolve(search);
      });
      this.#socket = socket;
      socket.addEventListener("close", () => resolve(null));
      socket.addEventListener("error", () => resolve(null));
    });
  }

  cancel() {
    if (this.#cancelled) return;
    this.#cancelled = true;
    if (this.#id) this.#end();
  }

  #end() {
    this.source.ask("DELETE /searches/{id}", { id: this.#id }).catch(() => {}); // it is over, or the server is gone
    this.#socket?.close();
  }
}
