/** The Play page: opponent, start, level and clock. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {ClockRule, Side} from "./clock.js" */
/** @import {Game} from "./game.js" */
/** @import {Engines} from "../types.js" */

import { transport } from "../data/transport.js";
import { keepSeat, openBy } from "../live/keys.js";
import { linkAddress } from "../live/links.js";
import { me } from "../live/me.js";
import { copy } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";
import { segments } from "../ui/segments.js";

const POSITION = "position";
const DEFAULT_LEVEL = 2;

/** @type {readonly (readonly [minutes: number, increment: number])[]} */
const CLOCKS = [
  [5, 5],
  [10, 10],
  [20, 20],
  [60, 0],
];

/** Clocks of games by link that a screen with two players does not need: the value of the choice, and its text. */
const LINK_CLOCKS = [
  ["3+0", "3 minutes"],
  ["15~10", "15 minutes and a delay of 10 seconds an action"],
  ["1d", "1 day an action"],
  ["3d", "3 days an action"],
  ["7d", "7 days an action"],
];

/** Descriptions of the levels. */
const LEVEL_NOTES = [
  "plays almost any move: for your first games",
  "sees captures and little else",
  "takes hanging pieces but overlooks attacks through time",
  "looks one action ahead and rarely gives pieces away",
  "punishes mistakes",
  "finds mates through time",
  "plays fast and rarely errs",
  "thinks for three seconds and plays its best",
];

/** @param {HTMLElement} element @param {Session} session @param {Context} context @param {Game} game */
export function mount(element, session, context, game) {
  const form = new PlayForm(session, context, game);
  element.append(form.element);
  void form.load();
}

class PlayForm {
  /** @type {"computer" | "friend" | "link"} */ #opponent = "computer";
  /** @type {Side | "random"} */ #side = "white";
  #isPublic = false; // whether the server lists open challenges

