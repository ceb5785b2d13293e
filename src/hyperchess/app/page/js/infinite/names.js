/** Names of squares and pieces of an infinite board, on the screen and for screen readers. */

/** @import {PlacedPiece, PositionInfinite} from "../types.js" */

import { exact } from "./bigints.js";

/** "white royal queen"; neutral pieces have no colour. @param {PlacedPiece} piece */
export function pieceName([symbol, owner, , , special]) {
  const word = symbol.replaceAll("-", " ");
  const right = special ? (symbol === "pawn" ? ", may step twice" : ", may castle") : "";
  return `${owner === "neutral" ? word : `${owner} ${word}`}${right}`;
}

/** "4, -2" @param {bigint} x @param {bigint} y */
export function squareName(x, y) {
  return `${exact(x)}, ${exact(y)}`;
}

/** A description of the board in a sentence. @param {PositionInfinite | null} position */
export function describeBoard(position) {
  if (!position) return "Infinite board: this position cannot be shown";
  const count = position.pieces.filter((piece) => piece[1] !== "neutral").length;
  const check = position.checks.length > 0 && !position.status.text.includes("check") ? ", check" : "";
  return `Infinite board: ${position.status.text}${check}, ${count.toLocaleString("en")} pieces`;
}
