/** Animated camera movements: flights, and inertia after a swipe. With reduced motion the camera jumps to the end. */

/** @import {Camera, Pose} from "./camera.js" */

import { Flight } from "./flight.js";

const ROLL = 0.0045; // fraction of the speed lost per millisecond
const SLOWEST = 0.02; // pixels per millisecond

export class CameraMotion {
  /** @type {{flight: Flight, since: number} | null} */ #flight = null;
  /** @type {{x: number, y: number, last: number} | null} */ #roll = null;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {Camera} camera @param {() => void} moved called when the camera is going to move */
  constructor(camera, moved) {
    this.camera = camera;
    this.moved = moved;
  }

  /** @param {Pose} pose @param {boolean} atOnce */
  fly(pose, atOnce) {
    this.stop();
    const flight = new Flight(this.camera.pose(), pose, Math.max(this.camera.width, this.camera.height));
    if (atOnce || this.#calm.matches || flight.duration === 0 || document.hidden) this.camera.take(pose);
    else this.#flight = { flight, since: performance.now() };
    this.moved();
  }

  /** @param {number} x pixels per millisecond @param {number} y */
  roll(x, y) {
    if (this.#calm.matches || Math.hypot(x, y) < 0.2) return;
    this.#roll = { x, y, last: performance.now() };
    this.moved();
  }

  stop() {
    this.#flight = null;
    this.#roll = null;
  }

  /** Jump to the end of a flight. */
  finish() {
    const goal = this.#flight?.flight.goal;
    this.stop();
    if (goal) this.camera.take(goal);
  }

  /** Move the camera for one frame; returns whether it is still moving. @param {number} now */
  step(now) {
    if (this.#flight) {
      const { flight, since } = this.#flight;
      const share = Math.min(1, Math.max(0, (now - since) / flight.duration));
      this.camera.take(flight.at(share));
      if (share >= 1) this.#flight = null;
    }
    if (this.#roll) {
      const time = Math.max(0, Math.min(64, now - this.#roll.last));
      this.camera.panBy(this.#roll.x * time, this.#roll.y * time);
      const kept = Math.exp(-ROLL * time);
      this.#roll = { x: this.#roll.x * kept, y: this.#roll.y * kept, last: now };
      if (Math.hypot(this.#roll.x, this.#roll.y) < SLOWEST) this.#roll = null;
    }
    return this.#flight !== null || this.#roll !== null;
  }
}
