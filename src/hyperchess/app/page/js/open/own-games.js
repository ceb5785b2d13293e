/** The user's games by link that are in progress, on the start page; the tab shows in how many it is the user's turn. */

/** @import {Match} from "../live/match.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {OwnGame} from "../types.js" */

import { transport } from "../data/transport.js";
import { clockText } from "../game/clock.js";
import { ownKeys } from "../live/keys.js";
import { countTurns } from "../shell/tab-title.js";
import { make } from "../ui/dom.js";
import { capitalize } from "../ui/wording.js";

const PERIOD = 60_000; // milliseconds between two requests

export class OwnGames {
  /** @type {OwnGame[]} */ #games = [];
  #timer = 0;

  /** @param {Match} match the game in the open study @param {Context} context */
  constructor(match, context) {
    this.match = match;
    this.context = context;
    this.list = make("ul", { class: "challenges" });
    this.element = make(
      "section",
      { class: "open-own-games", hidden: true },
      make("h2", { text: "Your games" }),
      this.list,
    );
    match.addEventListener("change", () => this.#count());
    document.addEventListener("visibilitychange", () => void this.refresh());
    void this.refresh();
  }

  /** Load the list, now and regularly. */
  async refresh() {
    clearTimeout(this.#timer);
    if (transport().live === null) return;
    const keys = ownKeys();
    const found = keys.length > 0 ? this.context.source.ask("POST /matches/own", {}, { keys }) : [];
    this.#games = await Promise.resolve(found).catch(() => this.#games);
    this.element.hidden = this.#games.length === 0;
    this.list.replaceChildren(...this.#games.map((game) => this.#row(game)));
    this.#count();
    this.#timer = window.setTimeout(() => void this.refresh(), PERIOD);
  }

  /** Count the turns of the user; the open game is known without a request. */
  #count() {
    const open = this.match.here ? this.match.session.study?.id : undefined;
    const others = this.#games.filter((game) => game.turn && game.study !== open);
    countTurns(others.length + Number(this.match.isTurn));
  }

  /** @param {OwnGame} game */
  #row(game) {
    const open = async () => {
      if (await this.match.session.load(game.study)) this.context.shell.hideOpen();
    };
    const left = game.left === null ? "" : `${clockText(game.left)} left`;
    const turn = game.turn ? "your turn" : game.opponent ? "waiting for your opponent" : "not joined yet";
    return make(
      "li",
      { class: game.turn ? "turn" : "" },
      make("span", { class: "card-title", text: game.opponent || "No opponent yet" }),
      make("span", {
        class: "card-note",
        text: [game.title, `you play ${capitalize(game.side)}`, turn, left].filter(Boolean).join(" · "),
      }),
      make("button", { type: "button", class: "small", text: game.turn ? "Play" : "Open", on: { click: open } }),
    );
  }
}
