/**
 * The line under the board: the player to move, the verdict, and why the action may not be submitted yet;
 * while a position is edited, the status of that position.
 */

/** @import {AnyGame} from "../game/strips.js" */
/** @import {Session} from "../session.js" */
/** @import {EditedPosition, Position} from "../types.js" */

import { checkWords, isWaiting, turnWords } from "../game/turn-words.js";
import { describeAction } from "../moves/node-text.js";
import { announce } from "../ui/announce.js";
import { make } from "../ui/dom.js";
import { explained, term } from "../ui/glossary.js";
import { icon } from "../ui/icons.js";
import { capitalize, counted, RESULTS } from "../ui/wording.js";

/** @type {Record<string, {word: string, icon: string, tone: string}>} */
const VERDICTS = {
  check: { word: "Check", icon: "warning", tone: "bad" },
  softmate: { word: "Softmate", icon: "error", tone: "bad" },
  checkmate: { word: "Checkmate", icon: "error", tone: "bad" },
  stalemate: { word: "Stalemate", icon: "info", tone: "plain" },
  royalcapture: { word: "Royal captured", icon: "info", tone: "plain" },
  allroyalscaptured: { word: "All royals captured", icon: "info", tone: "plain" },
  allpiecescaptured: { word: "All pieces captured", icon: "info", tone: "plain" },
  koth: { word: "King of the hill", icon: "info", tone: "plain" },
  threecheck: { word: "Three checks", icon: "info", tone: "plain" },
  unknown: { word: "Not decided", icon: "info", tone: "plain" },
};

const PATIENCE = 200; // milliseconds until a loading indicator is shown

/** The verdict as an icon with words; null while the game is ongoing. @param {Position} position @param {AnyGame | null} [game] */
export function verdictSign(position, game = null) {
  const { verdict, over, text } = position.status;
  const known = VERDICTS[verdict];
  if (!known && !over) return null;
  const { word, icon: name, tone } = known ?? { word: capitalize(verdict), icon: "info", tone: "plain" };
  const shown =
    verdict === "softmate" ? term("softmate", word) : verdict === "check" ? checkWords(game, position.player) : word;
  return make("span", { class: `verdict ${tone}`, title: text }, icon(name), shown);
}

/**
 * @param {HTMLElement} line
 * @param {Session} session
 * @param {AnyGame[]} [games] the first one that is in progress speaks to its player
 */
export function mountStatusLine(line, session, games = []) {
  const current = () => games.find((game) => game.active) ?? null;
  const refresh = () => {
    line.replaceChildren(...(session.study ? parts(session, current()) : []));
  };
  for (const game of games) game.addEventListener("change", refresh);
  session.on("study", refresh);
  session.on("draft", refresh);
  session.on("position", () => {
    refresh();
    announce(describe(session));
  });
  let waiting = 0;
  session.on("busy", () => {
    clearTimeout(waiting);
    const page = line.closest("body"); // none in a shadow tree
    if (session.busy) waiting = window.setTimeout(() => page?.classList.add("busy"), PATIENCE);
    else page?.classList.remove("busy");
  });
}

/** The current node and position as text, for screen readers. @param {Session} session */
function describe({ position, current, pending }) {
  const sentences = current && current.parent !== null ? [describeAction(current)] : ["start of the game"];
  if (position) {
    if (pending.length > 0) sentences.splice(0, 1, `${counted(pending.length, "move")} made`);
    const ready = pending.length > 0 && position.may_submit;
    sentences.push(position.status.text, ready ? "ready to submit" : (position.fault?.message ?? ""));
  }
  return sentences.filter(Boolean).map(capitalize).join(". ");
}

/** @param {EditedPosition} edited @returns {HTMLElement[]} */
function editedParts({ player, problem, valid }) {
  const found = [make("span", { class: "verdict plain" }, icon("edit"), "Editing a position")];
  if (player) {
    const words = `${capitalize(player)} to move`;
    found.push(make("span", { class: "turn" }, make("span", { class: `dot ${player}` }), words));
  }
  if (problem) found.push(make("span", { class: valid ? "why" : "why tone-error", text: capitalize(problem) }));
  else if (player) found.push(make("span", { class: "ready" }, icon("done"), "valid"));
  return found;
}

/** @param {Session} session @param {AnyGame | null} game @returns {HTMLElement[]} */
function parts(session, game) {
  const { position, current, pending } = session;
  if (session.edited) return editedParts(session.edited);
  if (!position) {
    const why = current?.fault || "the moves from here are not resolved";
    return [
      make("span", { class: "verdict bad" }, icon("error"), "Stopped"),
      make("span", { class: "why", text: why }),
    ];
  }
  const over = position.status.over;
  const turn = make(
    "span",
    { class: "turn" },
    make("span", { class: `dot ${position.player}` }),
    over
      ? position.status.text
      : RESULTS[session.ending] || (game && turnWords(game)) || `${capitalize(position.player)} to move`,
  );
  const found = [turn];
  const sign = verdictSign(position, game);
  if (sign) found.push(sign);
  if (pending.length > 0) {
    found.push(make("span", { class: "waiting", text: `${counted(pending.length, "move")} made` }));
  }
  if (position.may_submit && pending.length > 0) {
    found.push(make("span", { class: "ready" }, icon("done"), make("span", {}, ...explained("ready to submit"))));
  } else if (position.fault && !over && !(game && isWaiting(game))) {
    found.push(faultButton(session, position.fault.message));
  } else if (current?.result && current.children.length === 0) {
    found.push(make("span", { class: "why", text: `Result ${current.result}` }));
  }
  return found;
}

/** The missing move or the attack; a click shows it on the board. @param {Session} session @param {string} message */
function faultButton(session, message) {
  return make("button", {
    type: "button",
    class: "why",
    title: "Show on the board",
    text: capitalize(message),
    on: { click: () => session.showFault() },
  });
}
