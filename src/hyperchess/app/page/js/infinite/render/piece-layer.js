/** Draws the pieces in view: one by one, as dots if squares are small, or as cached tiles if there are too many. */

/** @import {Theme} from "../../types.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */
/** @import {Look} from "./draw-piece.js" */

import { TYPEFACE } from "../../drawing/typeface.js";
import { drawPiece } from "./draw-piece.js";
import { PieceTiles } from "./piece-tiles.js";

export const DOTS = 11; // size of a square below which pieces are dots
const MOST = 1500; // more pieces than this are drawn as tiles
const MOST_DOTS = 700;
const BADGE = 22; // pixels
const MOST_BADGES = 40;

export class PieceLayer {
  /** @type {PieceTiles | null} */ #tiles = null;
  /** @type {Theme | null} */ #theme = null;

  /** @param {PieceField} field */
  constructor(field) {
    this.field = field;
  }

  /**
   * Draw all pieces in view; returns whether more must be painted in the next frame.
   *
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {number} lifted the index of the dragged piece, or -1
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
      this.#drawDots(ctx, camera, look, drawBadges(ctx, this.field, camera, look, shown));
    else this.#drawSprites(ctx, camera, look, shown);
    return more;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Camera} camera @param {Look} look */
  #drawTiles(ctx, camera, look) {
    const { name, pieces } = look.theme;
    if (!this.#tiles || this.#theme?.name !== name || this.#theme.pieces !== pieces) {
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
   * Draw dots, with one path per owner.
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
 * At very small scales, draw pieces that overlap as a badge with their number; returns the other pieces.
 *
 * @param {CanvasRenderingContext2D} ctx
 * @param {PieceField} field
 * @param {Camera} camera
 * @param {Look} look
 * @param {number[]} shown
 */
function drawBadges(ctx, field, camera, look, shown) {
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
  ctx.font = `600 11px ${TYPEFACE}`;
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
