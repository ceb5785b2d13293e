/**
 * Marks on single squares: tints, dots, rings and the fork sign. Lengths are in device pixels.
 */

/** @import {Pen} from "./bitmaps.js" */
/** @typedef {{core: string, edge: string, tint: string}} MarkColors */

/**
 * A tinted square with an outline inside; for a royal in check the outline is a circle.
 *
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {MarkColors} colors
 * @param {number} px device pixels of a CSS pixel
 * @param {boolean} [round]
 */
export function drawTint(pen, x, y, side, colors, px, round = false) {
  pen.globalAlpha = 0.75;
  pen.fillStyle = colors.tint;
  pen.fillRect(x, y, side, side);
  pen.globalAlpha = 1;
  if (side < 10 * px) return;
  if (round) {
    drawRing(pen, x + side / 2, y + side / 2, side, colors, px);
    return;
  }
  const inset = Math.min(3 * px, side / 8);
  const thin = side / px < 24 ? 0.6 : 1;
  for (const [color, width] of edged(colors, px * thin)) {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.strokeRect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
  }
}

/**
 * A legal target.
 *
 * @param {Pen} pen
 * @param {number} x the middle
 * @param {number} y
 * @param {number} side of the square
 * @param {MarkColors} colors
 * @param {number} px
 */
export function drawDot(pen, x, y, side, colors, px) {
  const radius = Math.max(0.16 * side, 1.5 * px);
  pen.beginPath();
  pen.arc(x, y, radius + px, 0, 2 * Math.PI);
  pen.fillStyle = colors.edge;
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = colors.core;
  pen.fill();
}

/**
 * A legal target that captures, or a royal in check.
 *
 * @param {Pen} pen
 * @param {number} x the middle
 * @param {number} y
 * @param {number} side of the square
 * @param {MarkColors} colors
 * @param {number} px
 */
export function drawRing(pen, x, y, side, colors, px) {
  const wide = Math.max(0.6, Math.min(1.4, side / px / 32));
  for (const [color, width] of edged(colors, px * wide)) {
    pen.beginPath();
    pen.arc(x, y, 0.43 * side, 0, 2 * Math.PI);
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.stroke();
  }
}

/**
 * The symbol at a target that would create a timeline: a line that forks, on its own background.
 *
 * @param {Pen} pen
 * @param {number} x the middle of the square
 * @param {number} y
 * @param {number} side
 * @param {MarkColors} colors
 */
export function drawFork(pen, x, y, side, colors) {
  const size = 0.22 * side;
  const left = x + 0.2 * side;
  const top = y - 0.42 * side;
  pen.fillStyle = colors.edge;
  pen.fillRect(left - size * 0.3, top - size * 0.3, size * 1.6, size * 1.6);
  pen.beginPath();
  pen.moveTo(left, top + size);
  pen.lineTo(left + size / 2, top + size / 2);
  pen.lineTo(left + size, top);
  pen.moveTo(left + size / 2, top + size / 2);
  pen.lineTo(left + size, top + size);
  pen.strokeStyle = colors.core;
  pen.lineWidth = Math.max(1, side / 14);
  pen.lineCap = "round";
  pen.stroke();
  pen.lineCap = "butt";
}

/** @param {MarkColors} colors @param {number} px @returns {[string, number][]} */
function edged(colors, px) {
  return [
    [colors.edge, 4 * px],
    [colors.core, 2 * px],
  ];
}
