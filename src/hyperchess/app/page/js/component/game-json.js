/**
 * Reads hyperchess JSON, which `hyperchess convert --to json` writes. Positions are not in it: the kernel computes
 * them.
 */

/** @import {Node, Player} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */
/** @import {StartData, WrittenStart} from "./game-start.js" */
/** @import {Starts} from "./notation/variants.js" */

import { startOfBoards, startOfVariant } from "./game-start.js";
import { parsePosition } from "./notation/infinite-syntax.js";

/**
 * @typedef {{from?: string, to?: string, promotion?: string, text?: string, evaluation?: string}} WrittenMove
 * @typedef {{parent: number | null, moves?: WrittenMove[], comments?: {text: string, after?: number}[], mark?: string,
 *            result?: string, legal?: boolean}} WrittenNode
 * @typedef {{format: "hyperchess", version: number, game: "5d" | "infinite", headers?: [string, string][],
 *            start?: WrittenStart | {position: string, rules?: string[]} | null, nodes: WrittenNode[]}} WrittenGame
 * @typedef {Pick<WrittenGame, "game" | "headers" | "nodes">} GameContent
 */

const EXCHANGED = "ranks_exchanged";
const SITE = "site_rules"; // rights end, and the move rule ends the game, as on infinitechess.org
const UNRESOLVED = "the moves from here are not resolved";

/**
 * @param {WrittenGame} game
 * @param {Starts} starts
 * @returns {Embedded}
 */
export function readGame(game, starts) {
  if (game.version !== 2) throw new Error(`expected version 2 of hyperchess JSON, found ${game.version}`);
  return gameData(game, game.game === "5d" ? multiverseStart(game, starts) : infiniteStart(game, starts));
}

/** The data of a game for the board. @param {GameContent} game @param {StartData} start @returns {Embedded} */
export function gameData(game, start) {
  const headers = game.headers ?? [];
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
      nodes: readNodes(game, start.first),
      result: known["Result"] ?? "",
      start_known: true,
    },
  };
}

/** @param {GameContent} game @param {Player[]} players who moves first, and then */
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

/** @param {WrittenGame} game @param {Starts} starts @returns {StartData} */
function infiniteStart(game, starts) {
  const { position = "", rules = [] } = /** @type {{position?: string, rules?: string[]}} */ (game.start ?? {});
  const found = Object.values(starts).find(({ icn }) => icn === position);
  const unknown = rules.filter((rule) => rule !== EXCHANGED && rule !== SITE); // the reader finds out the first
  if (unknown.length > 0) throw new Error(`the board does not know the rules of this game: ${unknown.join(", ")}`);
  const data = found ? startOfVariant(found) : parsePosition(position, starts);
  const { start } = data.play;
  if (!rules.includes(SITE) || !start || !("flags" in start)) return data;
  const flags = [start.flags[0] ?? false, true, true, false];
  return { ...data, play: { ...data.play, start: { ...start, flags } } };
}

/** @param {WrittenGame} game @param {Starts} starts @returns {StartData} */
function multiverseStart(game, starts) {
  const { boards = [], promotions = [], initial = [] } = /** @type {Partial<WrittenStart>} */ (game.start ?? {});
  if (boards.length === 0) throw new Error("the game does not say from which position it starts");
  return startOfBoards({ boards, promotions, initial }, starts);
}
