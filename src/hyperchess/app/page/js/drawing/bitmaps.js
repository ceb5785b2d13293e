/**
 * Small pictures painted once and shown often, and a store that keeps them within a limit of memory.
 */

/** @typedef {ImageBitmap | HTMLCanvasElement} Bitmap */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** @typedef {{canvas: OffscreenCanvas, pen: OffscreenCanvasRenderingContext2D}} Easel */

/** @type {Map<boolean, Easel[]>} canvases to paint on; more than one, for bitmaps that are made of others */
const free = new Map([
  [true, []],
  [false, []],
]);

/**
 * Paint a bitmap. An opaque one has no holes, and is faster to show.
 *
 * @param {number} width in device pixels
 * @param {number} height
 * @param {(pen: Pen) => void} paint
 * @param {boolean} [opaque]
 * @returns {Bitmap}
 */
export function paintBitmap(width, height, paint, opaque = false) {
  const right = Math.max(1, Math.ceil(width));
  const bottom = Math.max(1, Math.ceil(height));
  const easel = takeEasel(opaque);
  if (easel) {
    easel.canvas.width = right;
    easel.canvas.height = bottom;
    paint(easel.pen);
    free.get(opaque)?.push(easel);
    return easel.canvas.transferToImageBitmap();
  }
  const canvas = document.createElement("canvas");
  canvas.width = right;
  canvas.height = bottom;
  const pen = canvas.getContext("2d", { alpha: !opaque });
  if (pen) paint(pen);
  return canvas;
}

/** @param {boolean} opaque @returns {Easel | null} */
function takeEasel(opaque) {
  const easel = free.get(opaque)?.pop();
  if (easel || typeof OffscreenCanvas === "undefined") return easel ?? null;
  const canvas = new OffscreenCanvas(1, 1);
  const pen = canvas.getContext("2d", { alpha: !opaque });
  return pen && { canvas, pen };
}

/**
 * Bitmaps by key; when they take too much memory, those that were not shown for longest go.
 *
 * @template Key, Extra
 */
export class BitmapStore {
  /** @type {Map<Key, {bitmap: Bitmap, extra: Extra, bytes: number, used: number}>} */ #kept = new Map();
  #bytes = 0;
  #clock = 0;

  /** @param {number} limit in bytes */
  constructor(limit) {
    this.limit = limit;
  }

  /** @param {Key} key */
  get(key) {
    const found = this.#kept.get(key);
    if (found) found.used = this.#clock;
    return found;
  }

  /** @param {Key} key @param {Bitmap} bitmap @param {Extra} extra */
  set(key, bitmap, extra) {
    this.#drop(key);
    const entry = { bitmap, extra, bytes: bitmap.width * bitmap.height * 4, used: this.#clock };
    this.#kept.set(key, entry);
    this.#bytes += entry.bytes;
    return entry;
  }

  /** Say that a frame is done: what it did not show may go. */
  tidy() {
    if (this.#bytes > this.limit) {
      const oldest = [...this.#kept].sort(([, one], [, other]) => one.used - other.used);
      for (const [key, entry] of oldest) {
        if (this.#bytes <= this.limit * 0.75 || entry.used === this.#clock) break;
        this.#drop(key);
      }
    }
    this.#clock += 1;
  }

  clear() {
    for (const key of [...this.#kept.keys()]) this.#drop(key);
  }

  /** @param {Key} key */
  #drop(key) {
    const entry = this.#kept.get(key);
    if (!entry) return;
    this.#kept.delete(key);
    this.#bytes -= entry.bytes;
    if ("close" in entry.bitmap) entry.bitmap.close();
  }
}
