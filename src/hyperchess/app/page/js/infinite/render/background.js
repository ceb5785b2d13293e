/** The background of an infinite board: squares, grid lines, axes, and the border of the world. */

/** @import {PositionInfinite, Theme} from "../../types.js" */
/** @import {Camera, Window} from "../camera/camera.js" */

import { capitalize } from "../../ui/wording.js";
import { TYPEFACE } from "../../drawing/typeface.js";
import { ceilTo, max, min, roundStep, toFloat } from "../bigints.js";

const SQUARES = 5; // size of a square below which only grid lines are drawn
const CLEAR = 12; // size of a square from which the colours are full
const LABEL = 44; // distance of the labels of promotion lines from the edge, where signs are
const LINES = 30; // least pixels between two grid lines

/** @typedef {{x: number, y: number, width: number, height: number}} Area */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {PositionInfinite | null} position
 * @param {number} ratio device pixels per CSS pixel
 */
export function drawBackground(ctx, camera, theme, position, ratio) {
  ctx.fillStyle = theme.ground;
  ctx.fillRect(0, 0, camera.width, camera.height);
  const window = camera.window();
  const part = inside(window, position);
  if (!part) return;
  const area = areaOf(camera, part);
  ctx.save();
  ctx.beginPath();
  ctx.rect(area.x, area.y, area.width, area.height);
  ctx.clip();
  drawSquares(ctx, camera, theme, part, area, ratio);
  if (camera.scale < CLEAR) drawLines(ctx, camera, theme, part, area);
  drawAxes(ctx, camera, theme, part, area);
  drawPromotions(ctx, camera, theme, part, area, position);
  ctx.restore();
  drawBorder(ctx, camera, theme, window, area, position);
}

/**
 * The part of a window within the border of the world.
 *
 * @param {Window} window
 * @param {PositionInfinite | null} position
 */
function inside(window, position) {
  const border = position?.border;
  if (!border) return window;
  const part = {
    left: border.left === null ? window.left : max(window.left, BigInt(border.left)),
    right: border.right === null ? window.right : min(window.right, BigInt(border.right)),
    bottom: border.bottom === null ? window.bottom : max(window.bottom, BigInt(border.bottom)),
    top: border.top === null ? window.top : min(window.top, BigInt(border.top)),
  };
  return part.left <= part.right && part.bottom <= part.top ? part : null;
}

/**
 * The area of a part of the board on the screen.
 *
 * @param {Camera} camera
 * @param {Window} part
 * @returns {Area}
 */
function areaOf(camera, part) {
  const half = camera.scale / 2;
  const [x1, y1] = camera.toScreen(part.left, part.top);
  const [x2, y2] = camera.toScreen(part.right, part.bottom);
  const [left, top] = [Math.min(x1, x2) - half, Math.min(y1, y2) - half];
  return { x: left, y: top, width: Math.max(x1, x2) + half - left, height: Math.max(y1, y2) + half - top };
}

/**
 * Every second file and rank, filled with the even-odd rule, give a chequered board.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {Window} part
 * @param {Area} area
 * @param {number} ratio
 */
