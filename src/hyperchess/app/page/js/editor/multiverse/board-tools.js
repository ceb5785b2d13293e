/** The controls of the 5D editor for adding and removing boards and timelines, and for properties of all boards. */

/** @import {At, TimelineState, MultiverseState} from "./state.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {UndoHistory} from "../undo-history.js" */

import { placeName } from "../../multiverse/names.js";
import { make } from "../../ui/dom.js";
import { labelled } from "../field.js";
import {
  addBoard,
  addLine,
  markInitial,
  moveLine,
  nameOf,
  removeBoard,
  removeLine,
  resized,
} from "./state.js";

/**
 * @typedef {object} BoardEditor the editor that the controls belong to
 * @property {PieceArt} art
 * @property {UndoHistory<MultiverseState>} history
 * @property {At} at the edited board
 * @property {HTMLElement} caption names the edited board
 * @property {(at: At) => void} go edit another board
 */

const PROMOTIONS = "QSNRBUDC";
const FILES = 26; // limits of 5DFEN
const RANKS = 99;

export class BoardTools {
  /** @param {BoardEditor} editor */
  constructor(editor) {
    this.editor = editor;
    const { history } = editor;
    const change = (/** @type {MultiverseState} */ state) => history.set(state);
    const here = () => editor.at;
    this.earlier = small("← Copy back", "Add a copy half a turn before the first board", () => {
      const { row } = here();
      change(addBoard(history.now, row, "previous"));
      this.#goEnd(row, "first");
    });
    this.later = small("Copy forward →", "Add a copy half a turn after the last board", () => {
      const { row } = here();
      change(addBoard(history.now, row, "next"));
      this.#goEnd(row, "last");
    });
    this.drop = small("Remove board", "Remove this board (only the first or last of its timeline)", () =>
      change(removeBoard(history.now, here())),
    );
    this.above = small("+ Timeline above", "Add a timeline above with a copy of the adjacent board", () => {
      change(addLine(history.now, "above"));
      this.#goEnd(history.now.lines[0]?.row ?? 0, "last");
    });
    this.below = small("+ Timeline below", "Add a timeline below with a copy of the adjacent board", () => {
      change(addLine(history.now, "below"));
      this.#goEnd(history.now.lines.at(-1)?.row ?? 0, "last");
    });
    this.dropLine = small("Remove timeline", "Remove this timeline (only an outermost one)", () =>
      change(removeLine(history.now, here().row)),
    );
    this.boards = make(
      "div",
      { class: "button-row" },
      this.earlier,
      this.later,
      this.drop,
      this.above,
      this.below,
      this.dropLine,
    );

    this.turn = make("input", {
      type: "number",
      id: "edit-turn",
      min: -99999,
      max: 99999,
      step: 1,
      class: "edit-number",
    });
    this.player = make(
      "select",
      { id: "edit-player" },
      make("option", { value: "0", text: "White" }),
      make("option", { value: "1", text: "Black" }),
    );
    const shift = () => {
      const turn = Number(this.turn.value);
      if (Number.isInteger(turn))
        change(moveLine(history.now, here().row, 2 * turn + Number(this.player.value)));
      const line = this.#line(history.now);
      if (line) editor.go({ row: line.row, time: line.first });
    };
    this.turn.addEventListener("change", shift);
    this.player.addEventListener("change", shift);
    this.initial = make("input", {
      type: "checkbox",
      on: { change: () => change(markInitial(history.now, here().row, this.initial.checked)) },
    });
    this.even = make("input", {
      type: "checkbox",
      id: "edit-even",
      on: { change: () => change({ ...history.now, even: this.even.checked }) },
    });
    this.width = make("input", {
      type: "number",
      id: "edit-width",
      min: 1,
      max: FILES,
      class: "edit-number",
    });
    this.height = make("input", {
      type: "number",
      id: "edit-height",
      min: 1,
      max: RANKS,
      class: "edit-number",
    });
    const resize = () => {
      const [width, height] = [Number(this.width.value), Number(this.height.value)];
      if (
        Number.isInteger(width) &&
        Number.isInteger(height) &&
        width >= 1 &&
        height >= 1 &&
        width <= FILES &&
        height <= RANKS
      ) {
        change(resized(history.now, width, height));
      } else this.show(history.now, here());
    };
    this.width.addEventListener("change", resize);
    this.height.addEventListener("change", resize);
    this.stated = make("input", {
      type: "checkbox",
      on: {
        change: () =>
          change({ ...history.now, promotions: this.stated.checked ? ["Q", "N", "R", "B"] : null }),
      },
    });
    this.promotions = make(
      "div",
      { class: "button-row", role: "group", "aria-label": "Promotion pieces" },
      ...[...PROMOTIONS].map((letter) => this.#promotion(letter)),
    );
    this.element = make(
      "section",
      { class: "part" },
      make("h2", { id: "edit-line-head", text: "Timeline" }),
      make("div", { class: "field-row" }, labelled("First turn", this.turn), labelled("of", this.player)),
      make("label", { class: "switch" }, this.initial, "Exists from the start (not created by a player)"),
      make("h2", { text: "All boards" }),
      make("div", { class: "field-row" }, labelled("Files", this.width), labelled("Ranks", this.height)),
      make("label", { class: "switch" }, this.even, "Two middle timelines, −0 and +0"),
      make("label", { class: "switch" }, this.stated, "Choose the promotion pieces"),
      this.promotions,
    );
  }

  /** @param {MultiverseState} state @returns {TimelineState | undefined} */
  #line(state) {
    return state.lines.find((line) => line.row === this.editor.at.row);
  }

