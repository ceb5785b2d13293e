/**
 * The service worker of the board without a server: serves the files of one version from a cache. `VERSION` and `FILES`
 * (hashes by file) are written by the build (`app/site/build.py`).
 */

const VERSION = "";
/** @type {Record<string, string>} */ const FILES = {};

/** @type {any} */ const worker = self;

// Other boards of this origin have caches too, so names contain the path. A path contains no space.
const OWN = `hyperchess ${new URL(worker.registration.scope).pathname} `;
const NAME = `${OWN}${VERSION}`;

/** @param {ArrayBuffer} bytes */
async function hash(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

/**
 * Find a file of this version: in the cache of the previous version, in the cache of the browser, which
 * has what the page has just loaded, or on the host. Only the hash decides, so files of two versions are
 * never mixed.
 *
 * @param {string} file
 * @param {string} wanted the hash
 * @param {string[]} older names of caches
 */
async function find(file, wanted, older) {
  const places = [
    ...older.map((name) => async () => (await caches.open(name)).match(file)),
    () => fetch(file, { cache: "force-cache" }),
    () => fetch(file, { cache: "reload" }),
  ];
  for (const look of places) {
    const found = await look();
    if (!found?.ok) continue;
    const bytes = await found.arrayBuffer();
    if ((await hash(bytes)) !== wanted) continue;
    return new Response(bytes, { headers: { "content-type": found.headers.get("content-type") ?? "" } });
  }
  throw new Error(`${file} on the host is not that of version ${VERSION}`);
}

/** Names of the caches of earlier versions. Version 0.2.0 did not write the path into the name. */
async function olderCaches() {
  const found = [];
  for (const name of await caches.keys()) {
    const isOwn = name.startsWith(OWN)
      ? name !== NAME
      : name.startsWith("hyperchess-") && (await (await caches.open(name)).match(worker.registration.scope));
    if (isOwn) found.push(name);
  }
  return found;
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  const load = async () => {
    const [cache, older] = await Promise.all([caches.open(NAME), olderCaches()]);
    const files = Object.entries(FILES);
    await Promise.all(files.map(async ([file, wanted]) => cache.put(file, await find(file, wanted, older))));
  };
  event.waitUntil(load());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});
