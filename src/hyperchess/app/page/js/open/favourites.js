/** Favourite variants, stored in the browser. */

const KEY = "hyperchess.favourites";

/** @returns {string[]} names of variants, in the order in which they were added */
export function favourites() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Add a variant to the favourites, or remove it. @param {string} name */
export function toggleFavourite(name) {
  const before = favourites();
  const after = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
  try {
    localStorage.setItem(KEY, JSON.stringify(after));
  } catch {
    // no storage: there are no favourites
  }
}
