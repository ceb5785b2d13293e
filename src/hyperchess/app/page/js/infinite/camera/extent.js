/** Which part of an infinite board to show first: all pieces, or where most of them are. */

/** @import {Window} from "./camera.js" */
/** @import {PieceField} from "../piece-field.js" */

import { max, min } from "../bigints.js";

const MARGIN = 1;
const COMFORT = 70; // squares: the largest view in which pieces can be told apart
const CLOSE = 44; // squares: the size of a view of the densest part
const WIDE = 5000;

/** @typedef {{left: number, right: number, bottom: number, top: number, count: number}} Box */

/** A window around all pieces, wherever they are. @param {PieceField} field @returns {Window} */
export function everything(field) {
  const box = boxOf(field, () => true);
  let part = box ? windowOf(box) : null;
  for (const { x, y } of field.remote) {
    part = part
      ? {
          left: min(part.left, x),
          right: max(part.right, x),
          bottom: min(part.bottom, y),
          top: max(part.top, y),
        }
      : { left: x, right: x, bottom: y, top: y };
  }
  return grown(part ?? { left: 1n, right: 8n, bottom: 1n, top: 8n });
}

/**
 * A window around most pieces; distant outliers are left out.
 *
 * @param {PieceField} field
 */
export function comfortable(field) {
  const whole = boxOf(field, () => true);
  if (!whole) {
    const first = field.remote[0];
    if (!first) return everything(field);
    return grown({ left: first.x, right: first.x, bottom: first.y, top: first.y });
  }
  if (span(whole) <= COMFORT) return grown(windowOf(whole));
  const near = densest(field, CLOSE);
  if (near.count >= 0.6 * whole.count) return grown(windowOf(near));
  return grown(windowOf(span(whole) <= WIDE ? whole : densest(field, 1000)));
}

/** @param {Box} box */
function span(box) {
  return Math.max(box.right - box.left, box.top - box.bottom) + 1;
}

/** @param {Box} box @returns {Window} */
function windowOf(box) {
  return {
    left: BigInt(box.left),
    right: BigInt(box.right),
    bottom: BigInt(box.bottom),
    top: BigInt(box.top),
  };
}

/** @param {Window} part @returns {Window} */
function grown(part) {
  const margin = BigInt(MARGIN);
  let { left, right, bottom, top } = part;
  const wide = max(0n, 8n - (right - left + 1n)) / 2n;
  const high = max(0n, 8n - (top - bottom + 1n)) / 2n;
  [left, right, bottom, top] = [
    left - wide - margin,
    right + wide + margin,
    bottom - high - margin,
    top + high + margin,
  ];
  return { left, right, bottom, top };
}

/**
 * @param {PieceField} field
 * @param {(x: number, y: number) => boolean} wanted
 * @returns {Box | null}
 */
function boxOf(field, wanted) {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity, count: 0 };
  for (let index = 0; index < field.size; index++) {
    const x = /** @type {number} */ (field.xs[index]);
    const y = /** @type {number} */ (field.ys[index]);
    if (Number.isNaN(x) || field.pieces[index]?.[0] === "void" || !wanted(x, y)) continue;
    box.count += 1;
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.bottom) box.bottom = y;
    if (y > box.top) box.top = y;
  }
  return box.count > 0 ? box : null;
}

/**
 * The densest window of a size, on a grid of half that size.
 *
 * @param {PieceField} field
 * @param {number} size
 * @returns {Box}
 */
function densest(field, size) {
  const half = size / 2;
  /** @type {Map<string, number>} */ const score = new Map();
  let best = "0,0";
  for (let index = 0; index < field.size; index++) {
    const x = /** @type {number} */ (field.xs[index]);
    if (Number.isNaN(x)) continue;
    const column = Math.floor(x / half);
    const row = Math.floor(/** @type {number} */ (field.ys[index]) / half);
    for (const [dx, dy] of /** @type {const} */ ([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ])) {
      const key = `${column - dx},${row - dy}`;
      const count = (score.get(key) ?? 0) + 1;
      score.set(key, count);
      if (count > (score.get(best) ?? 0)) best = key;
    }
  }
  const [column = 0, row = 0] = best.split(",").map(Number);
  const [left, bottom] = [column * half, row * half];
  const inside = boxOf(field, (x, y) => x >= left && x < left + size && y >= bottom && y < bottom + size);
  return inside ?? { left, right: left + size - 1, bottom, top: bottom + size - 1, count: 0 };
}
