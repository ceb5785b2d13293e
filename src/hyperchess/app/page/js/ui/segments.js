/** A choice among a few: radio buttons in one row. */

import { make } from "./dom.js";

/**
 * @template {string | null} T
 * @param {string} name
 * @param {string} title
 * @param {T} chosen
 * @param {readonly (readonly [value: T, label: string])[]} values
 * @param {(value: T) => void} choose
 */
export function segments(name, title, chosen, values, choose) {
  const group = make("div", { class: "segments", role: "radiogroup", "aria-label": title });
  group.style.setProperty("--count", String(values.length));
  for (const [value, label] of values) {
    const radio = make("input", {
      type: "radio",
      name,
      value: String(value),
      checked: value === chosen,
      on: { change: () => choose(value) },
    });
    group.append(make("label", {}, radio, label));
  }
  return group;
}
