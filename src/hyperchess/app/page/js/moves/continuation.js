/** @import {Node} from "../types.js" */

/**
 * The child that continues the line of a node; undefined if the line ends here. After a result all children are
 * variations.
 *
 * @param {Node | null | undefined} node
 */
export function continuation(node) {
  return node && !node.result ? node.children[0] : undefined;
}
