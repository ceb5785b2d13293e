/** The fields in the corners of an infinite board: go to a square, and the name of the square under the pointer. */

/** @import {InfiniteView} from "./view.js" */

import { make } from "../ui/dom.js";
import { readSquare } from "./bigints.js";
import { pieceName, squareName } from "./names.js";

let count = 0;

export class Readout {
  /** @param {HTMLElement} host @param {InfiniteView} view */
  constructor(host, view) {
    this.view = view;
    count += 1;
    const id = `infinite-goto-${count}`;
    this.text = make("output", { class: "infinite-square", "aria-live": "off" });
    this.field = make("input", {
      id,
      class: "infinite-goto",
      type: "text",
      inputmode: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "x,y",
      size: 8,
      "aria-describedby": `${id}-help`,
    });
    this.help = make("span", { id: `${id}-help`, class: "unseen", text: "for example 1200,-3 or 10^30,0" });
    const button = make("button", { type: "submit", class: "infinite-go", text: "Go" });
    const form = make(
      "form",
      { class: "infinite-readout", on: { submit: (event) => this.#go(event) } },
      make("label", { for: id, class: "unseen", text: "Go to square" }),
      this.field,
      button,
      this.help,
    );
    form.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") view.canvas.focus();
    });
    this.field.addEventListener("input", () => this.field.removeAttribute("aria-invalid"));
    host.append(form, this.text);
  }

  /** @param {Event} event */
  #go(event) {
    event.preventDefault();
    const at = readSquare(this.field.value);
    if (!at) {
      this.field.setAttribute("aria-invalid", "true");
      this.text.textContent = "enter a square as x,y";
      return;
    }
    this.view.marks.cursor = at;
    this.view.flyTo(at);
    this.view.canvas.focus();
    this.show(at);
  }

  /** @param {[bigint, bigint] | null} at */
  show(at) {
    if (!at) {
      this.text.textContent = "";
      return;
    }
    const piece = this.view.field.at(...at);
    this.text.textContent = squareName(...at) + (piece ? ` · ${pieceName(piece)}` : "");
  }
}
