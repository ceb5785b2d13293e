/** Messages of the board without a server, at the bottom of the page, above everything else. */

import { make } from "../ui/dom.js";

const list = make("div", { class: "site-messages", role: "status" });
document.body.append(list);

/**
 * Show a message, replacing one with the same text. The user can close it, unless its action must stay
 * available.
 *
 * @param {string} text
 * @param {{label: string, run: () => void, stays?: boolean}} [action]
 * @returns {() => void} removes the message
 */
export function tell(text, action) {
  for (const other of list.children) if (other.firstChild?.textContent === text) other.remove();
  const close = () => line.remove();
  const act = () => {
    close();
    action?.run();
  };
  const line = make(
    "div",
    { class: "site-message" },
    make("span", { text }),
    action ? make("button", { type: "button", text: action.label, on: { click: act } }) : null,
    action?.stays ? null : make("button", { type: "button", class: "quiet", text: "Close", on: { click: close } }),
  );
  list.append(line);
  return close;
}
