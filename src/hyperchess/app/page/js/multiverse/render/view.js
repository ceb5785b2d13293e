/**
 * The transformation from squares to device pixels that every drawing function gets: a part of the plane at a scale.
 */

/** @import {Theme, TimelineView} from "../../types.js" */
/** @import {Pen} from "../../drawing/bitmaps.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {Layout, Rect} from "../layout.js" */
/** @typedef {{left: number, top: number, width: number, height: number}} Part in device pixels */

export class View {
  /**
   * @param {Pen} pen
   * @param {Layout} layout
   * @param {Theme} theme
   * @param {{unit: number, px: number}} scale device pixels of a square, and of a CSS pixel
   * @param {Part} part
   */
  constructor(pen, layout, theme, { unit, px }, { left, top, width, height }) {
    this.pen = pen;
    this.layout = layout;
    this.theme = theme;
    this.unit = unit;
    this.px = px;
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
  }

  /**
   * The view of a camera.
   *
   * @param {Pen} pen
   * @param {Layout} layout
   * @param {Theme} theme
   * @param {Camera} camera
   * @param {number} px
   */
  static of(pen, layout, theme, camera, px) {
    const unit = camera.scale * px;
    const width = Math.round(camera.width * px);
    const height = Math.round(camera.height * px);
    // Pan by whole pixels, so that bitmaps stay sharp.
    const left = Math.round(camera.x * unit - width / 2);
    const top = Math.round(camera.y * unit - height / 2);
    return new View(pen, layout, theme, { unit, px }, { left, top, width, height });
  }

  /** The same plane and scale, another part. @param {Pen} pen @param {Part} part */
  through(pen, part) {
    return new View(pen, this.layout, this.theme, this, part);
  }

  /** @param {number} x */
  x(x) {
    return x * this.unit - this.left;
  }

  /** @param {number} y */
  y(y) {
    return y * this.unit - this.top;
  }

  /**
   * Whether an area may be in view; `margin` in device pixels.
   *
   * @param {Rect} rect
   * @param {number} [margin]
   */
  shows({ x, y, width, height }, margin = 0) {
    const left = this.x(x) - margin;
    const top = this.y(y) - margin;
    const right = left + width * this.unit + 2 * margin;
    const bottom = top + height * this.unit + 2 * margin;
    return right > 0 && bottom > 0 && left < this.width && top < this.height;
  }

  /**
   * The half-turns whose boards, or the gaps around them, are in view.
   *
   * @returns {[first: number, last: number]}
   */
  get columns() {
    const { layout } = this;
    const first = Math.floor((this.left / this.unit + layout.gap / 2) / layout.stepX);
    const last = Math.floor(((this.left + this.width) / this.unit + layout.gap / 2) / layout.stepX);
    return [Math.max(layout.firstTime, first), Math.min(layout.lastTime, last)];
  }

  /** The timelines whose rows, with the gaps around them, are in view. */
  get lines() {
    const { layout } = this;
    const above = Math.floor((this.top / this.unit + layout.gap / 2) / layout.stepY);
    const below = Math.floor(((this.top + this.height) / this.unit + layout.gap / 2) / layout.stepY);
    const [low, high] = layout.flip ? [-below, -above] : [above, below];
    const lines = [];
    for (let row = Math.max(layout.lowestRow, low); row <= Math.min(layout.highestRow, high); row += 1) {
      const line = layout.line(row);
      if (line) lines.push(line);
    }
    return lines;
  }
}

/**
 * Visit the boards in view.
 *
 * @param {View} view
 * @param {(line: TimelineView, time: number, x: number, y: number) => void} visit
 */
export function eachBoard(view, visit) {
  const { layout } = view;
  const [first, last] = view.columns;
  for (const line of view.lines) {
    const end = Math.min(last, layout.endOf(line));
    const y = Math.round(view.y(layout.rowY(line.row)));
    for (let time = Math.max(first, line.first); time <= end; time += 1) {
      visit(line, time, Math.round(view.x(layout.columnX(time))), y);
    }
  }
}

/** @param {Theme} theme @param {string} name @returns {{core: string, edge: string, tint: string}} */
export function markOf(theme, name) {
  return theme.marks[name] ?? { core: theme.ink, edge: theme.ground, tint: theme.band };
}

/** @param {Theme} theme @param {string} player @returns {{fill: string, line: string}} */
export function lookOf(theme, player) {
  return theme.owners[player] ?? { fill: theme.ground, line: theme.ink };
}
