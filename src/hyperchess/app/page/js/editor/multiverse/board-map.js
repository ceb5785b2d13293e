/** The map of the boards in the editor: a row for each timeline, a column for each half-turn. */

/** @import {At, MultiverseState} from "./state.js" */

import { columnName, placeName } from "../../multiverse/names.js";
import { make } from "../../ui/dom.js";
import { nameOf } from "./state.js";

export class BoardMap {
  /** @param {(at: At) => void} chosen */
  constructor(chosen) {
    this.onChosen = chosen;
    this.element = make("div", {
      class: "board-map",
      role: "radiogroup",
      "aria-label": "Boards by timeline and half-turn",
    });
    this.element.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** @param {MultiverseState} state @param {At} at the edited board */
  show(state, at) {
    const first = Math.min(...state.lines.map((line) => line.first));
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(
      ...state.lines.map((line) =>
        make(
          "div",
          { class: "map-row" },
          make("span", { class: "map-name", text: `L${nameOf(line.row, state.even)}` }),
          ...Array.from({ length: line.first - first }, () => make("span", { class: "map-gap" })),
          ...line.boards.map((_, index) => this.#button(state, line.row, line.first + index, at)),
        ),
      ),
    );
    const chosen = this.element.querySelector('[aria-checked="true"]');
    if (!(chosen instanceof HTMLElement)) return;
    if (hadFocus) chosen.focus();
    chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {MultiverseState} state @param {number} row @param {number} time @param {At} at */
  #button(state, row, time, at) {
    const mine = row === at.row && time === at.time;
    const player = time % 2 === 0 ? "white" : "black";
    return make("button", {
      type: "button",
      role: "radio",
      class: `map-board ${player}`,
      text: columnName(time),
      "data-row": row,
      "data-time": time,
      "aria-checked": String(mine),
      tabindex: mine ? 0 : -1,
      "aria-label": `Board ${placeName(nameOf(row, state.even), time)}`,
      on: { click: () => this.onChosen({ row, time }) },
    });
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const row = Number(event.target.dataset["row"]) + (step[0] ?? 0);
    const time = Number(event.target.dataset["time"]) + (step[1] ?? 0);
    const there = [...this.element.querySelectorAll(`[data-row="${row}"]`)].filter(
      (one) => one instanceof HTMLElement,
    );
    const nearest = there.sort((one, other) => gap(one, time) - gap(other, time))[0];
    if (nearest) this.onChosen({ row, time: Number(nearest.dataset["time"]) });
  }
}

/** @param {HTMLElement} button @param {number} time */
function gap(button, time) {
  return Math.abs(Number(button.dataset["time"]) - time);
}
