/**
 * The transport of requests: HTTP to the server, or, on a board without a server, Python in a worker
 * (`site/transport.js`). All other modules use `HttpSource` in both cases.
 *
 * @typedef {EventTarget & {close: () => void}} Watched reports until `close`
 *
 * @typedef {object} Transport
 * @property {boolean} looks whether a game can be viewed without creating a study
 * @property {(path: string, init: {method: string, body?: string}) => Promise<Response>} send
 * @property {(id: string, report: (search: any) => void) => Watched} watch a job
 * @property {((study: string) => WebSocket) | null} live a connection to others in a study; null where there is none
 * @property {EventTarget | null} tabs emits `change` when another tab has written a study:
 *   `event.detail = {study, revision}`, where `revision` is null if the study was deleted
 */

import { keyFor } from "../live/keys.js";

/** @type {Transport} */
const http = {
  looks: false,
  send: (path, { method, body }) =>
    fetch(`api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...authorization(keyFor(path, body)),
      },
      ...(body === undefined ? {} : { body }),
    }),
  watch(id, report) {
    const socket = connect(`api/searches/${id}/watch`);
    socket.addEventListener("message", (event) => report(JSON.parse(event.data)));
    return socket;
  },
  live: (study) => connect(`api/studies/${study}/live`),
  tabs: null, // they are notified through the connection
};

/** @param {string} path */
function connect(path) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

/** @param {string} key @returns {Record<string, string>} */
function authorization(key) {
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** @type {Transport} */
let current = http;

/** The current transport. */
export const transport = () => current;

/** Use another transport for all requests; must be called before the page starts. @param {Transport} other */
export function useTransport(other) {
  current = other;
}
