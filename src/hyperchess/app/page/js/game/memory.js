/** Games in progress are stored in the browser, so that a reloaded page continues them. */

/** @import {ClockRule, Left, Side} from "./clock.js" */
/**
 * @typedef {{computer: Side | null, level: number, engine: string, clock: ClockRule | null, turns: boolean,
 *            practice?: {name: string, moves: number}}} Rules `practice`: must be won within `moves`
 */
/** @typedef {{study: string, rules: Rules, left: Left | null, over: string,
 *            request?: object | null}} Kept what is remembered of a game */

const KEY = "hyperchess.games";
const MOST = 20;

/** @returns {Kept[]} */
function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((game) => game?.study && game.rules) : [];
  } catch {
    return [];
  }
}

/** @param {Kept} game */
export function remember(game) {
  const games = [game, ...all().filter((other) => other.study !== game.study)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // no storage: the game lasts as long as the page
  }
}

/** @param {string} study @returns {Kept | null} */
export function recall(study) {
  return all().find((game) => game.study === study) ?? null;
}
