/**
 * The camera over an infinite board: the point in the middle of the screen, and the size of squares.
 *
 * The middle is a square (exact bigints) and a small offset within it, so that nothing drifts at any distance.
 * Everything on the screen is measured from there.
 */

import { toBig, toFloat } from "../bigints.js";

const LARGEST = 160; // pixels per square
const SMALLEST = 1e-280;

/** @typedef {{left: bigint, right: bigint, bottom: bigint, top: bigint}} Window squares, edges included */
/** @typedef {{x: bigint, y: bigint, offsetX: number, offsetY: number, scale: number}} Pose */

export class Camera {
  x = 0n;
  y = 0n;
  /** from the centre of the middle square to the middle of the screen, in squares */
  offsetX = 0;
  offsetY = 0;
  scale = 40;
  width = 1;
  height = 1;
  flip = false;
  /** @type {{px: number, py: number, x: [bigint, number], y: [bigint, number]} | null} the point under the pointer */
  #anchor = null;

  get sign() {
    return this.flip ? -1 : 1;
  }

  /** The centre of a square on the screen. @param {bigint} x @param {bigint} y @returns {[number, number]} */
  toScreen(x, y) {
    return [this.screenX(toFloat(x - this.x)), this.screenY(toFloat(y - this.y))];
  }

  /** @param {number} squares distance to the right of the middle square */
  screenX(squares) {
    return this.width / 2 + this.sign * (squares - this.offsetX) * this.scale;
  }

  /** @param {number} squares distance above the middle square */
  screenY(squares) {
    return this.height / 2 - this.sign * (squares - this.offsetY) * this.scale;
  }

  /**
   * The square at a point of the screen.
   *
   * @param {number} px
   * @param {number} py
   * @returns {[bigint, bigint]}
   */
  squareAt(px, py) {
    return [
      this.x + toBig((this.sign * (px - this.width / 2)) / this.scale + this.offsetX),
      this.y + toBig((-this.sign * (py - this.height / 2)) / this.scale + this.offsetY),
    ];
  }

  /** The squares in view, even in part. @returns {Window} */
  window() {
    const one = this.squareAt(0, 0);
    const other = this.squareAt(this.width, this.height);
    const [left, right] = this.flip ? [other[0], one[0]] : [one[0], other[0]];
    const [bottom, top] = this.flip ? [one[1], other[1]] : [other[1], one[1]];
    return { left, right, bottom, top };
  }

  /** Pan by a distance on the screen. @param {number} dx @param {number} dy pixels */
  panBy(dx, dy) {
    this.#anchor = null;
    this.offsetX -= (this.sign * dx) / this.scale;
    this.offsetY += (this.sign * dy) / this.scale;
    this.#normalize();
  }

  /**
   * Zoom around the point under the pointer. While the pointer rests the point is kept exactly, so that zooming out
   * and in again returns to the same square.
   *
   * @param {number} px
   * @param {number} py
   * @param {number} factor
   */
  zoomAt(px, py, factor) {
    const dx = this.sign * (px - this.width / 2);
    const dy = -this.sign * (py - this.height / 2);
    if (!this.#anchor || this.#anchor.px !== px || this.#anchor.py !== py) {
      const x = split(this.x, dx / this.scale + this.offsetX);
      const y = split(this.y, dy / this.scale + this.offsetY);
      this.#anchor = { px, py, x, y };
    }
    const { x, y } = this.#anchor;
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    [this.x, this.offsetX] = split(x[0], x[1] - dx / this.scale);
    [this.y, this.offsetY] = split(y[0], y[1] - dy / this.scale);
  }

  /** @returns {Pose} */
  pose() {
    const { x, y, offsetX, offsetY, scale } = this;
    return { x, y, offsetX, offsetY, scale };
  }

  /** @param {Pose} pose */
  take(pose) {
    this.#anchor = null;
    Object.assign(this, pose);
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, pose.scale));
    this.#normalize();
  }

  /**
   * The pose that shows a part of the board, with some space around it.
   *
   * @param {Window} part
   * @param {{left: number, right: number, top: number, bottom: number}} [insets] pixels covered by other elements
   * @returns {Pose}
   */
  poseFor(part, insets = { left: 0, right: 0, top: 0, bottom: 0 }) {
    const wide = toFloat(part.right - part.left) + 1;
    const high = toFloat(part.top - part.bottom) + 1;
    const freeX = Math.max(40, this.width - insets.left - insets.right);
    const freeY = Math.max(40, this.height - insets.top - insets.bottom);
    const scale = Math.min(72, freeX / wide, freeY / high);
    const [sumX, sumY] = [part.left + part.right, part.bottom + part.top];
    const x = sumX / 2n;
    const y = sumY / 2n;
    return {
      x,
      y,
      offsetX: Number(sumX - 2n * x) / 2 - (this.sign * (insets.left - insets.right)) / 2 / scale,
      offsetY: Number(sumY - 2n * y) / 2 + (this.sign * (insets.top - insets.bottom)) / 2 / scale,
      scale,
    };
  }

  #normalize() {
    [this.x, this.offsetX] = split(this.x, this.offsetX);
    [this.y, this.offsetY] = split(this.y, this.offsetY);
  }
}

/**
 * Split a coordinate into the nearest square and the rest.
 *
 * @param {bigint} square
 * @param {number} offset
 * @returns {[bigint, number]}
 */
function split(square, offset) {
  if (Math.abs(offset) <= 0.5) return [square, offset];
  return [square + toBig(offset), offset - Math.round(offset)];
}
