/** Plurals, capital letters, and the words for results. */

/** @type {Readonly<Record<string, string>>} */
export const RESULTS = { "1-0": "White won", "0-1": "Black won", "1/2-1/2": "Draw" };

/** "1 board", "3 boards". @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** @param {string} text */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
