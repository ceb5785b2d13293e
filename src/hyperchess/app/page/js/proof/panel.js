/** The proof at the top of the Moves tab: its claim, the current place, and the choices to click. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {ProofChoice, ProofView} from "../types.js" */

import { actionText } from "../moves/node-text.js";
import { make } from "../ui/dom.js";
import { capitalize, counted } from "../ui/wording.js";
import { Proof } from "./proof.js";

/** @param {HTMLElement} host @param {Session} session @param {Context} context */
export function mount(host, session, context) {
  const proof = new Proof(session, context.source);
  const claim = make("h2", { class: "proof-claim" });
  const place = make("p", { class: "proof-place", "aria-live": "polite" });
  const list = make("ul", { class: "proof-choices" });
  const pager = make("div", { class: "button-row proof-pager" });
  const back = make("button", {
    type: "button",
    class: "small",
    text: "Back to the proof",
    on: { click: () => proof.back() },
  });
  const progress = make("p", { class: "quiet-text proof-progress" });
  host.append(claim, place, list, pager, back, progress);

  let chosenByKey = false; // then the focus goes to the next list
  /** @param {ProofChoice} choice */
  const row = (choice) =>
    make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: "proof-choice",
          disabled: !session.canEdit,
          on: {
            click: (/** @type {MouseEvent} */ event) => {
              chosenByKey = event.detail === 0;
              void proof.play(choice);
            },
            pointerenter: () => session.suggest(choice.arrows),
            focus: () => session.suggest(choice.arrows),
          },
        },
        make("span", { class: "proof-move", text: choice.text }),
        make("span", { class: "quiet-text", text: facts(choice) }),
      ),
    );
  /** @type {ProofView | null} the view whose recorded action has arrows on the board */ let drawn = null;
  /** Draw the recorded action; it is the only one to go on with. */
  const draw = () => {
    const { view } = proof;
    const recorded = view?.state === "recorded" ? view : null;
    if (recorded || drawn) session.suggest(recorded?.choices[0]?.arrows ?? []);
    drawn = recorded;
  };
  let revealed = "";
  const refresh = () => {
    const { view, message } = proof;
    host.hidden = !proof.on;
    draw();
    if (!proof.on) return;
    claim.textContent = view?.claim ?? claim.textContent ?? "";
    place.textContent = view ? placeText(view, session) : capitalize(message || "loading…");
    place.classList.toggle("tone-error", view?.state === "wrong" || message !== "");
    const focused = list.contains(document.activeElement) ? focusedRow(list) : -1;
    list.replaceChildren(...(view?.choices ?? []).map(row));
    list.hidden = list.children.length === 0;
    if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
    else if (chosenByKey && view) {
      chosenByKey = false;
      list.querySelector("button")?.focus();
    }
    pager.replaceChildren(...(view ? turns(view, proof) : []));
    back.hidden = view?.state !== "outside";
    progress.replaceChildren(...(view ? progressOf(view, proof) : []));
    if (view && revealed !== session.study?.id) {
      revealed = session.study?.id ?? "";
      context.shell.reveal(host);
    }
  };
  const leave = () => {
    session.suggest([]);
    draw();
  };
  list.addEventListener("pointerleave", leave);
  list.addEventListener("focusout", leave);
  proof.addEventListener("change", refresh);
  session.on("guard", () => {
    if (!proof.on) refresh();
  });
  refresh();
}

/** @param {HTMLElement} list */
function focusedRow(list) {
  return [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
}

/** Where the reader is, in words. @param {ProofView} view @param {Session} session */
function placeText(view, session) {
  const node = session.current;
  const after = node && node.parent !== null ? `after ${actionText(node)}` : "at the start";
  const [attacker, player] = [capitalize(view.attacker), capitalize(view.player)];
  const goal =
    view.goal === "mate" ? `${attacker} mates within ${view.within}` : `${attacker} cannot mate within ${view.within}`;
  switch (view.state) {
    case "recorded":
      return `${goal} · ${after} · ${player} plays`;
    case "choices":
      return `${goal} · ${after} · ${counted(view.total, "choice")} of ${player}`;
    case "searching":
      return `Finding the action of ${player} ${after}…`;
    case "end":
      return capitalize(view.text);
    case "outside":
      return `${capitalize(view.text)}.`;
    default:
      return `The proof cannot be shown further: ${view.text}`;
  }
}

/** @param {ProofChoice} choice */
function facts({ size, longest }) {
  const parts = [];
  if (longest) parts.push(`mate in ${longest}`);
  if (size) parts.push(counted(size, "record"));
  return parts.join(" · ");
}

/** Buttons to other choices, if there are too many for one list. @param {ProofView} view @param {Proof} proof */
function turns(view, proof) {
  const end = view.first + view.choices.length;
  if (end - view.first >= view.total) return [];
  const button = (/** @type {string} */ text, /** @type {number} */ first, /** @type {boolean} */ off) =>
    make("button", { type: "button", class: "small", text, disabled: off, on: { click: () => proof.turn(first) } });
  const size = Math.max(view.choices.length, 50);
  return [
    button("Previous", Math.max(0, view.first - size), view.first === 0),
    make("span", {
      class: "quiet-text",
      text: `${(view.first + 1).toLocaleString("en")} to ${end.toLocaleString("en")} of ${view.total.toLocaleString("en")}`,
    }),
    button("Next", end, end >= view.total),
  ];
}

/** How far the records are counted, with a button to stop; and a note. @param {ProofView} view @param {Proof} proof */
function progressOf(view, proof) {
  if (!view.counting) return [`${counted(view.records, "record")}. Shown as recorded, not verified.`];
  const done = `${view.walked.toLocaleString("en")} of ${counted(view.records, "record")} counted `;
  return [
    done,
    make("button", {
      type: "button",
      class: "small",
      text: proof.stopped ? "Continue" : "Stop",
      on: { click: () => proof.stop(!proof.stopped) },
    }),
  ];
}
