/** The pieces to choose from in an editor: a group of radio buttons with pictures, the pieces of each player in rows. */

/** @import {Theme} from "../types.js" */
/** @import {PieceArt} from "../drawing/pieces.js" */

import { make } from "../ui/dom.js";

/** @typedef {{value: string, symbol: string, owner: string, label: string}} Tool without a symbol its label is shown */

const SIDE = 30;

export class PiecePalette {
  /** @type {Tool[]} */ #tools = [];
  #chosen = "";

  /**
   * @param {string} label
   * @param {PieceArt} art
   * @param {() => Theme} theme
   */
  constructor(label, art, theme) {
    this.art = art;
    this.theme = theme;
    this.element = make("div", { class: "palette", role: "radiogroup", "aria-label": label });
    this.element.addEventListener("keydown", (event) => this.#arrow(event));
  }

  get value() {
    return this.#chosen;
  }

  /** @param {Tool[]} tools @param {string} chosen */
  show(tools, chosen) {
    this.#tools = tools;
    this.#chosen = chosen;
    this.repaint();
  }

  /** @param {string} value */
  choose(value) {
    this.#chosen = value;
    for (const button of this.#buttons()) {
      const mine = button.dataset["value"] === value;
      button.setAttribute("aria-checked", String(mine));
      button.tabIndex = mine ? 0 : -1;
    }
  }

  repaint() {
    const owners = [...new Set(this.#tools.map(({ owner }) => owner))];
    this.element.replaceChildren(
      ...owners.map((owner) =>
        make(
          "div",
          { class: "palette-row", role: "presentation" },
          ...this.#tools.filter((tool) => tool.owner === owner).map((tool) => this.#button(tool)),
        ),
      ),
    );
  }

  /** @param {Tool} tool */
  #button({ value, symbol, owner, label }) {
    return make(
      "button",
      {
        type: "button",
        role: "radio",
        class: "tool",
        title: label,
        "aria-label": label,
        "data-value": value,
        "aria-checked": String(value === this.#chosen),
        tabindex: value === this.#chosen ? 0 : -1,
        on: { click: () => this.choose(value) },
      },
      symbol ? pieceCanvas(this.art, this.theme(), symbol, owner, SIDE) : make("span", { text: label }),
    );
  }

  /** @returns {HTMLButtonElement[]} */
  #buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = this.#buttons();
    const now = buttons.findIndex((button) => button.dataset["value"] === this.#chosen);
    const next = buttons[(now + step + buttons.length) % buttons.length];
    if (next) this.choose(next.dataset["value"] ?? "");
    next?.focus();
  }
}

/**
 * A picture of a piece.
 *
 * @param {PieceArt} art
 * @param {Theme} theme
 * @param {string} symbol
 * @param {string} owner
 * @param {number} side CSS pixels
 */
export function pieceCanvas(art, theme, symbol, owner, side) {
  const canvas = make("canvas", { "aria-hidden": "true", class: "piece-picture" });
  canvas.width = canvas.height = Math.round(side * Math.min(3, globalThis.devicePixelRatio || 1));
  const pen = canvas.getContext("2d");
  const look = theme.owners[owner];
  if (pen && look) art.paint(pen, symbol, look, 0, 0, canvas.width);
  return canvas;
}
