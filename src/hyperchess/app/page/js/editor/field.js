/** Fields of the editors. */

import { make } from "../ui/dom.js";

/** @param {string} text @param {HTMLElement} field */
export function labelled(text, field) {
  return make("label", { class: "edit-field" }, text, field);
}
