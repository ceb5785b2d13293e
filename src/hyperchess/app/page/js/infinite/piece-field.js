/**
 * The pieces of an infinite board in a spatial index, so that those in view are found fast.
 *
 * Pieces with coordinates below 2⁵¹ are stored as floating point numbers, which are exact there; the few beyond are
 * stored separately as bigints.
 */

/** @import {PlacedPiece} from "../types.js" */
/** @import {Camera, Window} from "./camera/camera.js" */

import { toFloat } from "./bigints.js";

const NEAR = 2 ** 51;
const BUCKET = 64; // squares
const DIGITS = 15; // numbers with this many digits are below 2⁵¹

/** @typedef {{index: number, x: bigint, y: bigint}} RemotePiece */
/** @typedef {{x: number, y: number, items: number[]}} Bucket its lower left square, and the indices of its pieces */

export class PieceField {
  /** @param {PlacedPiece[]} pieces */
  constructor(pieces) {
    this.pieces = pieces;
    this.xs = new Float64Array(pieces.length);
    this.ys = new Float64Array(pieces.length);
    /** @type {RemotePiece[]} */ this.remote = [];
    /** @type {Map<number, Map<number, Bucket>>} */ this.columns = new Map();
    /** @type {Bucket[]} */ this.buckets = [];
    for (let index = 0; index < pieces.length; index++) this.#add(index);
  }

  /** @param {number} index */
  #add(index) {
    const [, , textX, textY] = /** @type {PlacedPiece} */ (this.pieces[index]);
    if (textX.length > DIGITS || textY.length > DIGITS) {
      this.xs[index] = NaN;
      this.remote.push({ index, x: BigInt(textX), y: BigInt(textY) });
      return;
    }
    const x = (this.xs[index] = Number(textX));
    const y = (this.ys[index] = Number(textY));
    this.#bucket(Math.floor(x / BUCKET), Math.floor(y / BUCKET)).items.push(index);
  }

  /** @param {number} column @param {number} row */
  #bucket(column, row) {
    let rows = this.columns.get(column);
    if (!rows) this.columns.set(column, (rows = new Map()));
    let bucket = rows.get(row);
    if (!bucket) {
      bucket = { x: column * BUCKET, y: row * BUCKET, items: [] };
      rows.set(row, bucket);
      this.buckets.push(bucket);
    }
    return bucket;
  }

  get size() {
    return this.pieces.length;
  }

  /** The square of a piece. @param {number} index @returns {[bigint, bigint]} */
  squareOf(index) {
    const [, , x, y] = /** @type {PlacedPiece} */ (this.pieces[index]);
    return [BigInt(x), BigInt(y)];
  }

  /** The piece on a square: its index, or -1. @param {bigint} x @param {bigint} y */
  indexAt(x, y) {
    const [nearX, nearY] = [toFloat(x), toFloat(y)];
    if (Math.abs(nearX) <= NEAR && Math.abs(nearY) <= NEAR) {
      const bucket = this.columns.get(Math.floor(nearX / BUCKET))?.get(Math.floor(nearY / BUCKET));
      const found = bucket?.items.find((index) => this.xs[index] === nearX && this.ys[index] === nearY);
      if (found !== undefined) return found;
    }
    return this.remote.find((piece) => piece.x === x && piece.y === y)?.index ?? -1;
  }

  /** @param {bigint} x @param {bigint} y @returns {PlacedPiece | null} */
  at(x, y) {
    return this.pieces[this.indexAt(x, y)] ?? null;
  }

  /**
   * Visit the buckets that intersect a window, which must lie within `NEAR`.
   *
   * @param {number} left
   * @param {number} right
   * @param {number} bottom
   * @param {number} top
   * @param {(bucket: Bucket) => boolean} visit returns false to stop
   */
  visit(left, right, bottom, top, visit) {
    if (left > right || bottom > top) return;
    const wide = (right - left) / BUCKET + 1;
    const high = (top - bottom) / BUCKET + 1;
    if (wide * high > this.buckets.length) {
      for (const bucket of this.buckets) {
        const inside =
          bucket.x <= right && bucket.x + BUCKET > left && bucket.y <= top && bucket.y + BUCKET > bottom;
        if (inside && !visit(bucket)) return;
      }
      return;
    }
    for (let column = Math.floor(left / BUCKET); column * BUCKET <= right; column++) {
      const rows = this.columns.get(column);
      if (!rows) continue;
      for (let row = Math.floor(bottom / BUCKET); row * BUCKET <= top; row++) {
        const bucket = rows.get(row);
        if (bucket && !visit(bucket)) return;
      }
    }
  }

  /**
   * The near pieces in a window, or null if there are more than `most`.
   *
   * @param {Window} window
   * @param {number} most
   */
  within(window, most) {
    const { left, right, bottom, top } = nearPart(window);
    /** @type {number[]} */ const found = [];
    this.visit(left, right, bottom, top, (bucket) => {
      for (const index of bucket.items) {
        const x = /** @type {number} */ (this.xs[index]);
        const y = /** @type {number} */ (this.ys[index]);
        if (x >= left && x <= right && y >= bottom && y <= top) found.push(index);
      }
      return found.length <= most;
    });
    return found.length <= most ? found : null;
  }

  /**
   * The centre of a piece on the screen.
   *
   * @param {number} index
   * @param {Camera} camera
   * @returns {[number, number]}
   */
  screen(index, camera) {
    const x = /** @type {number} */ (this.xs[index]);
    if (Number.isNaN(x)) return camera.toScreen(...this.squareOf(index));
    const y = /** @type {number} */ (this.ys[index]);
    return [camera.screenX(x - toFloat(camera.x)), camera.screenY(y - toFloat(camera.y))];
  }
}

/**
 * The part of a window within `NEAR`, as numbers, where adding one is still exact.
 *
 * @param {Window} window
 */
export function nearPart(window) {
  return {
    left: Math.max(-NEAR, toFloat(window.left)),
    right: Math.min(NEAR, toFloat(window.right)),
    bottom: Math.max(-NEAR, toFloat(window.bottom)),
    top: Math.min(NEAR, toFloat(window.top)),
  };
}
