/** Open challenges and games to watch, on the start page of a server that several people use. */

/** @import {Context} from "../shell/context.js" */
/** @import {Session} from "../session.js" */
/** @import {ListedGame} from "../types.js" */

import { transport } from "../data/transport.js";
import { make } from "../ui/dom.js";
import { capitalize, counted } from "../ui/wording.js";

const PERIOD = 5_000; // milliseconds between two requests while the page is shown

export class ChallengeList {
  #timer = 0;

  /** @param {HTMLElement} host @param {Session} session @param {Context} context */
  constructor(host, session, context) {
    this.host = host;
    this.session = session;
    this.context = context;
    this.list = make("ul", { class: "challenges" });
    this.none = make("p", { class: "quiet-text", text: "No open challenges. Start one on the Play page." });
    host.append(make("h2", { text: "Open games" }), this.none, this.list);
  }

  /** Load the list, now and regularly while the start page is shown. */
  async refresh() {
    clearTimeout(this.#timer);
    if (transport().live === null) return;
    const found = await this.context.source.ask("GET /challenges").catch(() => null);
    if (found?.open === false) return; // a server at home
    if (found) {
      this.host.hidden = false;
      this.none.hidden = found.games.length > 0;
      this.list.replaceChildren(...found.games.map((game) => this.#row(game)));
    }
    if (this.host.parentElement?.closest("[hidden]") === null) {
      this.#timer = window.setTimeout(() => void this.refresh(), PERIOD);
    }
  }

  /** @param {ListedGame} game */
  #row(game) {
    const open = async () => {
      if (await this.session.load(game.study)) this.context.shell.hideOpen();
    };
    const who = game.seat ? game.white || game.black || "A guest" : `${game.white || "White"} – ${game.black || "Black"}`;
    const facts = [game.title, clockWords(game), game.seat ? `you play ${capitalize(game.seat)}` : ""];
    if (game.watchers > 0) facts.push(`${game.watchers} watching`);
    return make(
      "li",
      {},
      make("span", { class: "card-title", text: who }),
      make("span", { class: "card-note", text: facts.filter(Boolean).join(" · ") }),
      make("button", { type: "button", class: "small", text: game.seat ? "Play" : "Watch", on: { click: open } }),
    );
  }
}

/** @param {ListedGame} game */
function clockWords({ clock }) {
  if (!clock) return "no clock";
  if (clock.days) return `${counted(clock.days, "day")} an action`;
  const minutes = counted((clock.seconds ?? 0) / 60, "minute");
  if (clock.delay) return `${minutes}, delay ${clock.delay} s`;
  return clock.increment ? `${minutes} + ${clock.increment} s` : minutes;
}
