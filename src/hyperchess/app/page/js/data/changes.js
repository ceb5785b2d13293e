/** Apply the changes of an edit to a copy of the study. */

/** @import {Node, Study, StudyChange, StudyEdit} from "../types.js" */

const SELECTING = ["add", "text", "undo", "redo", "delete"];

/** Whether the page goes to the `node` of the change after an edit. @param {StudyEdit} edit */
export function selectsNode(edit) {
  return SELECTING.includes(edit.type);
}

/**
 * Return the study after a change. Unchanged parts are shared with the study before.
 *
 * @param {Study} study
 * @param {StudyChange} change
 * @returns {Study}
 */
export function applyChange(study, change) {
  const nodes = new Map(study.nodes.map((node) => [node.id, node]));
  for (const id of change.removed) nodes.delete(id);
  for (const node of change.nodes) nodes.set(node.id, node);
  return {
    ...study,
    ...change.head,
    revision: change.revision,
    can_undo: change.can_undo,
    can_redo: change.can_redo,
    nodes: inOrder(nodes),
  };
}

/**
 * Parents before their children, main lines first.
 *
 * @param {Map<number, Node>} nodes
 * @returns {Node[]}
 */
function inOrder(nodes) {
  const ordered = [];
  const waiting = [...nodes.values()].filter((node) => node.parent === null);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node);
    for (const id of node.children.toReversed()) {
      const child = nodes.get(id);
      if (child) waiting.push(child);
    }
  }
  return ordered;
}
