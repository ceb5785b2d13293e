/**
 * A game against the computer, or with a friend on one screen. The game is a study from its first move;
 * this module decides whose turn it is, when the computer moves, the clocks, and the end of the game. Emits
 * `change`.
 */

/** @import {SetResult} from "../data/api-types.js" */
/** @import {ApiError, HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Side} from "./clock.js" */
/** @import {Rules} from "./memory.js" */
/** @import {Thought} from "../types.js" */

import { ask } from "../ui/ask.js";
import { Job } from "../engine/jobs.js";
import { continuation } from "../moves/continuation.js";
import { capitalize, counted } from "../ui/wording.js";
import { Clock, opposite } from "./clock.js";
import { recall, remember } from "./memory.js";

const STEP = 700; // milliseconds between two moves of the computer's action
const QUIET_STEP = 250; // the same with reduced motion
const LONGEST_THOUGHT = 3; // seconds
const SHARE = 30; // the computer uses this fraction of its remaining time
const TICK = 200;
const ACCEPTS = 45; // percent: the computer accepts a draw if its expected score is not larger

export class Game extends EventTarget {
  /** @type {Rules | null} */ rules = null;
  /** @type {Clock | null} */ clock = null;
  /** how the game ended; empty while it is in progress */ over = "";
  thinking = false;
  /** the initial variant of the Play page */ proposed = "Standard";
  /** @type {Side | null} who has offered a draw */ offer = null;
  offering = false; // an offer is always answered on this screen
  takesBack = true;

  /** @type {object | null} the request that created the study */ #request = null;
  #study = "";
  #timer = 0;
  /** @type {Job | null} */ #job = null;
  #result = "";
  #playing = false; // the computer's moves are being shown

