/** Drawing one piece of an infinite board at any size. */

/** @import {Theme} from "../../types.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */

import { TYPEFACE } from "../../drawing/typeface.js";

/**
 * @typedef {object} Look
 * @property {Theme} theme
 * @property {PieceArt} art
 * @property {number} ratio device pixels of a CSS pixel
 * @property {boolean} resting not zooming: sprites are painted at their exact size
 */

/**
 * Draw a piece; a void is a missing square, and pieces of the third and further players carry a number.
 *
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} ctx
 * @param {Look} look
 * @param {string} symbol
 * @param {string} owner
 * @param {number} x the upper left corner
 * @param {number} y
 * @param {number} side
 */
export function drawPiece(ctx, look, symbol, owner, x, y, side) {
  if (symbol === "void") {
    drawVoid(ctx, look.theme, x, y, side);
    return;
  }
  const colours = look.theme.owners[owner] ?? { fill: look.theme.quiet, line: look.theme.ink };
  const exact = Math.max(8, Math.round(side * look.ratio));
  const size = look.resting ? exact : Math.ceil(exact / 8) * 8;
  ctx.drawImage(look.art.sprite(symbol, colours, size, side < 18), x, y, side, side);
  const number = ["red", "blue", "yellow", "green"].indexOf(owner) + 3;
  if (number > 2 && side >= 16) {
    ctx.font = `600 ${Math.round(side * 0.28)}px ${TYPEFACE}`;
    ctx.textAlign = "right";
    ctx.textBaseline = "top";
    ctx.fillStyle = look.theme.ink;
    ctx.fillText(String(number), x + side * 0.98, y + side * 0.05);
  }
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} ctx
 * @param {Theme} theme
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function drawVoid(ctx, theme, x, y, side) {
  ctx.fillStyle = theme.ground;
  ctx.fillRect(x, y, side, side);
  ctx.strokeStyle = theme.quiet;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.rect(x, y, side, side);
  for (const [from, to] of /** @type {const} */ ([
    [0.28, 0.72],
    [0.72, 0.28],
  ])) {
    ctx.moveTo(x + side * from, y + side * 0.28);
    ctx.lineTo(x + side * to, y + side * 0.72);
  }
  ctx.stroke();
}
