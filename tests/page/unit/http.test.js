import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { HttpSource } from "../../../src/hyperchess/app/page/js/data/http.js";

const fetched = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetched;
});

/** Let the server answer with a status and a body. @param {number} status @param {string} body */
function answering(status, body) {
  globalThis.fetch = async () => new Response(body, { status });
}

test("a proxy that does not reach a server is a server that does not answer", async () => {
  for (const status of [502, 503, 504]) {
    answering(status, "<h1>Bad gateway</h1>");
    await assert.rejects(new HttpSource().match("s1"), { code: "no-server" });
  }
});

test("an error of the server has its own message", async () => {
  answering(503, JSON.stringify({ error: { code: "storage", message: "the database cannot be reached" } }));
  await assert.rejects(new HttpSource().match("s1"), { code: "storage", message: /the database/ });
  answering(500, "<h1>Internal error</h1>");
  await assert.rejects(new HttpSource().match("s1"), { code: "error" });
});
