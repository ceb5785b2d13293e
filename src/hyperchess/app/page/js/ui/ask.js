/** A question that must be answered before something is lost. */

import { make } from "./dom.js";

/**
 * @param {string} text
 * @param {string} yes the label of the button that agrees
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function ask(text, yes, no) {
  return new Promise((resolve) => {
    const answer = (/** @type {string} */ label, /** @type {string} */ value, /** @type {string} */ look) =>
      make("button", { type: "button", class: look, text: label, on: { click: () => dialog.close(value) } });
    const dialog = make(
      "dialog",
      { class: "ask", "aria-label": text },
      make("p", { text }),
      make("div", { class: "button-row" }, answer(no, "", "primary"), answer(yes, "yes", "")),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
