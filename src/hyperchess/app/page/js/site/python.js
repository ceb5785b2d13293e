/** Python with the kernel and hyperchess, in a worker, loaded only from files next to the page. */

import { Kernel } from "../data/kernel.js";

/** The folder of the board. */
const ROOT = new URL("../../", import.meta.url);

/**
 * Cache what is fetched until a service worker takes over: the first visit loads everything only once,
 * even if the browser does not cache files of this size.
 *
 * @returns {Promise<() => Promise<unknown>>} waits until the copies are written
 */
async function keepCopies() {
  const own = `hyperchess ${ROOT.pathname} `;
  // caches require HTTPS, and a browser may forbid them
  const names = (await globalThis.caches?.keys().catch(() => null)) ?? null;
  if (names === null || names.some((name) => name.startsWith(own))) return async () => {};
  const cache = await caches.open(`${own}loaded`);
  const fetchAnew = globalThis.fetch;
  /** @type {Promise<void>[]} */ const puts = [];
  globalThis.fetch = async (...asked) => {
    const answer = await fetchAnew(...asked);
    if (answer.ok) puts.push(cache.put(answer.url, answer.clone()).catch(() => {}));
    return answer;
  };
  return () => {
    globalThis.fetch = fetchAnew;
    return Promise.all(puts);
  };
}

/** @param {string} path */
async function load(path) {
  const answer = await fetch(new URL(path, ROOT));
  if (!answer.ok) throw new Error(`${path} cannot be loaded (${answer.status}); is the folder complete?`);
  return answer.arrayBuffer();
}

/** Load the bundled games, which only the explorer needs. @param {any} python */
export async function bringCollection(python) {
  python.FS.writeFile("/hyperchess/hyperchess/library/demo/games.bin", new Uint8Array(await load("collection.bin")));
}

/**
 * Start Python. `hyperchess_kernel` is the module through which it reaches the kernel (`app/site/bridge`).
 *
 * @returns {Promise<any>} Pyodide
 */
export async function startPython() {
  const folder = new URL("pyodide/", ROOT).href;
  const copied = await keepCopies();
  const [{ loadPyodide }, module, sources] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    load("kernel.wasm").then((bytes) => WebAssembly.compile(bytes)),
    load("modules.zip"),
  ]);
  const python = await loadPyodide({ indexURL: folder });
  await copied();
  const kernel = new Kernel(module);
  /** @type {any} */ let words = null;
  /** @type {any} */ let view = null;
  kernel.bytes = () => {
    // the heap of Python moves when it grows
    if (view === null || view.data.byteLength === 0) view = words.getBuffer("u8");
    return view.data;
  };
  python.registerJsModule("hyperchess_kernel", {
    bind: (/** @type {string} */ name) => kernel.bind(name),
    again: (/** @type {number} */ count) => kernel.take(count),
    attach: (/** @type {any} */ buffer) => {
      view?.release();
      view = null;
      words?.destroy();
      words = buffer.copy();
    },
    on_watch: (/** @type {any} */ listener) => {
      const kept = listener.copy();
      kernel.watch = (count) => kept(count);
    },
  });
  // unpacked instead of imported from an archive: our modules read data files next to them
  python.unpackArchive(sources, "zip", { extractDir: "/hyperchess" });
  python.runPython("import sys; sys.path.insert(0, '/hyperchess')");
  return python;
}
