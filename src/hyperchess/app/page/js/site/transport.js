/**
 * Requests on a board without a server: sent to Python in a worker; jobs are forwarded to the engine's
 * worker. A slow request can be cancelled: its worker is terminated, and a new one gets the remaining open
 * requests.
 */

/** @import {Transport, Watched} from "../data/transport.js" */
/** @import {Search} from "../types.js" */

import { LONGEST_TEXT } from "../share/share-link.js";
import { Jobs } from "./jobs.js";
import { tell } from "./messages.js";
import { startWorker } from "./start-worker.js";

const JOB = "application/x-job";
const OVER = ["done", "cancelled", "failed"];
const SLOW = 1_000; // milliseconds after which a request can be cancelled
const READING = 30_000; // milliseconds that reading a text may take
export const EVERYTHING = "/everything"; // all studies of this browser

/**
 * Data available before Python has started: responses by path, and starting positions by variant.
 *
 * @typedef {{answers: Record<string, string>, starts: Record<string, {study: object, position: object}>}} Baked
 *
 * @typedef {{status: number, type: string, body: any}} Answered
 * @typedef {{id: number, method: string, path: string, body: string}} Asked
 * @typedef {{asked: Asked, reads: boolean, settle: (answer: Answered) => void, rest: () => void}} Open
 *   a request without an answer; `rest` ends its timers and its message
 */

/** @implements {Transport} */
export class WorkerTransport {
  looks = true;
  live = null;
  tabs = new EventTarget();
  jobs = new Jobs();

  /** @type {Map<number, Open>} */ #open = new Map();
  /** @type {Map<string, string>} */ #reviews = new Map(); // jobs by study
  /** @type {unknown} */ #position = null; // of the study that is shown before Python has it
  #channel = new BroadcastChannel("hyperchess");
  #number = 0;
  /** @type {Worker} */ #worker;

  #ready = false;
  #first = ""; // a study that is shown before Python has it
  #looked = ""; // the request for the study that is only viewed: it is not in the database

