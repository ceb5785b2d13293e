/** The progress of an animated move; with reduced motion it is complete at once. */

const LENGTH = 260; // milliseconds

export class FlightTime {
  #since = -Infinity;

  start() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#since = performance.now();
  }

  stop() {
    this.#since = -Infinity;
  }

  /** From 0 (at the start) to 1 (arrived). @param {number} now */
  at(now) {
    const share = Math.min(1, Math.max(0, now - this.#since) / LENGTH);
    return share * share * (3 - 2 * share);
  }
}
