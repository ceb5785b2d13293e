/** Draws boards too small to show pieces, as tiles in the colours of their players. */

import { BitmapStore, paintBitmap } from "../../drawing/bitmaps.js";
import { TYPEFACE } from "../../drawing/typeface.js";
import { eachBoard, lookOf } from "./view.js";

/** @import {TimelineView} from "../../types.js" */
/** @import {Pen} from "../../drawing/bitmaps.js" */
/** @import {View} from "./view.js" */

const MEMORY = 8 * 2 ** 20;

export class DistantBoards {
  /** @type {BitmapStore<string, null>} */ #kept = new BitmapStore(MEMORY);
  /** @type {WeakMap<TimelineView, number[]>} */ #counts = new WeakMap();

  clear() {
    this.#kept.clear();
  }

  /** End a frame. */
  tidy() {
    this.#kept.tidy();
  }

  /**
   * Draw the boards in the colours of their players, with the number of pieces if there is room.
   *
   * @param {View} view
   */
  draw(view) {
    const { pen, layout, theme, unit, px } = view;
    const width = Math.max(1, Math.round(layout.width * unit));
    const height = Math.max(1, Math.round(layout.height * unit));
    if (Math.min(width, height) >= 11 * px) {
      eachBoard(view, (line, time, x, y) => {
        pen.drawImage(this.#countTile(view, this.#count(line, time), time & 1, width, height), x, y);
      });
      return;
    }
    pen.fillStyle = theme.ink;
    eachBoard(view, (_line, _time, x, y) => pen.fillRect(x, y, width, height));
    for (const black of [0, 1]) {
      pen.fillStyle = lookOf(theme, black ? "black" : "white").fill;
      eachBoard(view, (_line, time, x, y) => {
        if ((time & 1) === black) pen.fillRect(x + 1, y + 1, Math.max(1, width - 2), Math.max(1, height - 2));
      });
    }
  }

  /**
   * @param {View} view
   * @param {number} count
   * @param {number} black
   * @param {number} width
   * @param {number} height
   */
  #countTile({ theme, px }, count, black, width, height) {
    const key = `${count} ${black} ${width} ${height}`;
    const kept = this.#kept.get(key);
    if (kept) return kept.bitmap;
    const look = lookOf(theme, black ? "black" : "white");
    const paint = (/** @type {Pen} */ pen) => {
      pen.fillStyle = theme.ink;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = look.fill;
      pen.fillRect(1, 1, width - 2, height - 2);
      pen.fillStyle = look.line;
      pen.font = `600 ${Math.round(Math.min(height * 0.62, 11 * px))}px ${TYPEFACE}`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(String(count), width / 2, height / 2 + 0.5);
    };
    return this.#kept.set(key, paintBitmap(width, height, paint, true), null).bitmap;
  }

  /** The number of pieces on a board. @param {TimelineView} line @param {number} time */
  #count(line, time) {
    let counts = this.#counts.get(line);
    if (!counts)
      this.#counts.set(line, (counts = line.boards.map((cells) => cells.replace(/[.#]/g, "").length)));
    return counts[time - line.first] ?? 0;
  }
}