  /** @param {Session} session @param {Settings} settings @param {HttpSource} source */
  constructor(session, settings, source) {
    super();
    this.session = session;
    this.settings = settings;
    this.source = source;
    session.on("study", () => this.#studied());
    session.on("position", () => void this.#positioned());
  }

  /** Whether a game is in progress in the open study. */
  get active() {
    return this.here && this.over === "";
  }

  /** Whether the open study is the game. */
  get here() {
    return this.rules !== null && this.session.study?.id === this.#study;
  }

  /** The last node of the game. */
  get end() {
    let node = this.session.root;
    for (let next = node; next; next = this.session.nodeOf(continuation(next) ?? -1)) node = next;
    return node;
  }

  /** @returns {Side} */
  get #toMove() {
    return this.session.position?.player === "black" ? "black" : "white";
  }

  get atEnd() {
    return this.session.node === this.end?.id;
  }

  /** The number of actions played by the user. */
  get movesMade() {
    const path = this.end ? this.session.path(this.end.id) : [];
    return path.filter((node) => node.player !== this.rules?.computer).length;
  }

  /** Whether the user has won against the computer. */
  get won() {
    return this.over !== "" && this.#result === (this.rules?.computer === "black" ? "1-0" : "0-1");
  }

  #changed() {
    if (this.rules) {
      const { rules, over } = this;
      remember({ study: this.#study, rules, left: this.#left(), over, request: this.#request });
    }
    this.dispatchEvent(new Event("change"));
  }

  #left() {
    return this.clock ? { white: this.clock.of("white"), black: this.clock.of("black") } : null;
  }

  /** Preselect a variant on the Play page. @param {string} variant */
  propose(variant) {
    this.proposed = variant;
    this.dispatchEvent(new Event("propose"));
  }

  // --- beginning ------------------------------------------------------------------------------------------

  /**
   * Start a game; `request` creates its study.
   *
   * @param {object} request
   * @param {Rules} rules
   * @param {string} opponent the name of the computer
   */
  async begin(request, rules, opponent) {
    if (!(await this.session.mayLeave())) return false;
    this.leave();
    const study = await this.session.create(request);
    if (!study) return false;
    this.rules = rules;
    this.#request = request;
    this.#study = study.id;
    this.over = "";
    this.clock = rules.clock ? new Clock(rules.clock) : null;
    this.settings.set("flip", rules.computer === "white");
    const names = { white: rules.computer ? "You" : "White", black: rules.computer ? "You" : "Black" };
    if (rules.computer) names[rules.computer] = opponent;
    await this.session.edit({ type: "header", key: "White", value: names.white });
    await this.session.edit({ type: "header", key: "Black", value: names.black });
    this.#take();
    return true;
  }

  /** Play again from the same start, with the other side against the computer. */
  async rematch() {
    const { rules } = this;
    if (!rules || !this.#request) return;
    const opponent = rules.computer ? this.name(rules.computer) : "";
    const computer = rules.computer && opposite(rules.computer);
    await this.begin(this.#request, { ...rules, computer }, opponent);
  }

  /** The side of the user; null with a friend on the same screen. @returns {Side | null} */
  get side() {
    return this.rules?.computer ? opposite(this.rules.computer) : null;
  }

  /** The name of a player. @param {Side} side */
  name(side) {
    const found = this.session.study?.headers.find(([key]) => key.toLowerCase() === side)?.[1];
    return found || capitalize(side);
  }

  /** Restrict the board to legal turns of the game, and continue it. */
  #take() {
    this.session.guard = () => this.#refusal();
    this.session.leaving = () => this.#mayLeave();
    clearInterval(this.#timer);
    if (this.clock) this.#timer = window.setInterval(() => this.#tick(), TICK);
    this.#changed();
    if (this.session.position) void this.#positioned();
  }

  async #mayLeave() {
    if (this.active && !(await ask("This game is not over. Leave it?", "Leave", "Keep playing"))) return false;
    this.leave();
    return true;
  }

  /** Stop managing the game; the study stays. */
  leave() {
    this.#job?.cancel();
    this.#job = null;
    clearInterval(this.#timer);
    this.clock?.run(null);
    if (this.rules) this.#changed();
    this.rules = null;
    this.thinking = false;
    this.offer = null;
    this.session.guard = this.session.leaving = null;
    this.dispatchEvent(new Event("change"));
  }

  /** Another study was opened: it may be a game in progress. */
  #studied() {
    const id = this.session.study?.id ?? "";
    if (id === this.#study && this.rules) return;
    if (this.rules) this.leave();
    const kept = recall(id);
    if (!kept) return;
    this.#study = id;
    this.rules = kept.rules;
    this.#request = kept.request ?? null;
    this.over = kept.over;
    this.clock = kept.rules.clock ? new Clock(kept.rules.clock, kept.left ?? undefined) : null;
    if (this.over) {
      this.#changed();
      return;
    }
    this.#take();
    // after the session has followed the URL: the game continues at its last node
    setTimeout(() => {
      if (this.active && this.end) void this.session.go(this.end.id);
    }, 0);
  }

  // --- whose turn it is -----------------------------------------------------------------------------------

  /** Why the user may not move; empty if they may. */
  #refusal() {
    if (!this.active || this.#playing) return this.#playing ? "the computer is moving" : "";
    if (!this.atEnd) return "go to the last position to move";
    if (this.#toMove === this.rules?.computer) return "it is the computer's turn";
    return "";
  }

  async #positioned() {
    const { session, rules } = this;
    if (!this.active || !rules || !session.position || session.pending.length > 0 || this.#playing) return;
    if (!this.atEnd) return;
    const { status } = session.position;
    const side = this.#toMove;
    if (status.over) {
      await this.#finish(status.result ?? "", status.text);
      return;
    }
    const practised = rules.practice?.moves ?? Infinity;
    if (side === rules.computer && this.movesMade >= practised) {
      await this.#finish("1/2-1/2", `not won within ${counted(practised, "move")}`);
      return;
    }
    const started = session.path(session.node).length > 0;
    this.clock?.run(started || rules.computer === "white" ? side : null, true);
    if (rules.turns && !rules.computer) this.settings.set("flip", side === "black");
    this.#changed();
    if (side === rules.computer) await this.#reply();
  }

  /** Let the computer move. */
  async #reply() {
    const { session, rules, clock } = this;
    const { study, node } = session;
    if (!study || !rules || this.#job) return;
    const left = clock && rules.computer ? clock.of(rules.computer) / 1000 / SHARE : LONGEST_THOUGHT;
    const seconds = Math.max(0.1, Math.min(LONGEST_THOUGHT, left));
    const request = { study: study.id, node, level: rules.level, engine: rules.engine, seconds };
    const job = new Job(this.source, () => this.source.ask("POST /replies", {}, request));
    this.#job = job;
    this.thinking = true;
    this.#changed();
    let moves;
    try {
      const end = await job.result;
      moves = /** @type {string[] | null | undefined} */ (end?.answer?.["moves"]);
      if (end?.state === "failed") session.notice(end.text, "error");
    } catch (error) {
      const { message, hint } = /** @type {ApiError} */ (error);
      session.notice(message, "error", hint);
    }
    if (this.#job !== job) return;
    this.#job = null;
    this.thinking = false;
    if (moves && this.active && this.end?.id === node) await this.#show(node, moves);
    this.#changed();
  }

  /** Play the computer's moves one after the other. @param {number} node @param {string[]} moves */
  async #show(node, moves) {
    const { session } = this;
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#playing = true;
    try {
      if (session.node !== node || session.pending.length > 0) await session.go(node);
      if (session.study?.game === "5d") {
        for (const move of moves) {
          await session.playText(move);
          await new Promise((resolve) => setTimeout(resolve, quiet ? QUIET_STEP : STEP));
          if (!this.active || session.node !== node) break;
        }
      }
      if (this.active) await session.edit({ type: "add", parent: node, moves }, true);
    } finally {
      this.#playing = false;
    }
    await this.#positioned();
  }

  #tick() {
    const side = this.clock?.running;
    if (!this.active || !side || !this.clock) return;
    if (this.clock.of(side) <= 0) {
      const result = side === "white" ? "0-1" : "1-0";
      void this.#finish(result, `${capitalize(side)} has no time left`);
    } else this.dispatchEvent(new Event("tick"));
  }

  // --- what a player asks for -----------------------------------------------------------------------------

  /** Take back the last action of the user, and the reply to it. */
  async takeBack() {
    if (!this.active || !this.end) return;
    this.#job?.cancel();
    this.#job = null;
    this.thinking = false;
    const { session, rules } = this;
    const path = session.path(this.end.id);
    const mine = path.findLast((node) => node.player !== rules?.computer);
    if (!mine) return;
    this.clock?.run(null);
    await session.edit({ type: "delete", node: mine.id }, true);
    this.#changed();
  }

  get canTakeBack() {
    if (!this.active || !this.end || this.#playing) return false;
    return this.session.path(this.end.id).some((node) => node.player !== this.rules?.computer);
  }

  /** The player to move resigns; against the computer, the user. */
  async resign() {
    if (!this.active) return;
    const loser = this.rules?.computer ? opposite(this.rules.computer) : this.#toMove;
    await this.#finish(loser === "white" ? "0-1" : "1-0", `${capitalize(loser)} resigns`);
  }

  /** Offer a draw: a friend is asked, the computer decides. */
  async offerDraw() {
    if (!this.active || !this.rules) return;
    const { computer } = this.rules;
    if (!computer) {
      this.offer = this.#toMove;
      this.#changed();
      return;
    }
    const { study } = this.session;
    const node = this.end?.id;
    if (!study || node === undefined) return;
    this.session.notice("the computer is considering your offer");
    const request = { study: study.id, node, seconds: 1, engine: this.rules.engine };
    const job = new Job(this.source, () => this.source.ask("POST /thoughts", {}, request));
    const end = await job.result.catch(() => null);
    const chance = /** @type {Thought | undefined} */ (end?.answer)?.lines[0]?.score.chance;
    if (!this.active || this.end?.id !== node) return;
    const its = chance === undefined ? 100 : computer === "white" ? chance : 100 - chance;
    if (its <= ACCEPTS) await this.#finish("1/2-1/2", "draw by agreement");
    else this.session.notice("the computer declines the draw");
  }

  /** A friend answers an offer. @param {boolean} accepted */
  async answer(accepted) {
    this.offer = null;
    if (accepted) await this.#finish("1/2-1/2", "draw by agreement");
    else this.#changed();
  }

  /** @param {SetResult["result"]} result @param {string} why */
  async #finish(result, why) {
    const node = this.end?.id;
    if (!this.active || node === undefined) return;
    this.over = capitalize(why);
    this.#result = result;
    this.offer = null;
    this.#job?.cancel();
    this.#job = null;
    this.thinking = false;
    this.clock?.run(null);
    clearInterval(this.#timer);
    this.session.guard = this.session.leaving = null;
    this.#changed();
    const path = this.session.path(node);
    if (result && path.length > 0) await this.session.edit({ type: "result", node, result });
    if (result) await this.session.edit({ type: "header", key: "Result", value: result });
    if (this.atEnd) await this.session.go(node); // no board needs a move any more
    this.#changed();
  }
}
