/** Caches the plane in tiles: panning only paints the tiles that come into view. */

import { BitmapStore, paintBitmap } from "../../drawing/bitmaps.js";

/** @import {Part} from "./view.js" */
/** @import {View} from "./view.js" */

const SIDE = 384; // device pixels
const MEMORY = 64 * 2 ** 20;

export class TileCache {
  /** @type {BitmapStore<string, boolean>} whether each is complete */ #tiles = new BitmapStore(
    MEMORY,
  );
  #unit = 0;
  /** @type {unknown[]} */ #shown = [];

  clear() {
    this.#tiles.clear();
  }

  /**
   * Draw the plane.
   *
   * @param {View} view
   * @param {unknown[]} contents what is painted on it; if one of these changed, everything is repainted
   * @param {(view: View) => boolean} paint paints a part of the plane; returns whether it is complete
   * @param {number} until time at which to stop painting tiles; missing ones are then drawn directly
   * @returns {boolean} whether all tiles are complete
   */
  draw(view, contents, paint, until) {
    const same =
      this.#unit === view.unit && contents.every((content, index) => content === this.#shown[index]);
    if (!same) this.clear();
    this.#unit = view.unit;
    this.#shown = contents;
    let finished = true;
    for (let top = Math.floor(view.top / SIDE) * SIDE; top < view.top + view.height; top += SIDE) {
      for (let left = Math.floor(view.left / SIDE) * SIDE; left < view.left + view.width; left += SIDE) {
        const done = this.#drawTile(view, { left, top, width: SIDE, height: SIDE }, paint, until);
        finished &&= done;
      }
    }
    this.#tiles.tidy();
    return finished;
  }

  /** @param {View} view @param {Part} part @param {(view: View) => boolean} paint @param {number} until */
  #drawTile(view, part, paint, until) {
    const key = `${part.left},${part.top}`;
    let tile = this.#tiles.get(key);
    if (!tile?.extra && performance.now() < until) {
      let finished = true;
      const bitmap = paintBitmap(SIDE, SIDE, (pen) => void (finished = paint(view.through(pen, part))), true);
      tile = this.#tiles.set(key, bitmap, finished);
    }
    const [x, y] = [part.left - view.left, part.top - view.top];
    if (tile) {
      view.pen.drawImage(tile.bitmap, x, y);
      return tile.extra;
    }
    view.pen.save();
    view.pen.beginPath();
    view.pen.rect(x, y, SIDE, SIDE);
    view.pen.clip();
    view.pen.translate(x, y);
    paint(view.through(view.pen, part));
    view.pen.restore();
    return false;
  }
}
