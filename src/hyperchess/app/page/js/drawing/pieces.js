/** Painting pieces, from the same drawings that the server uses for its pictures. */

import { BitmapStore, paintBitmap } from "./bitmaps.js";
import { luminance } from "./contrast.js";

/** @import {Art} from "../types.js" */
/** @import {Bitmap, Pen} from "./bitmaps.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @typedef {{fill: string, line: string}} Look how the pieces of one player are filled and outlined */

const OUTLINE = 8; // stroke widths, in the units of a drawing
const LINE = 4;
const DOT = 7;
const HELD_BACK = 0.4; // opacity of the outline of a dark silhouette
const MEMORY = 24 * 2 ** 20;

let chosen = ""; // the name of the piece set

/** Paint with the chosen piece set. @param {Settings} settings */
export function keepPieceSet(settings) {
  chosen = settings.get("pieces");
  settings.onChange(() => {
    chosen = settings.get("pieces");
  });
}

/** The drawings of a piece set; the default ones if there is no such set. @param {Art} art @param {string} name */
export function pieceSet(art, name = chosen) {
  return art.sets[name] ?? art.drawings;
}

export class PieceArt {
  /** @type {Map<string, {bodies: Path2D[], line: Path2D, dot: Path2D}>} */ #paths = new Map();
  /** @type {BitmapStore<string, null>} */ #sprites = new BitmapStore(MEMORY);

  /** @param {Art} art */
  constructor(art) {
    this.art = art;
  }

  /** The name of the drawing for a 5DFEN letter of either player. @param {string} letter */
  symbol(letter) {
    return this.art.letters[letter.toUpperCase()] ?? "";
  }

  /** The name of a piece: "royal queen". @param {string} symbol */
  word(symbol) {
    return symbol.replaceAll("-", " ");
  }

  /**
   * Paint a piece into a square. A silhouette has no inner lines, for small sizes.
   *
   * @param {Pen} pen
   * @param {string} symbol
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   * @param {number} size the side of the square
   * @param {boolean} [silhouette]
   */
  paint(pen, symbol, look, x, y, size, silhouette = false) {
    const paths = this.#find(symbol);
    if (!paths) return;
    const scale = size / this.art.box;
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    pen.lineJoin = pen.lineCap = "round";
    pen.fillStyle = look.fill;
    pen.strokeStyle = look.line;
    // At small sizes the outline stays at least a pixel wide, but must not cover the piece; the light outline of
    // a dark piece is held back, or the piece would look light.
    pen.lineWidth = silhouette ? Math.min(14, Math.max(OUTLINE, 1.4 / scale)) : OUTLINE;
    const dark = silhouette && luminance(look.fill) < luminance(look.line);
    for (const body of paths.bodies) {
      pen.globalAlpha = dark ? HELD_BACK : 1;
      pen.stroke(body);
      pen.globalAlpha = 1;
      pen.fill(body);
    }
    if (!silhouette) {
      pen.lineWidth = LINE;
      pen.stroke(paths.line);
      pen.lineWidth = DOT;
      pen.stroke(paths.dot);
    }
    pen.restore();
  }

  /**
   * A piece as a cached bitmap, for drawing it often at one size.
   *
   * @param {string} symbol
   * @param {Look} look
   * @param {number} size in device pixels
   * @param {boolean} [silhouette]
   * @returns {Bitmap}
   */
  sprite(symbol, look, size, silhouette = false) {
    const key = `${chosen} ${symbol} ${look.fill} ${look.line} ${size} ${silhouette}`;
    const kept = this.#sprites.get(key);
    if (kept) return kept.bitmap;
    const bitmap = paintBitmap(size, size, (pen) => this.paint(pen, symbol, look, 0, 0, size, silhouette));
    return this.#sprites.set(key, bitmap, null).bitmap;
  }

  /** End a frame: drop sprites that were not used since the last call if they take too much memory. */
  tidy() {
    this.#sprites.tidy();
  }

  /** Drop all sprites, for example after their memory was lost. */
  clear() {
    this.#sprites.clear();
  }

  /** @param {string} symbol */
  #find(symbol) {
    const key = `${chosen} ${symbol}`;
    const known = this.#paths.get(key);
    if (known) return known;
    const drawing = pieceSet(this.art)[symbol];
    if (!drawing) return null;
    const paths = {
      bodies: drawing.body.map((data) => new Path2D(data)),
      line: new Path2D(drawing.line.join(" ")),
      dot: new Path2D(drawing.dot.join(" ")),
    };
    this.#paths.set(key, paths);
    return paths;
  }
}
