/** The user of this browser: a chosen name and colour, and an id that distinguishes their edits. */

/** @typedef {{person: string, name: string, color: string}} Me */

import { readStored, writeStored } from "../ui/storage.js";

const STORE = "hyperchess.me";

/** Dark enough for white text: a contrast of 4.5 to 1. */
export const COLORS = ["#006d77", "#9a3b00", "#5a3ea6", "#1a6b35", "#a0195b", "#1f5fa8", "#6b5200", "#4a5560"];

/** Create a unique id. `crypto.randomUUID` is missing on plain HTTP. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Me} */
function stranger() {
  const person = newId();
  const number = parseInt(person.slice(0, 4), 16);
  return { person, name: `Guest ${(number % 90) + 10}`, color: COLORS[number % COLORS.length] ?? "#006d77" };
}

/** @returns {Me} */
function load() {
  const found = readStored(STORE);
  return typeof found?.person === "string" && /^#[0-9a-f]{6}$/.test(found.color) ? found : stranger();
}


/** @type {Me} */
export const me = load();
writeStored(STORE, me);

/** @param {Partial<Me>} changes */
export function changeMe(changes) {
  Object.assign(me, changes);
  writeStored(STORE, me);
}
