/** The notations that the server supports, fetched once. */

/** @import {HttpSource} from "../data/http.js" */

/**
 * @typedef {{name: string, values: string, choices: string[], type: string, optional: boolean,
 *            default: string | number | boolean | null}} Option
 * @typedef {{name: string, title: string, game: "5d" | "infinite" | "any", suffix: string, options: Option[]}} Notation
 */

/** @type {Promise<Notation[]> | null} */
let asked = null;

/** @param {HttpSource} source @param {string} game @returns {Promise<Notation[]>} */
export async function notationsFor(source, game) {
  asked ??= source.notations();
  try {
    return (await asked).filter((notation) => notation.game === game || notation.game === "any");
  } catch (error) {
    asked = null;
    throw error;
  }
}
