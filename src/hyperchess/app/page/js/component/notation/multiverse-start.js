/** The start of a game of 5D chess, from the headers and boards of its text. */

/** @import {StartData} from "../game-start.js" */
/** @import {GameSyntax, Header} from "./multiverse-syntax.js" */
/** @import {Starts} from "./variants.js" */

import { startOfBoards, startOfVariant } from "../game-start.js";
import { boardOfFen, FEN_PROMOTIONS } from "./orthodox-fen.js";
import { TextProblem } from "./problem.js";
import { findVariant } from "./variants.js";

const VARIANT_KEYS = ["board", "variant", "variation"];
const VARIANTS_WITH_FEN = ["standard", "custom", "chess", "from position"];
const LONG_NAMES = /** @type {Record<string, string>} */ ({ BR: "W", CK: "C", RQ: "Y", PR: "S" });
const PROMOTIONS_BY_VALUE = "QSNRBUDC";
const OFFICERS = `${PROMOTIONS_BY_VALUE}KY`;

/**
 * @param {GameSyntax} syntax
 * @param {Starts} starts
 * @returns {{start: StartData, unsigned: boolean}} `unsigned`: the text numbers the timelines of an even start `-1 0`
 */
export function findMultiverseStart({ text, headers, boards }, starts) {
  const known = new Map(headers.map((header) => [header.key.toLowerCase(), header]));
  /** @type {(header: Header | undefined, expected: string, why?: string) => never} */
  const fail = (header, expected, why) => {
    throw new TextProblem(text, header?.at ?? boards[0]?.at ?? 0, expected, why);
  };
  const named = VARIANT_KEYS.map((key) => known.get(key)).find(Boolean);
  const size = known.get("size");
  const name = named?.value.trim().toLowerCase();
  const fen = boards.length > 0 ? undefined : known.get("fen");
  const initial = known.get("initialmultiverses");
  const names = initial?.value.split(/[\s,]+/).filter(Boolean) ?? null;
  const variant = findVariant(starts, "5d", named?.value ?? "Standard");
  const letters = known.has("promotions") ? promotionLetters(known.get("promotions")?.value ?? "") : undefined;
  if (letters === null) fail(known.get("promotions"), "letters of pieces, as in Q,R,B,N");
  /** @type {StartData} */ let start;
  let unsigned = names !== null && !names.some((each) => /^[+-]0$/.test(each));
  if (fen && (name === undefined || VARIANTS_WITH_FEN.includes(name))) {
    const board = boardOfFen(fen.value) ?? fail(fen, "a position of chess without en passant");
    start = attempt(() => startOfBoards({ boards: [board], promotions: letters ?? FEN_PROMOTIONS, initial: ["0"] }, starts), fen);
  } else if (boards.length > 0) {
    const numbered = unsigned && names !== null && countsWithoutSigns(names);
    const [listed, own] = numbered ? [boards.map(({ text }) => signed(text)), names.map(signedName)] : [boards.map(({ text }) => text), names];
    unsigned &&= numbered;
    const assumed = letters ?? (named && variant ? promotionsOf(variant) : defaultPromotions(listed.join("")));
    const lines = own ?? [...new Set(listed.map((board) => timelineOf(board)))];
    start = attempt(() => startOfBoards({ boards: listed, promotions: assumed, initial: lines }, starts), undefined);
  } else {
    if (!named && size && size.value.trim().toLowerCase() !== "8x8") fail(size, "boards in 5DFEN for this size");
    if (!variant) fail(named, "a variant of this board, or boards in 5DFEN", `it has no variant ${named?.value ?? ""}`);
    start = startOfVariant(variant);
    if (letters) start = withPromotions(start, letters);
  }
  const { width, height, even } = /** @type {any} */ (start.play.start);
  if (size && size.value.trim().toLowerCase().replace("×", "x") !== `${width}x${height}`) fail(size, `${width}x${height}, the size of the boards`);
  const parity = known.get("timeline") ?? known.get("timelines");
  if (parity && parity.value.trim().toLowerCase() !== (even ? "even" : "odd")) fail(parity, even ? "Even" : "Odd");
  return { start, unsigned: unsigned && even };

  /** @param {() => StartData} make @param {Header | undefined} header */
  function attempt(make, header) {
    try {
      return make();
    } catch (error) {
      return fail(header, "a position", /** @type {Error} */ (error).message);
    }
  }
}

/** The letters of a list of pieces; null if it is none. @param {string} text */
function promotionLetters(text) {
  const listed = text.replaceAll(",", " ").split(/\s+/).filter(Boolean);
  const [only = ""] = listed;
  const pieces = listed.length === 1 && !LONG_NAMES[only.toUpperCase()] ? [...only] : listed;
  const letters = pieces.map((piece) => LONG_NAMES[piece.toUpperCase()] ?? piece.toUpperCase());
  return letters.every((letter) => letter.length === 1 && OFFICERS.includes(letter)) ? [...new Set(letters)] : null;
}

/** The officers on the boards, or a queen. @param {string} boards */
function defaultPromotions(boards) {
  const present = new Set(boards.toUpperCase());
  if (!present.has("Q") && !present.has("S")) present.add("Q");
  return [...PROMOTIONS_BY_VALUE].filter((letter) => present.has(letter));
}

/** @param {import("./variants.js").Variant} variant */
function promotionsOf(variant) {
  return [.../** @type {any} */ (variant.play.start).promotions];
}

/** @param {StartData} start @param {string[]} letters @returns {StartData} */
function withPromotions(start, letters) {
  const play = { ...start.play, start: /** @type {any} */ ({ ...start.play.start, promotions: letters.join("") }) };
  return { ...start, play };
}

/** @param {string} board */
function timelineOf(board) {
  return (board.split(":")[1] ?? "").trim();
}

/** Whether these are `-1 0`, `-2 -1 0 1` and so on. @param {string[]} names */
function countsWithoutSigns(names) {
  const numbers = names.map(Number).sort((one, other) => one - other);
  const half = numbers.length / 2;
  return numbers.every((number, place) => number === place - half);
}

/** @param {string} name */
function signedName(name) {
  const row = Number(name);
  if (row === -1) return "-0";
  return row < 0 ? String(row + 1) : `+${row}`;
}

/** @param {string} board */
function signed(board) {
  const name = timelineOf(board);
  return board.replace(`:${name}:`, `:${signedName(name)}:`);
}
