/** The two strips of the board during a game: player, clock, and on the user's side the buttons. */

/** @import {Context} from "../shell/context.js" */
/** @import {Engines} from "../types.js" */
/** @import {Material} from "./material.js" */
/** @import {Game} from "./game.js" */
/** @import {Side} from "./clock.js" */
/** @import {Match} from "../live/match.js" */

import { figure } from "../drawing/figures.js";
import { ask } from "../ui/ask.js";
import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";
import { counted } from "../ui/wording.js";
import { clockText } from "./clock.js";
import { countMaterial } from "./material.js";

const SHORT = 20_000; // milliseconds below which the clock warns

/** @typedef {Game | Match} AnyGame */

/**
 * @param {HTMLElement} table
 * @param {Game} local a game on this screen
 * @param {Match} match a game through a link
 * @param {Context} context
 */
export function mountStrips(table, local, match, context) {
  const { settings, source } = context;
  /** @type {Engines | null} */
  let engines = null;
  let asked = false;
  /** @returns {AnyGame} */
  const current = () => (match.here ? match : local);
  const top = strip("strip-top");
  const bottom = strip("strip-bottom");
  const back = control("undo", "Take back", () => {
    if (local.session.pending.length > 0) void local.session.undo();
    else void current().takeBack();
  });
  const draw = control("draw", "Offer a draw", () => void current().offerDraw());
  const resign = control("resign", "Resign", async () => {
    if (await ask("Resign this game?", "Resign", "Keep playing")) await current().resign();
  });
  const controls = make("div", { class: "strip-controls" }, back, draw, resign);
  bottom.element.append(controls);
  const offer = make(
    "div",
    { class: "strip-offer", role: "group", "aria-label": "Draw offer", hidden: true },
    make("span", { text: "A draw is offered." }),
    make("button", {
      type: "button",
      class: "small primary",
      text: "Accept",
      on: { click: () => void current().answer(true) },
    }),
    make("button", {
      type: "button",
      class: "small",
      text: "Decline",
      on: { click: () => void current().answer(false) },
    }),
  );
  bottom.element.append(offer);
  table.append(top.element, bottom.element);

  const times = () => {
    for (const { side, clock } of [top, bottom]) {
      const left = current().clock?.of(side);
      clock.hidden = left === undefined;
      if (left === undefined) continue;
      clock.textContent = clockText(left);
      clock.classList.toggle("short", left < SHORT);
    }
  };
  const refresh = () => {
    const game = current();
    const shown = game.here;
    top.element.hidden = bottom.element.hidden = !shown;
    if (!shown) return;
    if (!asked) {
      asked = true;
      source.ask("GET /engines").then(
        (found) => {
          engines = found;
          refresh();
        },
        () => (asked = false), // without the values no material is shown
      );
    }
    const flipped = settings.get("flip");
    top.side = flipped ? "white" : "black";
    bottom.side = flipped ? "black" : "white";
    const player = game.atEnd ? game.session.position?.player : undefined;
    const { position } = game.session;
    const values = position && engines?.values[position.game];
    const material = values ? countMaterial(position, context.art.letters, values) : null;
    for (const end of [top, bottom]) {
      fillMaterial(end.material, material?.[end.side] ?? null, end.side);
      const turn = game.active && player === end.side;
      end.element.classList.toggle("turn", turn);
      end.dot.className = `dot ${end.side}`;
      end.name.textContent = game.name(end.side);
      const thinks = game.thinking && end.side === game.rules?.computer;
      end.state.textContent = game.over
        ? result(game, end.side)
        : thinks
          ? "thinking…"
          : turn
            ? turnText(game)
            : "";
    }
    const pending = game.session.pending.length > 0;
    back.disabled = !pending && !game.canTakeBack;
    const plays = game.active && (game !== match || match.side !== null);
    back.hidden = !plays || !(game.takesBack || game.session.study?.game === "5d");
    draw.hidden = resign.hidden = !plays;
    draw.disabled = game.offer !== null || game.offering;
    offer.hidden = game.offer === null;
    times();
  };
  for (const game of [local, match]) {
    game.addEventListener("change", refresh);
    game.addEventListener("tick", times);
  }
  local.session.on("position", refresh);
  local.session.on("study", refresh);
  settings.onChange(refresh);
  refresh();
}

/**
 * @typedef {{side: Side, element: HTMLElement, dot: HTMLElement, name: HTMLElement, material: HTMLElement,
 *            state: HTMLElement, clock: HTMLElement}} Strip
 */

/** @param {string} id @returns {Strip} */
function strip(id) {
  const dot = make("span", { class: "dot" });
  const name = make("span", { class: "strip-name" });
  const material = make("span", { class: "strip-material", role: "img", hidden: true });
  const state = make("span", { class: "strip-state" });
  const clock = make("span", { class: "strip-clock", role: "timer" });
  const element = make("div", { id, class: "strip", hidden: true }, dot, name, material, state, clock);
  return { side: "white", element, dot, name, material, state, clock };
}

/**
 * Show the pieces that the opponent does not have, and the lead.
 *
 * @param {HTMLElement} host
 * @param {Material | null} material
 * @param {Side} side
 */
function fillMaterial(host, material, side) {
  const { surplus, lead } = material ?? { surplus: [], lead: 0 };
  const words = surplus.map(([drawing, count]) => counted(count, drawing.replaceAll("-", " ")));
  host.hidden = surplus.length === 0;
  host.title = `More than the opponent: ${words.join(", ")}`;
  host.setAttribute("aria-label", host.title + (lead > 0 ? ` (+${lead})` : ""));
  host.replaceChildren(
    ...surplus.map(([drawing, count]) => make("span", {}, figure(drawing, side), count > 1 ? String(count) : "")),
    lead > 0 ? make("b", { text: `+${lead}` }) : "",
  );
}

/** A button that has only its icon on a phone. @param {string} sign @param {string} label @param {() => void} run */
function control(sign, label, run) {
  return button(sign, label, run, { "data-game": sign, title: label, "aria-label": label });
}

/** @param {AnyGame} game */
function turnText(game) {
  const moves = game.rules?.practice?.moves;
  return moves ? `to move, ${game.movesMade + 1} of ${moves}` : "to move";
}

/** How the game ended for a player. @param {AnyGame} game @param {Side} side */
function result(game, side) {
  const found = game.session.result;
  if (found === "*") return game.over;
  if (found === "1/2-1/2") return `½ · ${game.over}`;
  const won = found === (side === "white" ? "1-0" : "0-1");
  return won ? `won · ${game.over}` : "lost";
}
