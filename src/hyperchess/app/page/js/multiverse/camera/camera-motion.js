/**
 * Animated camera movements: a glide to a viewpoint, and inertia after a swipe. With reduced motion the camera jumps
 * to the end.
 */

/** @import {Camera, Viewpoint} from "./camera.js" */

const GLIDE = 260; // milliseconds
const ROLL = 0.0045; // fraction of the speed lost per millisecond
const SLOWEST = 0.02; // CSS pixels per millisecond

export class CameraMotion {
  /** @type {{from: Viewpoint, to: Viewpoint, since: number} | null} */ #glide = null;
  /** @type {{x: number, y: number, last: number} | null} */ #roll = null;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {Camera} camera @param {() => void} moved called when the camera is going to move */
  constructor(camera, moved) {
    this.camera = camera;
    this.moved = moved;
  }

  get reduced() {
    return this.#calm.matches;
  }

  get moving() {
    return this.#glide !== null || this.#roll !== null;
  }

  /** Whether the scale is changing. */
  get zooming() {
    return this.#glide !== null && this.#glide.from.scale !== this.#glide.to.scale;
  }

  /** @param {Viewpoint} to @param {boolean} [atOnce] */
  glide(to, atOnce = false) {
    this.stop();
    if (atOnce || this.reduced) this.camera.look(to);
    else this.#glide = { from: this.camera.viewpoint, to, since: performance.now() };
    this.moved();
  }

  /** @param {number} x speed in CSS pixels per millisecond @param {number} y */
  roll(x, y) {
    this.stop();
    if (this.reduced || Math.hypot(x, y) < 0.2) return;
    this.#roll = { x, y, last: performance.now() };
    this.moved();
  }

  stop() {
    this.#glide = null;
    this.#roll = null;
  }

  /** Jump to the end of a glide. */
  finish() {
    const end = this.#glide?.to;
    this.stop();
    if (end) this.camera.look(end);
  }

  /** Move the camera for a frame. @param {number} now @returns {boolean} whether it is still moving */
  step(now) {
    if (this.#glide) {
      const { from, to, since } = this.#glide;
      const share = Math.min(1, Math.max(0, (now - since) / GLIDE));
      const eased = 1 - (1 - share) ** 3;
      // Scales are interpolated geometrically, and positions so that the path looks straight.
      const ratio = to.scale / from.scale;
      const scale = from.scale * ratio ** eased;
      const way = Math.abs(ratio - 1) < 1e-6 ? eased : (1 - ratio ** -eased) / (1 - 1 / ratio);
      this.camera.look({ x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale });
      if (share >= 1) this.finish();
    }
    if (this.#roll) {
      const elapsed = Math.min(64, now - this.#roll.last);
      this.camera.pan(this.#roll.x * elapsed, this.#roll.y * elapsed);
      const kept = Math.exp(-ROLL * elapsed);
      this.#roll = { x: this.#roll.x * kept, y: this.#roll.y * kept, last: now };
      if (Math.hypot(this.#roll.x, this.#roll.y) < SLOWEST) this.#roll = null;
    }
    return this.moving;
  }
}
