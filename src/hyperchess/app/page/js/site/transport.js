/** Requests on a board without a server: to Python in a worker, and what it started to the engine's worker. */

/** @import {Transport, Watched} from "../data/transport.js" */
/** @import {Search} from "../types.js" */

import { Jobs } from "./jobs.js";

const JOB = "application/x-job";
const OVER = ["done", "cancelled", "failed"];

/**
 * What is known before Python has started: answers by path, and starts by the names of their variants.
 *
 * @typedef {{answers: Record<string, string>, starts: Record<string, {study: object, position: object}>}} Baked
 */

/** @implements {Transport} */
export class WorkerTransport {
  looks = true;
  live = null;
  jobs = new Jobs();
  /** Called with messages for the user. @type {(text: string) => void} */ tell = () => {};

  /** @type {Map<number, (answer: any) => void>} */ #open = new Map();
  /** @type {Map<string, string>} */ #reviews = new Map(); // jobs by study
  /** @type {unknown} */ #position = null; // of the study that is shown before Python knows it
  #number = 0;
  #worker;

  #ready = false;
  #first = ""; // a study that is shown before Python knows it

  /** @param {Baked} baked */
  constructor(baked) {
    this.baked = baked;
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.addEventListener("message", ({ data }) => {
        if (data.ready) resolve(true);
        else if (data.failed) reject(new Error(data.failed));
        else if (data.warning) this.tell(data.warning);
        else this.#open.get(data.id)?.(data);
      });
      this.#worker.addEventListener("error", (event) => reject(new Error(event.message || "it was blocked")));
    });
    this.ready.then(() => (this.#ready = true)).catch(() => {});
    this.ready.catch((error) => this.tell(`Python could not be started: ${error.message}`));
  }

  /** @param {string} path @param {{method: string, body?: string}} init @returns {Promise<Response>} */
  async send(path, { method, body = "" }) {
    const known = (method === "GET" ? this.baked.answers[path] : undefined) ?? this.#early(method, path, body);
    if (known !== undefined) return json(200, known);
    if (path.startsWith("/searches/")) return this.#job(method, path.slice("/searches/".length));
    const { status, type, body: content } = await this.#ask(method, path, body);
    if (type === JOB) return this.#submit(path, body, content);
    if (path.endsWith("/picture") && status === 200 && JSON.parse(body).format === "png") return painted(content);
    if (method === "GET" && path.endsWith("/review") && status === 200) return this.#review(path, content);
    const empty = status === 204;
    return new Response(empty ? null : content, { status, headers: { "content-type": type } });
  }

  /** @param {string} id @param {(search: Search) => void} report @returns {Watched} */
  watch(id, report) {
    const watched = Object.assign(new EventTarget(), {
      close: () => this.jobs.removeEventListener(id, hear),
    });
    const tell = (/** @type {Search} */ search) => {
      report(search);
      if (!OVER.includes(search.state)) return;
      watched.close();
      watched.dispatchEvent(new Event("close"));
    };
    const hear = (/** @type {Event} */ event) => tell(/** @type {CustomEvent} */ (event).detail);
    this.jobs.addEventListener(id, hear);
    const search = this.jobs.find(id);
    queueMicrotask(() => (search ? tell(search) : watched.dispatchEvent(new Event("close"))));
    return watched;
  }

  /**
   * The start of a game while Python starts: the board is there at once, and Python gets the study later.
   *
   * @param {string} method
   * @param {string} path
   * @param {string} body
   * @returns {string | undefined}
   */
  #early(method, path, body) {
    if (this.#ready || method !== "POST") return undefined;
    const asked = JSON.parse(body || "{}");
    if (path === "/studies" && Object.keys(asked).join() === "variant") {
      const start = this.baked.starts[asked.variant];
      if (!start) return undefined;
      this.#first = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
      this.#position = start.position;
      this.#ask(method, path, JSON.stringify({ ...asked, id: this.#first })).catch(() => {}); // told by `ready`
      return JSON.stringify({ ...start.study, id: this.#first });
    }
    const here = path === `/studies/${this.#first}/position` && asked.node === 0 && asked.pending.length === 0;
    return here ? JSON.stringify(this.#position) : undefined;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} body
   * @returns {Promise<{status: number, type: string, body: any}>}
   */
  #ask(method, path, body) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.ready.catch(reject);
      this.#open.set(id, (answer) => {
        this.#open.delete(id);
        resolve(answer);
      });
      this.#worker.postMessage({ id, method, path, body });
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

/** An SVG as a PNG, which the browser paints. @param {BlobPart} svg */
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
