/** Bitmaps that are painted once and drawn often, and a cache that keeps them within a memory limit. */

/** @typedef {ImageBitmap | HTMLCanvasElement} Bitmap */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** @typedef {{canvas: OffscreenCanvas, pen: OffscreenCanvasRenderingContext2D}} ScratchCanvas */

/** @type {Map<boolean, ScratchCanvas[]>} canvases to paint on; more than one, for bitmaps that are made of others */
const free = new Map([
  [true, []],
  [false, []],
]);

/**
 * Paint a bitmap. An opaque one has no transparent pixels and is faster to draw.
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
  const scratch = takeScratchCanvas(opaque);
  if (scratch) {
    scratch.canvas.width = right;
    scratch.canvas.height = bottom;
    paint(scratch.pen);
    free.get(opaque)?.push(scratch);
    return scratch.canvas.transferToImageBitmap();
  }
  const canvas = document.createElement("canvas");
  canvas.width = right;
  canvas.height = bottom;
  const pen = canvas.getContext("2d", { alpha: !opaque });
  if (pen) paint(pen);
  return canvas;
}

/** @param {boolean} opaque @returns {ScratchCanvas | null} */
function takeScratchCanvas(opaque) {
  const scratch = free.get(opaque)?.pop();
  if (scratch || typeof OffscreenCanvas === "undefined") return scratch ?? null;
  const canvas = new OffscreenCanvas(1, 1);
  const pen = canvas.getContext("2d", { alpha: !opaque });
  return pen && { canvas, pen };
}

/**
 * A cache of bitmaps by key: above the memory limit, the least recently used are dropped.
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

  /** End a frame: bitmaps that it did not use may be dropped. */
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
