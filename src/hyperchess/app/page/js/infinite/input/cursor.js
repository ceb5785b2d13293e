/** The keyboard cursor: arrow keys move it by a square, with Shift to the next piece. */

/** @import {PieceField} from "../piece-field.js" */
/** @import {TargetMap} from "../targets.js" */
/** @import {InfiniteView} from "../view.js" */
/** @typedef {[bigint, bigint]} Spot */

import { abs, roundStep, toFloat } from "../bigints.js";

/** @type {Record<string, [bigint, bigint]>} */
export const ARROWS = { ArrowLeft: [-1n, 0n], ArrowRight: [1n, 0n], ArrowUp: [0n, 1n], ArrowDown: [0n, -1n] };

/** The first cursor square: in the middle of the screen. @param {InfiniteView} view @returns {Spot} */
export function startSpot(view) {
  return [view.camera.x, view.camera.y];
}

/**
 * The next square; a larger step if squares are too small to be told apart.
 *
 * @param {InfiniteView} view
 * @param {Spot} at
 * @param {Spot} step
 * @returns {Spot}
 */
export function stepped(view, [x, y], [dx, dy]) {
  const way = BigInt(view.camera.sign) * roundStep(view.camera.scale, 8);
  return [x + dx * way, y + dy * way];
}

/**
 * The next target in a direction, or the next piece if nothing is selected.
 *
 * @param {InfiniteView} view
 * @param {TargetMap | null} targets
 * @param {Spot} at
 * @param {Spot} step
 * @returns {Spot | null}
 */
export function jumped(view, targets, at, step) {
  const sign = BigInt(view.camera.sign);
  /** @type {Spot} */ const way = [step[0] * sign, step[1] * sign];
  const spots = targets && !targets.empty ? targetSpots(targets) : pieceSpots(view.field);
  /** @type {Spot | null} */ let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot[0] - at[0], spot[1] - at[1]];
    const forward = dx * way[0] + dy * way[1];
    const aside = abs(way[0] === 0n ? dx : dy);
    if (forward <= 0n || aside > forward) continue;
    const cost = toFloat(forward) + 1.5 * toFloat(aside);
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** @param {TargetMap} targets @returns {Spot[]} */
function targetSpots(targets) {
  const points = [...targets.points.keys()].map((key) => {
    const [x = "0", y = "0"] = key.split(",");
    return /** @type {Spot} */ ([BigInt(x), BigInt(y)]);
  });
  // the first and the last square of each ray
  const ends = targets.lines.flatMap((line) =>
    [line.first, line.last].flatMap((steps) =>
      steps === null ? [] : [/** @type {Spot} */ ([line.x + steps * line.dx, line.y + steps * line.dy])],
    ),
  );
  return [...points, ...ends];
}

/** @param {PieceField} field @returns {Iterable<Spot>} */
function* pieceSpots(field) {
  for (let index = 0; index < Math.min(field.size, 20_000); index++) {
    if (field.pieces[index]?.[1] !== "neutral") yield field.squareOf(index);
  }
}
