/**
 * The worker that handles requests: Python with the studies in memory, backed by the database of the
 * browser. A study is loaded from the database before a request, and written back before the response is
 * sent.
 *
 * @typedef {{id: number, method: string, path: string, body: string}} Asked
 * @typedef {{status: number, type: string, body: string | Uint8Array, written?: Change[]}} Answered
 * @typedef {{study: string, revision: number | null}} Change null: the study was deleted
 */

/** @import {Head, Write} from "./store.js" */

import { bringCollection, startPython } from "./python.js";
import { Overtaken, Store, StorageFailure } from "./store.js";

const STUDY = /^\/studies\/([^/]+)(\/(?:position|moves|passing|hint))?/;
const WHOLE = /\/(?:chapters|export|filing)$/; // requests that may concern all chapters
const LIST = /^\/studies(?:\?(.*))?$/;
const RAW = /^\/studies\/([^/]+)\/raw$/; // a damaged study as it is stored
const FORMAT = "hyperchess-studies";
const TRIES = 5;
const JOB_OF = ["/searches", "/thoughts", "/replies"];

/** @type {Store | null} */ let store = null;
/** @type {any} */ let board = null;
/** @type {any} */ let python = null;
/** @type {Promise<void> | null} */ let collection = null;
/** @type {Set<string>} */ const known = new Set(); // studies that Python has
/** @type {Map<string, string>} */ const damaged = new Map(); // why, by study

/** @param {number} status @param {unknown} data @returns {Answered} */
const json = (status, data) => ({ status, type: "application/json", body: JSON.stringify(data) });

/** @param {number} status @param {string} code @param {string} message @param {string} [hint] */
const refusal = (status, code, message, hint = "") => json(status, { error: { code, message, hint } });

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

/** Load a study from the database into Python. @param {string} study @param {boolean} [anew] */
async function bring(study, anew = false) {
  if (!store) return;
  const head = await store.head(study);
  if (!head) {
    board.drop(study);
    known.delete(study);
    return;
  }
  if (!anew && known.has(study) && board.revision(study) === head.revision) return;
  const record = await store.load(study);
  if (!record) return;
  note(study, board.bring(JSON.stringify(record)));
  if (damaged.has(study)) {
    board.drop(study);
    known.delete(study);
  } else known.add(study);
}

/** Record why a study is damaged, if it is. @param {string} study @param {string} why */
function note(study, why) {
  if (why) damaged.set(study, why);
  else damaged.delete(study);
}

/** Load all chapters of a study into Python, because many requests concern all of them. @param {string} study */
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

/** Load the bundled games into Python; a failure is retried. */
function bringGames() {
  collection ??= bringCollection(python).catch((error) => {
    collection = null;
    throw error;
  });
  return collection;
}

/** @param {Asked} asked @returns {Promise<Answered>} */
async function answer(asked) {
  const listed = asked.method === "GET" ? LIST.exec(asked.path) : null;
  if (listed) return list(new URLSearchParams(listed[1]).get("query") ?? "");
  if (asked.path === "/everything") return everything(asked);
  const raw = RAW.exec(asked.path)?.[1];
  if (raw !== undefined) return json(200, await store?.load(await keyOf(raw)));
  if (asked.path.startsWith("/explorer")) await bringGames();
  const about = studyOf(asked);
  if (about && !(about.often && known.has(about.study))) await bring(about.study);
  if (about && damaged.has(about.study)) return answerDamaged(asked, about.study);
  if (about && WHOLE.test(asked.path)) await bringChapters(about.study);
  for (let tried = 0; ; tried += 1) {
    const reply = ask(asked);
    /** @type {Write[]} */ const writes = JSON.parse(board.written());
    if (about && reply.status === 422) await checkStored(about.study);
    if (!store || writes.length === 0) return reply;
    try {
      return { ...reply, written: await write(store, writes) };
    } catch (error) {
      for (const write of writes) await bring("head" in write ? write.head.id : write.delete, true);
      if (error instanceof StorageFailure) return refusal(507, "storage", error.message);
      if (!(error instanceof Overtaken) || tried >= TRIES) throw error;
      // another tab was faster: repeat the request on the current study
    }
  }
}

/** Write everything or nothing; other tabs are notified of the changes. @param {Store} into @param {Write[]} writes */
async function write(into, writes) {
  await into.write(writes);
  /** @type {Change[]} */ const changes = [];
  for (const write of writes) {
    if ("head" in write) {
      known.add(write.head.id);
      changes.push({ study: write.head.id, revision: write.head.revision });
    } else {
      known.delete(write.delete);
      damaged.delete(write.delete);
      changes.push({ study: write.delete, revision: null });
    }
  }
  return changes;
}

/**
 * A damaged study can only be deleted.
 *
 * @param {Asked} asked
 * @param {string} study
 * @returns {Promise<Answered>}
 */
async function answerDamaged({ method, path }, study) {
  if (store && method === "DELETE" && path === `/studies/${study}`) {
    return { status: 204, type: "", body: "", written: await write(store, [{ delete: await keyOf(study) }]) };
  }
  const hint = "you can download its stored data or delete it in the list of studies";
  return refusal(422, "damaged", damaged.get(study) ?? "", hint);
}

