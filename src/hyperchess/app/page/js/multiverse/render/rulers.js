/**
 * Coordinates: timelines at the left edge, half-turns and the present at the top, and files and ranks around large
 * boards.
 */

import { BitmapStore, paintBitmap } from "../../drawing/bitmaps.js";
import { TYPEFACE } from "../../drawing/typeface.js";
import { rimOf } from "./boards.js";
import { columnName, fileName } from "../names.js";

/** @import {Pen} from "../../drawing/bitmaps.js" */
/** @import {Theme} from "../../types.js" */
/** @import {View} from "./view.js" */

/** The space that the rulers take on a screen of some width, in CSS pixels. @param {number} width */
export function rulersFor(width) {
  return { left: width < 520 ? 28 : 46, top: 26 };
}

const SIZE = 12;
const NEAR = 26; // CSS pixels per square from which files and ranks are labelled

export class Rulers {
  /** @type {BitmapStore<string, null>} */ #kept = new BitmapStore(8 * 2 ** 20);
  /** @type {Theme | null} */ #theme = null;

  clear() {
    this.#kept.clear();
  }

  /** @param {View} view */
  draw(view) {
    if (this.#theme !== view.theme) this.clear();
    this.#theme = view.theme;
    const { pen, theme, px } = view;
    const rulers = rulersFor(view.width / px);
    const [left, top] = [rulers.left * px, rulers.top * px];
    pen.fillStyle = theme.ground;
    pen.globalAlpha = 0.92;
    pen.fillRect(0, 0, view.width, top);
    pen.fillRect(0, top, left, view.height - top);
    pen.globalAlpha = 1;
    this.#drawRows(view, left, top);
    this.#drawColumns(view, left, top);
    pen.fillStyle = theme.ground;
    pen.fillRect(0, 0, left, top);
    this.#kept.tidy();
  }

  /** @param {View} view @param {number} room @param {number} top */
  #drawRows(view, room, top) {
    const { layout, theme, px, unit } = view;
    const every = Math.max(1, Math.ceil((SIZE * 1.3 * px) / (layout.stepY * unit)));
    for (const line of view.lines) {
      if (line.row % every !== 0) continue;
      const y = view.y(layout.rowY(line.row) + layout.height / 2);
      if (y < top + SIZE * 0.6 * px) continue;
      const color = line.active ? theme.ink : theme.quiet;
      this.#word(view, `L${line.name}`, color, line.active, room / 2, y);
      if (!line.active && room > 40 * px && layout.height * unit > 40 * px) {
        this.#word(view, "inactive", theme.quiet, false, room / 2, y + SIZE * 1.15 * px, 9.5);
      }
    }
  }

