/** The two strips of the board during a game: player, clock, and on the user's side the buttons. */

/** @import {Settings} from "../settings/settings.js" */
/** @import {Game} from "./game.js" */
/** @import {Side} from "./clock.js" */
/** @import {Match} from "../live/match.js" */

import { ask } from "../ui/ask.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { clockText } from "./clock.js";

const SHORT = 20_000; // milliseconds below which the clock warns

/** @typedef {Game | Match} AnyGame */

/**
 * @param {HTMLElement} table
 * @param {Game} local a game on this screen
 * @param {Match} match a game through a link
 * @param {Settings} settings
 */
export function mountStrips(table, local, match, settings) {
  /** @returns {AnyGame} */
  const current = () => (match.here ? match : local);
  const top = strip("strip-top");
  const bottom = strip("strip-bottom");
  const back = button("undo", "Take back", () => {
    if (local.session.pending.length > 0) void local.session.undo();
    else void current().takeBack();
  });
  const draw = button("draw", "Offer a draw", () => void current().offerDraw());
  const resign = button("resign", "Resign", async () => {
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
    const flipped = settings.get("flip");
    top.side = flipped ? "white" : "black";
    bottom.side = flipped ? "black" : "white";
    const player = game.atEnd ? game.session.position?.player : undefined;
    for (const end of [top, bottom]) {
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
 * @typedef {{side: Side, element: HTMLElement, dot: HTMLElement, name: HTMLElement, state: HTMLElement,
 *            clock: HTMLElement}} Strip
 */

/** @param {string} id @returns {Strip} */
function strip(id) {
  const dot = make("span", { class: "dot" });
  const name = make("span", { class: "strip-name" });
  const state = make("span", { class: "strip-state" });
  const clock = make("span", { class: "strip-clock", role: "timer" });
  const element = make("div", { id, class: "strip", hidden: true }, dot, name, state, clock);
  return { side: "white", element, dot, name, state, clock };
}

/** @param {string} sign @param {string} label @param {() => void} run */
function button(sign, label, run) {
  return make(
    "button",
    {
      type: "button",
      class: "small",
      "data-game": sign,
      title: label,
      "aria-label": label,
      on: { click: run },
    },
    icon(sign),
    make("span", { class: "label", text: label }),
  );
}

/** @param {AnyGame} game */
function turnText(game) {
  const moves = game.rules?.practice?.moves;
  return moves ? `to move, ${game.movesMade + 1} of ${moves}` : "to move";
}

/** How the game ended for a player. @param {AnyGame} game @param {Side} side */
function result(game, side) {
  const found =
    game.session.study?.result || game.session.study?.headers.find(([key]) => key === "Result")?.[1];
  if (found === "*") return game.over;
  if (found === "1/2-1/2") return `½ · ${game.over}`;
  const won = found === (side === "white" ? "1-0" : "0-1");
  return won ? `won · ${game.over}` : "lost";
}
