/** The best lines below the board: one row each, its moves can be clicked, and pointing at it draws its arrows. */

/** @import {Line, LineAction} from "../types.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Evaluation} from "./evaluation.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";
import { scoreSign } from "./score-text.js";

const MOST_LINES = 5;

/** @param {HTMLElement} host @param {Session} session @param {Evaluation} evaluation @param {Settings} settings */
export function mountLines(host, session, evaluation, settings) {
  const facts = make("span", { class: "eval-facts" });
  const count = make("select", {
    "aria-label": "Number of lines",
    title: "Number of lines",
    on: { change: () => settings.set("lines", Number(count.value)) },
  });
  for (let number = 1; number <= MOST_LINES; number += 1) {
    const text = number === 1 ? "1 line" : `${number} lines`;
    count.append(make("option", { value: number, text }));
  }
  const off = make(
    "button",
    {
      type: "button",
      class: "bare",
      title: "Turn the engine off (l)",
      "aria-label": "Turn the engine off",
      on: { click: () => settings.set("evaluation", false) },
    },
    icon("close"),
  );
  const list = make("ol", { class: "eval-lines", "aria-label": "Best lines" });
  host.append(make("div", { class: "eval-head" }, icon("engine"), facts, count, off), list);

  const refresh = () => {
    host.hidden = !evaluation.on || session.study === null;
    count.value = String(settings.get("lines"));
    if (host.hidden) return;
    const { thought, state, message } = evaluation;
    const name = settings.get("engine") || "hyperchess";
    const parts = [name];
    if (message) parts.push(capitalize(message));
    else if (!thought) parts.push("thinking…");
    if (thought) parts.push(`depth ${thought.depth}`, `${amount(thought.speed)} positions/s`);
    if (thought && state === "thinking") parts.push("thinking…");
    facts.textContent = parts.join(" · ");
    facts.title = facts.textContent;
    host.dataset["state"] = state;
    const held = list.matches(":hover, :focus-within") && list.dataset["node"] === String(session.node);
    if (held && list.querySelector(".eval-move")) update();
    else fill();
  };
  const fill = () => {
    const lines = evaluation.thought?.lines ?? [];
    const rows = lines.map((line) => row(line));
    // the rows keep their height while the engine thinks, so that the board does not jump
    while (rows.length < settings.get("lines")) rows.push(make("li", { class: "eval-line empty" }));
    list.replaceChildren(...rows);
    list.dataset["node"] = String(session.node);
  };
  // rows under the pointer keep their moves, so that a click does not hit a different move
  const update = () => {
    const lines = evaluation.thought?.lines ?? [];
    [...list.children].forEach((item, place) => {
      const line = lines[place];
      const same = line && item instanceof HTMLElement && item.dataset["line"] === keyOf(line);
      if (same) item.querySelector(".score")?.replaceWith(scoreSign(line.score));
    });
  };
  list.addEventListener("pointerleave", () => {
    session.suggest(evaluation.thought?.lines[0]?.arrows ?? []);
    fill();
  });

  /** @param {Line} line */
  const row = (line) => {
    const from = session.node;
    const actions = line.actions.map((action, place) =>
      make(
        "button",
        {
          type: "button",
          class: "eval-move",
          title: "Play the line up to here",
          on: { click: () => playLine(session, from, line.actions.slice(0, place + 1)) },
        },
        ...label(action, place),
      ),
    );
    return make(
      "li",
      {
        class: "eval-line",
        "data-line": keyOf(line),
        on: { pointerenter: () => session.suggest(line.arrows), focusin: () => session.suggest(line.arrows) },
      },
      scoreSign(line.score),
      make("div", { class: "eval-moves" }, ...actions),
    );
  };
  evaluation.addEventListener("change", refresh);
  session.on("study", refresh);
  settings.onChange(refresh);
  refresh();
}

/** @param {Line} line */
function keyOf({ actions }) {
  return actions.map((action) => action.moves.join(" ")).join(" / ");
}

/** @param {LineAction} action @param {number} place @returns {(Node | string)[]} */
function label({ number, player, text }, place) {
  if (player === "white") return [make("span", { class: "number", text: `${number}.` }), text];
  return place === 0 ? [make("span", { class: "number", text: `${number}…` }), text] : [text];
}

/**
 * Add the actions to the tree and go to the last of them.
 *
 * @param {Session} session
 * @param {number} from
 * @param {LineAction[]} actions
 */
async function playLine(session, from, actions) {
  if (session.node !== from || session.judge) return;
  for (const { moves } of actions) {
    if (!(await session.edit({ type: "add", parent: session.node, moves }))) return;
  }
}

/** 1234567 as "1.2 M". @param {number} number */
function amount(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return number.toLocaleString("en");
}
