/** Actions of the game in words: for labels, for those who listen, and for messages. */

/** @import {Node} from "../types.js" */

/** @type {Record<string, string>} */
export const EVALUATIONS = {
  "!": "good",
  "?": "mistake",
  "!!": "brilliant",
  "??": "blunder",
  "!?": "interesting",
  "?!": "dubious",
};

/** @type {Record<string, string>} */
const MARKS = { "+": "check", "*": "softmate", "#": "checkmate" };

/** Moves of an action that are shown in words; the rest is counted. */
const MOST = 6;

/** "12. Nf3 / e5": the number and the moves. @param {Node} node */
export function actionText(node) {
  if (node.parent === null) return "Start";
  const shown = node.moves.slice(0, MOST).map((move) => move.text);
  const more = node.moves.length > MOST ? ` and ${node.moves.length - MOST} more` : "";
  const dots = node.player === "white" || node.player === "" ? "." : "…";
  return `${node.number}${dots} ${shown.join(" ") || "pass"}${more}`;
}

/** The evaluation of an action: that of its last move. @param {Node} node */
export function evaluationOf(node) {
  return node.moves.findLast((move) => move.evaluation)?.evaluation ?? "";
}

/** Everything about an action, for a screen reader. @param {Node} node */
export function describeAction(node) {
  const told = [`${node.player ? `${node.player}, ` : ""}${actionText(node)}`];
  const evaluation = evaluationOf(node);
  if (evaluation) told.push(EVALUATIONS[evaluation] ?? evaluation);
  if (node.mark) told.push(MARKS[node.mark] ?? node.mark);
  if (node.result) told.push(`result ${node.result}`);
  if (node.fault) told.push(node.fault);
  else if (!node.resolved) told.push("not followed");
  return told.join(", ");
}
