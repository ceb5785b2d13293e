/** Say something to those who listen to the page: the polite live region `#live`. */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Only the last of several sentences in a short time is said. @param {string} text */
export function announce(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const region = document.getElementById("live");
    if (!region) return;
    // the same sentence again must be a change, or it is not read again
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }, 60);
}
