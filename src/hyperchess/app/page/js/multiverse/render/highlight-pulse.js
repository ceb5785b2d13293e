/**
 * A few beats that draw the cameraControl to something; none for who prefers less motion.
 */

const LENGTH = 2400; // milliseconds
const BEAT = 800;

export class HighlightPulse {
  #since = -Infinity;

  start() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#since = performance.now();
  }

  /** How strong it is, from 0 (it is over) to 1. @param {number} now */
  at(now) {
    const since = Math.max(0, now - this.#since);
    return since >= LENGTH ? 0 : 0.501 - 0.5 * Math.cos((2 * Math.PI * since) / BEAT);
  }
}
