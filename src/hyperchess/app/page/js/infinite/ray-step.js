/** The directions in which rays are drawn: those of queens and knightriders. */

/** @typedef {[bigint, bigint]} Spot */

import { toFloat } from "./bigints.js";

const STEPS = [0, 1, 2].flatMap((x) =>
  [0, 1, 2].flatMap((y) => (x + y === 0 || (x !== 1 && y !== 1) ? [] : [[x, y]])),
);

/**
 * The square after one step of the ray that comes nearest to a square.
 *
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Spot}
 */
export function stepTowards(from, to) {
  const [dx, dy] = [toFloat(to[0] - from[0]), toFloat(to[1] - from[1])];
  const angle = Math.atan2(Math.abs(dy), Math.abs(dx));
  const off = (/** @type {number[]} */ [x = 0, y = 0]) => Math.abs(Math.atan2(y, x) - angle);
  const [x = 1, y = 0] = STEPS.toSorted((one, other) => off(one) - off(other))[0] ?? [];
  return [from[0] + BigInt(dx < 0 ? -x : x), from[1] + BigInt(dy < 0 ? -y : y)];
}
