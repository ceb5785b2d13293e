/** Lines between squares that may be very far apart, clipped to the screen. */

/** @import {Camera} from "../camera/camera.js" */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {[bigint, bigint]} Spot */

import { abs, max, toFloat } from "../bigints.js";

const FINE = 10n ** 15n;

/**
 * The direction from one square to another on the screen, as a unit vector.
 *
 * @param {Camera} camera
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Point}
 */
export function direction(camera, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const longest = max(abs(dx), abs(dy)) || 1n;
  // divide as integers: huge integers do not fit into a float
  const x = toFloat((dx * FINE) / longest) * camera.sign;
  const y = -toFloat((dy * FINE) / longest) * camera.sign;
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}

/**
 * The part of the line between two squares that is on the screen, or up to `margin` pixels outside.
 *
 * @param {Camera} camera
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} margin
 * @returns {{from: Point, to: Point} | null}
 */
export function clipped(camera, from, to, margin) {
  const [x1, y1] = camera.toScreen(...from);
  const [x2, y2] = camera.toScreen(...to);
  const inside = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= -margin && y >= -margin && x <= camera.width + margin && y <= camera.height + margin;
  // measured from a visible end, the other end may be at any distance
  if (inside(x1, y1)) {
    const way = direction(camera, from, to);
    return {
      from: { x: x1, y: y1 },
      to: inside(x2, y2) ? { x: x2, y: y2 } : exitPoint(camera, x1, y1, way, margin),
    };
  }
  if (inside(x2, y2)) {
    const way = direction(camera, to, from);
    return { from: exitPoint(camera, x2, y2, way, margin), to: { x: x2, y: y2 } };
  }
  return between(camera, [x1, y1, x2, y2], margin);
}

/**
 * The point where a line from a point inside leaves the screen.
 *
 * @param {Camera} camera
 * @param {number} x
 * @param {number} y
 * @param {Point} way
 * @param {number} margin
 * @returns {Point}
 */
export function exitPoint(camera, x, y, way, margin) {
  const reach = Math.min(
    way.x === 0 ? Infinity : ((way.x > 0 ? camera.width + margin : -margin) - x) / way.x,
    way.y === 0 ? Infinity : ((way.y > 0 ? camera.height + margin : -margin) - y) / way.y,
  );
  return { x: x + way.x * reach, y: y + way.y * reach };
}

/**
 * A line with both ends outside (Liang–Barsky).
 *
 * @param {Camera} camera
 * @param {[number, number, number, number]} ends
 * @param {number} margin
 */
function between(camera, [x1, y1, x2, y2], margin) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [start, end] = [0, 1];
  for (const [step, room] of /** @type {[number, number][]} */ ([
    [-dx, x1 + margin],
    [dx, camera.width + margin - x1],
    [-dy, y1 + margin],
    [dy, camera.height + margin - y1],
  ])) {
    if (step === 0 && room < 0) return null;
    if (step < 0) start = Math.max(start, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  if (start >= end) return null;
  return {
    from: { x: x1 + dx * start, y: y1 + dy * start },
    to: { x: x1 + dx * end, y: y1 + dy * end },
  };
}
