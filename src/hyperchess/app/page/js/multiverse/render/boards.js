/**
 * Draws the boards at the level of detail that fits the scale: tiles with the number of pieces, spots, silhouettes,
 * pieces.
 *
 * Every board is painted once as a bitmap with its frame. While the scale changes the old bitmap is scaled; it is
 * repainted when there is time.
 */

import { BitmapStore, paintBitmap } from "../../drawing/bitmaps.js";
import { contrast, luminance } from "../../drawing/contrast.js";
import { drawTint } from "../../drawing/marks.js";
import { DistantBoards } from "./distant-boards.js";
import { eachBoard, lookOf, markOf } from "./view.js";
import { isWhite } from "../names.js";

/** @import {Pen} from "../../drawing/bitmaps.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {Theme, TimelineView} from "../../types.js" */
/** @import {View} from "./view.js" */
/** @typedef {"tile" | "spots" | "silhouettes" | "pieces"} Detail */
/** @typedef {{file: number, rank: number, mark: string}} Tint */
/** @typedef {Map<number, Map<number, Tint[]>>} Tints the coloured squares of boards, by row and half-turn */
/** @typedef {{unit: number, rim: number}} Painted the scale and the frame of a bitmap */

const MEMORY = 96 * 2 ** 20;
const PAST = 0.22;

/** The level of detail at a scale. @param {number} scale CSS pixels per square @returns {Detail} */
function detailAt(scale) {
  if (scale < 3) return "tile";
  if (scale < 6.5) return "spots";
  return scale < 14 ? "silhouettes" : "pieces";
}

/** The width of a board's frame in device pixels. @param {View} view */
export function rimOf(view) {
  const scale = view.unit / view.px;
  return Math.max(1, Math.round(view.px * (scale < 6.5 ? 1 : scale < 14 ? 2 : scale < 24 ? 3 : 4)));
}

export class BoardPainter {
  /** @type {BitmapStore<string, Painted>} */ #boards = new BitmapStore(MEMORY);
  #distant = new DistantBoards();
  /** @type {Theme | null} */ #theme = null;
  /** @type {WeakMap<TimelineView, {flip: boolean, names: string[]}>} */ #keys = new WeakMap();

  /** @param {PieceArt} pieces */
  constructor(pieces) {
    this.pieces = pieces;
  }

  clear() {
    this.#boards.clear();
    this.#distant.clear();
  }

  /**
   * @param {View} view
   * @param {Tints} tints
   * @param {boolean} zooming whether the scale is changing: then old bitmaps are scaled
   * @param {number} until time at which to stop painting new bitmaps
   * @returns {boolean} whether all boards are up to date
   */
  draw(view, tints, zooming, until) {
    if (this.#theme !== view.theme) this.clear();
    this.#theme = view.theme;
    const detail = detailAt(view.unit / view.px);
    if (detail === "tile") {
      this.#distant.draw(view);
      return true;
    }
    let finished = true;
    eachBoard(view, (line, time, x, y) => {
      const marks = tints.get(line.row)?.get(time);
      const done = this.#drawBoard(view, line, time, x, y, { marks, detail, zooming, until });
      finished &&= done;
    });
    return finished;
  }

  /** End a frame. */
  tidy() {
    this.#boards.tidy();
    this.#distant.tidy();
    this.pieces.tidy();
  }

  /**
   * @param {View} view
   * @param {TimelineView} line
   * @param {number} time
   * @param {number} x
   * @param {number} y
   * @param {{marks: Tint[] | undefined, detail: Detail, zooming: boolean, until: number}} how
   * @returns {boolean} whether it is up to date
   */
  #drawBoard(view, line, time, x, y, { marks = [], detail, zooming, until }) {
    const { pen, unit } = view;
    let key = this.#key(view, line, time);
    for (const { file, rank, mark } of marks) key += `${file},${rank}${mark}`;
    let kept = this.#boards.get(key);
    const close = kept !== undefined && zooming && Math.abs(Math.log2(kept.extra.unit / unit)) < 0.6;
    if (kept?.extra.unit !== unit && !close && performance.now() < until) {
      const rim = rimOf(view);
      const bitmap = this.#paint(view, line, time, { marks, detail, rim });
      kept = this.#boards.set(key, bitmap, { unit, rim });
    }
    if (!kept) {
      this.#drawBlank(view, x, y, time & 1);
      return false;
    }
    const { rim } = kept.extra;
    const ratio = unit / kept.extra.unit;
    if (ratio === 1) pen.drawImage(kept.bitmap, x - rim, y - rim);
    else {
      const [width, height] = [kept.bitmap.width * ratio, kept.bitmap.height * ratio];
      pen.drawImage(kept.bitmap, x - rim * ratio, y - rim * ratio, width, height);
    }
    return ratio === 1;
  }

