/** The fields of the search form in the query language. */

import { patternOf } from "./pattern-text.js";

/**
 * @typedef {{player: string, variant: string, result: string, end: string, least: string, most: string}} SearchFields
 *   texts of the fields; an empty one is no condition
 */

/**
 * The query for a form, with the pattern that is drawn in the query so far.
 *
 * @param {SearchFields} fields
 * @param {string} query
 */
export function queryText({ player, variant, result, end, least, most }, query) {
  const conditions = [
    player.trim() && `(white ~ ${quoted(player)} or black ~ ${quoted(player)})`,
    variant.trim() && `variant ~ ${quoted(variant)}`,
    result && `result = ${quoted(result)}`,
    end && `status = ${quoted(end)}`,
    /^\d+$/.test(least) && `actions >= ${least}`,
    /^\d+$/.test(most) && `actions <= ${most}`,
  ].filter(Boolean);
  const text = conditions.join(" and ");
  const pattern = patternOf(query);
  return [text, pattern].filter(Boolean).join(" and ");
}

/** The query language has no escape for a quotation mark. @param {string} text */
function quoted(text) {
  return `"${text.trim().replaceAll('"', "")}"`;
}
