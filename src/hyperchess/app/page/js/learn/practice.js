/** A practice mate: a game against the computer from a random start, to be won within a number of moves. */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Game} from "../game/game.js" */
/** @import {Session} from "../session.js" */
/** @import {PracticeMate} from "../types.js" */

import { record } from "./progress.js";

const LEVEL = 7; // of the defender: it plays fast and rarely errs
const SEEDS = 2 ** 31;

export class Practice extends EventTarget {
  /** the name of the mate that is being played; empty if there is none */ current = "";

  /** @param {Session} session @param {HttpSource} source @param {Game} game */
  constructor(session, source, game) {
    super();
    this.session = session;
    this.source = source;
    this.game = game;
    game.addEventListener("change", () => this.#played());
    this.#played();
  }

  /** @returns {Promise<PracticeMate[]>} */
  mates() {
    return this.source.ask("GET /practice");
  }

  /** @param {PracticeMate} mate */
  async begin(mate) {
    const seed = Math.floor(Math.random() * SEEDS);
    const { text, title } = await this.source.ask("POST /practice", {}, { name: mate.name, seed });
    const rules = {
      computer: /** @type {const} */ ("black"),
      level: LEVEL,
      engine: "",
      clock: null,
      turns: false,
      practice: { name: mate.name, moves: mate.moves },
    };
    return this.game.begin({ setup: { game: "infinite", text }, title }, rules, "Computer");
  }

  /** A game starts, continues or ends. */
  #played() {
    const { game } = this;
    const name = game.active ? (game.rules?.practice?.name ?? "") : "";
    const ended = this.current !== "" && game.here && game.over !== "";
    if (ended) record(this.current, game.won ? game.movesMade : null);
    if (name === this.current) return;
    this.current = name;
    this.dispatchEvent(new Event("change"));
  }
}
