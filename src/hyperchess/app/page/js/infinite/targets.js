/**
 * The targets of the selected piece: single squares, and rays that may be infinite.
 *
 * Legal targets come from the server; here a square is only looked up. The text of a move along a ray consists of its
 * two squares.
 */

/** @import {Move, Ray, SquareInfinite, Targets} from "../types.js" */
/** @import {Window} from "./camera/camera.js" */

import { abs, floorDiv, max, min } from "./bigints.js";
import { isPrime } from "./primes.js";

/**
 * @typedef {{origin: bigint, primes: boolean}} Sieve allows steps whose distance from `origin` is prime,
 *   or is not prime
 */
/**
 * @typedef {{x: bigint, y: bigint, dx: bigint, dy: bigint, first: bigint, last: bigint | null, ends: boolean,
 *   sieves: Sieve[]}} Line
 */

export class TargetMap {
  /** @type {Map<string, Move[]>} */ points = new Map();
  /** @type {Line[]} */ lines = [];

  /** @param {Targets} targets */
  constructor(targets) {
    for (const move of targets.moves) {
      const key = String(move.to);
      this.points.set(key, [...(this.points.get(key) ?? []), move]);
    }
    this.lines = targets.rays.map(lineOf);
  }

  get empty() {
    return this.points.size === 0 && this.lines.length === 0;
  }

  /**
   * The moves to a square; several if a pawn promotes.
   *
   * @param {SquareInfinite} from
   * @param {bigint} x
   * @param {bigint} y
   * @returns {Pick<Move, "text" | "name" | "promotion">[]}
   */
  movesTo(from, x, y) {
    const moves = this.points.get(`${x},${y}`);
    if (moves) return moves;
    if (!this.lines.some((line) => reaches(line, x, y))) return [];
    const text = `${from[0]},${from[1]}>${x},${y}`;
    return [{ text, name: text, promotion: "" }];
  }
}

/** @param {Ray} ray @returns {Line} */
function lineOf(ray) {
  return {
    x: BigInt(ray.from[0]),
    y: BigInt(ray.from[1]),
    dx: BigInt(ray.step[0]),
    dy: BigInt(ray.step[1]),
    first: BigInt(ray.first),
    last: ray.last === null ? null : BigInt(ray.last),
    ends: ray.capture_at_end,
    sieves: (ray.sieves ?? []).map(({ origin, primes }) => ({ origin: BigInt(origin), primes })),
  };
}

/** @param {Line} line @param {bigint} x @param {bigint} y */
function reaches(line, x, y) {
  const steps = line.dx !== 0n ? (x - line.x) / line.dx : (y - line.y) / line.dy;
  const meets = line.x + steps * line.dx === x && line.y + steps * line.dy === y;
  return meets && steps >= line.first && (line.last === null || steps <= line.last) && allows(line, steps);
}

/** Whether the sieves of a line allow a number of steps. @param {Line} line @param {bigint} steps */
export function allows(line, steps) {
  return line.sieves.every((sieve) => isPrime(abs(steps - sieve.origin)) === sieve.primes);
}

/**
 * The range of steps of a line that end in a window; null if there are none.
 *
 * @param {Line} line
 * @param {Window} window
 * @returns {[bigint, bigint] | null}
 */
export function stepsWithin(line, window) {
  let low = line.first;
  /** @type {bigint | null} */ let high = line.last;
  for (const [start, step, least, most] of /** @type {[bigint, bigint, bigint, bigint][]} */ ([
    [line.x, line.dx, window.left, window.right],
    [line.y, line.dy, window.bottom, window.top],
  ])) {
    if (step === 0n) {
      if (start < least || start > most) return null;
      continue;
    }
    const [near, far] = step > 0n ? [least, most] : [most, least];
    low = max(low, -floorDiv(start - near, step));
    const last = floorDiv(far - start, step);
    high = high === null ? last : min(high, last);
  }
  return high !== null && low <= high ? [low, high] : null;
}
