/** The keyboard cursor: arrow keys move it by a square on the screen, with Shift by a board. */

/** @import {BoardPlace, Square5D} from "../../types.js" */
/** @import {Layout} from "../layout.js" */

/** @type {Record<string, [dx: number, dy: number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The first cursor square: on a board to play, in the middle of the player's first rank.
 *
 * @param {Layout} layout
 * @returns {Square5D}
 */
export function startSquare(layout) {
  const { position } = layout;
  const middle = layout.line(0) ?? /** @type {import("../../types.js").TimelineView} */ (position.timelines[0]);
  const place = position.mandatory[0] ?? position.playable[0] ?? [middle.row, layout.endOf(middle)];
  return onBoard(layout, place);
}

/** @param {Layout} layout @param {BoardPlace} place @returns {Square5D} */
export function onBoard(layout, [row, time]) {
  const rank = layout.position.player === "white" ? 0 : layout.height - 1;
  return [row, time, layout.width >> 1, rank];
}

/**
 * The nearest existing square after the position changed.
 *
 * @param {Layout} layout
 * @param {Square5D} square
 * @returns {Square5D}
 */
export function nearestExisting(layout, [row, time, file, rank]) {
  const line = layout.line(row);
  if (!line || file >= layout.width || rank >= layout.height) return startSquare(layout);
  return [row, Math.min(layout.endOf(line), Math.max(line.first, time)), file, rank];
}

/**
 * The next square, or the same at the edge of the board.
 *
 * @param {Layout} layout
 * @param {Square5D} square
 * @param {[number, number]} step
 * @returns {Square5D}
 */
export function nextSquare(layout, [row, time, file, rank], [dx, dy]) {
  const turn = layout.flip ? -1 : 1;
  const to = [file + dx * turn, rank - dy * turn];
  const limit = (/** @type {number} */ value, /** @type {number} */ size) =>
    Math.min(size - 1, Math.max(0, value));
  return [
    row,
    time,
    limit(/** @type {number} */ (to[0]), layout.width),
    limit(/** @type {number} */ (to[1]), layout.height),
  ];
}

/**
 * The same square on the next board; in another timeline, on the board nearest in time.
 *
 * @param {Layout} layout
 * @param {Square5D} square
 * @param {[number, number]} step
 * @returns {Square5D}
 */
export function nextBoard(layout, [row, time, file, rank], [dx, dy]) {
  const to = row + (layout.flip ? -dy : dy);
  const line = layout.line(to);
  if (!line) return [row, time, file, rank];
  const wanted = Math.min(layout.endOf(line), Math.max(line.first, time + dx));
  return [to, wanted, file, rank];
}
