/**
 * One board to set up, in the editor or as a pattern: a grid of squares to click, drag over, or navigate with the arrow
 * keys.
 *
 * Only one square is in the tab order; typing a letter places a piece.
 */

/** @import {Theme} from "../../types.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */

import { make } from "../../ui/dom.js";
import { fileName } from "../../multiverse/names.js";
import { pieceCanvas } from "../piece-palette.js";

/** @typedef {{words: string, symbol: string, owner: string, sign?: string}} CellLook a piece, or a sign instead */
/** @typedef {{cells: ArrayLike<string>, marks: string}} GridState of each square, highest rank first */
/**
 * @typedef {object} GridHandlers
 * @property {(letter: string) => CellLook} look of the content of a square
 * @property {(cell: number, stroke?: boolean) => void} use apply the chosen tool to a square,
 *   `stroke` while dragging over several
 * @property {(cell: number) => boolean} paints whether a drag from there paints; otherwise it moves the piece
 * @property {(from: number, to: number) => void} move
 * @property {(cell: number, letter: string) => void} type a letter was typed; `.` clears
 * @property {(cell: number) => void} mark
 * @property {(file: number, rank: number) => string} [name] of a square, counted from 0
 */

export class BoardGrid {
  #width = 0;
  #height = 0;
  #focused = 0;
  /** @type {{from: number, last: number, paints: boolean} | null} */ #stroke = null;
  /** @type {GridState | null} */ #shown = null;
  #dress = "";

  /**
   * @param {PieceArt} art
   * @param {() => Theme} theme
   * @param {GridHandlers} handlers
   */
  constructor(art, theme, handlers) {
    this.art = art;
    this.theme = theme;
    this.handlers = handlers;
    this.element = make("div", { class: "edit-grid", role: "grid", "aria-label": "Board" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => (this.#stroke = null));
    this.element.addEventListener("click", (event) => {
      // clicks without a pointer come from screen readers; the others were handled as pointer events
      if (event.detail === 0) this.#withCell(event.target, (cell) => this.handlers.use(cell));
    });
  }

  /** @param {GridState} board @param {number} width @param {number} height */
  show(board, width, height) {
    const dress = `${this.theme().name} ${this.theme().light}`;
    if (width !== this.#width || height !== this.#height || dress !== this.#dress) this.#build(width, height);
    this.#dress = dress;
    const before = this.#shown;
    for (let cell = 0; cell < width * height; cell++) {
      if (before && before.cells[cell] === board.cells[cell] && before.marks[cell] === board.marks[cell])
        continue;
      this.#dressCell(cell, board.cells[cell] ?? ".", board.marks[cell] === "*");
    }
    this.#shown = board;
  }

  /** @param {number} width @param {number} height */
  #build(width, height) {
    this.#width = width;
    this.#height = height;
    this.#shown = null;
    this.#focused = Math.min(this.#focused, width * height - 1);
    this.element.style.setProperty("--files", String(width));
    const rows = [];
    for (let row = 0; row < height; row++) {
      const cells = [];
      for (let file = 0; file < width; file++) {
        const cell = row * width + file;
        const dark = (file + height - 1 - row) % 2 === 0;
        cells.push(
          make("button", {
            type: "button",
            role: "gridcell",
            class: dark ? "cell dark" : "cell",
            "data-cell": cell,
            tabindex: cell === this.#focused ? 0 : -1,
            on: { focus: () => this.#focus(cell, false) },
          }),
        );
      }
      rows.push(make("div", { role: "row", class: "edit-row" }, ...cells));
    }
    this.element.replaceChildren(...rows);
  }

  /** @param {number} cell @returns {HTMLElement | null} */
  #cell(cell) {
    return this.element.querySelector(`[data-cell="${cell}"]`);
  }

  /** @param {number} cell */
  nameOf(cell) {
    const [file, rank] = [cell % this.#width, this.#height - 1 - Math.floor(cell / this.#width)];
    return this.handlers.name?.(file, rank) ?? `${fileName(file)}${rank + 1}`;
  }

  /** @param {number} cell @param {string} letter @param {boolean} unmoved */
  #dressCell(cell, letter, unmoved) {
    const button = this.#cell(cell);
    if (!button) return;
    const { words, symbol, owner, sign } = this.handlers.look(letter);
    button.setAttribute("aria-label", `${this.nameOf(cell)}: ${words}${unmoved ? ", unmoved" : ""}`);
    if (symbol) button.replaceChildren(pieceCanvas(this.art, this.theme(), symbol, owner, 44));
    else if (sign)
      button.replaceChildren(make("span", { class: `cell-sign ${owner}`, "aria-hidden": "true", text: sign }));
    else button.replaceChildren();
    if (unmoved) button.append(make("span", { class: "unmoved", "aria-hidden": "true", text: "*" }));
  }

  /** @param {EventTarget | null} target @param {(cell: number) => void} work */
  #withCell(target, work) {
    const button = target instanceof Element ? target.closest("[data-cell]") : null;
    if (button instanceof HTMLElement) work(Number(button.dataset["cell"]));
  }

  /** @param {number} cell @param {boolean} [now] */
  #focus(cell, now = true) {
    this.#cell(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    const button = this.#cell(cell);
    button?.setAttribute("tabindex", "0");
    if (now) button?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    const cell = this.#focused;
    const [file, row] = [cell % this.#width, Math.floor(cell / this.#width)];
    const to = {
      ArrowLeft: [file - 1, row],
      ArrowRight: [file + 1, row],
      ArrowUp: [file, row - 1],
      ArrowDown: [file, row + 1],
      Home: [0, row],
      End: [this.#width - 1, row],
    }[event.key];
    if (to) {
      const [x = 0, y = 0] = to;
      if (x >= 0 && x < this.#width && y >= 0 && y < this.#height) this.#focus(y * this.#width + x);
    } else if (event.key === "Enter" || event.key === " ") this.handlers.use(cell);
    else if (event.key === "Delete" || event.key === "Backspace") this.handlers.type(cell, ".");
    else if (event.key === "*") this.handlers.mark(cell);
    else if (/^[a-z]$/i.test(event.key) && this.art.symbol(event.key)) this.handlers.type(cell, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#withCell(event.target, (cell) => {
      event.preventDefault();
      this.#focus(cell);
      this.element.setPointerCapture(event.pointerId);
      const paints = this.handlers.paints(cell);
      this.#stroke = { from: cell, last: cell, paints };
      if (paints) this.handlers.use(cell);
    });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#withCell(document.elementFromPoint(event.clientX, event.clientY), (cell) => {
      if (cell === stroke.last) return;
      this.#cell(stroke.last)?.classList.remove("over");
      stroke.last = cell;
      if (stroke.paints) this.handlers.use(cell, true);
      else this.#cell(cell)?.classList.add("over");
    });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (!stroke || stroke.paints) return;
    this.#cell(stroke.last)?.classList.remove("over");
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const inside = target instanceof Node && this.element.contains(target);
    if (!inside)
      this.handlers.type(stroke.from, "."); // dragged off the board
    else if (stroke.last === stroke.from) this.handlers.use(stroke.from);
    else this.handlers.move(stroke.from, stroke.last);
  }
}