  /** @param {View} view @param {number} left @param {number} height */
  #drawColumns(view, left, height) {
    const { pen, layout, theme, px, unit } = view;
    const { present } = layout.position;
    const y = height / 2;
    const name = (/** @type {number} */ time) => view.x(layout.columnX(time) + layout.width / 2);
    const right = view.width;
    const at = name(present);
    const text =
      at < left
        ? `‹ present ${columnName(present)}`
        : at > right
          ? `present ${columnName(present)} ›`
          : `present ${columnName(present)}`;
    const tag = this.#make(view, text, theme.accent_ink, true, SIZE);
    const room = tag.width + 12 * px;
    const middle = Math.min(right - room / 2 - 2 * px, Math.max(left + room / 2 + 2 * px, at));
    const every = Math.max(1, Math.ceil((SIZE * 3 * px) / (layout.stepX * unit)));
    const [first, last] = view.columns;
    for (let time = Math.ceil(first / every) * every; time <= last; time += every) {
      const x = name(time);
      if (x < left + SIZE * px) continue;
      if (Math.abs(x - middle) > room / 2 + 16 * px)
        this.#word(view, columnName(time), theme.ink, true, x, y);
    }
    pen.fillStyle = theme.accent;
    pen.beginPath();
    pen.roundRect(Math.round(middle - room / 2), 3 * px, Math.round(room), height - 6 * px, 4 * px);
    pen.fill();
    pen.drawImage(tag, Math.round(middle - tag.width / 2), Math.round(y - tag.height / 2));
  }

  /** The labels of ranks left of each board and of files below it. @param {View} view */
  drawSquareNames(view) {
    const { layout, px, unit, pen } = view;
    if (unit < NEAR * px) return;
    const size = Math.min(13, (unit / px) * 0.42);
    const far = 2 * rimOf(view) + 2 * px;
    const ranks = this.#strip(view, "ranks", size);
    const files = this.#strip(view, "files", size);
    const [first, last] = view.columns;
    for (const line of view.lines) {
      const y = Math.round(view.y(layout.rowY(line.row)));
      for (let at = Math.max(first, line.first); at <= Math.min(last, layout.endOf(line)); at += 1) {
        const x = Math.round(view.x(layout.columnX(at)));
        pen.drawImage(ranks, x - far - ranks.width, y);
        pen.drawImage(files, x, y + Math.round(layout.height * unit) + far);
      }
    }
  }

  /**
   * All labels of one side of a board.
   *
   * @param {View} view
   * @param {"ranks" | "files"} side
   * @param {number} size
   */
  #strip(view, side, size) {
    const { layout, theme, px, unit } = view;
    const key = `${side} ${layout.width} ${layout.height} ${layout.flip} ${unit}`;
    const kept = this.#kept.get(key);
    if (kept) return kept.bitmap;
    const [width, height] =
      side === "ranks"
        ? [size * (layout.height > 9 ? 1.3 : 0.8) * px, layout.height * unit]
        : [layout.width * unit, size * 1.1 * px];
    const paint = (/** @type {Pen} */ pen) => {
      pen.font = `${size * px}px ${TYPEFACE}`;
      pen.textBaseline = "middle";
      pen.fillStyle = theme.ink;
      if (side === "ranks") {
        pen.textAlign = "right";
        for (let rank = 0; rank < layout.height; rank += 1) {
          pen.fillText(String(rank + 1), width, (layout.corner(0, rank).y + 0.5) * unit);
        }
      } else {
        pen.textAlign = "center";
        for (let file = 0; file < layout.width; file += 1) {
          pen.fillText(fileName(file), (layout.corner(file, 0).x + 0.5) * unit, height / 2);
        }
      }
    };
    return this.#kept.set(key, paintBitmap(width, height, paint), null).bitmap;
  }

  /**
   * @param {View} view
   * @param {string} text
   * @param {string} color
   * @param {boolean} strong
   * @param {number} x the middle
   * @param {number} y
   * @param {number} [size] in CSS pixels
   */
  #word(view, text, color, strong, x, y, size = SIZE) {
    const bitmap = this.#make(view, text, color, strong, size);
    view.pen.drawImage(bitmap, Math.round(x - bitmap.width / 2), Math.round(y - bitmap.height / 2));
  }

  /**
   * A label as a cached bitmap: drawing text in every frame is slow.
   *
   * @param {View} view
   * @param {string} text
   * @param {string} color
   * @param {boolean} strong
   * @param {number} size
   */
  #make(view, text, color, strong, size) {
    const key = `${text} ${color} ${strong} ${size} ${view.px}`;
    const kept = this.#kept.get(key);
    if (kept) return kept.bitmap;
    const font = `${strong ? 600 : 400} ${size * view.px}px ${TYPEFACE}`;
    view.pen.font = font;
    const width = Math.ceil(view.pen.measureText(text).width) + 2;
    const height = Math.ceil(size * view.px * 1.4);
    const paint = (/** @type {Pen} */ pen) => {
      pen.font = font;
      pen.textBaseline = "middle";
      pen.fillStyle = color;
      pen.fillText(text, 1, height / 2);
    };
    return this.#kept.set(key, paintBitmap(width, height, paint), null).bitmap;
  }
}