  /** @param {number} row @param {"first" | "last"} end */
  #goEnd(row, end) {
    const line = this.editor.history.now.lines.find((entry) => entry.row === row);
    if (line)
      this.editor.go({ row, time: end === "first" ? line.first : line.first + line.boards.length - 1 });
  }

  /** @param {MultiverseState} state @param {At} at */
  show(state, at) {
    const line = this.#line(state);
    if (!line) return;
    const last = line.first + line.boards.length - 1;
    const outer = at.row === state.lines[0]?.row || at.row === state.lines.at(-1)?.row;
    this.drop.disabled = line.boards.length < 2 || (at.time !== line.first && at.time !== last);
    this.dropLine.disabled = state.lines.length < 2 || !outer;
    const name = nameOf(at.row, state.even);
    const player = at.time % 2 === 0 ? "White" : "Black";
    this.editor.caption.textContent = `Board ${placeName(name, at.time)}, ${player} to move`;
    const head = this.element.querySelector("#edit-line-head");
    if (head) head.textContent = `Timeline L${name}`;
    if (document.activeElement !== this.turn) this.turn.value = String(Math.floor(line.first / 2));
    this.player.value = String(line.first & 1);
    this.initial.checked = line.initial;
    this.even.checked = state.even;
    if (document.activeElement !== this.width) this.width.value = String(state.width);
    if (document.activeElement !== this.height) this.height.value = String(state.height);
    this.stated.checked = state.promotions !== null;
    this.#showPromotions(state);
  }

  /** @param {string} letter */
  #promotion(letter) {
    const { art, history } = this.editor;
    const run = () => {
      const chosen = history.now.promotions ?? [];
      const others = chosen.filter((other) => other !== letter);
      history.set({
        ...history.now,
        promotions: others.length < chosen.length ? others : [...chosen, letter],
      });
    };
    const text = art.word(art.symbol(letter));
    return make("button", {
      type: "button",
      class: "small",
      text,
      "data-letter": letter,
      on: { click: run },
    });
  }

  /** @param {MultiverseState} state */
  #showPromotions(state) {
    this.promotions.hidden = state.promotions === null;
    for (const button of this.promotions.children) {
      const letter = /** @type {HTMLElement} */ (button).dataset["letter"] ?? "";
      button.setAttribute("aria-pressed", String(state.promotions?.includes(letter) ?? false));
    }
  }
}

/** @param {string} text @param {string} title @param {() => void} run */
function small(text, title, run) {
  return make("button", { type: "button", class: "small", text, title, on: { click: run } });
}
