/** Favourite variants, stored in the browser. */

import { readList, writeStored } from "../ui/storage.js";

const KEY = "hyperchess.favourites";

/** @returns {string[]} names of variants, in the order in which they were added */
export function favourites() {
  return readList(KEY).filter((name) => typeof name === "string");
}

/** Add a variant to the favourites, or remove it. @param {string} name */
export function toggleFavourite(name) {
  const before = favourites();
  writeStored(KEY, before.includes(name) ? before.filter((other) => other !== name) : [...before, name]);
}
