/** Announcements for screen readers, through the polite live region `#live`, which is made if the page has none. */

import { make } from "./dom.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Announce a text; of several in a short time only the last is read. @param {string} text */
export function announce(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const region = document.getElementById("live") ?? addRegion();
    // a repeated text must differ, or it is not read again
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }, 60);
}

/** A live region for a page of another author, which has no style sheet to hide it. */
function addRegion() {
  const region = make("div", { id: "live", "aria-live": "polite", role: "status" });
  Object.assign(region.style, { position: "absolute", width: "1px", height: "1px", overflow: "hidden" });
  region.style.setProperty("clip-path", "inset(50%)");
  document.body.append(region);
  return region;
}
