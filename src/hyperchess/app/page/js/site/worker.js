/**
 * The worker that answers requests: Python with the studies in memory, and the database of the browser behind it. A
 * study is brought from the database before Python is asked about it, and written back before its answer counts.
 *
 * @typedef {{id: number, method: string, path: string, body: string}} Asked
 * @typedef {{status: number, type: string, body: string | Uint8Array}} Answered
 */

/** @import {Write} from "./store.js" */

import { bringCollection, startPython } from "./python.js";
import { Overtaken, Store, StorageFailure } from "./store.js";

const STUDY = /^\/studies\/([^/]+)(\/(?:position|moves|passing|hint))?/;
const WHOLE = /\/(?:chapters|export|filing)$/; // requests that may concern all chapters
const TRIES = 5;
const JOB_OF = ["/searches", "/thoughts", "/replies"];

/** @type {Store | null} */ let store = null;
/** @type {any} */ let board = null;
/** @type {any} */ let python = null;
/** @type {Promise<void> | null} */ let collection = null;
/** @type {Set<string>} */ const known = new Set(); // studies that Python has

/** @param {number} status @param {unknown} data @returns {Answered} */
const json = (status, data) => ({ status, type: "application/json", body: JSON.stringify(data) });

/** @param {number} status @param {string} code @param {string} message */
const refusal = (status, code, message) => json(status, { error: { code, message } });

async function start() {
  const [started, opened] = await Promise.all([
    startPython(),
    Store.open().catch((error) => {
      postMessage({ warning: error.message });
      return null;
    }),
  ]);
  python = started;
  store = opened;
  board = python.pyimport("hyperchess.app.site.tab").BOARD;
  postMessage({ ready: true });
}

/** Let Python have a study as the database has it. @param {string} study @param {boolean} [anew] */
async function bring(study, anew = false) {
  if (!store) return;
  const head = await store.head(study);
  if (!head) {
    board.drop(study);
    known.delete(study);
    return;
  }
  if (!anew && known.has(study) && board.revision(study) === head.revision) return;
  const kept = await store.load(study);
  if (kept) board.bring(JSON.stringify(kept));
  known.add(study);
}

/** Let Python have all chapters of a study, as many requests concern all of them. @param {string} study */
async function bringChapters(study) {
  const heads = (await store?.heads()) ?? [];
  const volume = heads.find(({ id }) => id === study)?.volume;
  if (!volume) return;
  const present = new Set(heads.map(({ id }) => id));
  const wanted = heads.filter((head) => head.volume === volume).map(({ id }) => id);
  const gone = [...known].filter((id) => !present.has(id));
  for (const id of [...wanted, ...gone]) await bring(id);
}

/** The study that a request is about, if any. @param {Asked} asked */
function studyOf({ path, body }) {
  const found = STUDY.exec(path);
  if (found) return { study: found[1] ?? "", often: Boolean(found[2]) };
  if (JOB_OF.includes(path)) return { study: String(JSON.parse(body).study), often: true };
  return null;
}

/** @param {Asked} asked @returns {Answered} */
function ask({ method, path, body }) {
  const reply = board.answer(method, path, body);
  const [status, type, content] = reply.toJs();
  reply.destroy();
  return { status, type, body: content };
}

/** Let Python have the bundled games; what fails is tried again. */
function bringGames() {
  collection ??= bringCollection(python).catch((error) => {
    collection = null;
    throw error;
  });
  return collection;
}

/** @param {Asked} asked @returns {Promise<Answered>} */
async function answer(asked) {
  if (asked.method === "GET" && asked.path.startsWith("/studies?")) return list(asked.path);
  if (asked.path === "/everything") return everything(asked);
  if (asked.path.startsWith("/explorer")) await bringGames();
  const about = studyOf(asked);
  if (about && !(about.often && known.has(about.study))) await bring(about.study);
  if (about && WHOLE.test(asked.path)) await bringChapters(about.study);
  for (let tried = 0; ; tried += 1) {
    const reply = ask(asked);
    /** @type {Write[]} */ const writes = JSON.parse(board.written());
    if (!store || writes.length === 0) return reply;
    try {
      await store.write(writes);
      for (const write of writes) {
        if ("head" in write) known.add(write.head.id);
        else known.delete(write.delete);
      }
      return reply;
    } catch (error) {
      for (const write of writes) await bring("head" in write ? write.head.id : write.delete, true);
      if (error instanceof StorageFailure) return refusal(507, "storage", error.message);
      if (!(error instanceof Overtaken) || tried >= TRIES) throw error;
      // another tab was faster: the request is asked again of the study as it is now
    }
  }
}

/** The list of studies, which needs no Python. @param {string} path */
async function list(path) {
  const query = new URLSearchParams(path.slice(path.indexOf("?"))).get("query") ?? "";
  const wanted = query.toLocaleLowerCase();
  const heads = store ? await store.heads() : [];
  return json(
    200,
    heads
      .map((head) => ({ folder: "", tags: [], volume: "", volume_title: "", chapter: 0, ...head }))
      .filter(({ title, folder, tags, volume_title }) =>
        [title, folder, volume_title, ...tags].some((text) => text.toLocaleLowerCase().includes(wanted)),
      ),
  );
}

/** All studies out of the database, or into it: those that it has under the same id stay. @param {Asked} asked */
async function everything({ method, body }) {
  if (!store) return refusal(507, "storage", "the browser keeps no studies here");
  const heads = await store.heads();
  if (method === "GET") {
    const studies = await Promise.all(heads.map(({ id }) => store?.load(id)));
    return json(200, { format: "hyperchess-studies", version: 1, studies });
  }
  const given = JSON.parse(body);
  if (given.format !== "hyperchess-studies" || given.version !== 1) {
    return refusal(422, "studies", "this is not a file of studies that a board without a server has exported");
  }
  const present = new Set(heads.map(({ id }) => id));
  let added = 0;
  for (const { head, history } of given.studies) {
    if (present.has(head.id)) continue;
    const places = history.map((/** @type {{place: number}} */ { place }) => place);
    const [first, last] = [Math.min(...places), Math.max(...places)];
    await store.write([{ head, history, replaces: 0, first, last }]);
    added += 1;
  }
  return json(200, { added, skipped: given.studies.length - added });
}

const started = start();
started.catch((error) => postMessage({ failed: String(error?.message ?? error) }));

/** Requests are answered one after the other: an edit must see the one before it. */
let last = started;

addEventListener("message", ({ data }) => {
  /** @type {Asked} */ const asked = data;
  last = last.then(async () => {
    let reply;
    try {
      reply = await answer(asked);
    } catch (error) {
      reply = refusal(500, "bug", `this is a bug in hyperchess: ${error}`);
    }
    postMessage({ id: asked.id, ...reply });
  });
});
