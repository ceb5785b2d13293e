/** The visible part of the multiverse: the point in the middle of the screen, and CSS pixels per square. */

/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Rect} from "../layout.js" */
/** @typedef {{x: number, y: number, scale: number}} Viewpoint */

const LARGEST = 140;
const SMALLEST = 2;

export class Camera {
  x = 0;
  y = 0;
  scale = 32;
  width = 1; // of the screen, in CSS pixels
  height = 1;
  /** space at the edges that is covered by other elements */
  insets = { left: 0, top: 0, right: 0, bottom: 0 };
  /** @type {Rect} the area of all boards */ world = { x: 0, y: 0, width: 8, height: 8 };

  /** @returns {Viewpoint} */
  get viewpoint() {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  /** @param {Viewpoint} viewpoint */
  look({ x, y, scale }) {
    this.scale = Math.min(LARGEST, Math.max(this.smallest, scale));
    this.x = Math.min(this.world.x + this.world.width, Math.max(this.world.x, x));
    this.y = Math.min(this.world.y + this.world.height, Math.max(this.world.y, y));
  }

  /** The smallest scale: everything fits twice, or squares of two pixels. */
  get smallest() {
    return Math.min(SMALLEST, this.framing(this.world).scale / 2);
  }

  /** @param {number} px @param {number} py @returns {Point} */
  worldAt(px, py) {
    return {
      x: this.x + (px - this.width / 2) / this.scale,
      y: this.y + (py - this.height / 2) / this.scale,
    };
  }

  /** @param {Point} point @returns {Point} in CSS pixels of the canvas */
  screenAt({ x, y }) {
    return { x: (x - this.x) * this.scale + this.width / 2, y: (y - this.y) * this.scale + this.height / 2 };
  }

  /** @param {number} dx CSS pixels @param {number} dy */
  pan(dx, dy) {
    this.look({ x: this.x - dx / this.scale, y: this.y - dy / this.scale, scale: this.scale });
  }

  /**
   * Zoom around the point under the pointer.
   *
   * @param {number} factor
   * @param {number} px
   * @param {number} py
   */
  zoomAt(factor, px, py) {
    const fixed = this.worldAt(px, py);
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * factor));
    const x = fixed.x - (px - this.width / 2) / scale;
    const y = fixed.y - (py - this.height / 2) / scale;
    this.look({ x, y, scale });
  }

  /** The centre and the size of the uncovered part of the screen. */
  get room() {
    const { left, top, right, bottom } = this.insets;
    return {
      x: (this.width + left - right) / 2,
      y: (this.height + top - bottom) / 2,
      width: Math.max(40, this.width - left - right),
      height: Math.max(40, this.height - top - bottom),
    };
  }

  /**
   * The viewpoint that shows an area as large as possible.
   *
   * @param {Rect} rect
   * @param {number} [most]
   * @returns {Viewpoint}
   */
  framing(rect, most = LARGEST) {
    const { width, height } = this.room;
    const scale = Math.min(most, width / rect.width, height / rect.height);
    return this.centred(rect, scale);
  }

  /**
   * The viewpoint that centres an area in the uncovered part.
   *
   * @param {Rect} rect
   * @param {number} scale
   * @returns {Viewpoint}
   */
  centred(rect, scale) {
    const room = this.room;
    return {
      x: rect.x + rect.width / 2 + (this.width / 2 - room.x) / scale,
      y: rect.y + rect.height / 2 + (this.height / 2 - room.y) / scale,
      scale,
    };
  }

  /**
   * The nearest viewpoint that shows as little empty space around the boards as possible.
   *
   * @param {Viewpoint} wanted
   */
  inside({ x, y, scale }, margin = 1) {
    const { world, room } = this;
    const limit = (
      /** @type {number} */ value,
      /** @type {number} */ low,
      /** @type {number} */ size,
      /** @type {number} */ seen,
    ) => {
      const [least, most] = [low - margin + seen / 2, low + size + margin - seen / 2];
      return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));
    };
    const [offsetX, offsetY] = [(room.x - this.width / 2) / scale, (room.y - this.height / 2) / scale];
    return {
      x: limit(x + offsetX, world.x, world.width, room.width / scale) - offsetX,
      y: limit(y + offsetY, world.y, world.height, room.height / scale) - offsetY,
      scale,
    };
  }

  /** Whether all boards are in view, so that no map is needed. */
  get seesAll() {
    const { x, y, scale, world } = this;
    const [right, down] = [this.width / 2 / scale + 1, this.height / 2 / scale + 1];
    return (
      x - right <= world.x &&
      y - down <= world.y &&
      x + right >= world.x + world.width &&
      y + down >= world.y + world.height
    );
  }

  /**
   * The nearest viewpoint of the current scale that shows an area.
   *
   * @param {Rect} rect
   * @param {number} margin in squares
   */
  including(rect, margin) {
    const room = this.room;
    const half = { x: room.width / 2 / this.scale, y: room.height / 2 / this.scale };
    const offset = { x: (room.x - this.width / 2) / this.scale, y: (room.y - this.height / 2) / this.scale };
    const near = (
      /** @type {number} */ now,
      /** @type {number} */ low,
      /** @type {number} */ size,
      /** @type {number} */ reach,
    ) => {
      const least = low + size + margin - reach;
      const most = low - margin + reach;
      return least > most ? low + size / 2 : Math.min(most, Math.max(least, now));
    };
    return {
      x: near(this.x + offset.x, rect.x, rect.width, half.x) - offset.x,
      y: near(this.y + offset.y, rect.y, rect.height, half.y) - offset.y,
      scale: this.scale,
    };
  }
}
