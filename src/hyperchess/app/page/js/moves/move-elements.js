/** The elements for the moves of an action: figures, places where a long move may break, and marks. */

/** @import {Node} from "../types.js" */
/** @import {MoveText} from "./move-spelling.js" */

import { figure } from "../drawing/figures.js";
import { drawingOf } from "../infinite/piece-codes.js";
import { make } from "../ui/dom.js";
import { spelled } from "./move-spelling.js";
import { MARKS, markOf } from "./node-text.js";

/** @type {Record<string, string>} */
const TONES = { "!": "good", "!!": "good", "?": "bad", "??": "bad", "!?": "", "?!": "" };
const MANY = 24; // moves: the list shows the first lines of an action with more

// "P4,5 x 3,6 =Q": a move of infinite chess with the code of its piece
const INFINITE = /^(\d?[a-z]+)?(-?\d+,-?\d+) ?([>x]) ?(-?\d+,-?\d+)(?: ?=(\d?[a-z]+))?$/i;

/** The moves of an action, with evaluations and mark. @param {Node} node */
export function actionMoves(node) {
  const moves = make("span", { class: node.moves.length > MANY ? "moves many" : "moves" });
  const inner = make("span", { class: "moves-text" });
  const mark = markOf(node);
  node.moves.forEach((move, place) => {
    if (place > 0) inner.append(" ", make("span", { class: "separator", text: "·" }), " ");
    const isLast = place === node.moves.length - 1;
    inner.append(moveElement(move, node.player, isLast ? mark : ""));
    if (isLast && mark) {
      inner.append(make("span", { class: "mark", text: mark, title: MARKS[mark] ?? null }));
    }
    if (move.evaluation) {
      const tone = TONES[move.evaluation] ?? "";
      inner.append(make("span", { class: `glyph ${tone}`, text: move.evaluation }));
    }
  });
  if (node.moves.length === 0) inner.append(make("span", { class: "move", text: "pass" }));
  moves.append(inner);
  return moves;
}

/** @param {MoveText} move @param {string} player @param {string} mark which has an element of its own */
function moveElement(move, player, mark) {
  const text = spelled(move);
  const plain = mark && text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : text;
  const element = make("span", { class: "move" });
  const infinite = INFINITE.exec(plain);
  if (!infinite) {
    plain.split(/(?<=>>)/).forEach((word, place) => {
      if (place > 0) element.append(make("wbr")); // a jump may break after its arrow
      element.append(make("span", { class: "move-part", text: word }));
    });
    return element;
  }
  const [, code = "", from = "", sign = "", to = "", promotion = ""] = infinite;
  const words = [from, sign === "x" ? "×" : "→", to, ...(promotion ? ["="] : [])];
  if (code) element.append(piece(code, player), " ");
  element.append(words.join(" "));
  if (promotion) element.append(" ", piece(promotion, player));
  return element;
}

/** A piece as a figure, with its code for copied text. @param {string} code @param {string} player */
function piece(code, player) {
  const picture = figure(drawingOf(code), player);
  const letters = make("span", { class: picture ? "unseen" : null, text: code.toUpperCase() });
  return make("span", { class: "move-piece" }, picture, letters);
}