  /**
   * The cache key of a board; computed once, because a frame has thousands of boards.
   *
   * @param {View} view
   * @param {TimelineView} line
   * @param {number} time
   */
  #key({ layout }, line, time) {
    let keys = this.#keys.get(line);
    if (!keys || keys.flip !== layout.flip) this.#keys.set(line, (keys = { flip: layout.flip, names: [] }));
    const index = time - line.first;
    const past = index + 1 < line.boards.length;
    return (keys.names[index] ??=
      `${line.boards[index]} ${layout.width} ${past} ${time & 1} ${layout.flip} `);
  }

  /**
   * A placeholder for a board that was not painted yet.
   *
   * @param {View} view
   * @param {number} x
   * @param {number} y
   * @param {number} black
   */
  #drawBlank(view, x, y, black) {
    const { pen, layout, theme, unit } = view;
    pen.fillStyle = lookOf(theme, black ? "black" : "white").fill;
    pen.fillRect(x - 1, y - 1, layout.width * unit + 2, layout.height * unit + 2);
    pen.fillStyle = theme.light;
    pen.fillRect(x, y, layout.width * unit, layout.height * unit);
  }

  /**
   * @param {View} view
   * @param {TimelineView} line
   * @param {number} time
   * @param {{marks: Tint[], detail: Detail, rim: number}} how
   */
  #paint(view, line, time, { marks, detail, rim }) {
    const { layout, theme, unit } = view;
    const cells = line.boards[time - line.first] ?? "";
    const width = Math.round(layout.width * unit);
    const height = Math.round(layout.height * unit);
    const edge = (/** @type {number} */ index) => rim + Math.round(index * unit);
    const paint = (/** @type {Pen} */ pen) => {
      const thin = Math.max(1, Math.round(view.px * 0.75));
      pen.fillStyle = theme.ink;
      pen.fillRect(0, 0, width + 2 * rim, height + 2 * rim);
      pen.fillStyle = lookOf(theme, time & 1 ? "black" : "white").fill;
      if (rim > thin) pen.fillRect(thin, thin, width + 2 * (rim - thin), height + 2 * (rim - thin));
      pen.fillStyle = theme.light;
      pen.fillRect(rim, rim, width, height);
      pen.fillStyle = theme.dark;
      // a1 is dark, as on every chess board
      for (let down = 0; down < layout.height; down += 1) {
        for (let across = (layout.height - 1 - down) % 2; across < layout.width; across += 2) {
          const column = layout.flip ? layout.width - 1 - across : across;
          const row = layout.flip ? layout.height - 1 - down : down;
          const [x, y] = [edge(column), edge(row)];
          pen.fillRect(x, y, edge(column + 1) - x, edge(row + 1) - y);
        }
      }
      for (const { file, rank, mark } of marks) {
        const corner = layout.corner(file, rank);
        const colors = markOf(theme, mark);
        drawTint(pen, edge(corner.x), edge(corner.y), unit, colors, view.px, mark === "check");
      }
      this.#paintPieces(pen, view, cells, detail, edge);
      if (time < layout.endOf(line)) {
        pen.globalAlpha = PAST;
        pen.fillStyle = theme.ground;
        pen.fillRect(rim, rim, width, height);
        pen.globalAlpha = 1;
      }
    };
    return paintBitmap(width + 2 * rim, height + 2 * rim, paint, true);
  }

  /**
   * @param {Pen} pen
   * @param {View} view
   * @param {string} cells
   * @param {Detail} detail
   * @param {(index: number) => number} edge
   */
  #paintPieces(pen, view, cells, detail, edge) {
    const { layout, theme, unit } = view;
    const size = Math.round(unit);
    for (let index = 0; index < cells.length; index += 1) {
      const letter = /** @type {string} */ (cells[index]);
      if (letter === ".") continue;
      const column = index % layout.width;
      const row = (index - column) / layout.width;
      const x = edge(layout.flip ? layout.width - 1 - column : column);
      const y = edge(layout.flip ? layout.height - 1 - row : row);
      if (letter === "#") {
        pen.fillStyle = theme.ground;
        pen.fillRect(x, y, size, size);
        continue;
      }
      const look = lookOf(theme, isWhite(letter) ? "white" : "black");
      if (detail === "spots") {
        const royal = "KY".includes(letter.toUpperCase());
        drawSpot(pen, x, y, size, look, royal, contrast(look.fill, theme.dark) < 3);
      } else {
        const sprite = this.pieces.sprite(this.pieces.symbol(letter), look, size, detail === "silhouettes");
        pen.drawImage(sprite, x, y);
      }
    }
  }
}

/**
 * A piece of a few pixels: a spot in its owner's colour, with an outline if the contrast is low. Royals are larger,
 * so that they are easy to find.
 *
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} size of the square
 * @param {{fill: string, line: string}} look
 * @param {boolean} royal
 * @param {boolean} outlined
 */
function drawSpot(pen, x, y, size, look, royal, outlined) {
  const inset = royal || outlined ? 0 : Math.max(1, Math.round(size * 0.15));
  const thin = outlined ? (royal ? 1 : Math.max(1, Math.round(size * 0.12))) : 0;
  if (outlined) {
    pen.fillStyle = look.line;
    // a tiny spot must not be all outline, and a dark one must not look light
    pen.globalAlpha = luminance(look.fill) < luminance(look.line) ? 0.3 : size < 5 ? 0.5 : 1;
    pen.fillRect(x, y, size, size);
    pen.globalAlpha = 1;
  }
  pen.fillStyle = look.fill;
  const side = size - 2 * (inset + thin);
  pen.fillRect(x + inset + thin, y + inset + thin, side, side);
}
