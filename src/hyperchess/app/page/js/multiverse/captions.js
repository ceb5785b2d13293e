/** Texts over the board: the tooltip, the legend of the pass preview, and a message instead of a position. */

import { make } from "../ui/dom.js";

/** @import {Point} from "../drawing/arrows.js" */

const LONG = 60; // characters: longer texts are broken into lines

/** The name of a move, or the meaning of a word, next to the pointer. */
export class Tooltip {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.element = make("div", { class: "stage-tooltip", hidden: true, "aria-hidden": "true" });
    host.append(this.element);
  }

  /** @param {Point} point @param {string} text */
  show(point, text) {
    const { element, host } = this;
    element.hidden = false;
    element.classList.toggle("long", text.length > LONG);
    if (element.textContent !== text) element.textContent = text;
    const left = Math.max(4, Math.min(point.x + 14, host.clientWidth - element.offsetWidth - 4));
    const above = point.y - element.offsetHeight - 14;
    const top = above > 4 ? above : point.y + 22;
    element.style.setProperty("transform", `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
  }

  hide() {
    this.element.hidden = true;
  }
}

/** The meaning of the dashed arrows of the pass preview. */
export class Legend {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.title = make("strong", { text: "" });
    this.element = make(
      "div",
      { class: "stage-legend", hidden: true, role: "note" },
      this.title,
      make("span", { class: "stage-legend-royal", text: "captures a royal" }),
      make("span", { class: "stage-legend-piece", text: "captures a piece" }),
    );
    host.append(this.element);
  }

  /**
   * @param {string | null} player who would pass; null without a preview
   * @param {number} count of attacks
   */
  show(player, count) {
    this.element.hidden = player === null;
    if (player === null) return;
    this.element.dataset["player"] = player;
    const name = player === "white" ? "White" : "Black";
    this.title.textContent = count > 0 ? `If ${name} passes` : `If ${name} passes, nothing can be captured`;
  }
}

/** A message when there is no position to show. */
export class BoardMessage {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.element = make("p", { class: "stage-message", hidden: true });
    host.append(this.element);
  }

  /** @param {string} text */
  say(text) {
    this.element.hidden = text === "";
    this.element.textContent = text;
  }
}
