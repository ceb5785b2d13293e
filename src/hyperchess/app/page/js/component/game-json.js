/**
 * Reads hyperchess JSON, which `hyperchess convert --to json` writes. Positions are not in it: the kernel computes
 * them. A start of 5D chess is read from its 5DFEN; in infinite chess it must be that of a known variant.
 */

/** @import {Node, Player} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */
/** @import {Start} from "../data/playing/start.js" */
/** @import {MultiverseStart} from "../data/playing/multiverse/rules.js" */
/** @import {InfiniteStart} from "../data/playing/infinite/rules.js" */

/**
 * @typedef {{from?: string, to?: string, promotion?: string, text?: string, evaluation?: string}} WrittenMove
 * @typedef {{parent: number | null, moves?: WrittenMove[], comments?: {text: string, after?: number}[], mark?: string,
 *            result?: string, legal?: boolean}} WrittenNode
 * @typedef {{boards: string[], promotions: string[], initial: string[]}} WrittenStart
 * @typedef {{format: "hyperchess", version: number, game: "5d" | "infinite", headers?: [string, string][],
 *            start?: WrittenStart | {position: string, rules?: string[]} | null, nodes: WrittenNode[]}} WrittenGame
 * @typedef {Record<string, Embedded & {icn?: string}>} Starts variants by name, those of infinite chess with their ICN
 */

const BOARD = /^\[([0-9A-Za-z*+/]+):([+-]?\d+):(-?\d+):([wb])\]$/;
const UNMOVED = 0x80; // added to the letter of a piece
const MOST_SQUARES = 64; // of a board of the kernel
const UNRESOLVED = "the moves from here are not resolved";

/** @param {WrittenGame} game @param {Starts} starts @returns {Embedded} */
export function readGame(game, starts) {
  if (game.version !== 2) throw new Error(`expected version 2 of hyperchess JSON, found ${game.version}`);
  const headers = game.headers ?? [];
  const start = game.game === "5d" ? multiverseStart(game, starts) : infiniteStart(game, starts);
  const nodes = readNodes(game, start.first);
  const known = Object.fromEntries(headers);
  return {
    version: 1,
    node: null,
    play: start.play,
    positions: start.positions,
    study: {
      ...{ id: "", revision: 1, can_undo: false, can_redo: false, problems: [], source: "", puzzle: null, notation: "" },
      title: known["Event"] || [known["White"], known["Black"]].filter(Boolean).join(" – ") || start.title,
      game: game.game,
      headers,
      nodes,
      result: known["Result"] ?? "",
      start_known: true,
    },
  };
}

/** @param {WrittenGame} game @param {Player[]} players who moves first, and then */
function readNodes(game, players) {
  /** @type {Node[]} */ const nodes = [];
  /** @type {number[]} */ const depths = [];
  for (const [id, { parent, moves = [], comments = [], mark = "", result = "", legal = true }] of game.nodes.entries()) {
    const above = parent === null ? null : nodes[parent];
    if (above === undefined || (above === null) !== (id === 0)) throw new Error(`node ${id} has no parent before it`);
    const depth = parent === null ? 0 : (depths[parent] ?? 0) + 1;
    depths.push(depth);
    const readable = legal && moves.every(({ from, to }) => from && to);
    const resolved = readable && above?.resolved !== false;
    const [first, second] = /** @type {[Player, Player]} */ (players);
    const offset = first === "white" ? depth - 1 : depth;
    nodes.push({
      ...{ id, parent, children: [], mark, result, shapes: [], resolved },
      number: depth === 0 ? 0 : Math.floor(offset / 2) + 1,
      player: depth === 0 ? "" : depth % 2 === 1 ? first : second,
      moves: moves.map((move) => ({ text: move.text || rawText(move), raw: rawText(move), evaluation: move.evaluation ?? "" })),
      comments: comments.map(({ text, after = 0 }) => ({ text, after })),
      fault: readable ? "" : UNRESOLVED,
    });
    above?.children.push(id);
  }
  return nodes;
}

/** A move with all coordinates, without the letter of the player. @param {WrittenMove} move */
function rawText({ from = "", to = "", promotion = "" }) {
  if (!from || !to) return "";
  const plain = (/** @type {string} */ square) => square.replace(/[wb]\)/, ")");
  return `${plain(from)}>${plain(to)}${promotion ? `=${promotion}` : ""}`;
}

/** @param {WrittenGame} game @param {Starts} starts */
function infiniteStart(game, starts) {
  const { position = "", rules = [] } = /** @type {{position?: string, rules?: string[]}} */ (game.start ?? {});
  const found = Object.values(starts).find(({ icn }) => icn === position);
  if (!found || rules.length > 0) {
    throw new Error("the board does not know this start: write the game with hyperchess render -o game.json");
  }
  const { players, colors } = /** @type {InfiniteStart} */ (found.play.start);
  const first = players.map((color) => /** @type {Player} */ (colors[color]));
  return { play: found.play, positions: found.positions, title: found.study.title, first };
}

/** @param {WrittenGame} game @param {Starts} starts */
function multiverseStart(game, starts) {
  const { boards = [], promotions = [], initial = [] } = /** @type {Partial<WrittenStart>} */ (game.start ?? {});
  if (boards.length === 0) throw new Error("the game does not say from which position it starts");
  const model = Object.values(starts).find(({ study }) => study.game === "5d")?.play.start;
  const start = readBoards(boards, promotions, initial);
  /** @type {Player[]} */ const first = start.player === 0 ? ["white", "black"] : ["black", "white"];
  const statuses = /** @type {MultiverseStart} */ (model).statuses;
  /** @type {Start} */ const whole = { ...start, statuses, last: "black" };
  return { play: { start: whole, why: "" }, positions: {}, title: "5D chess", first };
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
  const even = initial.some((name) => name === "-0" || name === "+0");
  const rowOf = (/** @type {string} */ name) => (!even || !name.startsWith("-") ? Number(name) : Number(name) - 1);
  const made = new Set(initial.map(rowOf));
  const read = boards.map((text) => readBoard(text, rowOf)).sort((one, other) => one.time - other.time);
  const { width = 0, height = 0 } = read[0] ?? {};
  if (width * height > MOST_SQUARES) throw new Error(`the kernel has boards of at most ${MOST_SQUARES} squares`);
  if (read.some((board) => board.width !== width || board.height !== height)) {
    throw new Error("the boards differ in size");
  }
  const rows = [...new Set(read.map(({ row }) => row))].sort((one, other) => one - other);
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
  const ranks = rows.split("/").map((row) => {
    /** @type {number[]} */ const cells = [];
    for (const [, blank, letter = "", star] of row.matchAll(/(\d+)|\+?([A-Za-z])(\*?)/g)) {
      if (blank) cells.push(...Array.from({ length: Number(blank) }, () => 0));
      else cells.push(letter.charCodeAt(0) | (star ? UNMOVED : 0));
    }
    return cells;
  });
  const width = ranks[0]?.length ?? 0;
  if (ranks.some((rank) => rank.length !== width)) throw new Error(`the rows differ in length: ${text.slice(0, 60)}`);
  const time = 2 * Number(turn) + Number(color === "b");
  return { row: rowOf(line), time, width, height: ranks.length, cells: ranks.reverse().flat() };
}
