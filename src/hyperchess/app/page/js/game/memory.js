/** Games in progress are stored in the browser, so that a reloaded page continues them. */

/** @import {ClockRule, Left, Side} from "./clock.js" */
/**
 * @typedef {{computer: Side | null, level: number, engine: string, clock: ClockRule | null, turns: boolean,
 *            practice?: {name: string, moves: number}}} Rules `practice`: must be won within `moves`
 */
/** @typedef {{study: string, rules: Rules, left: Left | null, over: string,
 *            request?: object | null}} Kept what is remembered of a game */

import { readList, writeStored } from "../ui/storage.js";

const KEY = "hyperchess.games";
const MOST = 20;

/** @returns {Kept[]} */
const all = () => readList(KEY).filter((game) => game?.study && game.rules);

/** @param {Kept} game */
export function remember(game) {
  writeStored(KEY, [game, ...all().filter((other) => other.study !== game.study)].slice(0, MOST));
}

/** @param {string} study @returns {Kept | null} */
export function recall(study) {
  return all().find((game) => game.study === study) ?? null;
}
