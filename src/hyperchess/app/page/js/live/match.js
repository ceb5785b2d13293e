/**
 * A game against a friend by link. The server decides whose turn it is, runs the clocks and ends the game;
 * this page plays one side, or watches. Emits `change` and `tick`.
 */

/** @import {ApiError, HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Side} from "../game/clock.js" */
/** @import {AddEdit, MatchState} from "../types.js" */
/** @import {Connection} from "./connection.js" */

import { opposite } from "../game/clock.js";
import { followRematch } from "../game/seat.js";
import { capitalize } from "../ui/wording.js";
import { newId } from "./me.js";

/** @typedef {"draw" | "takeback" | "rematch"} Offer */

const TICK = 200;

export class Match extends EventTarget {
  thinking = false;
  takesBack = true;
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
    this.connection = connection;
    connection.addEventListener("people", () => this.here && this.#changed());
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

  /** Whether the user must move. */
  get isTurn() {
    return this.active && this.side !== null && this.#state?.to_move === this.side;
  }

  get over() {
    return this.#state && !this.#state.active ? capitalize(this.#state.why) : "";
  }

  /** The node of the last action. */
  get lastNode() {
    return this.#state?.node;
  }

  get atEnd() {
    return this.session.node === this.lastNode;
  }

  /** Whether the opponent's seat is still open. */
  get waiting() {
    return this.active && this.side !== null && this.#state?.[opposite(this.side)].seat === "";
  }

  /** The key of a link that moves the seat of this page to another device. */
  async moveSeat() {
    return (await this.source.ask("POST /studies/{id}/match/link", { id: this.#study })).key;
  }

  /** Whether the user can prepare an action: it is the opponent's turn. */
  get canPrepare() {
    return this.active && this.side !== null && !this.isTurn && !this.waiting;
  }

  /** Prepare an action for the next turn, and return its moves. @param {string} text moves; empty withdraws it */
  async prepare(text) {
    const moves = text.split(/\s+/u).filter(Boolean);
    const made = await this.source.ask("POST /studies/{id}/match/prepared", { id: this.#study }, { moves });
    return made.moves.join(" ");
  }

  /** The moves of the prepared action. */
  async prepared() {
    return (await this.source.ask("GET /studies/{id}/match/prepared", { id: this.#study })).moves.join(" ");
  }

  /** Let an engine have the open seat. @param {{name: string, level: number}} engine */
  async seatEngine(engine) {
    this.#take(await this.source.ask("POST /studies/{id}/match/seat", { id: this.#study }, { engine }));
  }

  /** @param {Offer} about @returns {Side | null} who has offered it */
  offered(about) {
    return /** @type {Side} */ (this.#state?.offers[about]) || null;
  }

  /** Whether the opponent of this page has made an offer. @param {Offer} about */
  isAsked(about) {
    return this.side !== null && this.offered(about) === opposite(this.side);
  }

  /** The opponent, if a draw is offered to this page. */
  get offer() {
    return this.isAsked("draw") ? this.offered("draw") : null;
  }

  /** Whether this page has offered a draw. */
  get offering() {
    return this.side !== null && this.offered("draw") === this.side;
  }

  get canAbort() {
    return this.side !== null && this.#state?.can_abort === true;
  }

  get canTakeBack() {
    const { side } = this;
    if (!this.active || !side || this.offered("takeback")) return false;
    return this.session.path(this.#state?.node ?? 0).some(({ player }) => player === side);
  }

  /** The study of the rematch; empty if there is none. */
  get next() {
    return (this.here && this.#state?.next) || "";
  }

  /** @param {Side} side */
  name(side) {
    const name = this.#state?.[side].name || capitalize(side);
    return side === this.side ? `${name} (you)` : name;
  }

  get clock() {
    const clock = this.#state?.clock;
    if (!clock) return null;
    const used = Math.max(0, performance.now() - this.#received - clock.delay);
    /** @param {Side} side */
    const of = (side) => Math.max(0, clock[side] - (clock.running === side ? used : 0));
    return { of };
  }

  /** Days per action; 0 if the clocks are for the whole game. */
  get days() {
    return this.#state?.clock?.days ?? 0;
  }

  /** Milliseconds for which the opponent has been away; 0 if the opponent is here. */
  get away() {
    const player = this.side && this.#state?.[opposite(this.side)];
    if (!player || player.here || !player.seat) return 0;
    return player.away + performance.now() - this.#received;
  }

  /** Whether the opponent has been away for long enough to lose the game. */
  get canClaim() {
    const { claim = 0 } = this.#state ?? {};
    return this.active && claim > 0 && this.away >= claim;
  }

  /** The number of people who watch, this page included. */
  get watchers() {
    const { people, elsewhere } = this.connection;
    return new Set(people.filter(({ role }) => role === "view").map(({ person }) => person)).size + elsewhere;
  }

  /** The round trip of the opponent's connection in milliseconds; 0 if it is unknown. */
  get lag() {
    const role = this.side && opposite(this.side);
    return this.connection.people.find((one) => one.role === role)?.lag ?? 0;
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
      const state = await this.source.ask("GET /studies/{id}/match", { id });
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
      if (state.clock?.running || this.away > 0) {
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
    this.#changed();
    this.#followGame();
    if (before && !before.next && state.next && this.side) void this.goToRematch();
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

  /** Send an action until the server has responded. @param {AddEdit} edit @returns {Promise<boolean>} */
  async #play(edit) {
    const refusal = this.#refusal();
    if (refusal) {
      this.session.notice(refusal);
      return false;
    }
    const action = { moves: edit.moves, operation: newId(), node: this.#state?.node };
    for (;;) {
      try {
        const change = await this.source.ask("POST /studies/{id}/match/actions", { id: this.#study }, action);
        this.#end = change.node;
        await this.session.copy.take(change);
        await this.session.go(change.node);
        this.#followGame(); // the opponent's prepared action may have arrived before this response
        return true;
      } catch (error) {
        const { code, message, hint } = /** @type {ApiError} */ (error);
        this.session.notice(message, "error", hint);
        if (code !== "no-server" && code !== "storage") return false; // the database may be restarting
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  /**
   * Send an act until the server has responded.
   *
   * @param {"resign" | "abort" | "claim" | "offer" | "accept" | "decline"} type
   * @param {Offer} [about]
   */
  async act(type, about = "draw") {
    const study = this.#study;
    const act = { type, about, operation: newId() };
    while (this.here && this.#study === study && this.side) {
      try {
        this.#take(await this.source.ask("POST /studies/{id}/match", { id: study }, act));
        return;
      } catch (error) {
        const { code, message, hint } = /** @type {ApiError} */ (error);
        this.session.notice(message, "error", hint);
        if (code !== "no-server" && code !== "storage") return;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  takeBack() {
    return this.act("offer", "takeback");
  }

  resign() {
    return this.act("resign");
  }

  offerDraw() {
    return this.act("offer");
  }

  /** @param {boolean} accepted */
  answer(accepted) {
    return this.act(accepted ? "accept" : "decline");
  }

  /** Open the rematch: the players sit down, all others watch. */
  async goToRematch() {
    const { next } = this;
    followRematch(this.#study, next);
    await this.session.load(next);
  }
}
