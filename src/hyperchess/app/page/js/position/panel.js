/** The Position tab: facts about the position, searches from it, and the headers of the game. */

/** @import {Session} from "../session.js" */
/** @import {Position, Position5D} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { mount as mountFen } from "./position-text.js";
import { mount as mountSearch } from "./search.js";
import { listAssumptions } from "../ui/assumptions.js";
import { columnName, placeName } from "../multiverse/names.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { explained } from "../ui/glossary.js";
import { verdictSign } from "../shell/status-line.js";
import { capitalize, counted } from "../ui/wording.js";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, session, context) {
  const facts = make("section", { class: "part" });
  const search = make("section", { class: "part" });
  const headers = make("section", { class: "part" });
  element.append(facts, search, headers);
  mountFacts(facts, session);
  mountFen(facts, session, context);
  mountSearch(search, session, context);
  mountHeaders(headers, session);
}

/** @param {HTMLElement} element @param {Session} session */
function mountFacts(element, session) {
  const head = make("h2");
  const words = make("p", { id: "status-words" });
  const assumed = make("div");
  const list = make("dl", { class: "facts" });
  element.append(head, words, assumed, list);
  const refresh = () => {
    const { position, study, current } = session;
    if (!study) return;
    if (!position) {
      head.replaceChildren(make("span", { class: "verdict bad" }, icon("error"), "The game stops here"));
      words.hidden = false;
      words.textContent = capitalize(current?.fault || "the moves from here are not resolved");
      assumed.replaceChildren();
      list.replaceChildren();
      return;
    }
    const sign = verdictSign(position);
    const dot = position.status.over ? null : make("span", { class: `dot ${position.player}` });
    head.replaceChildren(make("span", { class: "turn-words" }, dot, turnWords(position)));
    words.replaceChildren(...(sign ? [sign, " "] : []), capitalize(position.status.text));
    words.hidden = position.status.verdict === "ongoing" && !position.status.over;
    const rests = words.hidden ? null : listAssumptions(study);
    assumed.replaceChildren(...(rests ? [rests] : []));
    const variant = study.headers.find(([key]) => /^(variant|board)$/i.test(key))?.[1] ?? "";
    const facts = position.game === "5d" ? facts5d(position) : factsInfinite(position);
    if (variant) facts.unshift(["Variant", variant]);
    list.replaceChildren(
      ...facts.flatMap(([name, value]) => [make("dt", {}, ...explained(name)), make("dd", {}, ...explained(value))]),
    );
  };
  session.on("study", refresh);
  session.on("position", refresh);
  refresh();
}

/** @param {Position} position */
function turnWords(position) {
  return position.status.over ? "The game is over" : `${capitalize(position.player)} to move`;
}

/** @param {Position5D} position @returns {[string, string][]} */
function facts5d(position) {
  const { timelines, mandatory, playable } = position;
  const names = new Map(timelines.map((line) => [line.row, line.name]));
  const active = timelines.filter((line) => line.active).length;
  const boards = timelines.reduce((sum, line) => sum + line.boards.length, 0);
  const places = (/** @type {[number, number][]} */ list) =>
    list
      .slice(0, 12)
      .map(([row, time]) => placeName(names.get(row) ?? String(row), time))
      .join(", ") + (list.length > 12 ? ` and ${list.length - 12} more` : "");
  /** @type {[string, string][]} */
  const facts = [
    ["Present", columnName(position.present)],
    ["Timelines", `${timelines.length}, ${timelines.length - active} inactive`],
    ["Boards", `${counted(boards, "board")} of ${position.width}×${position.height}`],
  ];
  if (position.checks.length > 0) facts.push(["Attacks", counted(position.checks.length, "check")]);
  if (position.status.over) return facts;
  facts.push(["Must move on", mandatory.length > 0 ? places(mandatory) : "none"]);
  facts.push(["May move on", playable.length > 0 ? places(playable) : "none"]);
  if (position.fault) facts.push(["Cannot submit", capitalize(position.fault.message)]);
  return facts;
}

/** @param {string | null} low @param {string | null} high */
const span = (low, high) => `${low ?? "−∞"} to ${high ?? "∞"}`;

/** @param {Extract<Position, {game: "infinite"}>} position @returns {[string, string][]} */
function factsInfinite(position) {
  const ends = position.border;
  /** @type {[string, string][]} */
  const facts = [
    ["Pieces", position.pieces.length.toLocaleString("en")],
    ["Players", position.players.map(capitalize).join(", ")],
    ["Border", ends ? `x ${span(ends.left, ends.right)}, y ${span(ends.bottom, ends.top)}` : "none"],
  ];
  if (position.en_passant) facts.push(["En passant", position.en_passant.join(", ")]);
  for (const claim of position.status.claims ?? []) facts.push(["Draw can be claimed", capitalize(claim)]);
  return facts;
}

/** The headers of the game, editable. @param {HTMLElement} element @param {Session} session */
function mountHeaders(element, session) {
  const table = make("div", { class: "headers" });
  element.append(make("h3", { text: "Headers" }), table);
  let shown = "";
  const refresh = () => {
    const { study } = session;
    if (!study) return;
    const key = JSON.stringify([study.id, study.headers]);
    if (key === shown || table.contains(document.activeElement)) return;
    shown = key;
    table.replaceChildren(...study.headers.flatMap(([name, value]) => row(name, value)), ...row("", ""));
  };
  /** @param {string} name @param {string} value @returns {HTMLElement[]} */
  const row = (name, value) => {
    const label = name || "New header";
    const keyField = make("input", {
      type: "text",
      "aria-label": `Name of ${label}`,
      placeholder: "New header",
    });
    const field = make("input", { type: "text", "aria-label": `${label}: value`, "data-header": name });
    keyField.value = name;
    keyField.readOnly = name !== "" || !session.canEdit;
    field.value = value;
    field.readOnly = !session.canEdit;
    const save = async () => {
      const key = keyField.value.trim();
      if (key === "" || field.value === value) return;
      if (field.value.trim() === "" && name === "") return;
      await session.edit({ type: "header", key, value: field.value });
      shown = "";
      refresh();
    };
    field.addEventListener("change", save);
    keyField.addEventListener("change", save);
    const remove = make(
      "button",
      {
        type: "button",
        class: "bare",
        "aria-label": `Delete ${label}`,
        title: "Delete",
        on: {
          click: async () => {
            await session.edit({ type: "header", key: name, value: "" });
            shown = "";
            refresh();
          },
        },
      },
      icon("close"),
    );
    return [keyField, field, name && session.canEdit ? remove : make("span")];
  };
  table.addEventListener("focusout", () => setTimeout(refresh, 0));
  session.on("study", refresh);
  refresh();
}
