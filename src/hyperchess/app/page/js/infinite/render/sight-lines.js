/**
 * Lines of sight: for each rank, file and diagonal through the view, the nearest piece on it beyond each edge.
 *
 * A sign at the edge shows the piece and an arrow towards it. Other pieces outside have cards.
 */

/** @import {Camera} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */
/** @import {Look} from "./draw-piece.js" */

import { TYPEFACE } from "../../drawing/typeface.js";
import { drawPiece } from "./draw-piece.js";

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {{index: number, far: number, x: number, y: number, way: readonly [number, number]}} Sight */

const MOST = 700; // pieces; with more, cards count them
const LEAST = 12; // size of a square below which lines are too close to each other
const CHORD = 2; // squares that a diagonal must cross in the view
const EXACT = 1e9; // squares to which diagonals are exact on the screen
const ARROW = 7;
const CLOSE = 20; // squares up to which a piece outside has no sign on another piece
const TOLD = 100; // squares from which the distance is shown

const WAYS = /** @type {const} */ ([
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]);

/** The side of a sign. @param {number} scale */
function sizeOf(scale) {
  return Math.max(16, Math.min(26, scale * 0.8));
}

/**
 * What is in sight: the signs to draw, the nearest first, and all pieces that lie on a line through the view.
 *
 * @param {PieceField} field
 * @param {Camera} camera
 * @param {Box} box the part of the screen that shows squares
 */
export function sights(field, camera, box) {
  /** @type {Set<number>} */ const seen = new Set();
  if (field.size > MOST || camera.scale < LEAST) return { signs: [], seen };
  /** @type {[number, number][]} */ const shown = [];
  /** @type {Map<string, Sight>} */ const nearest = new Map();
  field.pieces.forEach(([, owner], index) => {
    if (owner === "neutral") return;
    const at = field.screen(index, camera);
    if (isShown(at, box, camera.scale)) {
      shown.push(at);
      return;
    }
    for (const way of WAYS) {
      const sight = sightOf(index, at, way, box, camera.scale);
      if (!sight) continue;
      seen.add(index);
      const key = `${way} ${Math.round(sight.x)} ${Math.round(sight.y)}`;
      const other = nearest.get(key);
      if (!other || sight.far < other.far) nearest.set(key, sight);
    }
  });
  const size = sizeOf(camera.scale);
  /** @type {Sight[]} */ const signs = [];
  for (const sight of [...nearest.values()].sort((one, other) => one.far - other.far)) {
    const crowded = signs.some((sign) => Math.hypot(sign.x - sight.x, sign.y - sight.y) < size * 0.9);
    const close = sight.far / camera.scale < CLOSE;
    if (!crowded && !(close && coversPiece(sight, shown, camera.scale))) signs.push(sight);
  }
  return { signs, seen };
}

/** Whether a part of a piece is in the box. @param {[number, number]} at @param {Box} box @param {number} scale */
function isShown([x, y], { left, right, top, bottom }, scale) {
  const half = scale / 2;
  return x + half > left && x - half < right && y + half > top && y - half < bottom;
}

/** Where a sign is drawn. @param {Sight} sight @param {number} size */
function middleOf({ x, y, way }, size) {
  const length = Math.hypot(...way);
  const inset = size / 2 + ARROW + 1;
  return { x: x - (way[0] / length) * inset, y: y - (way[1] / length) * inset };
}

/** Whether a sign would be drawn over a piece. @param {Sight} sight @param {[number, number][]} shown @param {number} scale */
function coversPiece(sight, shown, scale) {
  const size = sizeOf(scale);
  const middle = middleOf(sight, size);
  const reach = (size + 0.8 * scale) / 2;
  return shown.some(([x, y]) => Math.abs(x - middle.x) < reach && Math.abs(y - middle.y) < reach);
}

/**
 * Where the line from a piece against `way` enters the box; null if the piece is inside or the line passes by.
 *
 * @param {number} index
 * @param {[number, number]} at
 * @param {readonly [number, number]} way
 * @param {Box} box
 * @param {number} scale
 * @returns {Sight | null}
 */
function sightOf(index, [x, y], way, box, scale) {
  const [first, last] = [span(x, way[0], box.left, box.right), span(y, way[1], box.top, box.bottom)];
  if (!first || !last) return null;
  const enter = Math.max(first[0], last[0]);
  const leave = Math.min(first[1], last[1]);
  if (!(enter > 0) || leave - enter < CHORD * scale) return null;
  if (way[0] !== 0 && way[1] !== 0 && enter / scale > EXACT) return null;
  return { index, far: enter, x: x - way[0] * enter, y: y - way[1] * enter, way };
}

/**
 * Between which distances a walk from `at` against `step` is between two ends.
 *
 * @param {number} at
 * @param {number} step
 * @param {number} low
 * @param {number} high
 * @returns {[number, number] | null}
 */
function span(at, step, low, high) {
  if (step === 0) return at > low && at < high ? [-Infinity, Infinity] : null;
  return step > 0 ? [at - high, at - low] : [low - at, high - at];
}

/**
 * Draw a sign, and return its area.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Look} look
 * @param {Sight} sight
 * @param {readonly [symbol: string, owner: string, ...rest: unknown[]]} piece
 * @param {number} scale
 * @param {string} distance
 */
export function drawSight(ctx, look, sight, piece, scale, distance) {
  const size = sizeOf(scale);
  const length = Math.hypot(...sight.way);
  const [wx, wy] = [sight.way[0] / length, sight.way[1] / length];
  const { x, y } = middleOf(sight, size);
  const { theme } = look;
  ctx.beginPath();
  ctx.arc(x, y, size / 2 + 1, 0, 2 * Math.PI);
  ctx.fillStyle = theme.light;
  ctx.fill();
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  const [tipX, tipY] = [x + wx * (size / 2 + ARROW), y + wy * (size / 2 + ARROW)];
  ctx.beginPath();
  ctx.moveTo(tipX, tipY);
  ctx.lineTo(tipX - wx * ARROW - wy * 5, tipY - wy * ARROW + wx * 5);
  ctx.lineTo(tipX - wx * ARROW + wy * 5, tipY - wy * ARROW - wx * 5);
  ctx.closePath();
  ctx.fillStyle = theme.ink;
  ctx.fill();
  const side = size - 2;
  drawPiece(ctx, look, piece[0], piece[1], x - side / 2, y - side / 2, side);
  if (sight.far / scale >= TOLD) {
    ctx.font = `11px ${TYPEFACE}`;
    ctx.textAlign = wx > 0 ? "right" : wx < 0 ? "left" : "center";
    ctx.textBaseline = "middle";
    ctx.lineWidth = 3;
    ctx.strokeStyle = theme.light;
    const [textX, textY] = wx === 0 ? [x, y - wy * (size / 2 + 9)] : [x - wx * (size / 2 + 5), y - wy * 8];
    ctx.strokeText(distance, textX, textY);
    ctx.fillStyle = theme.ink;
    ctx.fillText(distance, textX, textY);
  }
  const reach = size / 2 + ARROW;
  return { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
}
