/**
 * The positions of the boards of a multiverse: a row per timeline, a column per half-turn; one unit is one square.
 *
 * A board keeps its position when timelines or turns are added, so the camera need not move.
 */

/** @import {BoardPlace, Position5D, Square5D, TimelineView} from "../types.js" */
/** @import {Point} from "../drawing/arrows.js" */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */

export class Layout {
  /** @type {Map<number, TimelineView>} */ #lines;

  /** @param {Position5D} position @param {boolean} flip Black's view: rows and boards flipped */
  constructor(position, flip) {
    this.position = position;
    this.flip = flip;
    this.width = position.width;
    this.height = position.height;
    this.gap = Math.max(1.5, Math.max(this.width, this.height) / 5);
    this.stepX = this.width + this.gap;
    this.stepY = this.height + this.gap;
    this.#lines = new Map(position.timelines.map((line) => [line.row, line]));
    const firsts = position.timelines.map((line) => line.first);
    this.firstTime = Math.min(...firsts);
    this.lastTime = Math.max(...position.timelines.map((line) => this.endOf(line)));
    const rows = [...this.#lines.keys()];
    this.lowestRow = Math.min(...rows);
    this.highestRow = Math.max(...rows);
  }

  /** @param {number} row */
  line(row) {
    return this.#lines.get(row) ?? null;
  }

  /** The half-turn of the last board. @param {TimelineView} line */
  endOf(line) {
    return line.first + line.boards.length - 1;
  }

  /** @param {number} time */
  columnX(time) {
    return time * this.stepX;
  }

  /** @param {number} row */
  rowY(row) {
    return (this.flip ? -row : row) * this.stepY;
  }

  /** @param {BoardPlace} place @returns {Rect} */
  boardRect([row, time]) {
    return { x: this.columnX(time), y: this.rowY(row), width: this.width, height: this.height };
  }

  /** The area of all boards. @returns {Rect} */
  get bounds() {
    const top = Math.min(this.rowY(this.lowestRow), this.rowY(this.highestRow));
    const left = this.columnX(this.firstTime);
    return {
      x: left,
      y: top,
      width: this.columnX(this.lastTime) - left + this.width,
      height: (this.highestRow - this.lowestRow) * this.stepY + this.height,
    };
  }

  /**
   * The boards that an area touches: first and last half-turn, lowest and highest row.
   *
   * @param {Point} from upper left corner
   * @param {Point} to lower right corner
   */
  boardsWithin(from, to) {
    const first = Math.floor((from.x - this.width) / this.stepX) + 1;
    const last = Math.ceil(to.x / this.stepX) - 1;
    const top = Math.floor((from.y - this.height) / this.stepY) + 1;
    const bottom = Math.ceil(to.y / this.stepY) - 1;
    const [lowest, highest] = this.flip ? [-bottom, -top] : [top, bottom];
    return [
      Math.max(first, this.firstTime),
      Math.min(last, this.lastTime),
      Math.max(lowest, this.lowestRow),
      Math.min(highest, this.highestRow),
    ];
  }

  /** @param {BoardPlace} place @returns {string | null} */
  cells([row, time]) {
    const line = this.line(row);
    return line?.boards[time - line.first] ?? null;
  }

  /**
   * The upper left corner of a square on its board.
   *
   * @param {number} file
   * @param {number} rank
   * @returns {Point}
   */
  corner(file, rank) {
    return this.flip ? { x: this.width - 1 - file, y: rank } : { x: file, y: this.height - 1 - rank };
  }

  /**
   * The middle of a square; null where there is no board. A board that does not exist yet (checks are found after a
   * pass) counts as the last one before it.
   *
   * @param {Square5D} square
   * @returns {Point | null}
   */
  center([row, time, file, rank]) {
    const line = this.line(row);
    if (!line || time < line.first) return null;
    const corner = this.corner(file, rank);
    const shown = Math.min(time, this.endOf(line));
    return { x: this.columnX(shown) + corner.x + 0.5, y: this.rowY(row) + corner.y + 0.5 };
  }

  /**
   * The board at a point, enlarged by `margin` into the gaps.
   *
   * @param {Point} point
   * @returns {BoardPlace | null}
   */
  placeAt({ x, y }, margin = 0) {
    const time = Math.floor((x + margin) / this.stepX);
    const level = Math.floor((y + margin) / this.stepY);
    const row = this.flip ? -level : level;
    if (x + margin - time * this.stepX > this.width + 2 * margin) return null;
    if (y + margin - level * this.stepY > this.height + 2 * margin) return null;
    return this.cells([row, time]) === null ? null : [row, time];
  }

  /** The timeline at the height of a point, gaps included. @param {Point} point */
  lineAt({ y }) {
    const level = Math.floor((y + this.gap / 2) / this.stepY);
    return this.line(this.flip ? -level : level);
  }

  /** @param {Point} point @returns {Square5D | null} */
  squareAt(point) {
    const place = this.placeAt(point);
    if (!place) return null;
    const { x, y } = this.boardRect(place);
    const column = Math.floor(point.x - x);
    const line = Math.floor(point.y - y);
    if (column < 0 || line < 0 || column >= this.width || line >= this.height) return null;
    const file = this.flip ? this.width - 1 - column : column;
    const rank = this.flip ? line : this.height - 1 - line;
    return [place[0], place[1], file, rank];
  }

  /**
   * The letter of the piece on a square: "." if there is none, "" if there is no square.
   *
   * @param {Square5D} square
   */
  pieceAt([row, time, file, rank]) {
    if (file < 0 || rank < 0 || file >= this.width || rank >= this.height) return "";
    return this.cells([row, time])?.[(this.height - 1 - rank) * this.width + file] ?? "";
  }
}

/** @param {BoardPlace | Square5D} one @param {BoardPlace | Square5D} other */
export function samePlace(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/** @param {Square5D} one @param {Square5D} other */
export function sameSquare(one, other) {
  return samePlace(one, other) && one[2] === other[2] && one[3] === other[3];
}
