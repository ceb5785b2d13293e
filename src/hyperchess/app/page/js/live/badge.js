/** A person as a small disc: their initials on their colour. */

import { make } from "../ui/dom.js";

/** @param {{name: string, color: string}} one */
export function badge({ name, color }) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...name].slice(0, 2);
  const disc = make("span", { class: "person", "aria-hidden": "true", text: initials.join("").toUpperCase() });
  disc.style.setProperty("--color", color);
  return disc;
}
