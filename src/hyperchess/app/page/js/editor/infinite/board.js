/** The board of the infinite editor: in the panel, or enlarged over the main board. */

/** @import {Theme} from "../../types.js" */
/** @import {Context} from "../../shell/context.js" */
/** @typedef {[bigint, bigint]} Spot */

import { ARROWS, startSpot, stepped } from "../../infinite/input/cursor.js";
import { Gestures } from "../../infinite/input/gestures.js";
import { Readout } from "../../infinite/readout.js";
import { InfiniteView } from "../../infinite/view.js";
import { pieceName, squareName } from "../../infinite/names.js";
import { make } from "../../ui/dom.js";

/**
 * @typedef {object} EditHandlers
 * @property {(at: Spot) => void} use
 * @property {(at: Spot) => void} erase
 * @property {(from: Spot, to: Spot) => void} move
 */

export class InfiniteEditBoard {
  /** @param {Context} context @param {() => Theme} theme @param {EditHandlers} handlers */
  constructor(context, theme, handlers) {
    this.context = context;
    this.handlers = handlers;
    this.host = make("div", { class: "edit-infinite", id: "edit-infinite" });
    this.element = make("div", { class: "edit-infinite-place" }, this.host);
    this.view = new InfiniteView(this.host, context.art, theme);
    this.view.canvas.setAttribute("aria-label", "Board of the editor");
    this.readout = new Readout(this.host, this.view);
    new Gestures(this.view, {
      canLift: (at) => this.view.field.at(...at) !== null,
      lift: () => {},
      click: handlers.use,
      drop: handlers.move,
      hover: (at) => this.readout.show(at),
      pencil: () => null,
      color: () => "green",
      draw: (_from, to, _color, done) => {
        if (done) handlers.erase(to); // the right button erases
      },
    });
    this.view.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.larger = make("button", {
      type: "button",
      class: "small",
      id: "edit-larger",
      "aria-pressed": "false",
      text: "Large board",
      on: { click: () => this.#toggleSize() },
    });
  }

  /** Move the cursor to a square and bring it into view. @param {Spot} at */
  point(at) {
    this.view.marks.cursor = at;
    this.view.reveal(at);
    this.readout.show(at);
    this.view.redraw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.view.marks.cursor ?? startSpot(this.view);
    const way = ARROWS[event.key];
    if (way) {
      const next = stepped(this.view, at, way);
      this.point(next);
      const piece = this.view.field.at(...next);
      this.context.announce(`${squareName(...next)}: ${piece ? pieceName(piece) : "empty"}`);
    } else if (event.key === "Enter" || event.key === " ") this.handlers.use(at);
    else if (event.key === "Delete" || event.key === "Backspace") this.handlers.erase(at);
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.25);
    else if (event.key === "-") this.view.zoom(0.8);
    else if (event.key === "0") this.view.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #toggleSize() {
    if (this.host.parentElement === this.element) this.enlarge();
    else this.shrink();
  }

  /** Put the board over the main one. */
  enlarge() {
    const board = document.getElementById("board");
    if (!board || this.host.parentElement === board) return;
    board.append(this.host);
    this.host.classList.add("large");
    this.larger.setAttribute("aria-pressed", "true");
  }

  /** Move the board back into the panel. */
  shrink() {
    if (this.host.parentElement === this.element) return;
    this.host.classList.remove("large");
    this.element.append(this.host);
    this.larger.setAttribute("aria-pressed", "false");
  }
}
