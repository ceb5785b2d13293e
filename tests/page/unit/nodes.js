/** Nodes of a study for the unit tests. */

/**
 * @param {number} id
 * @param {number | null} parent
 * @param {number[]} children
 * @param {number} number of the turn
 * @param {string} player
 */
export function node(id, parent, children, number, player) {
  return {
    id,
    parent,
    children,
    number,
    player,
    moves: parent === null ? [] : [{ text: `m${id}`, raw: "", evaluation: "" }],
    comments: [],
    shapes: [],
    mark: "",
    result: "",
    resolved: true,
    fault: "",
  };
}