function drawSquares(ctx, camera, theme, part, area, ratio) {
  ctx.fillStyle = theme.dark;
  ctx.fillRect(area.x, area.y, area.width, area.height);
  const clear = Math.max(0, Math.min(1, (camera.scale - SQUARES) / (CLEAR - SQUARES)));
  ctx.fillStyle = theme.light;
  if (clear < 1) {
    // squares too small to be seen have their mean colour
    ctx.globalAlpha = 0.5 * (1 - clear);
    ctx.fillRect(area.x, area.y, area.width, area.height);
  }
  if (clear > 0) {
    const snap = (/** @type {number} */ value) => Math.round(value * ratio) / ratio;
    const half = camera.scale / 2;
    ctx.globalAlpha = clear;
    ctx.beginPath();
    const firstX = toFloat(ceilTo(part.left, 2n) - camera.x);
    const lastX = toFloat(part.right - camera.x);
    for (let x = firstX; x <= lastX; x += 2) {
      const middle = camera.screenX(x);
      const left = snap(middle - half);
      ctx.rect(left, area.y, snap(middle + half) - left, area.height);
    }
    const firstY = toFloat(ceilTo(part.bottom, 2n) - camera.y);
    const lastY = toFloat(part.top - camera.y);
    for (let y = firstY; y <= lastY; y += 2) {
      const middle = camera.screenY(y);
      const top = snap(middle - half);
      ctx.rect(area.x, top, area.width, snap(middle + half) - top);
    }
    ctx.fill("evenodd");
  }
  ctx.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {Window} part
 * @param {Area} area
 */
function drawLines(ctx, camera, theme, part, area) {
  const fade = Math.min(1, (CLEAR - camera.scale) / 4);
  const fine = roundStep(camera.scale, LINES);
  ctx.strokeStyle = theme.quiet;
  ctx.lineWidth = 1;
  for (const [step, weight] of /** @type {[bigint, number][]} */ ([
    [fine, 0.22],
    [fine * 10n, 0.4],
  ])) {
    ctx.globalAlpha = weight * fade;
    ctx.beginPath();
    for (let x = ceilTo(part.left, step); x <= part.right; x += step) {
      const at = camera.screenX(toFloat(x - camera.x));
      ctx.moveTo(at, area.y);
      ctx.lineTo(at, area.y + area.height);
    }
    for (let y = ceilTo(part.bottom, step); y <= part.top; y += step) {
      const at = camera.screenY(toFloat(y - camera.y));
      ctx.moveTo(area.x, at);
      ctx.lineTo(area.x + area.width, at);
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {Window} part
 * @param {Area} area
 */
function drawAxes(ctx, camera, theme, part, area) {
  ctx.strokeStyle = theme.quiet;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  if (part.left <= 0n && 0n <= part.right) {
    const at = camera.screenX(toFloat(-camera.x));
    ctx.moveTo(at, area.y);
    ctx.lineTo(at, area.y + area.height);
  }
  if (part.bottom <= 0n && 0n <= part.top) {
    const at = camera.screenY(toFloat(-camera.y));
    ctx.moveTo(area.x, at);
    ctx.lineTo(area.x + area.width, at);
  }
  ctx.stroke();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {Window} part
 * @param {Area} area
 * @param {PositionInfinite | null} position
 */
function drawPromotions(ctx, camera, theme, part, area, position) {
  const ranks = new Set(Object.values(position?.promotion_ranks ?? {}).flat());
  if (ranks.size === 0 || ranks.size > 50) return;
  ctx.save();
  ctx.strokeStyle = theme.quiet;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([2, 5]);
  ctx.beginPath();
  for (const text of ranks) {
    const rank = BigInt(text);
    if (rank < part.bottom || rank > part.top) continue;
    const at = camera.screenY(toFloat(rank - camera.y));
    ctx.moveTo(area.x, at);
    ctx.lineTo(area.x + area.width, at);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * Label promotion lines with their player, as far right as no piece is in the way; none if there is no room.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {PositionInfinite | null} position
 * @param {(x: bigint, y: bigint) => boolean} isFree
 */
export function labelPromotions(ctx, camera, theme, position, isFree) {
  const part = camera.scale < CLEAR ? null : inside(camera.window(), position);
  if (!part) return;
  const area = areaOf(camera, part);
  /** @type {Map<string, string[]>} */ const players = new Map();
  for (const [player, ranks] of Object.entries(position?.promotion_ranks ?? {})) {
    for (const rank of ranks) players.set(rank, [...(players.get(rank) ?? []), capitalize(player)]);
  }
  ctx.font = `600 11px ${TYPEFACE}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 4;
  ctx.strokeStyle = theme.light;
  ctx.fillStyle = theme.ink;
  for (const [text, names] of players) {
    const rank = BigInt(text);
    if (rank < part.bottom || rank > part.top) continue;
    const label = `${names.join(" and ")} promote${names.length > 1 ? "" : "s"}`;
    const y = camera.screenY(toFloat(rank - camera.y)) - 8;
    const width = ctx.measureText(label).width;
    let x = Math.min(area.x + area.width, camera.width) - LABEL;
    const least = Math.max(area.x, 0) + LABEL + width;
    while (x > least && !isClear(camera, x - width, x, rank, isFree)) x -= camera.scale / 2;
    if (x < least) continue;
    ctx.strokeText(label, x, y);
    ctx.fillText(label, x, y);
  }
}

/**
 * Whether a rank has no pieces between two points of the screen.
 *
 * @param {Camera} camera
 * @param {number} left
 * @param {number} right
 * @param {bigint} rank
 * @param {(x: bigint, y: bigint) => boolean} isFree
 */
function isClear(camera, left, right, rank, isFree) {
  const y = camera.screenY(toFloat(rank - camera.y));
  const [one] = camera.squareAt(left, y);
  const [other] = camera.squareAt(right, y);
  const [first, last] = one < other ? [one, other] : [other, one];
  for (let x = first; x <= last; x += 1n) if (!isFree(x, rank)) return false;
  return true;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {Window} window
 * @param {Area} area
 * @param {PositionInfinite | null} position
 */
function drawBorder(ctx, camera, theme, window, area, position) {
  const border = position?.border;
  if (!border) return;
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  const atLeft = border.left !== null && BigInt(border.left) >= window.left;
  const atRight = border.right !== null && BigInt(border.right) <= window.right;
  const atTop = border.top !== null && BigInt(border.top) <= window.top;
  const atBottom = border.bottom !== null && BigInt(border.bottom) >= window.bottom;
  const { flip } = camera; // on a flipped board, left is right and top is bottom
  /** @type {[boolean, number, number, number, number][]} */
  const sides = [
    [flip ? atRight : atLeft, area.x, area.y, area.x, bottom],
    [flip ? atLeft : atRight, right, area.y, right, bottom],
    [flip ? atBottom : atTop, area.x, area.y, right, area.y],
    [flip ? atTop : atBottom, area.x, bottom, right, bottom],
  ];
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 4;
  ctx.lineCap = "square";
  ctx.beginPath();
  for (const [shown, x1, y1, x2, y2] of sides) {
    if (!shown) continue;
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
  }
  ctx.stroke();
  ctx.lineCap = "butt";
}
