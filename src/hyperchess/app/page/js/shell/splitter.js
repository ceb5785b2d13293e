/** The separator between board and side panel: dragged, or moved with the arrow keys. */

const KEY = "hyperchess.side";
const LEAST = 280;

/** @param {HTMLElement} splitter */
export function mountSplitter(splitter) {
  const most = () => Math.max(LEAST, Math.min(800, innerWidth - 360));
  /** @param {number} width */
  const tell = (width) => {
    splitter.setAttribute("aria-valuenow", String(width));
    splitter.setAttribute("aria-valuemin", String(LEAST));
    splitter.setAttribute("aria-valuemax", String(most()));
  };
  /** @param {number} width */
  const set = (width) => {
    const kept = Math.round(Math.min(most(), Math.max(LEAST, width)));
    document.documentElement.style.setProperty("--side", `${kept}px`);
    tell(kept);
    try {
      localStorage.setItem(KEY, String(kept));
    } catch {
      // no storage: the width lasts as long as the page
    }
    return kept;
  };
  const now = () => innerWidth - splitter.getBoundingClientRect().right;

  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  splitter.addEventListener("pointermove", (event) => {
    if (splitter.hasPointerCapture(event.pointerId)) set(innerWidth - event.clientX);
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(now() + step);
  });
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // no storage
  }
  if (kept !== null && Number(kept) > 0) set(Number(kept));
  else tell(Math.round(now()));
}
