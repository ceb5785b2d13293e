/** Searches and engines on a board without a server: one runs at a time, in a worker that can be
 * terminated. */

/** @import {Search} from "../types.js" */

import { startWorker } from "./start-worker.js";

const PATIENCE = 400; // milliseconds that a cancelled job may take to end by itself

/** @typedef {Search & {task: Uint8Array, finish: (answer: any) => Promise<any>}} Job */

export class Jobs extends EventTarget {
  /** @type {Map<string, Job>} */ #jobs = new Map();
  /** @type {Job[]} */ #waiting = [];
  /** @type {Job | null} */ #running = null;
  /** @type {Worker | null} */ #worker = null;
  #number = 0;

  /**
   * Queue a task.
   *
   * @param {Search["kind"]} kind
   * @param {Uint8Array} task
   * @param {(answer: any) => Promise<any>} [finish] makes the answer out of what the worker found
   */
  submit(kind, task, finish = async (answer) => answer) {
    this.#number += 1;
    const id = `job-${this.#number}`;
    const state = /** @type {const} */ ("waiting");
    /** @type {Job} */
    const job = { id, kind, state, progress: {}, answer: null, text: "", task, finish };
    this.#jobs.set(id, job);
    this.#waiting.push(job);
    this.#next();
    return id;
  }

  /** The progress of a job. @param {string} id @returns {Search | null} */
  find(id) {
    const job = this.#jobs.get(id);
    if (!job) return null;
    const { task, finish, ...search } = job;
    return search;
  }

  /** @param {string} id */
  cancel(id) {
    const job = this.#jobs.get(id);
    if (!job || !["waiting", "running"].includes(job.state)) return;
    const running = job.state === "running";
    this.#waiting = this.#waiting.filter((other) => other !== job);
    this.#tell(job, { state: "cancelled", text: "cancelled" });
    if (!running) return;
    this.#worker?.postMessage({ cancel: true });
    setTimeout(() => {
      if (this.#running !== job) return;
      this.#drop();
      this.#running = null;
      this.#next();
    }, PATIENCE);
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) return;
    const job = /** @type {Job} */ (this.#waiting.shift());
    this.#running = job;
    this.#worker ??= this.#start();
    this.#tell(job, { state: "running" });
    this.#worker.postMessage({ task: job.task });
  }

  #start() {
    const worker = startWorker(new URL("./engine-worker.js", import.meta.url));
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) void this.#hear(data);
    });
    worker.addEventListener("error", () => {
      if (worker === this.#worker) void this.#hear({ broken: "the engine could not be loaded; try again" });
    });
    return worker;
  }

  /** Terminate the worker; the next job gets a new one. */
  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {any} data */
  async #hear(data) {
    if (data.broken) this.#drop();
    const job = this.#running;
    if (!job) return;
    if (data.progress) {
      if (job.state === "running") this.#tell(job, { progress: data.progress });
      return;
    }
    this.#running = null;
    if (job.state === "running") this.#tell(job, await outcome(job, data));
    this.#next();
  }

  /** @param {Job} job @param {Partial<Search>} news */
  #tell(job, news) {
    Object.assign(job, news);
    this.dispatchEvent(new CustomEvent(job.id, { detail: this.find(job.id) }));
  }
}

/** @param {Job} job @param {any} data @returns {Promise<Partial<Search>>} */
async function outcome(job, data) {
  const failure = data.broken ?? data.failed;
  if (failure) return { state: "failed", text: failure };
  try {
    return { state: "done", answer: await job.finish(data.done.answer), text: data.done.text };
  } catch (error) {
    return { state: "failed", text: /** @type {Error} */ (error).message };
  }
}
