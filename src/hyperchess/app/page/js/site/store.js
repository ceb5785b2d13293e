/**
 * Studies in the database of the browser. Every study has a head (title, revision, …), documents by their
 * places in its history, and parts that documents share. A write contains the revision it replaces: if
 * another tab was faster, nothing is written.
 *
 * @typedef {{id: string, title: string, game: string, nodes: number, revision: number, place: number,
 *            updated: string, folder?: string, tags?: string[], volume?: string, volume_title?: string,
 *            chapter?: number}} Head
 * @typedef {{place: number, text: string, parts: Record<string, string>, node: number}} Entry
 * @typedef {{head: Head, replaces: number, history: Entry[], first: number, last: number} | {delete: string}} Write
 */

const NAME = "hyperchess";
const VERSION = 1;
const HEADS = "heads";
const HISTORY = "history"; // by study and place
const PARTS = "parts"; // by study and hash

/** The database cannot be used; the message says what to do. */
export class StorageFailure extends Error {}

/** Another tab has changed the study. */
export class Overtaken extends Error {}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {string} study */
const all = (study) => IDBKeyRange.bound([study], [study, []]);

/** @param {unknown} error */
function failure(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") {
    return new StorageFailure(
      "the browser's storage is full: export your studies, delete some, and try again",
    );
  }
  if (name === "VersionError") {
    return new StorageFailure(
      "the studies in this browser were saved by a newer version of the board: reload to get that version",
    );
  }
  return new StorageFailure(
    "the browser does not store studies here (private window, or storage is disabled): " +
      "your work is lost when you close the tab; export it to keep it",
  );
}

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close(); // a newer version of the page takes over
  }

  /** @returns {Promise<Store>} */
  static async open() {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(HEADS, { keyPath: "id" });
        request.result.createObjectStore(HISTORY);
        request.result.createObjectStore(PARTS);
      };
      return new Store(await done(request));
    } catch (error) {
      throw failure(error);
    }
  }

  /** All heads, most recently changed first. @returns {Promise<Head[]>} */
  async heads() {
    const store = this.database.transaction(HEADS).objectStore(HEADS);
    /** @type {Head[]} */ const found = await done(store.getAll());
    return found.sort((one, other) => (String(one.updated ?? "") < String(other.updated ?? "") ? 1 : -1));
  }

  /** Whether each study has the version that its head names. @param {Head[]} heads @returns {Promise<boolean[]>} */
  async complete(heads) {
    const store = this.database.transaction(HISTORY).objectStore(HISTORY);
    const find = async (/** @type {Head} */ { id, place }) =>
      typeof place === "number" ? done(store.getKey([id, place])) : undefined;
    return (await Promise.all(heads.map(find))).map((key) => key !== undefined);
  }

  /** @param {string} study @returns {Promise<Head | undefined>} */
  head(study) {
    return done(this.database.transaction(HEADS).objectStore(HEADS).get(study));
  }

  /** A study with its history. @param {string} study @returns {Promise<{head: Head, history: Entry[]} | null>} */
  async load(study) {
    const transaction = this.database.transaction([HEADS, HISTORY, PARTS]);
    const [head, history, names, texts] = await Promise.all([
      done(transaction.objectStore(HEADS).get(study)),
      done(transaction.objectStore(HISTORY).getAll(all(study))),
      done(transaction.objectStore(PARTS).getAllKeys(all(study))),
      done(transaction.objectStore(PARTS).getAll(all(study))),
    ]);
    if (!head) return null;
    const parts = new Map(names.map((key, at) => [/** @type {string[]} */ (key)[1] ?? "", texts[at]]));
    return {
      head,
      history: history.map(({ names: needed = [], ...entry }) => ({
        ...entry,
        parts: Object.fromEntries(needed.map((/** @type {string} */ name) => [name, parts.get(name)])),
      })),
    };
  }

  /**
   * Write everything or nothing.
   *
   * @param {Write[]} writes
   */
  async write(writes) {
    const transaction = this.database.transaction([HEADS, HISTORY, PARTS], "readwrite", { durability: "strict" });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error);
    });
    ended.catch(() => {}); // reported below
    const heads = transaction.objectStore(HEADS);
    const history = transaction.objectStore(HISTORY);
    const parts = transaction.objectStore(PARTS);
    try {
      for (const write of writes) {
        if ("delete" in write) {
          heads.delete(write.delete);
          history.delete(all(write.delete));
          parts.delete(all(write.delete));
          continue;
        }
        const { head, replaces } = write;
        const known = await done(heads.get(head.id));
        if ((known?.revision ?? 0) !== replaces) {
          transaction.abort();
          throw new Overtaken("the study was changed in another tab");
        }
        const gone = IDBKeyRange.bound([head.id, write.last], [head.id, []], true);
        history.delete(gone);
        if (write.first > 0) history.delete(IDBKeyRange.bound([head.id], [head.id, write.first], false, true));
        for (const { parts: texts, ...entry } of write.history) {
          history.put({ ...entry, names: Object.keys(texts) }, [head.id, entry.place]);
          for (const [name, text] of Object.entries(texts)) {
            const key = [head.id, name];
            if ((await done(parts.getKey(key))) === undefined) parts.put(text, key);
          }
        }
        heads.put(head);
      }
      await ended;
    } catch (error) {
      if (error instanceof Overtaken) throw error;
      throw failure(error);
    }
  }
}
