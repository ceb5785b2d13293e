/** A button with an icon and a label. */

/** @import {Value} from "./dom.js" */

import { make } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} sign @param {string} label @param {() => void} run @param {Record<string, Value>} [attributes] */
export function button(sign, label, run, attributes = {}) {
  return make(
    "button",
    { type: "button", class: "small", ...attributes, on: { click: run } },
    icon(sign),
    make("span", { class: "label", text: label }),
  );
}
