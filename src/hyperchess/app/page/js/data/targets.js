/** Targets of a piece among the moves that a position contains. */

/** @import {Position, Square, Targets} from "../types.js" */

/**
 * Return where the piece on a square can go; null if the position does not contain the moves.
 *
 * @param {Position} position
 * @param {Square} square
 * @returns {Targets | null}
 */
export function targetsOf({ moves: found }, square) {
  const moves = found?.moves ?? found?.points;
  if (!moves) return null;
  const from = String(square);
  const own = (/** @type {{from: Square}} */ each) => String(each.from) === from;
  return { moves: moves.filter(own), rays: found?.rays?.filter(own) ?? [] };
}
