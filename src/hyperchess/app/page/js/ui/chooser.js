/** A popup menu on the board for choosing a promotion piece, with mouse, touch and keyboard. */

import { focusedIn } from "./dom.js";

/**
 * @template T
 * @typedef {{value: T, label: string, draw?: (canvas: HTMLCanvasElement) => void}} Choice
 */

const SIDE = 48; // size of a picture in CSS pixels
const MARGIN = 8;

/**
 * Let the user choose; null if the menu was closed.
 *
 * @template T
 * @param {HTMLElement} host the menu stays inside this positioned element
 * @param {number} x the point it belongs to, in CSS pixels from the upper left corner of the host
 * @param {number} y
 * @param {Choice<T>[]} choices
 * @param {string} [title]
 * @returns {Promise<T | null>}
 */
export function choose(host, x, y, choices, title = "Promote to") {
  const before = focusedIn(host);
  const menu = document.createElement("div");
  menu.className = "chooser";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", title);
  const buttons = choices.map((choice) => makeButton(choice));
  menu.append(...buttons);
  host.append(menu);
  place(host, menu, x, y);
  buttons[0]?.focus({ preventScroll: true });
  return new Promise((resolve) => {
    /** @param {T | null} value */
    const close = (value) => {
      document.removeEventListener("pointerdown", outside, true);
      menu.remove();
      before?.focus({ preventScroll: true });
      resolve(value);
    };
    /** @param {Event} event */
    const outside = (event) => {
      if (event.composedPath().includes(menu)) return; // outside of a shadow tree, the target is its host
      event.preventDefault();
      event.stopPropagation();
      close(null);
    };
    document.addEventListener("pointerdown", outside, true);
    buttons.forEach((button, index) => {
      button.addEventListener("click", () => close(choices[index]?.value ?? null));
    });
    menu.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      event.stopPropagation();
      if (event.key === "Escape" || event.key === "Tab") {
        event.preventDefault();
        close(null);
      } else if (step !== undefined) {
        event.preventDefault();
        const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (focusedIn(menu)));
        buttons[(now + step + buttons.length) % buttons.length]?.focus();
      }
    });
  });
}

/** @template T @param {Choice<T>} choice */
function makeButton({ label, draw }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chooser-item";
  button.setAttribute("role", "menuitem");
  if (draw) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.round(SIDE * devicePixelRatio);
    canvas.setAttribute("aria-hidden", "true");
    draw(canvas);
    button.append(canvas);
  }
  const text = document.createElement("span");
  text.textContent = label;
  button.append(text);
  return button;
}

/** @param {HTMLElement} host @param {HTMLElement} menu @param {number} x @param {number} y */
function place(host, menu, x, y) {
  const limit = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(MARGIN, Math.min(value, most - MARGIN));
  const left = limit(x - menu.offsetWidth / 2, host.clientWidth - menu.offsetWidth);
  const below = y + 24;
  const fits = below + menu.offsetHeight + MARGIN <= host.clientHeight;
  const top = limit(fits ? below : y - menu.offsetHeight - 24, host.clientHeight - menu.offsetHeight);
  menu.style.setProperty("left", `${left}px`);
  menu.style.setProperty("top", `${top}px`);
}
