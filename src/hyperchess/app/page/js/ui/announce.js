/** Announcements for screen readers, through the polite live region `#live`. */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Announce a text; of several in a short time only the last is read. @param {string} text */
export function announce(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const region = document.getElementById("live");
    if (!region) return;
    // a repeated text must differ, or it is not read again
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }, 60);
}