  /**
   * @param {Baked} baked
   * @param {(state: "starting" | "ready" | "failed") => void} show
   */
  constructor(baked, show) {
    this.baked = baked;
    this.show = show;
    this.#channel.addEventListener("message", ({ data }) => {
      this.tabs.dispatchEvent(new CustomEvent("change", { detail: data }));
    });
    /** Settled when Python has started, or could not be started. @type {Promise<void>} */
    this.started = new Promise((resolve) => (this.#settle = resolve));
    this.#worker = this.#start();
  }

  /** @type {() => void} */ #settle = () => {};

  /** @param {string} path @param {{method: string, body?: string}} init @returns {Promise<Response>} */
  async send(path, { method, body = "" }) {
    const known = (method === "GET" ? this.baked.answers[path] : undefined) ?? this.#early(method, path, body);
    if (known !== undefined) return json(200, known);
    if (path.startsWith("/searches/")) return this.#job(method, path.slice("/searches/".length));
    const asked = path === EVERYTHING ? {} : JSON.parse(body || "{}");
    const text = asked.text ?? asked.edit?.text ?? asked.setup?.text ?? "";
    if (text.length > LONGEST_TEXT) return tooLong(text.length);
    const { status, type, body: content } = await this.#ask(method, path, body, text !== "");
    if (type === JOB) return this.#submit(path, body, content);
    if (path === "/studies" && status === 201) {
      const { id } = JSON.parse(content);
      this.#looked = asked.keep === false ? JSON.stringify({ ...asked, id }) : "";
    }
    if (path.endsWith("/picture") && status === 200 && asked.format === "png") return painted(content);
    if (method === "GET" && path.endsWith("/review") && status === 200) return this.#review(path, content);
    const empty = status === 204;
    return new Response(empty ? null : content, { status, headers: { "content-type": type } });
  }

  /** @param {string} id @param {(search: Search) => void} report @returns {Watched} */
  watch(id, report) {
    const watched = Object.assign(new EventTarget(), {
      close: () => this.jobs.removeEventListener(id, hear),
    });
    const pass = (/** @type {Search} */ search) => {
      report(search);
      if (!OVER.includes(search.state)) return;
      watched.close();
      watched.dispatchEvent(new Event("close"));
    };
    const hear = (/** @type {Event} */ event) => pass(/** @type {CustomEvent} */ (event).detail);
    this.jobs.addEventListener(id, hear);
    const search = this.jobs.find(id);
    queueMicrotask(() => (search ? pass(search) : watched.dispatchEvent(new Event("close"))));
    return watched;
  }

  #start() {
    this.show("starting");
    this.#ready = false;
    const worker = startWorker(new URL("./worker.js", import.meta.url));
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#hear(data);
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker && !this.#ready) this.#fail(event.message || "a file could not be loaded");
    });
    return worker;
  }

  /** Terminate the worker, and send its unanswered requests to a new one. */
  #restart() {
    this.#worker.terminate();
    this.#worker = this.#start();
    if (this.#looked) this.#worker.postMessage({ id: 0, method: "POST", path: "/studies", body: this.#looked });
    for (const open of this.#open.values()) {
      open.rest();
      this.#worker.postMessage(open.asked);
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.#settle();
    this.show("failed");
    const again = { label: "Try again", run: () => this.#restart(), stays: true };
    tell(`Python could not be started: ${why}`, again);
  }

  /** @param {any} data a message of the worker */
  #hear(data) {
    if (data.ready) {
      this.#ready = true;
      this.#settle();
      this.show("ready");
    } else if (data.failed) this.#fail(data.failed);
    else if (data.warning) tell(data.warning);
    else if (data.begins) this.#begin(data.begins);
    else {
      for (const change of data.written ?? []) this.#channel.postMessage(change);
      this.#open.get(data.id)?.settle(data);
    }
  }

  /** Offer to cancel a slow request, and stop reading after a timeout. @param {number} id */
  #begin(id) {
    const open = this.#open.get(id);
    if (!open) return;
    const cancel = (/** @type {string} */ code, /** @type {string} */ message) => {
      open.settle({ status: 499, type: "application/json", body: JSON.stringify({ error: { code, message } }) });
      this.#restart();
    };
    const stop = () => cancel("cancelled", open.reads ? "reading was cancelled" : "this was cancelled");
    const text = open.reads ? "Reading the text…" : "Still working…";
    let close = () => {};
    const offer = setTimeout(() => (close = tell(text, { label: "Cancel", run: stop, stays: true })), SLOW);
    const message = `reading this text took more than ${READING / 1000} seconds and was stopped`;
    const end = open.reads ? setTimeout(() => cancel("too-slow", message), READING) : 0;
    open.rest = () => {
      clearTimeout(offer);
      clearTimeout(end);
      close();
    };
  }

  /**
   * The starting position of a game while Python starts: the board is shown at once, and Python gets the
   * study later.
   *
   * @param {string} method
   * @param {string} path
   * @param {string} body
   * @returns {string | undefined}
   */
  #early(method, path, body) {
    if (this.#ready || method !== "POST" || path === EVERYTHING) return undefined;
    const asked = JSON.parse(body || "{}");
    if (path === "/studies" && Object.keys(asked).join() === "variant") {
      const start = this.baked.starts[asked.variant];
      if (!start) return undefined;
      this.#first = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
      this.#position = start.position;
      void this.#ask(method, path, JSON.stringify({ ...asked, id: this.#first }));
      return JSON.stringify({ ...start.study, id: this.#first });
    }
    const here = path === `/studies/${this.#first}/position` && asked.node === 0 && asked.pending.length === 0;
    return here ? JSON.stringify(this.#position) : undefined;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} body
   * @param {boolean} [reads] whether it reads a text, for which there is a time limit
   * @returns {Promise<Answered>}
   */
  #ask(method, path, body, reads = false) {
    const id = ++this.#number;
    return new Promise((resolve) => {
      /** @type {Open} */
      const open = {
        asked: { id, method, path, body },
        reads,
        settle: (answer) => {
          open.rest();
          this.#open.delete(id);
          resolve(answer);
        },
        rest: () => {},
      };
      this.#open.set(id, open);
      this.#worker.postMessage(open.asked);
    });
  }

  /** @param {string} path @param {string} body @param {Uint8Array} task */
  #submit(path, body, task) {
    const study = /^\/studies\/([^/]+)\/review$/.exec(path)?.[1];
    if (study === undefined) {
      const kind = { "/thoughts": "think", "/replies": "play" }[path] ?? JSON.parse(body).kind;
      return json(202, JSON.stringify({ id: this.jobs.submit(kind, task) }));
    }
    const running = this.jobs.find(this.#reviews.get(study) ?? "");
    if (running && !OVER.includes(running.state)) return json(202, JSON.stringify({ id: running.id }));
    const id = this.jobs.submit("review", task, async (answer) => {
      const { status, body: found } = await this.#ask("POST", `/studies/${study}/reviewed`, JSON.stringify(answer));
      if (status !== 200) throw new Error(JSON.parse(found).error.message);
      return JSON.parse(found);
    });
    this.#reviews.set(study, id);
    return json(202, JSON.stringify({ id }));
  }

  /** @param {string} path @param {string} content */
  #review(path, content) {
    const search = this.jobs.find(this.#reviews.get(path.split("/")[2] ?? "") ?? "");
    const running = search && !OVER.includes(search.state) ? search : null;
    return json(200, JSON.stringify({ ...JSON.parse(content), running }));
  }

  /** @param {string} method @param {string} id */
  #job(method, id) {
    if (method === "DELETE") this.jobs.cancel(id);
    const search = this.jobs.find(id);
    if (search) return json(200, JSON.stringify(search));
    return json(404, JSON.stringify({ error: { code: "not-found", message: "there is no such search" } }));
  }
}

/** @param {number} status @param {string} text */
function json(status, text) {
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

/** @param {number} found characters */
function tooLong(found) {
  const [most, length] = [LONGEST_TEXT, found].map((count) => count.toLocaleString("en"));
  const message = `the text is too long: it has ${length} characters, and this board reads at most ${most}`;
  const hint = "split it, or use the command line: hyperchess convert";
  return json(413, JSON.stringify({ error: { code: "too-large", message, hint } }));
}

/** Render an SVG as a PNG in the browser. @param {BlobPart} svg */
async function painted(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.max(1, image.width), Math.max(1, image.height));
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return new Response(await canvas.convertToBlob(), { headers: { "content-type": "image/png" } });
  } finally {
    URL.revokeObjectURL(address);
  }
}
