/** Clusters of pieces, so that pieces off the screen can be counted in every frame. */

/** @import {PlacedPiece} from "../../types.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */

import { abs, max, toFloat } from "../bigints.js";

const MOST = 700;
const FIRST = 64;
const ROYALS = new Set(["king", "royal-queen", "royal-centaur"]); // represent their cluster

/**
 * @typedef {object} Cluster
 * @property {number} index the piece that represents it
 * @property {number} count
 * @property {boolean} royal
 * @property {boolean} remote its coordinates need bigints
 * @property {number} left
 * @property {number} right
 * @property {number} bottom
 * @property {number} top
 */

/** @param {PieceField} field @returns {Cluster[]} */
export function clustersOf(field) {
  /** @type {Cluster[]} */ const single = [];
  /** @type {number[]} */ const many = [];
  field.pieces.forEach(([symbol, owner], index) => {
    if (owner === "neutral") return;
    if (field.size <= MOST || ROYALS.has(symbol) || Number.isNaN(field.xs[index])) {
      if (single.length < 2 * MOST) single.push(clusterOf(field, index, ROYALS.has(symbol)));
    } else many.push(index);
  });
  for (let size = FIRST; many.length > 0; size *= 2) {
    const grouped = groups(field, many, size);
    if (grouped.length <= MOST) return [...single, ...grouped];
  }
  return single;
}

/** @param {PieceField} field @param {number} index @param {boolean} royal @returns {Cluster} */
function clusterOf(field, index, royal) {
  const x = field.xs[index] ?? NaN;
  const y = field.ys[index] ?? NaN;
  return { index, count: 1, royal, remote: Number.isNaN(x), left: x, right: x, bottom: y, top: y };
}

/** @param {PieceField} field @param {number[]} pieces @param {number} size */
function groups(field, pieces, size) {
  /** @type {Map<string, Cluster>} */ const found = new Map();
  for (const index of pieces) {
    const x = /** @type {number} */ (field.xs[index]);
    const y = /** @type {number} */ (field.ys[index]);
    const key = `${Math.floor(x / size)},${Math.floor(y / size)}`;
    const cluster = found.get(key);
    if (!cluster) {
      found.set(key, clusterOf(field, index, false));
      if (found.size > MOST) break;
      continue;
    }
    cluster.count += 1;
    cluster.left = Math.min(cluster.left, x);
    cluster.right = Math.max(cluster.right, x);
    cluster.bottom = Math.min(cluster.bottom, y);
    cluster.top = Math.max(cluster.top, y);
  }
  return [...found.values()];
}

/**
 * The centre of a cluster on the screen.
 *
 * @param {Cluster} cluster
 * @param {PieceField} field
 * @param {Camera} camera
 * @returns {[number, number]}
 */
export function middleOf(cluster, field, camera) {
  if (cluster.remote) return field.screen(cluster.index, camera);
  return [
    camera.screenX((cluster.left + cluster.right) / 2 - toFloat(camera.x)),
    camera.screenY((cluster.bottom + cluster.top) / 2 - toFloat(camera.y)),
  ];
}

/**
 * The distance of a piece from the middle of the screen, in squares.
 *
 * @param {PieceField} field
 * @param {number} index
 * @param {Camera} camera
 */
export function distanceTo(field, index, camera) {
  const [x, y] = field.squareOf(index);
  return max(abs(x - camera.x), abs(y - camera.y));
}

/** @param {PlacedPiece} piece */
export function isRoyal(piece) {
  return ROYALS.has(piece[0]);
}
