/** Reads a game or a position from its text: 5DPGN, Branched 5DPGN, 5DFEN, ICN, or JSON. */

/** @import {Art} from "../../types.js" */
/** @import {Embedded} from "../../data/embedded.js" */
/** @import {StartData} from "../game-start.js" */
/** @import {WrittenGame} from "../game-json.js" */
/** @import {Starts} from "./variants.js" */

import { startRules } from "../../data/playing/start.js";
import { gameData, readGame } from "../game-json.js";
import { resolveInfinite } from "./infinite-game.js";
import { parseInfinite } from "./infinite-syntax.js";
import { resolveMultiverse } from "./multiverse-game.js";
import { findMultiverseStart } from "./multiverse-start.js";
import { parseMultiverse } from "./multiverse-syntax.js";
import { TextProblem } from "./problem.js";
import { findVariant } from "./variants.js";

const VERSION = 1;
const COMMENTS = /\{[^{}]*\}|\[[^[\]]*\]/g;
const INFINITE = /(?:^|[\s|(])[A-Za-z]{0,2}-?\d+,-?\d+(?:\+?(?:[\s|]|$)|\s*[>x])/;
const INFINITE_ARGUMENTS = /^\s*[wb](?::[wb])?(?:\s|$)/;
const VARIANT = /\[\s*Variant\s*[:"]([^"\]]*)/i;

/**
 * @typedef {object} Kit what reading needs besides the text
 * @property {Starts} starts
 * @property {Art} art
 * @property {() => Promise<WebAssembly.Module>} kernel
 */

/**
 * @param {string} text
 * @param {Kit} kit
 * @returns {Promise<Embedded>}
 */
export async function readText(text, { starts, art, kernel }) {
  const trimmed = text.trim();
  if (/^\{\s*["}]/.test(trimmed)) return readJson(text, starts);
  if (!trimmed) throw new TextProblem(text, 0, "a game");
  if (isInfinite(text, starts)) {
    const syntax = parseInfinite(text, starts);
    const nodes = resolveInfinite(syntax, startRules("infinite", syntax.start.play.start, art, await kernel()));
    return gameData({ game: "infinite", headers: syntax.headers, nodes }, syntax.start);
  }
  const syntax = parseMultiverse(text);
  const { start, unsigned } = findMultiverseStart(syntax, starts);
  const nodes = resolveMultiverse(syntax, startRules("5d", start.play.start, art, await kernel()), unsigned);
  const headers = syntax.headers.map(({ key, value }) => /** @type {[string, string]} */ ([key, value]));
  return gameData({ game: "5d", headers, nodes }, start);
}

/** @param {string} text @param {Starts} starts @returns {Embedded} */
function readJson(text, starts) {
  try {
    const game = /** @type {Embedded | WrittenGame} */ (JSON.parse(text.trim()));
    if ("format" in game) return readGame(game, starts);
    if (game.version === VERSION && game.study && game.positions) return game;
    throw new Error("write one with hyperchess render -o game.json");
  } catch (error) {
    throw new TextProblem(text, 0, "a game for hyperchess-board", /** @type {Error} */ (error).message);
  }
}

/** Whether a text is ICN: squares are two numbers there. @param {string} text @param {Starts} starts */
function isInfinite(text, starts) {
  const bare = text.replace(COMMENTS, " ");
  if (INFINITE.test(bare) || INFINITE_ARGUMENTS.test(bare)) return true;
  const named = VARIANT.exec(text)?.[1]?.trim() ?? "";
  return !bare.trim() && findVariant(starts, "5d", named) === null && findVariant(starts, "infinite", named) !== null;
}
