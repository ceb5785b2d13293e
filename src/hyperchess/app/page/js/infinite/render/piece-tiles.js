/**
 * Very many pieces, painted once into tiles at several zoom levels, like the tiles of a map.
 *
 * A level has 2^level texels per square: at 16 pieces are small drawings, below that dots, and below one texel the
 * mean colour of all pieces that share it. Tiles are painted on demand, a few in each frame; until then a coarser
 * tile is shown.
 */

/** @import {Camera} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */
/** @import {Look} from "./draw-piece.js" */

import { nearPart } from "../piece-field.js";
import { toFloat } from "../bigints.js";
import { drawPiece } from "./draw-piece.js";

const TEXELS = 512; // size of a tile
const FINEST = 4;
const BUDGET = 4; // milliseconds of painting in one frame
const KEPT = 140; // tiles

/** @typedef {{canvas: OffscreenCanvas | null, used: number}} Tile a tile without pieces has no canvas */
/** @typedef {[number, number, number]} Colour */

export class PieceTiles {
  /** @type {Map<string, Tile>} */ #tiles = new Map();
  #frame = 0;

  /** @param {PieceField} field @param {Look} look */
  constructor(field, look) {
    this.field = field;
    this.flip = false;
    this.look = { ...look, ratio: 1, resting: true };
    /** @type {Map<string, {fill: Colour, line: Colour}>} */
    this.colours = new Map(
      Object.entries(look.theme.owners).map(([owner, { fill, line }]) => [
        owner,
        { fill: channels(fill), line: channels(line) },
      ]),
    );
    this.colours.set("void", { fill: channels(look.theme.ground), line: channels(look.theme.quiet) });
  }

