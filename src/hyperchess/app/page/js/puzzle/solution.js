/** The solution in the tree of a puzzle: where it starts, how many lines it has, and which node matches an action. */

/** @import {Session} from "../session.js" */
/** @import {Node} from "../types.js" */

import { continuation } from "../moves/continuation.js";

/**
 * The node where the solver moves first. The main line leads to the puzzle position; if it ends in mate, its last
 * actions are the solution.
 *
 * @param {Session} session
 * @param {number} mateIn
 * @returns {Promise<{node: number, inTree: boolean}>}
 */
export async function solutionStart(session, mateIn) {
  const { study, source } = session;
  let node = session.root;
  for (let child = node; child?.resolved; child = session.nodeOf(continuation(child) ?? -1)) node = child;
  if (!study || !node) return { node: 0, inTree: false };
  const line = session.path(node.id);
  let mated = node.mark === "#";
  if (!mated && line.length > 0) {
    const position = await source.position(study.id, node.id, []).catch(() => null);
    mated = position?.status.verdict === "checkmate";
  }
  if (!mated) return { node: node.id, inTree: false };
  const first = line[Math.max(0, line.length - (2 * mateIn - 1))];
  return { node: first?.parent ?? study.nodes[0]?.id ?? 0, inTree: true };
}

/**
 * The number of lines of the solution: the defences that the solver has to answer.
 *
 * @param {Session} session
 * @param {number} id the node where the solver is to move
 */
export function lineCount(session, id) {
  const children = (node = session.nodeOf(id)) =>
    node?.children.flatMap((child) => session.nodeOf(child) ?? []) ?? [];
  const count = (/** @type {Node} */ action) => {
    /** @type {number} */ let sum = 0;
    for (const defence of children(action)) {
      const answer = children(defence).find((node) => !isMistake(node));
      sum += answer ? count(answer) : 1;
    }
    return Math.max(1, sum);
  };
  const key = children().find((node) => !isMistake(node));
  return key ? count(key) : 1;
}

/** Whether a node has these moves, in any order. @param {Node} node @param {string[]} moves */
export function sameAction(node, moves) {
  const raw = node.moves.map((move) => move.raw);
  return raw.length === moves.length && moves.every((move) => raw.includes(move));
}

/** Whether a node is marked as a mistake. @param {Node} node */
export function isMistake(node) {
  return node.moves.some((move) => move.evaluation === "?" || move.evaluation === "??");
}
