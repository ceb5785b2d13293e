/** Drafts: unsaved text, kept in the session storage of the browser tab. */

const PREFIX = "hyperchess.draft.";

/** @param {string} name @param {string} text */
export function saveDraft(name, text) {
  try {
    if (text === "") sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // no storage, or it is full: the draft lasts as long as the page
  }
}

/** @param {string} name @returns {string} */
export function loadDraft(name) {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function clearDraft(name) {
  saveDraft(name, "");
}
