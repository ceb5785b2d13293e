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
  if (!found?.targets) return null;
  const place = found.movable.findIndex((each) => String(each) === String(square));
  const own = found.targets[place];
  return { moves: own?.moves ?? own?.points ?? [], rays: own?.rays ?? [] };
}
