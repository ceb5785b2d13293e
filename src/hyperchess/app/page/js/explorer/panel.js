/** The explorer next to the board: the actions played here with their results, and games to open. */

/** @import {ExploredAction} from "../types.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";
import { Explorer } from "./explorer.js";
import { gameList } from "./game-list.js";
import { mountSearch } from "./search.js";

/** @param {HTMLElement} host @param {Session} session @param {Context} context */
export function mount(host, session, context) {
  const { settings, source } = context;
  const explorer = new Explorer(session, settings, source);
  const facts = make("span", { class: "explorer-facts" });
  const body = make("div", { id: "explorer-body", class: "explorer-body" });
  const head = make(
    "button",
    {
      type: "button",
      class: "explorer-head",
      title: "Games from this position (g)",
      "aria-controls": body.id,
      on: { click: () => settings.toggle("explorer") },
    },
    icon("expand"),
    "Games",
    facts,
  );
  const rows = make("tbody");
  const table = make(
    "table",
    { class: "explorer-actions" },
    make("caption", { class: "unseen", text: "Games from this position" }),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col", text: "Played" }),
        make("th", { scope: "col", class: "count", text: "Games" }),
        make("th", { scope: "col", text: "White · draw · Black" }),
      ),
    ),
    rows,
  );
  const others = make("p", { class: "quiet-text explorer-others" });
  const examples = make("div", { class: "explorer-examples" });
  const search = make("div", { class: "explorer-search" });
  body.append(table, others, examples, search);
  host.append(head, body);
  mountSearch(search, session, context);

  /** @param {ExploredAction} action @param {number} node where it was asked */
  const row = (action, node) =>
    make(
      "tr",
      {
        on: {
          pointerenter: () => session.suggest(action.arrows),
          focusin: () => session.suggest(action.arrows),
        },
      },
      make(
        "th",
        { scope: "row" },
        make("button", {
          type: "button",
          class: "explorer-move",
          text: action.text,
          title: "Play this action",
          on: { click: () => play(session, node, action.moves) },
        }),
      ),
      make("td", {
        class: "count",
        text: number(action.count),
        title: `${games(action.reached)} reached the resulting position`,
      }),
      make("td", {}, shares(action)),
    );
  const refresh = () => {
    host.hidden = !explorer.allowed;
    body.hidden = !explorer.on;
    head.setAttribute("aria-expanded", String(explorer.on));
    const { found, message } = explorer;
    table.hidden = !found || found.actions.length === 0;
    if (!explorer.on) {
      facts.textContent = "played from this position";
      return;
    }
    facts.textContent = found
      ? `${number(found.games)} of ${games(found.total)} · ${found.source}`
      : capitalize(message || "loading…");
    const { node } = session;
    rows.replaceChildren(...(found?.actions ?? []).map((action) => row(action, node)));
    others.textContent = found ? rest(found.games, found.others, found.actions.length) : "";
    others.hidden = others.textContent === "";
    examples.replaceChildren(
      ...(found?.examples.length ? gameList(found.examples, session, context, "Example games") : []),
    );
  };
  rows.addEventListener("pointerleave", () => session.suggest([]));
  rows.addEventListener("focusout", () => session.suggest([]));
  explorer.addEventListener("change", refresh);
  refresh();
  explorer.follow();
}

/** @param {number} total @param {number} others @param {number} shown */
function rest(total, others, shown) {
  if (total === 0) return "No game reached this position.";
  if (shown === 0) return `${capitalize(games(total))} ended here.`;
  return others > 0 ? `${capitalize(games(others))} continued differently or ended here.` : "";
}

/**
 * A bar with the shares of the results, and a description in words.
 *
 * @param {ExploredAction} action
 */
function shares({ white, draws, black }) {
  const total = white + draws + black;
  const words = `White won ${number(white)}, ${number(draws)} drawn, Black won ${number(black)}`;
  const bar = make("div", { class: "explorer-shares", role: "img", "aria-label": words, title: words });
  for (const [name, count] of /** @type {const} */ ([
    ["white", white],
    ["draws", draws],
    ["black", black],
  ])) {
    if (count === 0) continue;
    const percent = Math.round((100 * count) / total);
    const text = percent >= 18 ? `${percent}%` : "";
    const part = make("span", { class: `explorer-share ${name}`, "aria-hidden": "true", text });
    part.style.flexGrow = String(count);
    bar.append(part);
  }
  return bar;
}

/** Add an action to the tree and go there. @param {Session} session @param {number} node @param {string[]} moves */
async function play(session, node, moves) {
  if (session.node !== node || session.judge) return;
  session.suggest([]);
  await session.edit({ type: "add", parent: node, moves });
}

/** @param {number} count */
function games(count) {
  return count === 1 ? "1 game" : `${number(count)} games`;
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString("en");
}