  /**
   * Draw the tiles in view; returns whether some are still missing.
   *
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {number} ratio
   */
  draw(ctx, camera, ratio) {
    this.#frame += 1;
    if (this.flip !== camera.flip) this.#tiles.clear();
    this.flip = camera.flip;
    const level = Math.min(FINEST, Math.ceil(Math.log2(camera.scale * ratio) - 0.25));
    const span = TEXELS / 2 ** level;
    const { left, right, bottom, top } = nearPart(camera.window());
    const started = performance.now();
    let missing = false;
    ctx.imageSmoothingEnabled = true;
    for (let column = Math.floor(left / span); column * span <= right; column++) {
      for (let row = Math.floor(bottom / span); row * span <= top; row++) {
        let tile = this.#tiles.get(`${level},${column},${row}`);
        if (!tile && performance.now() - started < BUDGET) tile = this.#make(level, column, row);
        if (tile) this.#show(ctx, camera, tile, column * span, row * span, span);
        else {
          missing = true;
          this.#showCoarser(ctx, camera, level, column, row);
        }
      }
    }
    this.#tidy();
    return missing;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Tile} tile
   * @param {number} x its lower left square
   * @param {number} y
   * @param {number} span squares
   */
  #show(ctx, camera, tile, x, y, span) {
    tile.used = this.#frame;
    if (!tile.canvas) return;
    const { corner, side } = place(camera, x, y, span);
    ctx.drawImage(tile.canvas, corner[0], corner[1], side, side);
  }

  /**
   * Draw the part of a coarser tile, if there is one.
   *
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {number} level
   * @param {number} column
   * @param {number} row
   */
  #showCoarser(ctx, camera, level, column, row) {
    const span = TEXELS / 2 ** level;
    for (let up = 1; up <= 6; up++) {
      const share = 2 ** up;
      const [outerColumn, outerRow] = [Math.floor(column / share), Math.floor(row / share)];
      const tile = this.#tiles.get(`${level - up},${outerColumn},${outerRow}`);
      if (!tile) continue;
      ctx.save();
      ctx.beginPath();
      const { corner, side } = place(camera, column * span, row * span, span);
      ctx.rect(corner[0], corner[1], side, side);
      ctx.clip();
      this.#show(ctx, camera, tile, outerColumn * span * share, outerRow * span * share, span * share);
      ctx.restore();
      return;
    }
  }

  /** @param {number} level @param {number} column @param {number} row */
  #make(level, column, row) {
    const span = TEXELS / 2 ** level;
    const [x, y] = [column * span, row * span];
    /** @type {number[]} */ const found = [];
    this.field.visit(x, x + span - 1, y, y + span - 1, (bucket) => {
      for (const index of bucket.items) {
        const dx = /** @type {number} */ (this.field.xs[index]) - x;
        const dy = /** @type {number} */ (this.field.ys[index]) - y;
        if (dx >= 0 && dy >= 0 && dx < span && dy < span) found.push(index);
      }
      return true;
    });
    /** @type {Tile} */ const tile = { canvas: null, used: this.#frame };
    if (found.length > 0) {
      tile.canvas = new OffscreenCanvas(TEXELS, TEXELS);
      const ctx = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.canvas.getContext("2d"));
      if (level === FINEST) this.#paintPieces(ctx, found, x, y);
      else if (level > 1) this.#paintDots(ctx, found, x, y, 2 ** level);
      else this.#paintHeat(ctx, found, x, y, 2 ** level);
    }
    this.#tiles.set(`${level},${column},${row}`, tile);
    return tile;
  }

  /** @param {number} index @returns {string} */
  #ownerOf(index) {
    const piece = this.field.pieces[index];
    return piece?.[0] === "void" ? "void" : (piece?.[1] ?? "neutral");
  }

  /**
   * The upper left texel of a piece in the tile whose lower left square is `x`, `y`.
   *
   * @param {number} index
   * @param {number} x
   * @param {number} y
   * @param {number} side texels of a square
   * @returns {[number, number]}
   */
  #corner(index, x, y, side) {
    const wide = Math.max(1, side);
    const across = Math.floor(((this.field.xs[index] ?? 0) - x) * side);
    const up = Math.floor(((this.field.ys[index] ?? 0) - y) * side);
    return this.flip ? [TEXELS - wide - across, up] : [across, TEXELS - wide - up];
  }

  /**
   * @param {OffscreenCanvasRenderingContext2D} ctx
   * @param {number[]} found
   * @param {number} x
   * @param {number} y
   */
  #paintPieces(ctx, found, x, y) {
    const side = 2 ** FINEST;
    for (const index of found) {
      const [left, top] = this.#corner(index, x, y, side);
      const piece = this.field.pieces[index];
      if (piece) drawPiece(ctx, this.look, piece[0], piece[1], left, top, side);
    }
  }

  /**
   * @param {OffscreenCanvasRenderingContext2D} ctx
   * @param {number[]} found
   * @param {number} x
   * @param {number} y
   * @param {number} side texels of a square
   */
  #paintDots(ctx, found, x, y, side) {
    const [outer, inner] = [side, side - 2];
    for (const owner of this.colours.keys()) {
      const mine = found.filter((index) => this.#ownerOf(index) === owner);
      const looks = this.look.theme.owners[owner];
      for (const [size, colour] of /** @type {[number, string][]} */ ([
        [outer, owner === "void" ? this.look.theme.quiet : (looks?.line ?? "#000")],
        [inner, owner === "void" ? this.look.theme.ground : (looks?.fill ?? "#888")],
      ])) {
        const inset = (side - size) / 2;
        ctx.fillStyle = colour;
        for (const index of mine) {
          const [left, top] = this.#corner(index, x, y, side);
          ctx.fillRect(left + inset, top + inset, size, size);
        }
      }
    }
  }

  /**
   * Texels shared by pieces: the mean of their fill colours, mixed with some of the outline colour.
   *
   * @param {OffscreenCanvasRenderingContext2D} ctx
   * @param {number[]} found
   * @param {number} x
   * @param {number} y
   * @param {number} scale texels of a square: 2, 1, 1/2 ...
   */
  #paintHeat(ctx, found, x, y, scale) {
    const sums = new Float32Array(TEXELS * TEXELS * 4);
    const wide = Math.max(1, Math.floor(scale));
    for (const index of found) {
      const colour = this.colours.get(this.#ownerOf(index));
      if (!colour) continue;
      const [left, top] = this.#corner(index, x, y, scale);
      for (let dx = 0; dx < wide; dx++) {
        for (let dy = 0; dy < wide; dy++) add(sums, ((top + dy) * TEXELS + left + dx) * 4, colour);
      }
    }
    const image = ctx.createImageData(TEXELS, TEXELS);
    const room = Math.max(1, 1 / (scale * scale));
    for (let at = 0; at < sums.length; at += 4) {
      const count = /** @type {number} */ (sums[at + 3]);
      if (count === 0) continue;
      for (let part = 0; part < 3; part++)
        image.data[at + part] = /** @type {number} */ (sums[at + part]) / count;
      image.data[at + 3] = 255 * Math.min(1, 0.55 + 0.45 * Math.sqrt(count / room));
    }
    ctx.putImageData(image, 0, 0);
  }

  #tidy() {
    if (this.#tiles.size <= KEPT) return;
    const oldest = [...this.#tiles].sort(([, one], [, other]) => one.used - other.used);
    for (const [key, tile] of oldest.slice(0, this.#tiles.size - KEPT)) {
      if (tile.used < this.#frame) this.#tiles.delete(key);
    }
  }
}

/** @param {Float32Array} sums @param {number} at @param {{fill: Colour, line: Colour}} colour */
function add(sums, at, { fill, line }) {
  for (let part = 0; part < 3; part++) {
    const colour = 0.8 * /** @type {number} */ (fill[part]) + 0.2 * /** @type {number} */ (line[part]);
    sums[at + part] = /** @type {number} */ (sums[at + part]) + colour;
  }
  sums[at + 3] = /** @type {number} */ (sums[at + 3]) + 1;
}

/**
 * The position of a tile on the screen.
 *
 * @param {Camera} camera
 * @param {number} x
 * @param {number} y
 * @param {number} span
 */
function place(camera, x, y, span) {
  const [middleX, middleY] = [x + (span - 1) / 2 - toFloat(camera.x), y + (span - 1) / 2 - toFloat(camera.y)];
  const side = span * camera.scale;
  const corner = [camera.screenX(middleX) - side / 2, camera.screenY(middleY) - side / 2];
  return { corner: /** @type {[number, number]} */ (corner), side };
}

/** @param {string} colour `#rrggbb` @returns {Colour} */
function channels(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}
