/** A popup menu, for the actions on one item. Arrow keys, Enter and Escape work in it. */

import { make } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {{label: string, icon?: string, glyph?: string, key?: string, disabled?: boolean, pressed?: boolean,
 *            apart?: boolean, run: () => void}} Item `apart`: separated from the item above by a line
 */

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} label the name of the menu
 * @param {Item[]} items
 */
export function showMenu(x, y, label, items) {
  closeOpen?.();
  const before = document.activeElement;
  const menu = make("div", { class: "menu", role: "menu", "aria-label": label });
  const close = () => {
    if (closeOpen !== close) return;
    closeOpen = null;
    const within = menu.contains(document.activeElement);
    menu.remove();
    removeEventListener("pointerdown", outside, true);
    if (within && before instanceof HTMLElement) before.focus();
  };
  closeOpen = close;
  /** @param {Event} event */
  const outside = (event) => {
    if (!(event.target instanceof globalThis.Node && menu.contains(event.target))) close();
  };
  for (const item of items) {
    const button = make(
      "button",
      {
        type: "button",
        class: item.apart ? "apart" : null,
        role: item.pressed === undefined ? "menuitem" : "menuitemradio",
        "aria-checked": item.pressed === undefined ? null : String(item.pressed),
        "aria-disabled": item.disabled ? "true" : null,
        tabindex: "-1",
        on: {
          click: () => {
            if (item.disabled) return;
            close();
            item.run();
          },
        },
      },
      item.glyph === undefined
        ? icon(item.icon ?? "")
        : make("span", { class: "menu-glyph", text: item.glyph }),
      make("span", { class: "menu-label", text: item.label }),
      item.key ? make("kbd", { text: item.key }) : null,
    );
    menu.append(button);
  }
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll("button")];
    const place = buttons.findIndex((button) => button === document.activeElement);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (to !== undefined) buttons[(to + buttons.length) % buttons.length]?.focus();
    else if (event.key !== "Enter" && event.key !== " ") {
      // the menu handles all keys; a letter or symbol chooses an item
      const wanted = items.findIndex((item) => item.key === event.key || item.glyph === event.key);
      if (wanted >= 0) buttons[wanted]?.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.setProperty("left", `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`);
  menu.style.setProperty("top", `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`);
  addEventListener("pointerdown", outside, true);
  const first = menu.querySelector('[aria-checked="true"]') ?? menu.querySelector("button");
  if (first instanceof HTMLElement) first.focus();
}
