/** Names of boards, squares, pieces and moves, on the screen and for screen readers. */

/** @import {Move, BoardPlace, Position5D, Square5D} from "../types.js" */
/** @import {PieceArt} from "../drawing/pieces.js" */
/** @import {Layout} from "./layout.js" */

/** "T3w": the name of a column. @param {number} time */
export function columnName(time) {
  return `T${time >> 1}${time & 1 ? "b" : "w"}`;
}

/** "L1 T3w": the name of a board. @param {string} line the name of its timeline @param {number} time */
export function placeName(line, time) {
  return `L${line} ${columnName(time)}`;
}

/** "e4" @param {number} file @param {number} rank */
export function squareName(file, rank) {
  return `${fileName(file)}${rank + 1}`;
}

/** @param {number} file */
export function fileName(file) {
  return String.fromCharCode(97 + file);
}

/** "L1 T3w" @param {Layout} layout @param {BoardPlace | Square5D} place */
export function boardName(layout, [row, time]) {
  return placeName(layout.line(row)?.name ?? String(row), time);
}

/** "white knight", or "empty". @param {string} letter @param {PieceArt} pieces */
export function pieceName(letter, pieces) {
  if (letter === "." || letter === "") return "empty";
  if (letter === "#") return "hole";
  const owner = isWhite(letter) ? "white" : "black";
  return `${owner} ${pieces.word(pieces.symbol(letter))}`;
}

/** @param {string} letter */
export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

/** The name of the first of several moves to one square, and their number. @param {Move[]} moves */
export function moveName(moves) {
  const first = moves[0];
  if (!first) return "";
  const more = moves.length > 1 ? ` (${moves.length} choices)` : "";
  return `${first.name}${more}${first.kind === "branch" ? " — new timeline" : ""}`;
}

/** A description of the position in a few sentences. @param {Position5D} position @param {string[]} pending */
export function describe(position, pending) {
  const count = position.timelines.length;
  const active = position.timelines.filter((line) => line.active).length;
  const player = position.player === "white" ? "White" : "Black";
  const timelines = count === 1 ? "1 timeline" : `${count} timelines, ${active} active`;
  const owed = position.mandatory.length;
  const parts = [
    `${position.status.text || `${player} to move`}.`,
    `Present: ${columnName(position.present)}; ${player} to play; ${timelines}.`,
  ];
  if (owed > 0) parts.push(owed === 1 ? "1 board needs a move." : `${owed} boards need a move.`);
  if (position.checks.length > 0) {
    parts.push(
      position.checks.length === 1 ? "1 attack on a royal." : `${position.checks.length} attacks on royals.`,
    );
  }
  if (pending.length > 0) {
    parts.push(
      pending.length === 1 ? "1 move is not submitted yet." : `${pending.length} moves are not submitted yet.`,
    );
  }
  return parts.join(" ");
}
