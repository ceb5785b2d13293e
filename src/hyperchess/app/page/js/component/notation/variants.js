/** The variants of the package by the names that texts use for them. */

/** @import {Embedded} from "../../data/embedded.js" */
/** @import {GameKind} from "../../types.js" */

/**
 * @typedef {Embedded & {names?: string[], since?: string, icn?: string}} Variant `names` are its name and its unambiguous
 *           short names; games before the day `since` had another start; `icn` is that of infinite chess
 * @typedef {Record<string, Variant>} Starts variants by name
 */

/** A name without case, blanks and punctuation. @param {string} name @param {GameKind} game */
function plain(name, game) {
  const lower = name.toLowerCase();
  if (game === "5d") return lower.replace(/[^\p{L}\p{N}+∞]/gu, "");
  return lower.replaceAll("×", "x").replaceAll("+", "plus").replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * @param {Starts} starts
 * @param {GameKind} game
 * @param {string} name
 * @returns {Variant | null}
 */
export function findVariant(starts, game, name) {
  const wanted = plain(name, game);
  const of = Object.entries(starts).filter(([, variant]) => variant.study.game === game);
  const found = of.find(([own, { names = [own] }]) => names.some((each) => plain(each, game) === wanted));
  return found?.[1] ?? null;
}
