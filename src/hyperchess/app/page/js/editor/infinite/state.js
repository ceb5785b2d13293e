/**
 * The state of the infinite editor: pieces by their squares, and the rules as text, as immutable values. The server
 * decides whether it is a valid position.
 */

/** @import {InfiniteSetupRequest} from "../../data/api-types.js" */
/** @import {Player, PlacedPiece} from "../../types.js" */

import { DRAWING_OF_CODE } from "../../infinite/piece-codes.js";

/** @typedef {{pieces: PlacedPiece[], rules: string, player: Player}} InfiniteState */

const CODE_OF_DRAWING = new Map(Object.entries(DRAWING_OF_CODE).map(([code, drawing]) => [drawing, code]));
/** @type {Player[]} */
export const OWNERS = ["white", "black", "red", "blue", "yellow", "green"];
const NEUTRAL = new Set(["obstacle", "void"]);

/** @returns {InfiniteState} */
export function emptyInfinite() {
  return { pieces: [], rules: "0/100 (8|1)", player: "white" };
}

/**
 * The owner of a new piece; obstacles and voids are neutral.
 *
 * @param {string} symbol
 * @param {Player} owner
 * @returns {Player}
 */
export function ownerFor(symbol, owner) {
  return NEUTRAL.has(symbol) ? "neutral" : owner;
}

/** @param {InfiniteState} state @param {string} x @param {string} y */
export function pieceOn(state, x, y) {
  return state.pieces.find((piece) => piece[2] === x && piece[3] === y) ?? null;
}

/** @param {InfiniteState} state @param {string} x @param {string} y @returns {InfiniteState} */
export function without(state, x, y) {
  return { ...state, pieces: state.pieces.filter((piece) => piece[2] !== x || piece[3] !== y) };
}

/** @param {InfiniteState} state @param {PlacedPiece} piece @returns {InfiniteState} */
export function withPiece(state, piece) {
  const cleared = without(state, piece[2], piece[3]);
  return { ...cleared, pieces: [...cleared.pieces, piece] };
}

/** A piece in the notation of a position text. @param {PlacedPiece} piece */
function codeOf([symbol, owner, x, y, special]) {
  const code = CODE_OF_DRAWING.get(symbol) ?? "p";
  const number = OWNERS.indexOf(owner) + 1;
  const owned = number === 1 ? code.toUpperCase() : number > 2 ? `${number}${code}` : code;
  return `${owned}${x},${y}${special ? "+" : ""}`;
}

/** @param {InfiniteState} state @returns {InfiniteSetupRequest} */
export function requestOf(state) {
  // the rules are read from a position text, so they need pieces after them
  const base = `${state.rules.trim()} ${state.pieces.map(codeOf).join("|")}`.trim();
  return {
    game: "infinite",
    pieces: /** @type {InfiniteSetupRequest["pieces"]} */ (state.pieces),
    base: state.pieces.length > 0 ? base : "",
    player: state.player,
  };
}

/**
 * The state for a position that the server sent.
 *
 * @param {{text: string, position: {pieces: PlacedPiece[], player: Player}}} answer
 * @returns {InfiniteState}
 */
export function stateOf({ text, position }) {
  return { pieces: position.pieces, rules: rulesOf(text), player: position.player };
}

/** The part of a position text before the pieces, which contain no blanks. @param {string} text */
export function rulesOf(text) {
  const end = text.trimEnd().lastIndexOf(" ");
  return end < 0 ? "" : text.slice(0, end);
}
