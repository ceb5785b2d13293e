/**
 * The pieces on the screen: drawn one by one while they can be told apart, as dots where squares are small,
 * and
 * as tiles that are painted once where there are too many of them.
 */

/** @import {Theme} from "../../types.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */

import { PieceTiles } from "./piece-tiles.js";
import { FONT } from "./coordinates.js";

export const DOTS = 11; // below this size of a square, pieces are dots
const MOST = 1500; // more pieces than this are drawn as tiles
const MOST_DOTS = 700;
const BADGE = 22; // pixels
const MOST_BADGES = 40;

/**
 * @typedef {object} Look
 * @property {Theme} theme
 * @property {PieceArt} art
 * @property {number} ratio device pixels of a CSS pixel
 * @property {boolean} resting nothing is being zoomed: sprites are painted in their exact size
 */

export class PieceLayer {
  /** @type {PieceTiles | null} */ #tiles = null;
  /** @type {Theme | null} */ #theme = null;

  /** @param {PieceField} field */
  constructor(field) {
    this.field = field;
  }

  /**
   * Draw all pieces in view; says whether there is more to paint in the next frame.
   *
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {number} lifted the index of a piece that is being dragged, or -1
   */
  draw(ctx, camera, look, lifted) {
    const { field } = this;
    const found = field.within(camera.window(), camera.scale < DOTS ? MOST_DOTS : MOST);
    let more = false;
    if (found === null) more = this.#drawTiles(ctx, camera, look);
    const all = found ?? [];
    for (const { index } of field.remote.slice(0, MOST)) {
      const [x, y] = field.screen(index, camera);
      const out = camera.scale;
      if (x > -out && y > -out && x < camera.width + out && y < camera.height + out) all.push(index);
    }
    const shown = all.filter((index) => index !== lifted);
    if (camera.scale < DOTS)
      this.#drawDots(ctx, camera, look, gathered(ctx, this.field, camera, look, shown));
    else this.#drawSprites(ctx, camera, look, shown);
    return more;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Camera} camera @param {Look} look */
  #drawTiles(ctx, camera, look) {
    if (!this.#tiles || this.#theme?.name !== look.theme.name) {
      this.#tiles = new PieceTiles(this.field, look);
      this.#theme = look.theme;
    }
    return this.#tiles.draw(ctx, camera, look.ratio);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {number[]} shown
   */
  #drawSprites(ctx, camera, look, shown) {
    const side = camera.scale;
    for (const index of shown) {
      const [x, y] = this.field.screen(index, camera);
      const [symbol, owner] = /** @type {[string, string]} */ (
        /** @type {unknown} */ (this.field.pieces[index])
      );
      drawPiece(ctx, look, symbol, owner, x - side / 2, y - side / 2, side);
    }
  }

  /**
   * Dots by owner, in as few paths as there are owners.
   *
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {number[]} shown
   */
  #drawDots(ctx, camera, look, shown) {
    const side = Math.max(camera.scale * 0.86, shown.length > 400 ? 2.5 : 4.5);
    /** @type {Map<string, Path2D>} */ const paths = new Map();
    for (const index of shown) {
      const [x, y] = this.field.screen(index, camera);
      const [symbol, owner] = /** @type {[string, string]} */ (
        /** @type {unknown} */ (this.field.pieces[index])
      );
      const key = symbol === "void" ? "void" : owner;
      let path = paths.get(key);
      if (!path) paths.set(key, (path = new Path2D()));
      if (side < 5 || key === "void") path.rect(x - side / 2, y - side / 2, side, side);
      else {
        path.moveTo(x + side / 2, y);
        path.arc(x, y, side / 2, 0, 7);
      }
    }
    ctx.lineWidth = side < 4 ? 1 : 1.6;
    for (const [owner, path] of paths) {
      const colours = look.theme.owners[owner];
      ctx.strokeStyle = owner === "void" ? look.theme.quiet : (colours?.line ?? look.theme.ink);
      ctx.fillStyle = owner === "void" ? look.theme.ground : (colours?.fill ?? look.theme.ink);
      ctx.stroke(path);
      ctx.fill(path);
    }
  }
}

/**
 * Seen from very far, pieces that fall together become a badge with their number; says which are left over.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {PieceField} field
 * @param {Camera} camera
 * @param {Look} look
 * @param {number[]} shown
 */
function gathered(ctx, field, camera, look, shown) {
  if (camera.scale > 0.4) return shown;
  /** @type {Map<string, {x: number, y: number, items: number[]}>} */ const heaps = new Map();
  for (const index of shown) {
    const [x, y] = field.screen(index, camera);
    const key = `${Math.round(x / BADGE)},${Math.round(y / BADGE)}`;
    const heap = heaps.get(key);
    if (heap) heap.items.push(index);
    else heaps.set(key, { x, y, items: [index] });
  }
  if (heaps.size > MOST_BADGES) return shown;
  ctx.font = `600 11px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const { x, y, items } of heaps.values()) {
    if (items.length < 2) continue;
    const text = String(items.length);
    const half = Math.max(9, ctx.measureText(text).width / 2 + 5);
    ctx.beginPath();
    ctx.roundRect(x - half, y - 9, 2 * half, 18, 9);
    ctx.fillStyle = look.theme.ink;
    ctx.fill();
    ctx.fillStyle = look.theme.ground;
    ctx.fillText(text, x, y + 0.5);
  }
  return [...heaps.values()].flatMap(({ items }) => (items.length < 2 ? items : []));
}

/**
 * One piece; a void is a square that is not there, and further players carry their number.
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
    ctx.font = `600 ${Math.round(side * 0.28)}px ${FONT}`;
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
