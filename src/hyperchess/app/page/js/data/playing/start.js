/** Starts the kernel of a self-contained file, or of a board in another page, for its game. */

/** @import {Art, GameKind} from "../../types.js" */
/** @import {Rules} from "./rules.js" */
/** @import {MultiverseStart} from "./multiverse/rules.js" */
/** @import {InfiniteStart} from "./infinite/rules.js" */

/**
 * @typedef {(MultiverseStart | InfiniteStart) & {last: string}} Start `last` is who moves last in a turn
 * @typedef {{start?: Start, why: string}} Playable the start of the game, or why it cannot be played
 */

import { Calls } from "./calls.js";
import { MultiverseRules } from "./multiverse/rules.js";
import { InfiniteRules } from "./infinite/rules.js";

/**
 * @param {GameKind} game
 * @param {Start} start
 * @param {Art} art
 * @param {WebAssembly.Module} kernel
 * @returns {Rules}
 */
export function startRules(game, start, art, kernel) {
  const calls = new Calls(kernel);
  if (game === "infinite") return new InfiniteRules(calls, /** @type {InfiniteStart} */ (start));
  const word = (/** @type {string} */ letter) => (art.letters[letter.toUpperCase()] ?? "").replaceAll("-", " ");
  return new MultiverseRules(calls, /** @type {MultiverseStart} */ (start), word);
}
