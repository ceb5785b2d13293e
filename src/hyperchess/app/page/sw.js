/**
 * The service worker of the board without a server: the files of one version, from the cache. `VERSION` and `FILES` are
 * written by the build (`app/site/build.py`).
 */

const VERSION = "";
/** @type {string[]} */ const FILES = [];

const NAME = `hyperchess-${VERSION}`;

/** @type {any} */ const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const load = async () => {
    const cache = await caches.open(NAME);
    // past the cache of the browser: files of two versions must not be mixed
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  };
  event.waitUntil(load());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("hyperchess-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const find = async () => {
    const cache = await caches.open(NAME);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(find());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});
