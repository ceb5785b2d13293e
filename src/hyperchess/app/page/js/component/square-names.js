/** Names of squares in the interface of the element. */

/** @import {Position, Square} from "../types.js" */

const MULTIVERSE = /^\(([+-]?\d+)T(-?\d+)([wb])\)([a-z])([1-9]\d*)$/;
const INFINITE = /^(-?\d+),(-?\d+)$/;

/**
 * Parse the name of a square: `(0T1w)e4`, the timeline, the turn and the player of a board; on an infinite board `4,2`.
 *
 * @param {string} name
 * @param {Position | null} position
 * @returns {Square}
 */
export function parseSquare(name, position) {
  if (position?.game === "infinite") {
    const [, x, y] = INFINITE.exec(name) ?? [];
    if (x === undefined || y === undefined) throw new Error(`expected a square such as 4,2, found ${name}`);
    return [x, y];
  }
  const [, line, turn, half, file = "", rank] = MULTIVERSE.exec(name) ?? [];
  const row = position?.timelines.find((timeline) => timeline.name === line)?.row;
  if (line === undefined) throw new Error(`expected a square such as (0T1w)e4, found ${name}`);
  if (row === undefined) throw new Error(`there is no timeline ${line}`);
  return [row, 2 * Number(turn) + Number(half === "b"), file.charCodeAt(0) - 97, Number(rank) - 1];
}
