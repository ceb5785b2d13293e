/**
 * Learning from mistakes: the position before each mistake is shown again, and the user looks for a better
 * action. Emits `change`.
 */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {AddEdit, Player, ReviewPoint, Thought} from "../types.js" */
/** @import {GameReview} from "./review.js" */

import { Job } from "../engine/jobs.js";
import { actionText } from "../moves/node-text.js";
import { sameAction } from "../puzzle/solution.js";
import { capitalize } from "../ui/wording.js";

const SECONDS = 1;
const SLACK = 10; // percentage points: an attempt that loses less is good enough

export class Learn extends EventTarget {
  /** @type {"off" | "trying" | "thinking" | "found" | "shown"} */ state = "off";
  /** @type {{tone: "info" | "good" | "bad", text: string}} */ message = { tone: "info", text: "" };
  /** @type {ReviewPoint[]} */ points = [];
  place = 0;
  found = 0;
  #run = 0; // results of an earlier run are ignored

  /** @param {Session} session @param {GameReview} review @param {HttpSource} source */
  constructor(session, review, source) {
    super();
    this.session = session;
    this.review = review;
    this.source = source;
    let study = session.study?.id;
    session.on("study", () => {
      if (session.study?.id !== study && this.state !== "off") this.leave();
      study = session.study?.id;
    });
  }

  get point() {
    return this.points[this.place] ?? null;
  }

  /** The mistakes of a player for which a better action is known. @param {Player} player */
  mistakesOf(player) {
    return (this.review.data?.points ?? []).filter(
      (point) => point.player === player && point.judgement !== "" && point.better !== null,
    );
  }

  /** @param {Player} player */
  async begin(player) {
    this.points = this.mistakesOf(player);
    this.place = this.found = 0;
    if (this.points.length > 0) await this.#ask();
  }

  /** @param {"info" | "good" | "bad"} tone @param {string} text */
  #say(tone, text) {
    this.message = { tone, text };
    this.dispatchEvent(new Event("change"));
  }

  /** Show the position before the mistake. */
  async #ask() {
    const { point, session } = this;
    const node = point && session.nodeOf(point.node);
    if (!node || node.parent === null) {
      this.leave();
      return;
    }
    this.#run += 1;
    this.state = "trying";
    session.judge = (edit) => this.#judge(edit);
    await session.go(node.parent);
    const side = capitalize(point.player);
    this.#say(
      "info",
      `${side} played ${actionText(node)}, which is ${article(point.judgement)}. Find something better.`,
    );
  }

  async next() {
    if (this.place + 1 < this.points.length) {
      this.place += 1;
      await this.#ask();
      return;
    }
    this.leave();
    this.session.notice(`you found ${this.found} of ${this.points.length}`);
  }

  async again() {
    await this.#ask();
  }

  /** Show the better action. */
  async show() {
    const better = this.point?.better;
    if (better === null || better === undefined) return;
    this.#run += 1;
    this.state = "shown";
    this.session.judge = null;
    await this.session.go(better);
    const node = this.session.nodeOf(better);
    this.#say("info", `${node ? actionText(node) : "This"} is better.`);
  }

  leave() {
    this.#run += 1;
    this.state = "off";
    this.session.judge = null;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {AddEdit} edit */
  async #judge(edit) {
    const { point, session } = this;
    const mistake = point && session.nodeOf(point.node);
    const better = point?.better == null ? null : session.nodeOf(point.better);
    if (!mistake || !better || this.state === "thinking" || edit.parent !== mistake.parent) return false;
    const { moves } = edit;
    if (sameAction(better, moves)) {
      await this.#right(better.id, "That is the best action.");
      return true;
    }
    if (sameAction(mistake, moves)) {
      this.#say("bad", "That was played in the game. Try something else.");
      return false;
    }
    return this.#weigh(point, moves);
  }

  /** Let the engine evaluate an attempt. @param {ReviewPoint} point @param {string[]} moves */
  async #weigh(point, moves) {
    const { session } = this;
    const run = ++this.#run;
    this.state = "thinking";
    this.#say("info", "Checking…");
    const parent = session.nodeOf(point.node)?.parent ?? 0;
    const request = { study: session.study?.id ?? "", node: parent, actions: [moves], seconds: SECONDS };
    const job = new Job(this.source, () => this.source.ask("POST /thoughts", {}, request));
    const end = await job.result.catch(() => null);
    if (run !== this.#run) return false;
    this.state = "trying";
    const thought = /** @type {Thought | undefined} */ (end?.answer ?? undefined);
    if (!thought) {
      this.#say("info", "The engine did not answer. Try again, or show the better action.");
      return false;
    }
    const score = thought.lines[0]?.score;
    const seen = (/** @type {number} */ chance) => (point.player === "white" ? chance : 100 - chance);
    const kept = score ? seen(score.chance) : 100; // without a reply the game is over
    const best = this.review.pointOf(parent)?.score;
    const enough = best ? seen(best.chance) - SLACK : seen(point.score.chance) + SLACK;
    if (kept < enough) {
      this.#say("bad", `${score ? `${score.text}: n` : "N"}ot good enough. Try something else.`);
      return false;
    }
    session.judge = null;
    await session.edit({ type: "add", parent, moves });
    await this.#right(session.node, score ? `Also good (${score.text}).` : "That ends the game.");
    return true;
  }

  /** @param {number} node @param {string} text */
  async #right(node, text) {
    this.#run += 1;
    this.found += 1;
    this.state = "found";
    this.session.judge = null;
    await this.session.go(node);
    this.#say("good", text);
  }
}

/** @param {string} judgement */
function article(judgement) {
  return judgement === "inaccuracy" ? "an inaccuracy" : `a ${judgement}`;
}
