/** A short pulse that draws attention to a highlighted board; none with reduced motion. */

const LENGTH = 2400; // milliseconds
const BEAT = 800;

export class HighlightPulse {
  #since = -Infinity;

  start() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#since = performance.now();
  }

  /** The strength, from 0 (finished) to 1. @param {number} now */
  at(now) {
    const since = Math.max(0, now - this.#since);
    return since >= LENGTH ? 0 : 0.501 - 0.5 * Math.cos((2 * Math.PI * since) / BEAT);
  }
}
