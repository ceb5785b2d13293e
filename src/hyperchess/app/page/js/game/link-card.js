/** The card above the moves of a game by link: what the opponent asks for, and what a player can do besides moving. */

/** @import {Match} from "../live/match.js" */
/** @import {Context} from "../shell/context.js" */

import { linkAddress } from "../live/links.js";
import { copy } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @param {HTMLElement} host @param {Match} match @param {Context} context */
export function mountLinkCard(host, match, context) {
  const { session } = match;
  const state = make("p", { class: "quiet-text", role: "status" });
  const field = make("input", {
    type: "text",
    id: "seat-link",
    readonly: true,
    "aria-label": "Link for your other device",
    on: { focus: () => field.select() },
  });
  const move = button("link", "Move to another device", async () => {
    try {
      field.value = linkAddress(session.study?.id ?? "", await match.moveSeat());
      field.hidden = false;
      await copy(field.value, "Link for your other device", context);
    } catch (error) {
      session.notice(/** @type {Error} */ (error).message, "error");
    }
  });
  const card = make(
    "section",
    { id: "link-card", class: "link-card", "aria-label": "Game by link", hidden: true },
    state,
    make("div", { class: "button-row" }, move),
    field,
  );
  host.prepend(card);

  let waited = false;
  const refresh = () => {
    if (waited && match.active && !match.waiting) context.shell.show("moves"); // the opponent is here
    waited = match.waiting;
    card.hidden = !match.active;
    state.textContent = match.waiting ? "Waiting for your opponent to open the link." : "";
    if (!match.side) state.textContent = "You are watching.";
    move.hidden = match.side === null;
    if (card.hidden || move.hidden) field.hidden = true;
  };
  field.hidden = true;
  match.addEventListener("change", refresh);
  refresh();
}

/** @param {string} sign @param {string} label @param {() => void} run */
function button(sign, label, run) {
  return make("button", { type: "button", class: "small", on: { click: run } }, icon(sign), label);
}
