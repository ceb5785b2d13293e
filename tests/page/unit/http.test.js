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
    await assert.rejects(new HttpSource().ask("GET /studies/{id}/match", { id: "s1" }), { code: "no-server" });
  }
});

test("an error of the server has its own message", async () => {
  answering(503, JSON.stringify({ error: { code: "storage", message: "the database cannot be reached" } }));
  await assert.rejects(new HttpSource().ask("GET /studies/{id}/match", { id: "s1" }), { code: "storage", message: /the database/ });
  answering(500, "<h1>Internal error</h1>");
  await assert.rejects(new HttpSource().ask("GET /studies/{id}/match", { id: "s1" }), { code: "error" });
});

test("parameters fill in the path, and others are the query", async () => {
  /** @type {[string, string][]} */ const sent = [];
  globalThis.fetch = async (address, { method = "" } = {}) => {
    sent.push([method, String(address)]);
    return Response.json([]);
  };
  const source = new HttpSource();
  await source.ask("GET /variants");
  await source.ask("GET /studies", { query: "a & b" });
  await source.ask("DELETE /studies/{id}/links/{link}", { id: "s1", link: "l2" });
  await source.ask("GET /studies/{id}/changes", { id: "s1", since: 4 });
  assert.deepEqual(sent, [
    ["GET", "api/variants"],
    ["GET", "api/studies?query=a%20%26%20b"],
    ["DELETE", "api/studies/s1/links/l2"],
    ["GET", "api/studies/s1/changes?since=4"],
  ]);
});

test("a response is JSON, a file or nothing", async () => {
  const source = new HttpSource();
  globalThis.fetch = async () => Response.json({ text: "Nf3" });
  assert.deepEqual(await source.ask("POST /studies/{id}/hint", { id: "s1" }, { node: 0 }), { text: "Nf3" });
  globalThis.fetch = async () => new Response("GIF89a", { headers: { "content-type": "image/gif" } });
  const file = await source.ask("POST /studies/{id}/animation", { id: "s1" }, { node: 0 });
  assert.equal(await file.text(), "GIF89a");
  globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.equal(await source.ask("DELETE /studies/{id}", { id: "s1" }), null);
});
