/**
 * Flights of the camera: zoom out, pan, and zoom in, after "Smooth and efficient zooming and panning" (van Wijk and
 * Nuij, 2003). To stay precise over 10³⁰ squares, the first half is measured from the start and the second half from
 * the goal.
 */

/** @import {Pose} from "./camera.js" */

import { toBig, toFloat } from "../bigints.js";

const BEND = 1.42; // how far it zooms out
const TOO_FAR = 1e120;

export class Flight {
  /**
   * @param {Pose} start
   * @param {Pose} goal
   * @param {number} span size of the screen in pixels
   */
  constructor(start, goal, span) {
    this.start = start;
    this.goal = goal;
    this.dx = toFloat(goal.x - start.x) + goal.offsetX - start.offsetX;
    this.dy = toFloat(goal.y - start.y) + goal.offsetY - start.offsetY;
    this.distance = Math.hypot(this.dx, this.dy);
    this.out = new Half(span / start.scale, span / goal.scale, this.distance);
    this.back = new Half(span / goal.scale, span / start.scale, this.distance);
    this.span = span;
    const way = this.out.length;
    this.duration = this.distance > TOO_FAR || !Number.isFinite(way) ? 0 : Math.min(1400, 180 + way * 160);
  }

  /** The pose after a fraction of the time. @param {number} share from 0 to 1 @returns {Pose} */
  at(share) {
    if (share >= 1) return this.goal;
    const eased = share * share * (3 - 2 * share);
    const away = this.out.at(eased);
    const home = away.moved > this.distance / 2;
    const from = home ? this.goal : this.start;
    const { moved, width } = home ? this.back.at(1 - eased) : away;
    const part = this.distance === 0 ? 0 : (home ? -moved : moved) / this.distance;
    const stepX = this.dx * part + from.offsetX;
    const stepY = this.dy * part + from.offsetY;
    return {
      x: from.x + toBig(stepX),
      y: from.y + toBig(stepY),
      offsetX: Math.abs(stepX) < 2 ** 52 ? stepX - Math.round(stepX) : 0,
      offsetY: Math.abs(stepY) < 2 ** 52 ? stepY - Math.round(stepY) : 0,
      scale: this.span / width,
    };
  }
}

/** The path measured from one end, precise near that end. */
class Half {
  /** @param {number} width here @param {number} other there @param {number} distance */
  constructor(width, other, distance) {
    this.width = width;
    this.straight = distance / Math.max(width, other) < 1e-4;
    if (this.straight) {
      this.turn = Math.log(other / width);
      this.length = Math.abs(this.turn) / BEND;
      this.distance = distance;
      return;
    }
    const rho = BEND * BEND * distance;
    const begin = (other * other - width * width + rho * rho) / (2 * width * rho);
    const end = (other * other - width * width - rho * rho) / (2 * other * rho);
    this.turn = -Math.asinh(begin);
    this.length = (-Math.asinh(end) - this.turn) / BEND;
    this.distance = distance;
  }

  /** @param {number} share */
  at(share) {
    if (this.straight) {
      return { moved: this.distance * share, width: this.width * Math.exp(this.turn * share) };
    }
    const way = BEND * this.length * share;
    const here = Math.cosh(way + this.turn);
    return {
      moved: ((this.width / (BEND * BEND)) * Math.sinh(way)) / here,
      width: (this.width * Math.cosh(this.turn)) / here,
    };
  }
}
