/**
 * Ratings after Mark Glickman's Glicko system: a number and its deviation. An attempt at a puzzle is a
 * game between the user and the puzzle, and changes both ratings.
 */

/** @typedef {{rating: number, deviation: number}} Rating */

const Q = Math.log(10) / 400;
const LEAST_DEVIATION = 50; // a rating always stays adjustable

/** @type {Rating} */
export const NEWCOMER = { rating: 1000, deviation: 300 };
const PUZZLE_DEVIATION = 150; // for difficulties computed by a formula

/** The initial rating of a puzzle. @param {number} difficulty @returns {Rating} */
export const newPuzzle = (difficulty) => ({ rating: difficulty, deviation: PUZZLE_DEVIATION });

/**
 * The rating of one side after an attempt.
 *
 * @param {Rating} own
 * @param {Rating} other
 * @param {0 | 1} score 1 for a win
 * @returns {Rating}
 */
export function rated(own, other, score) {
  const weight = 1 / Math.sqrt(1 + (3 * Q ** 2 * other.deviation ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((weight * (other.rating - own.rating)) / 400));
  const information = Q ** 2 * weight ** 2 * expected * (1 - expected);
  const variance = 1 / (1 / own.deviation ** 2 + information);
  return {
    rating: own.rating + Q * variance * weight * (score - expected),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)),
  };
}
