/** The card above the moves of a game by link: what the opponent asks for, and what a player can do besides moving. */

/** @import {Match, Offer} from "../live/match.js" */
/** @import {Context} from "../shell/context.js" */

import { linkAddress } from "../live/links.js";
import { button } from "../ui/button.js";
import { copy } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { counted } from "../ui/wording.js";
import { clockText, opposite } from "./clock.js";

/** @type {Record<"takeback" | "rematch", {asks: string, asked: string}>} */
const WORDS = {
  takeback: { asks: "asks to take back the last action.", asked: "You asked to take back your last action." },
  rematch: { asks: "offers a rematch.", asked: "You offered a rematch." },
};

/** @param {HTMLElement} host @param {Match} match @param {Context} context */
export function mountLinkCard(host, match, context) {
  const { session } = match;
  const state = make("p", { class: "quiet-text", role: "status" });
  const connection = make("p", { class: "quiet-text" });
  const field = make("input", {
    type: "text",
    id: "seat-link",
    readonly: true,
    hidden: true,
    "aria-label": "Link for your other device",
    on: { focus: () => field.select() },
  });
  /** @type {Offer | null} */ let asked = null; // what the opponent asks for
  const accept = button("submit", "Accept", () => asked && void match.act("accept", asked));
  const decline = button("close", "Decline", () => asked && void match.act("decline", asked));
  const abort = button("close", "Abort", () => void match.act("abort"));
  const claim = button("submit", "Claim the win", () => void match.act("claim"));
  const rematch = button("play", "Rematch", () => void match.act("offer", "rematch"));
  const next = button("next", "Go to the rematch", () => void match.goToRematch());
  const move = button("link", "Move to another device", async () => {
    try {
      field.value = linkAddress(session.study?.id ?? "", await match.moveSeat());
      field.hidden = false;
      await copy(field.value, "Link for your other device", context);
    } catch (error) {
      session.notice(/** @type {Error} */ (error).message, "error");
    }
  });
  const action = make("input", {
    type: "text",
    id: "prepared",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Prepared action",
    placeholder: "Prepare an action, such as Nf3",
    title: "Played after your opponent's action if it is then legal and unambiguous",
  });
  const prepare = make("button", { type: "submit", text: "Prepare" });
  let preparing = ""; // the study and node for which an action can be prepared
  let prepared = ""; // what the server has
  const prepareRow = make(
    "form",
    {
      class: "field-row",
      hidden: true,
      on: {
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const now = preparing;
          try {
            const text = await match.prepare(action.value);
            if (now === preparing) prepared = action.value = text;
            session.notice(text ? `prepared: ${text}` : "nothing is prepared");
          } catch (error) {
            session.notice(/** @type {Error} */ (error).message, "error");
          }
        },
      },
    },
    action,
    prepare,
  );
  const showPrepared = async () => {
    prepareRow.hidden = !match.canPrepare;
    const now = match.canPrepare ? `${session.study?.id} ${match.lastNode}` : "";
    if (now === preparing) return;
    preparing = now;
    if (match.isTurn && prepared) session.notice(`your prepared action ${prepared} is not possible`);
    prepared = action.value = "";
    if (!now) return;
    const text = await match.prepared().catch(() => "");
    if (now !== preparing || prepared) return;
    prepared = text;
    action.value ||= text; // what was typed in the meantime stays
  };
  const engines = make("select", { id: "seat-engine", "aria-label": "Engine for the open seat" });
  const seat = button("play", "Computer plays", async () => {
    const [name = "", level] = engines.value.split("\n");
    await match.seatEngine({ name, level: Number(level) }).catch(({ message }) => session.notice(message, "error"));
  });
  const engineRow = make("div", { class: "button-row", hidden: true }, engines, seat);
  const card = make(
    "section",
    { id: "link-card", class: "link-card", "aria-label": "Game by link", hidden: true },
    state,
    connection,
    make("div", { class: "button-row" }, accept, decline, abort, claim, rematch, next, move),
    engineRow,
    prepareRow,
    field,
  );
  host.prepend(card);

  const times = () => {
    connection.textContent = connectionText(match);
    claim.hidden = !match.canClaim || match.canAbort;
  };
  let waited = false;
  const refresh = () => {
    const { side, active } = match;
    if (waited && active && !match.waiting) context.shell.show("moves"); // the opponent is here
    waited = match.waiting;
    card.hidden = !match.here || (!active && !side && !match.next);
    if (card.hidden) return;
    /** @type {"takeback" | "rematch"} */ const about = active ? "takeback" : "rematch";
    const before = asked;
    asked = match.isAsked(about) ? about : null;
    state.textContent = stateText(match, about);
    if (asked && asked !== before) {
      context.shell.show("moves");
      session.notice(state.textContent);
    }
    accept.hidden = decline.hidden = asked === null;
    abort.hidden = !match.canAbort;
    times();
    rematch.hidden = active || side === null || match.offered("rematch") !== null || match.next !== "";
    next.hidden = match.next === "";
    move.hidden = side === null || !active;
    if (move.hidden) field.hidden = true;
    engineRow.hidden = !match.waiting;
    void showPrepared();
    if (match.waiting && engines.options.length === 0) void offerEngines(engines, context);
  };
  match.addEventListener("change", refresh);
  match.addEventListener("tick", times);
  session.on("study", refresh);
  refresh();
}

/** Fill the choice of engines: the levels of the computer, then the other engines. @param {HTMLSelectElement} choice
 * @param {Context} context */
async function offerEngines(choice, context) {
  const found = await context.source.ask("GET /engines").catch(() => null);
  const [own = "", ...others] = found?.engines ?? [];
  choice.replaceChildren(
    ...(found?.levels ?? []).map(({ number, name }) =>
      make("option", { value: `${own}\n${number}`, text: `Computer, level ${number} (${name})` }),
    ),
    ...others.map((name) => make("option", { value: `${name}\n8`, text: name })),
  );
}

/** @param {Match} match @param {"takeback" | "rematch"} about */
function stateText(match, about) {
  const { side } = match;
  if (!side) return match.active ? "You are watching." : "";
  if (match.next) return "";
  if (match.waiting) return "Waiting for your opponent to open the link.";
  const by = match.offered(about);
  if (!by) return "";
  return by === side ? WORDS[about].asked : `${match.name(opposite(side))} ${WORDS[about].asks}`;
}

/** Whether the opponent is here, and how many people watch. @param {Match} match */
function connectionText(match) {
  const { side, days, away, lag } = match;
  const watching = match.watchers ? `${counted(match.watchers, "person is", "people are")} watching.` : "";
  if (!side || !match.active || match.waiting) return watching;
  const name = match.name(opposite(side));
  const pace = days ? `${counted(days, "day")} for each action. ` : "";
  if (away > 0) return `${pace}${name} has been away for ${clockText(Math.max(away, 20_000))}. ${watching}`;
  return `${pace}${name} is here${lag ? ` (${lag} ms)` : ""}. ${watching}`;
}
