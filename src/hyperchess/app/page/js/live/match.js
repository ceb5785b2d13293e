/**
 * A game against a friend by link. The server decides whose turn it is, runs the clocks and ends the game;
 * this page plays one side, or watches. Emits `change` and `tick`.
 */

/** @import {ApiError, HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Side} from "../game/clock.js" */
/** @import {MatchState, StudyEdit} from "../types.js" */
/** @import {Connection} from "./connection.js" */

import { opposite } from "../game/clock.js";
import { capitalize } from "../ui/wording.js";
import { newId } from "./me.js";

const TICK = 200;

export class Match extends EventTarget {
  thinking = false;
  takesBack = false;
  canTakeBack = false;
  movesMade = 0;
  /** @type {null} */ rules = null;

  /** @type {MatchState | null} */ #state = null;
  #study = "";
  /** @type {Side | null} */ #seated = null; // the side of this page when the study was opened
  #received = 0; // when the clocks were received
  #timer = 0;
  #end = 0; // the last node of the game that this page has shown

  /**
   * @param {Session} session
   * @param {Settings} settings
   * @param {HttpSource} source
   * @param {Connection} connection
   */
  constructor(session, settings, source, connection) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("study", () => void this.#studied());
    connection.addEventListener("message", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail.type === "match" && this.here) this.#take(detail.match);
      if (detail.type === "welcome" && this.here) void this.#load(); // the true clocks
    });
  }

  get here() {
    return this.#state !== null && this.session.study?.id === this.#study;
  }

  get active() {
    return this.here && this.#state?.active === true;
  }

  /** The side of this page; null for a spectator. @returns {Side | null} */
  get side() {
    const role = this.session.study?.role;
    return role === "white" || role === "black" ? role : null;
  }

  get over() {
    return this.#state && !this.#state.active ? capitalize(this.#state.why) : "";
  }

  get atEnd() {
    return this.session.node === this.#state?.node;
  }

  /** Whether the opponent's seat is still open. */
  get waiting() {
    return this.active && this.side !== null && this.#state?.[opposite(this.side)].seat === "";
  }

  /** The key of a link that moves the seat of this page to another device. */
  async moveSeat() {
    return (await this.source.moveSeat(this.#study)).key;
  }

  /** Whether the opponent has offered a draw. */
  get offer() {
    const { offer = "" } = this.#state ?? {};
    return this.side && offer && offer !== this.side ? offer : null;
  }

  /** Whether this page has offered a draw. */
  get offering() {
    return this.#state !== null && this.#state.offer === this.side;
  }

  /** @param {Side} side */
  name(side) {
    const name = this.#state?.[side].name || capitalize(side);
    return side === this.side ? `${name} (you)` : name;
  }

  get clock() {
    const clock = this.#state?.clock;
    if (!clock) return null;
    /** @param {Side} side */
    const of = (side) =>
      Math.max(0, clock[side] - (clock.running === side ? performance.now() - this.#received : 0));
    return { of };
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  async #studied() {
    const { study } = this.session;
    if (study?.id === this.#study && this.side === this.#seated) {
      this.#followGame();
      return;
    }
    this.#leave();
    this.#seated = this.side;
    if (!study?.match) return;
    this.#study = study.id;
    await this.#load();
    if (!this.here) return;
    this.#end = this.#state?.node ?? 0;
    if (this.side) this.settings.set("flip", this.side === "black");
    if (this.session.nodeOf(this.#end)) await this.session.go(this.#end);
  }

  #leave() {
    if (this.#study === "") return;
    this.#study = "";
    this.#state = null;
    this.session.guard = null;
    this.session.judge = null;
    clearInterval(this.#timer);
    this.#changed();
  }

  async #load() {
    const id = this.#study;
    try {
      const state = await this.source.match(id);
      if (id === this.#study) this.#take(state);
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {MatchState} state */
  #take(state) {
    const before = this.#state;
    this.#state = state;
    this.#received = performance.now();
    clearInterval(this.#timer);
    if (state.active) {
      this.session.guard = () => this.#refusal();
      this.session.judge = this.side ? (edit) => this.#play(edit) : null;
      if (state.clock?.running) {
        this.#timer = window.setInterval(() => this.dispatchEvent(new Event("tick")), TICK);
      }
    } else {
      this.session.guard = null;
      this.session.judge = null;
      if (before?.active && this.atEnd) void this.session.go(this.session.node); // no board needs a move any more
    }
    if (this.side && before && before[this.side].seat !== state[this.side].seat) {
      void this.session.load(this.#study); // the seat has moved to another device
    }
    if (this.offering && before?.offer !== state.offer) this.session.notice("your opponent offers a draw");
    this.#changed();
    this.#followGame();
  }

  /** Show the opponent's action, unless the user views another node. */
  #followGame() {
    const end = this.#state?.node;
    if (!this.here || end === undefined || end === this.#end || !this.session.nodeOf(end)) return;
    const stood = this.session.node === this.#end;
    this.#end = end;
    if (stood) void this.session.go(end);
    this.#changed();
  }

  /** Why the user may not move; empty if they may. */
  #refusal() {
    if (!this.active) return "";
    if (!this.side) return "a game is being played here: you are watching";
    if (!this.atEnd) return "go to the last position to move";
    return this.#state?.to_move === this.side ? "" : "it is your opponent's turn";
  }

  /** Send an action until the server has responded. @param {StudyEdit} edit @returns {Promise<boolean>} */
  async #play(edit) {
    const refusal = this.#refusal();
    if (refusal) {
      this.session.notice(refusal);
      return false;
    }
    const operation = newId();
    const moves = /** @type {string[]} */ (edit["moves"]);
    for (;;) {
      try {
        const change = await this.source.playInMatch(this.#study, moves, operation);
        this.#end = change.node;
        await this.session.copy.take(change);
        await this.session.go(change.node);
        return true;
      } catch (error) {
        const { code, message, hint } = /** @type {ApiError} */ (error);
        this.session.notice(message, "error", hint);
        if (code !== "no-server") return false;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  /** @param {"resign" | "offer" | "accept" | "decline"} type */
  async #act(type) {
    if (!this.active || !this.side) return;
    try {
      this.#take(await this.source.actInMatch(this.#study, type));
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  async takeBack() {}

  resign() {
    return this.#act("resign");
  }

  offerDraw() {
    return this.#act("offer");
  }

  /** @param {boolean} accepted */
  answer(accepted) {
    return this.#act(accepted ? "accept" : "decline");
  }
}