/** After a refusal: check whether the study is damaged. @param {string} study */
async function checkStored(study) {
  const record = await store?.load(study);
  if (record) note(study, board.check(JSON.stringify(record)));
}

/** The key of a study in the database, which in a damaged study may not be a string. @param {string} study */
async function keyOf(study) {
  const heads = (await store?.heads()) ?? [];
  return heads.find(({ id }) => String(id) === study)?.id ?? study;
}

/** The list of studies. @param {string} query */
async function list(query) {
  const wanted = query.toLocaleLowerCase();
  const heads = store ? await store.heads() : [];
  const complete = (await store?.complete(heads)) ?? [];
  /** @type {string[]} */ const faults = JSON.parse(board.check_heads(JSON.stringify(heads)));
  heads.forEach(({ id }, at) => {
    const why = faults[at] || (complete[at] ? "" : "this study is damaged: its moves are missing");
    if (why) damaged.set(String(id), why);
  });
  return json(
    200,
    heads
      .map((head) => (damaged.has(String(head.id)) ? damagedEntry(head) : { ...NO_FILING, ...head }))
      .filter(({ title, folder, tags, volume_title }) =>
        [title, folder, volume_title, ...tags].some((text) => text.toLocaleLowerCase().includes(wanted)),
      ),
  );
}

const NO_FILING = { folder: "", tags: [], volume: "", volume_title: "", chapter: 0 };

/** @param {Head} head */
function damagedEntry({ id, title, updated }) {
  const why = damaged.get(String(id));
  const shown = { id: String(id), title: typeof title === "string" ? title : "", updated: String(updated ?? "") };
  return { ...NO_FILING, ...shown, game: "", nodes: 0, revision: 0, damaged: why };
}

/** Export all studies of the database, or import studies; those with an existing id stay. @param {Asked} asked */
async function everything({ method, body }) {
  if (!store) return refusal(507, "storage", "the browser does not store studies here");
  return method === "GET" ? exportAll(store) : importAll(store, body);
}

/** Damaged studies are listed separately, so that the others can be imported. @param {Store} from */
async function exportAll(from) {
  /** @type {Record<"studies" | "damaged", unknown[]>} */ const found = { studies: [], damaged: [] };
  for (const { id } of await from.heads()) {
    const record = await from.load(id);
    found[board.check(JSON.stringify(record)) ? "damaged" : "studies"].push(record);
  }
  return json(200, { format: FORMAT, version: 1, ...found });
}

/** Add the studies of a file: all of them, or none if one is damaged. @param {Store} into @param {string} text */
async function importAll(into, text) {
  const expected = "expected a file written by “Save all as a file”";
  /** @type {any} */ let given;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return refusal(422, "studies", `${expected}; this file is not JSON: ${/** @type {Error} */ (error).message}`);
  }
  if (given?.format !== FORMAT || !Array.isArray(given.studies)) {
    return refusal(422, "studies", `${expected}; this file is JSON, but not a list of studies`);
  }
  if (given.version !== 1) {
    return refusal(422, "studies", `${expected}; this one is of version ${given.version}: update the board`);
  }
  for (const [at, study] of given.studies.entries()) {
    const why = board.check(JSON.stringify(study));
    const title = study?.head?.title ? ` (“${study.head.title}”)` : "";
    const which = `study ${at + 1} of ${given.studies.length}${title}`;
    if (why) return refusal(422, "studies", `nothing was added: ${which} cannot be read: ${why}`);
  }
  for (let tried = 0; ; tried += 1) {
    const present = new Set((await into.heads()).map(({ id }) => id));
    /** @type {Write[]} */ const writes = [];
    for (const { head, history } of given.studies) {
      if (present.has(head.id)) continue;
      present.add(head.id);
      const places = history.map((/** @type {{place: number}} */ { place }) => place);
      const [first, last] = [Math.min(...places), Math.max(...places)];
      writes.push({ head, history, replaces: 0, first, last });
    }
    try {
      const written = await write(into, writes);
      return { ...json(200, { added: writes.length, skipped: given.studies.length - writes.length }), written };
    } catch (error) {
      if (error instanceof StorageFailure) return refusal(507, "storage", error.message);
      if (!(error instanceof Overtaken) || tried >= TRIES) throw error;
      // another tab has added one of them
    }
  }
}

/** Requests are handled one after the other: an edit must see the previous one. @type {Promise<void>} */
let last = start().catch((error) => postMessage({ failed: String(error?.message ?? error) }));

addEventListener("message", ({ data }) => {
  /** @type {Asked} */ const asked = data;
  last = last.then(async () => {
    if (board === null) return; // a new worker handles the request
    postMessage({ begins: asked.id });
    let reply;
    try {
      reply = await answer(asked);
    } catch (error) {
      reply = refusal(500, "bug", `this is a bug in hyperchess: ${error}`);
    }
    postMessage({ id: asked.id, ...reply });
  });
});
