/** Nodes of the game tree as text: for labels, screen readers and messages. */

/** @import {Node} from "../types.js" */

import { GLOSSARY } from "../ui/glossary.js";
import { spelled } from "./move-spelling.js";

/** @type {Record<string, string>} */
export const EVALUATIONS = {
  "!": "good",
  "?": "mistake",
  "!!": "brilliant",
  "??": "blunder",
  "!?": "interesting",
  "?!": "dubious",
};

/** @type {Readonly<Record<string, string>>} explanations of the marks after an action */
export const MARKS = { "+": "Check", "*": GLOSSARY["softmate"] ?? "Softmate", "#": "Checkmate" };
/** @type {Record<string, string>} */
const MARK_WORDS = { "+": "check", "*": "softmate", "#": "checkmate" };

/** How many moves of an action are spelled out; the rest are counted. */
const MOST = 6;

/** "12. Nf3 / e5": the number and the moves. @param {Node} node */
export function actionText(node) {
  if (node.parent === null) return "Start";
  const shown = node.moves.slice(0, MOST).map(spelled);
  const more = node.moves.length > MOST ? ` and ${node.moves.length - MOST} more` : "";
  const dots = node.player === "white" || node.player === "" ? "." : "…";
  return `${node.number}${dots} ${shown.join(" ") || "pass"}${more}`;
}

/** The evaluation of an action: that of its last move. @param {Node} node */
export function evaluationOf(node) {
  return node.moves.findLast((move) => move.evaluation)?.evaluation ?? "";
}

/** The mark of an action: check, softmate, checkmate, or empty. @param {Node} node */
export function markOf(node) {
  const end = node.moves.at(-1)?.text.at(-1) ?? "";
  return node.mark || (end in MARK_WORDS ? end : "");
}

/** A full description of an action, for screen readers. @param {Node} node */
export function describeAction(node) {
  const parts = [`${node.player ? `${node.player}, ` : ""}${actionText(node)}`];
  const evaluation = evaluationOf(node);
  if (evaluation) parts.push(EVALUATIONS[evaluation] ?? evaluation);
  const mark = markOf(node);
  if (mark) parts.push(MARK_WORDS[mark] ?? mark);
  if (node.result) parts.push(`result ${node.result}`);
  if (node.fault) parts.push(node.fault);
  else if (!node.resolved) parts.push("not resolved");
  return parts.join(", ");
}