  /** @param {Session} session @param {Context} context @param {Game} game */
  constructor(session, context, game) {
    this.session = session;
    this.context = context;
    this.game = game;
    this.start = make("select", { id: "play-start" });
    this.level = make("input", {
      type: "range",
      id: "play-level",
      "aria-label": "Level",
      min: 1,
      max: LEVEL_NOTES.length,
      step: 1,
      value: DEFAULT_LEVEL,
      on: { input: () => this.#showLevel() },
    });
    this.levelName = make("output", { class: "level-name", for: "play-level" });
    this.levelNote = make("p", { class: "quiet-text" });
    this.engine = make("select", { id: "play-engine" });
    this.engineRow = row("play-engine", "Engine", this.engine);
    this.clock = make("select", { id: "play-clock" }, make("option", { value: "", text: "No clock" }));
    for (const [minutes, increment] of CLOCKS) {
      const text = `${minutes} minutes${increment ? ` and ${increment} seconds an action` : ""}`;
      this.clock.append(make("option", { value: `${minutes}+${increment}`, text }));
    }
    this.linkClocks = LINK_CLOCKS.map(([value = "", text = ""]) => make("option", { value, text }));
    this.clock.append(...this.linkClocks);
    this.turns = make("input", { type: "checkbox", checked: true });
    this.turnsRow = make("label", { class: "switch" }, this.turns, "Turn the board to the player to move");
    this.sideRow = part(
      "Your side",
      segments(
        "side",
        "Your side",
        this.#side,
        [
          ["white", "White"],
          ["random", "Random"],
          ["black", "Black"],
        ],
        (side) => {
          this.#side = side;
        },
      ),
    );
    this.levelRow = part(
      "Level",
      make("div", { class: "level-row" }, this.level, this.levelName),
      this.levelNote,
    );
    this.link = make("input", {
      type: "text",
      id: "play-link",
      readonly: true,
      "aria-label": "Link for your friend",
      on: { focus: () => this.link.select() },
    });
    const copyLink = () => void copy(this.link.value, "Link for your friend", context);
    this.invitation = part(
      "Link for your friend",
      make(
        "div",
        { class: "field-row" },
        this.link,
        make("button", { type: "button", on: { click: copyLink } }, icon("copy"), "Copy link"),
      ),
      make("p", {
        class: "quiet-text",
        text: "The first browser that opens it plays the other side, all others watch. The clocks start with the first action.",
      }),
    );
    this.invitation.hidden = true;
    this.open = make("input", { type: "checkbox", id: "play-open" });
    this.openRow = make("label", { class: "switch", hidden: true }, this.open, "List it as an open challenge");
    this.go = make(
      "button",
      { type: "button", class: "primary", id: "play-go", on: { click: () => void this.#begin() } },
      icon("play"),
      "Play",
    );
    this.element = make(
      "div",
      { class: "play-form" },
      part(
        "Opponent",
        segments(
          "opponent",
          "Opponent",
          this.#opponent,
          [
            ["computer", "Computer"],
            ["friend", "Friend here"],
            ...(transport().live === null ? [] : [/** @type {const} */ (["link", "Friend by link"])]),
          ],
          (opponent) => {
            this.#opponent = opponent;
            this.#refresh();
          },
        ),
      ),
      part("Start", make("label", { class: "unseen", for: "play-start", text: "Start" }), this.start),
      this.sideRow,
      this.levelRow,
      this.engineRow,
      row("play-clock", "Clock", this.clock),
      make("section", { class: "part" }, this.turnsRow, this.openRow, this.go),
      this.invitation,
    );
    session.on("study", () => this.#refreshStart());
    game.addEventListener("propose", () => this.#propose());
    this.#showLevel();
    this.#refresh();
  }

  /** Fetch the available choices from the server. */
  async load() {
    try {
      const [variants, engines] = await Promise.all([
        this.context.source.ask("GET /variants"),
        this.context.source.ask("GET /engines"),
      ]);
      this.#fill(variants, engines);
      if (transport().live !== null) this.#isPublic = (await this.context.source.ask("GET /challenges")).open;
      this.#refresh();
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {{name: string, game: string, group?: string}[]} variants @param {Engines} engines */
  #fill(variants, engines) {
    const here = make("option", { value: POSITION, text: "The position on the board" });
    this.start.append(here);
    for (const [game, title] of [
      ["5d", "5D chess"],
      ["infinite", "Infinite chess"],
    ]) {
      const group = make("optgroup", { label: title });
      for (const variant of variants) {
        if (variant.game === game)
          group.append(make("option", { value: `variant:${variant.name}`, text: variant.name }));
      }
      this.start.append(group);
    }
    this.#propose();
    this.engine.append(...engines.engines.map((name) => make("option", { value: name, text: name })));
    this.engineRow.hidden = engines.engines.length < 2;
    this.levels = engines.levels;
    this.#showLevel();
    this.#refreshStart();
  }

  #propose() {
    this.start.value = `variant:${this.game.proposed}`;
  }

  #refreshStart() {
    const here = this.start.querySelector(`option[value="${POSITION}"]`);
    if (!(here instanceof HTMLOptionElement)) return;
    here.disabled = this.session.position === null;
    if (here.disabled && this.start.value === POSITION) this.start.value = "variant:Standard";
  }

  #showLevel() {
    const number = Number(this.level.value);
    const name = this.levels?.[number - 1]?.name ?? "";
    this.levelName.textContent = `${number}${name ? `: ${name}` : ""}`;
    this.levelNote.textContent = capitalize(`${LEVEL_NOTES[number - 1] ?? ""}.`);
    this.level.setAttribute("aria-valuetext", `${number} ${name}`);
  }

  #refresh() {
    const computer = this.#opponent === "computer";
    this.levelRow.hidden = !computer;
    this.sideRow.hidden = this.#opponent === "friend";
    this.engineRow.hidden = !computer || this.engine.options.length < 2;
    this.turnsRow.hidden = this.#opponent !== "friend";
    this.invitation.hidden = true;
    this.openRow.hidden = this.#opponent !== "link" || !this.#isPublic;
    for (const option of this.linkClocks) option.hidden = option.disabled = this.#opponent !== "link";
    if (this.clock.selectedOptions[0]?.disabled) this.clock.value = "";
  }

  async #begin() {
    const request = await this.#request();
    if (!request) return;
    if (this.#opponent === "link") {
      await this.#invite(request);
      return;
    }
    const computer = this.#opponent === "computer";
    const side = this.#side === "random" ? (Math.random() < 0.5 ? "white" : "black") : this.#side;
    const level = Number(this.level.value);
    const rules = {
      computer: computer ? /** @type {Side} */ (side === "white" ? "black" : "white") : null,
      level,
      engine: this.engine.value,
      clock: this.#clockRule(),
      turns: this.turns.checked,
    };
    const name = this.levels?.[level - 1]?.name ?? `level ${level}`;
    this.go.disabled = true;
    try {
      if (await this.game.begin(request, rules, `Computer, level ${level} (${name})`)) {
        this.context.shell.showBoard();
        this.context.stage()?.canvas.focus();
      }
    } finally {
      this.go.disabled = false;
    }
  }

  /** Start a game by link: one link is opened here, the other is for the friend. @param {object} request */
  async #invite(request) {
    const clock = linkClock(this.clock.value);
    const open = this.#isPublic && this.open.checked;
    this.go.disabled = true;
    try {
      const asked = { ...request, side: this.#side, clock, name: me.name, open };
      const made = await this.context.source.ask("POST /matches", {}, asked);
      keepSeat(made.study, { key: made.key, sits: true });
      openBy(made.study, made.friend); // the address is the invitation, and later allows watching
      if (!(await this.session.load(made.study))) return;
      this.link.value = linkAddress(made.study, made.friend);
      this.invitation.hidden = false;
      await copy(this.link.value, "Link for your friend", this.context);
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    } finally {
      this.go.disabled = false;
    }
  }

  /** @returns {ClockRule | null} */
  #clockRule() {
    const [minutes, increment] = this.clock.value.split("+").map(Number);
    return minutes ? { minutes, increment: increment ?? 0 } : null;
  }

  /** The request that creates the study. */
  async #request() {
    const { value } = this.start;
    if (value !== POSITION) return { variant: value.replace("variant:", "") };
    const { study, node, pending } = this.session;
    if (!study) return null;
    try {
      const { text } = await this.context.source.ask("POST /studies/{id}/setup", { id: study.id }, { node, pending });
      return { setup: { game: study.game, text } };
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
      return null;
    }
  }

  /** @type {{number: number, name: string}[] | undefined} */ levels = undefined;
}

/** The clock of a game by link: `5+3` minutes and seconds, `15~10` with a delay, `3d` days. @param {string} value */
function linkClock(value) {
  if (value === "") return null;
  const [time = 0, more = 0] = value.split(/[+~d]/u).map(Number);
  if (value.endsWith("d")) return { days: time };
  return { seconds: 60 * time, [value.includes("~") ? "delay" : "increment"]: more };
}

/** @param {string} title @param {...HTMLElement} children */
function part(title, ...children) {
  return make("section", { class: "part" }, make("h3", { text: title }), ...children);
}

/** @param {string} id @param {string} title @param {HTMLElement} field */
function row(id, title, field) {
  return make(
    "section",
    { class: "part" },
    make("label", { class: "field-title", for: id, text: title }),
    field,
  );
}
