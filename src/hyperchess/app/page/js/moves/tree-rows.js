/**
 * The game tree as a list of rows, from top to bottom. The main line has a row for each turn, variations have rows of
 * several actions; comments have rows of their own. Pure functions, without the DOM.
 */

/** @import {Comment, Node, Study} from "../types.js" */

import { continuation } from "./continuation.js";
import { spelled } from "./move-spelling.js";

/**
 * @typedef {{kind: "turn", depth: 0, number: number, first: Node | null, second: Node | null}} TurnRow
 * @typedef {{kind: "run", depth: number, nodes: Node[], head: boolean, folded: number}} RunRow
 *          `head`: a variation starts here; `folded`: how many actions of it are hidden
 * @typedef {{kind: "comment", depth: number, node: Node, index: number, comment: Comment}} CommentRow
 * @typedef {{kind: "draft", depth: number, node: Node, before: boolean}} DraftRow a comment that is being written
 * @typedef {TurnRow | RunRow | CommentRow | DraftRow} Row
 * @typedef {{node: number, before: boolean} | null} Draft
 */

const LONGEST_RUN = 12;

/**
 * @param {Study} study
 * @param {ReadonlySet<number>} folded the first nodes of the variations that are folded
 * @param {Draft} draft
 * @returns {Row[]}
 */
export function treeRows(study, folded, draft) {
  const nodes = new Map(study.nodes.map((node) => [node.id, node]));
  /** @type {Row[]} */
  const rows = [];
  const root = study.nodes[0];
  if (!root) return rows;
  comments(rows, root, 0, "after", draft);
  /** @type {{next: Node | undefined, others: Node[], depth: number, head: boolean}[]} lines being laid out */
  const lines = [];
  const start = (/** @type {number} */ id, /** @type {number} */ depth) =>
    lines.push({ next: nodes.get(id), others: [], depth, head: depth > 0 });
  lines.push({ ...following(root, nodes), depth: 0, head: false });

  for (let line = lines.at(-1); line; line = lines.at(-1)) {
    const other = line.others.shift();
    if (other) {
      start(other.id, line.depth + 1);
      continue;
    }
    const node = line.next;
    if (!node) {
      lines.pop();
      continue;
    }
    comments(rows, node, line.depth, "before", draft);
    if (line.head && folded.has(node.id)) {
      rows.push({ kind: "run", depth: line.depth, nodes: [node], head: true, folded: size(node, nodes) - 1 });
      lines.pop();
      continue;
    }
    place(rows, node, line.depth, line.head);
    comments(rows, node, line.depth, "after", draft);
    const parent = nodes.get(node.parent ?? -1);
    line.others = continuation(parent) === node.id ? children(parent, nodes).slice(1) : [];
    line.head = false;
    const after = following(node, nodes);
    line.next = after.next;
    line.others.push(...after.others);
  }
  return rows;
}

/** @param {Node | undefined} node @param {Map<number, Node>} nodes */
function children(node, nodes) {
  return (node?.children ?? []).flatMap((id) => nodes.get(id) ?? []);
}

/** The continuation of a node, and its variations where the line ends. @param {Node} node @param {Map<number, Node>} nodes */
function following(node, nodes) {
  const next = nodes.get(continuation(node) ?? -1);
  return { next, others: next ? [] : children(node, nodes) };
}

/**
 * Append an action to the last row if it belongs there, otherwise start a new row.
 *
 * @param {Row[]} rows
 * @param {Node} node
 * @param {number} depth
 * @param {boolean} head
 */
function place(rows, node, depth, head) {
  const last = rows.at(-1);
  const inColumns = depth === 0 && (node.player === "white" || node.player === "black");
  if (inColumns && node.player === "black") {
    if (last?.kind === "turn" && last.second === null && last.number === node.number) last.second = node;
    else rows.push({ kind: "turn", depth: 0, number: node.number, first: null, second: node });
  } else if (inColumns) rows.push({ kind: "turn", depth: 0, number: node.number, first: node, second: null });
  else if (!head && last?.kind === "run" && last.depth === depth && last.nodes.at(-1)?.id === node.parent) {
    if (last.nodes.length < LONGEST_RUN) last.nodes.push(node);
    else rows.push({ kind: "run", depth, nodes: [node], head, folded: 0 });
  } else rows.push({ kind: "run", depth, nodes: [node], head, folded: 0 });
}

/**
 * The comments before or after the moves of an action, including the one being edited.
 *
 * @param {Row[]} rows
 * @param {Node} node
 * @param {number} depth
 * @param {"before" | "after"} where
 * @param {Draft} draft
 */
function comments(rows, node, depth, where, draft) {
  node.comments.forEach((comment, index) => {
    const before = comment.after === 0 && node.moves.length > 0;
    if (before === (where === "before")) rows.push({ kind: "comment", depth, node, index, comment });
  });
  if (draft?.node === node.id && draft.before === (where === "before")) {
    rows.push({ kind: "draft", depth, node, before: draft.before });
  }
}

/** The number of nodes of a subtree. @param {Node} top @param {Map<number, Node>} nodes */
export function size(top, nodes) {
  const waiting = [top];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    count += 1;
    for (const id of node.children) {
      const child = nodes.get(id);
      if (child) waiting.push(child);
    }
  }
  return count;
}

/** A key for what a row shows: rows with equal keys look the same. @param {Row} row */
export function rowKey(row) {
  if (row.kind === "turn") {
    return `t${row.number}|${row.first ? nodeKey(row.first) : ""}|${row.second ? nodeKey(row.second) : ""}`;
  }
  if (row.kind === "run")
    return `r${row.depth}|${row.head}|${row.folded}|${row.nodes.map(nodeKey).join("|")}`;
  if (row.kind === "comment") {
    return `c${row.depth}|${row.node.id}|${row.index}|${row.comment.after}|${row.comment.text}`;
  }
  return `d${row.depth}|${row.node.id}|${row.before}`;
}

/** @param {Node} node */
function nodeKey(node) {
  const moves = node.moves.map((move) => spelled(move) + move.evaluation).join(" ");
  return `${node.id}:${node.number}${node.player}:${moves}:${node.mark}${node.result}:${node.resolved}:${node.fault}`;
}
