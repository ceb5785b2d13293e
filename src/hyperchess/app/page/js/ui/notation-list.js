/** The notations that the server supports, fetched once. */

/** @import {NotationView} from "../data/api-types.js" */
/** @import {HttpSource} from "../data/http.js" */

/** @type {Promise<NotationView[]> | null} */
let asked = null;

/** @param {HttpSource} source @param {string} game @returns {Promise<NotationView[]>} */
export async function notationsFor(source, game) {
  asked ??= source.ask("GET /notations");
  try {
    return (await asked).filter((notation) => notation.game === game || notation.game === "any");
  } catch (error) {
    asked = null;
    throw error;
  }
}
