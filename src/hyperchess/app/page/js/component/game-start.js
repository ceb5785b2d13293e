/** The start of a game: that of a variant, or boards of 5D chess in 5DFEN, as the kernel takes it. */

/** @import {Player} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */
/** @import {Start} from "../data/playing/start.js" */
/** @import {MultiverseStart} from "../data/playing/multiverse/rules.js" */
/** @import {Starts, Variant} from "./notation/variants.js" */

/**
 * @typedef {{boards: string[], promotions: string[], initial: string[]}} WrittenStart
 * @typedef {{play: {start: Start, why: string}, positions: Embedded["positions"], title: string, first: Player[]}} StartData
 */

const BOARD = /^\[([0-9A-Za-z*+/]+):([+-]?\d{1,5}):(-?\d{1,5}):([wb])\]$/;
const UNMOVED = 0x80; // added to the letter of a piece
const MOST_SQUARES = 64; // of a board of the kernel
const PIECES = "PWKCQYSNRBUD";
const KEEP_UNMOVED = "PWKR";

/** The start of a variant. @param {Variant} variant @returns {StartData} */
export function startOfVariant({ play, positions, study }) {
  if (!play.start) throw new Error(play.why);
  return { play: { start: play.start, why: "" }, positions, title: study.title, first: playersOf(play.start) };
}

/** Who moves first, and then. @param {Start} start @returns {Player[]} */
export function playersOf(start) {
  if ("players" in start) return start.players.map((color) => /** @type {Player} */ (start.colors[color]));
  return start.player === 0 ? ["white", "black"] : ["black", "white"];
}

/** The start of 5D chess from boards. @param {WrittenStart} written @param {Starts} starts @returns {StartData} */
export function startOfBoards({ boards, promotions, initial }, starts) {
  const model = Object.values(starts).find(({ study }) => study.game === "5d")?.play.start;
  const { statuses } = /** @type {MultiverseStart} */ (model);
  /** @type {Start} */ const start = { ...readBoards(boards, promotions, initial), statuses, last: "black" };
  return { play: { start, why: "" }, positions: {}, title: "5D chess", first: playersOf(start) };
}

/**
 * The start of a game for the kernel, from boards in 5DFEN.
 *
 * @param {string[]} boards
 * @param {string[]} promotions
 * @param {string[]} initial the names of the timelines that no player made
 * @returns {Omit<MultiverseStart, "statuses">}
 */
function readBoards(boards, promotions, initial) {
  const even = boards.some((board) => /:[+-]0:/.test(board));
  const rowOf = (/** @type {string} */ name) => {
    if (even && name === "0") throw new Error("timeline 0 cannot be combined with -0 and +0");
    return !even || !name.startsWith("-") ? Number(name) : Number(name) - 1;
  };
  const made = new Set(initial.map(rowOf));
  const read = boards.map((text) => readBoard(text, rowOf)).sort((one, other) => one.time - other.time);
  const { width = 0, height = 0 } = read[0] ?? {};
  if (width * height > MOST_SQUARES) throw new Error(`the kernel has boards of at most ${MOST_SQUARES} squares`);
  if (read.some((board) => board.width !== width || board.height !== height)) {
    throw new Error("the boards differ in size");
  }
  const rows = [...new Set(read.map(({ row }) => row))].sort((one, other) => one - other);
  checkLines(read, rows, even);
  /** @type {MultiverseStart["lines"]} */
  const lines = rows.map((row) => {
    const own = read.filter((board) => board.row === row);
    return [own[0]?.time ?? 0, made.has(row), own.map(({ cells }) => btoa(String.fromCharCode(...cells)))];
  });
  // a timeline counts if its maker has not made too many more than the opponent
  const above = rows.filter((row) => !made.has(row) && row > Math.max(...made)).length;
  const below = rows.filter((row) => !made.has(row) && row < Math.min(...made)).length;
  const isActive = (/** @type {number} */ row) =>
    made.has(row) || (row > 0 ? row - Math.max(...made) <= below + 1 : Math.min(...made) - row <= above + 1);
  const ends = lines.flatMap(([first, , own], at) => (isActive(rows[at] ?? 0) ? [first + own.length - 1] : []));
  return {
    ...{ width, height, even, lines },
    player: Math.min(...ends) & 1,
    promotions: promotions.join(""),
    lowest: rows[0] ?? 0,
  };
}

/** @param {string} text @param {(name: string) => number} rowOf */
function readBoard(text, rowOf) {
  const [, rows = "", line = "", turn, color] = BOARD.exec(text) ?? [];
  if (!rows) throw new Error(`expected a board such as [k*2/3/2K*:0:1:w], found ${text.slice(0, 60)}`);
  const wrong = (/** @type {string} */ what) => new Error(`${what}: ${text.slice(0, 60)}`);
  const ranks = rows.split("/").map((row) => {
    /** @type {number[]} */ const cells = [];
    for (const [, blank, letter = "", star] of row.matchAll(/(\d+)|\+?([A-Za-z])(\*?)|[^]/g)) {
      const piece = letter.toUpperCase();
      if (Number(blank) > MOST_SQUARES) throw wrong("a row is too long");
      if (blank) cells.push(...Array.from({ length: Number(blank) }, () => 0));
      else if (!piece || !PIECES.includes(piece)) throw wrong(`${letter || "a sign"} is not a piece`);
      else if (star && !KEEP_UNMOVED.includes(piece)) throw wrong(`${letter} cannot have a star`);
      else cells.push(letter.charCodeAt(0) | (star ? UNMOVED : 0));
    }
    return cells;
  });
  const width = ranks[0]?.length ?? 0;
  if (ranks.some((rank) => rank.length !== width)) throw wrong("the rows differ in length");
  const time = 2 * Number(turn) + Number(color === "b");
  return { row: rowOf(line), time, width, height: ranks.length, cells: ranks.reverse().flat() };
}

/**
 * The boards of a timeline follow each other, and so do the timelines, from the middle on.
 *
 * @param {{row: number, time: number}[]} boards by time
 * @param {number[]} rows from the lowest
 * @param {boolean} even
 */
function checkLines(boards, rows, even) {
  /** @type {Map<number, number>} */ const ends = new Map();
  for (const { row, time } of boards) {
    const end = ends.get(row);
    if (end !== undefined && time !== end + 1) throw new Error("the boards of a timeline do not follow each other");
    ends.set(row, time);
  }
  const [lowest = 0] = rows;
  const middle = even ? [-1, 0] : [0];
  if (rows.some((row, place) => row !== lowest + place) || !middle.every((row) => rows.includes(row))) {
    throw new Error("a timeline is missing between the others");
  }
}
