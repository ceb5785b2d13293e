/** Values stored in the browser as JSON. Without storage, or if it is full, they last as long as the page. */

/** The stored value; null if there is none or it cannot be read. @param {string} key @returns {any} */
export function readStored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** A stored list; empty if there is none. @param {string} key @returns {any[]} */
export function readList(key) {
  const found = readStored(key);
  return Array.isArray(found) ? found : [];
}

/** @param {string} key @param {unknown} value @returns {boolean} whether it was stored */
export function writeStored(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
