/**
 * The connection to the other users of the open study: receives every change as it happens, and the node
 * that each user views. A lost connection is re-established with the revision of this page, and the missed
 * changes come first. Emits `people`, `state`, and `message` for every message.
 */

/** @import {Session} from "../session.js" */
/** @import {StudyChange} from "../types.js" */

import { transport } from "../data/transport.js";
import { keyOf } from "./keys.js";
import { changeMe, me } from "./me.js";

/**
 * @typedef {{number: number, person: string, name: string, color: string, role: string, node: number,
 *            leads: boolean, lag: number}} Participant
 */

const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const PULSE = 15_000; // milliseconds between two heartbeats
const FINAL = [4003, 4004, 1008]; // reconnecting is useless

export class Connection extends EventTarget {
  /** @type {Participant[]} */ people = [];
  elsewhere = 0; // spectators who are connected to other servers
  /** @type {"off" | "connecting" | "on"} */ state = "off";
  /** the number of this page among the users */ you = 0;
  /** @type {number | null} whom this page follows */ following = null;

  /** @type {WebSocket | null} */ #socket = null;
  #study = "";
  #tried = 0;
  #timer = 0;
  #heard = 0;
  #looked = -1;
  #followed = -1; // last node of the followed user
  #leads = false;
  #pinged = 0; // when the last heartbeat was sent
  #lag = 0; // milliseconds until it was answered

  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
    session.on("study", () => this.#follow());
    session.on("position", () => this.#look());
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#again();
    });
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", () => this.#again());
    setInterval(() => this.#pulse(), PULSE);
    transport().tabs?.addEventListener("change", (event) => this.#hearTab(event));
  }

  get leads() {
    return this.#leads;
  }

  /** Apply a change made by another tab of this browser. @param {Event} event */
  #hearTab(event) {
    const { study, revision } = /** @type {CustomEvent} */ (event).detail;
    if (study !== this.session.study?.id) return;
    if (revision === null) this.session.notice("this study was deleted in another tab", "error");
    else void this.session.copy.catchUp(revision);
  }

  /** The users in the study, without this page. */
  get others() {
    return this.people.filter(({ number }) => number !== this.you);
  }

  /** @param {string} [type] */
  #changed(type = "state") {
    this.dispatchEvent(new Event(type));
  }

  /** Connect to the open study, if it is a different one. */
  #follow() {
    const { study } = this.session;
    const id = study && study.kept !== false ? study.id : "";
    if (id === this.#study) return;
    this.#close();
    this.#study = id;
    this.#tried = 0;
    this.following = null;
    this.#leads = false;
    this.#open();
  }

  #close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.people = [];
    this.state = "off";
    this.#changed();
    this.#changed("people");
  }

  #open() {
    const connect = transport().live;
    const { study } = this.session;
    if (!connect || !this.#study || study?.id !== this.#study) return;
    clearTimeout(this.#timer);
    const socket = connect(this.#study);
    this.#socket = socket;
    this.state = "connecting";
    this.#changed();
    socket.addEventListener("open", () => {
      const { revision } = this.session.study ?? study;
      this.#heard = performance.now();
      this.#looked = this.session.node;
      const hello = { type: "hello", revision, node: this.session.node, key: keyOf(this.#study), ...me };
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heard = performance.now();
      this.#hear(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (socket === this.#socket) this.#lost(code, reason);
    });
  }

  /** @param {number} code @param {string} reason */
  #lost(code, reason) {
    this.#socket = null;
    this.people = [];
    this.#changed("people");
    if (FINAL.includes(code)) {
      this.state = "off";
      if (reason) this.session.notice(reason, "error");
    } else {
      this.state = "connecting";
      const wait = WAITS[Math.min(this.#tried, WAITS.length - 1)] ?? 8000;
      this.#tried += 1;
      this.#timer = window.setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
    }
    this.#changed();
  }

  /** Reconnect at once. */
  #again() {
    if (!this.#study || this.#socket || transport().live === null) return;
    this.#tried = 0;
    this.#open();
  }

  /** Send a heartbeat; a connection without a response for long is considered lost. */
  #pulse() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.#heard > 2.5 * PULSE) {
      this.#lost(1006, "");
      socket.close();
    } else this.#ping();
  }

  #ping() {
    this.#pinged = performance.now();
    this.#send({ type: "ping", lag: this.#lag });
  }

  /** A heartbeat was answered; report the first one at once. */
  #answered() {
    const isFirst = this.#lag === 0;
    this.#lag = Math.max(1, Math.round(performance.now() - this.#pinged));
    if (isFirst) this.#ping();
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN && this.state === "on") {
      this.#socket.send(JSON.stringify(message));
    }
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "welcome") {
      this.#tried = 0;
      this.you = message.you;
      this.state = "on";
      /** @type {StudyChange[] | null} */ const changes = message.changes;
      if (changes === null) void this.session.copy.catchUp();
      else for (const change of changes) void this.session.copy.take(change);
      this.#look();
      this.#ping();
      if (this.#leads) this.#send({ type: "lead", on: true });
      this.#changed();
    } else if (message.type === "change") {
      // the response to the edit that this page has just sent is on its way
      if (message.change.operation !== this.session.source.sending) void this.session.copy.take(message.change);
    }
    else if (message.type === "pong") this.#answered();
    else if (message.type === "outdated") void this.session.copy.catchUp(message.revision);
    else if (message.type === "people") {
      this.people = message.people;
      this.elsewhere = message.elsewhere;
      this.#changed("people");
      this.#goAfter();
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** Send the current node to the others. */
  #look() {
    const { node } = this.session;
    if (node === this.#looked || this.state !== "on") return;
    this.#looked = node;
    this.#send({ type: "look", node });
    const leader = this.#leader();
    if (leader && leader.node !== node) this.follow(null); // the user has gone elsewhere
  }

  #leader() {
    return this.people.find(({ number }) => number === this.following);
  }

  /** Go to the node of the followed user. */
  #goAfter() {
    if (this.following === null) return;
    const leader = this.#leader();
    if (!leader) this.follow(null);
    else if (leader.node === this.#followed) return; // a leader who has not moved does not bring the user back
    else if (this.session.nodeOf(leader.node)) {
      this.#followed = leader.node;
      if (leader.node === this.session.node) return;
      this.#looked = leader.node;
      this.#send({ type: "look", node: leader.node });
      void this.session.go(leader.node);
    }
  }

  /** Follow a user; null follows none. @param {number | null} number */
  follow(number) {
    this.following = number;
    this.#followed = -1;
    this.#changed("people");
    this.#goAfter();
  }

  /** Ask the others to follow, or withdraw the request. @param {boolean} on */
  lead(on) {
    this.#leads = on;
    this.#send({ type: "lead", on });
  }

  /** @param {{name?: string, color?: string}} changes */
  rename(changes) {
    changeMe(changes);
    this.#send({ type: "me", name: me.name, color: me.color });
    this.#changed("people");
  }
}
