/**
 * Coordinate labels along the left and the lower edge, at distances that adapt to the scale.
 *
 * Far from the origin, labels are relative to a round number shown once, so that they stay short and exact.
 */

/** @import {Theme} from "../../types.js" */
/** @import {Camera, Window} from "../camera/camera.js" */

import { TYPEFACE } from "../../drawing/typeface.js";
import { abs, ceilTo, exact, floorDiv, max, roundStep, short, toFloat } from "../bigints.js";

export const STRIP = 19; // height of the lower strip
const FAR = 1_000_000n;
const SIZE = 11;

/** @typedef {{text: string, at: number}} Label */

/**
 * Draw the labels; returns the width of the left strip.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 */
export function drawCoordinates(ctx, camera, theme) {
  const window = camera.window();
  ctx.font = `${SIZE}px ${TYPEFACE}`;
  const rows = axis(camera, window.bottom, window.top, SIZE * 1.9, (y) =>
    camera.screenY(toFloat(y - camera.y)),
  );
  const widest = Math.max(14, ...rows.labels.map((label) => ctx.measureText(label.text).width));
  const strip = Math.ceil(widest) + 10;
  const room = wideRoom(ctx, camera, window);
  const columns = axis(camera, window.left, window.right, room, (x) => camera.screenX(toFloat(x - camera.x)));

  ctx.fillStyle = theme.ground;
  ctx.globalAlpha = 0.86;
  ctx.fillRect(0, 0, strip, camera.height - STRIP);
  ctx.fillRect(0, camera.height - STRIP, camera.width, STRIP);
  ctx.globalAlpha = 1;

  ctx.fillStyle = theme.quiet;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const label of rows.labels) {
    if (label.at > 8 && label.at < camera.height - STRIP - 6) ctx.fillText(label.text, strip - 5, label.at);
  }
  ctx.textAlign = "center";
  for (const label of columns.labels) {
    const half = ctx.measureText(label.text).width / 2;
    if (label.at - half > strip && label.at + half < camera.width) {
      ctx.fillText(label.text, label.at, camera.height - STRIP / 2 + 0.5);
    }
  }
  drawBases(ctx, camera, theme, strip, columns.base, rows.base);
  return strip;
}

/**
 * @param {Camera} camera
 * @param {bigint} low
 * @param {bigint} high
 * @param {number} room
 * @param {(value: bigint) => number} place
 */
function axis(camera, low, high, room, place) {
  const step = roundStep(camera.scale, room);
  const base = baseOf(low, high, step);
  /** @type {Label[]} */ const labels = [];
  for (let value = ceilTo(low, step); value <= high; value += step) {
    labels.push({ text: textOf(value, base, step), at: place(value) });
  }
  return { labels, base };
}

/**
 * The space that the lower labels need.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Window} window
 */
function wideRoom(ctx, camera, window) {
  let room = 24;
  for (let tries = 0; tries < 3; tries++) {
    const step = roundStep(camera.scale, room);
    const base = baseOf(window.left, window.right, step);
    const ends = [ceilTo(window.left, step), ceilTo(window.right, step)];
    const widest = Math.max(...ends.map((end) => ctx.measureText(textOf(end, base, step)).width));
    if (widest + 14 <= room) break;
    room = widest + 14;
  }
  return room;
}

/**
 * The number that labels are relative to: zero near the origin, otherwise a round number near the window.
 *
 * @param {bigint} low
 * @param {bigint} high
 * @param {bigint} step
 */
function baseOf(low, high, step) {
  if (max(abs(low), abs(high)) < FAR || (low <= 0n && high >= 0n)) return 0n;
  const round = roundStep(1, toFloat(high - low) + toFloat(step)) * 10n;
  return floorDiv(low + high + round, 2n * round) * round;
}

/** @param {bigint} value @param {bigint} base @param {bigint} step */
function textOf(value, base, step) {
  const text = abs(step) >= FAR ? short(value - base) : String(value - base);
  return base === 0n || value < base ? text : `+${text}`;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Camera} camera
 * @param {Theme} theme
 * @param {number} strip
 * @param {bigint} baseX
 * @param {bigint} baseY
 */
function drawBases(ctx, camera, theme, strip, baseX, baseY) {
  const names = /** @type {[string, bigint][]} */ ([
    ["x", baseX],
    ["y", baseY],
  ])
    .filter(([, base]) => base !== 0n)
    .map(([name, base]) => `${name} = ${exact(base)} + …`);
  ctx.textAlign = "left";
  names.reverse().forEach((text, index) => {
    const y = camera.height - STRIP - 11 - index * 18;
    const width = ctx.measureText(text).width;
    ctx.globalAlpha = 0.86;
    ctx.fillStyle = theme.ground;
    ctx.fillRect(strip, y - 9, width + 12, 18);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.quiet;
    ctx.fillText(text, strip + 6, y);
  });
}
