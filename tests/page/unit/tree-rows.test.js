import assert from "node:assert/strict";
import { test } from "node:test";

import { treeRows } from "../../../src/hyperchess/app/page/js/moves/tree-rows.js";
import { node } from "./nodes.js";

/** The rows of a tree as short arrays. */
function rows(nodes, folded = []) {
  return treeRows({ nodes }, new Set(folded), null).map((row) => {
    if (row.kind === "turn") return [row.number, row.first?.id ?? null, row.second?.id ?? null];
    if (row.kind !== "run") return [row.kind, row.node.id];
    const hidden = row.folded ? [`+${row.folded}`] : [];
    return ["run", row.depth, ...row.nodes.map(({ id }) => id), ...hidden];
  });
}

test("a tree has rows for turns, variations and comments", () => {
  const nodes = [
    node(0, null, [1], 0, ""),
    node(1, 0, [2, 5], 1, "white"),
    node(2, 1, [3], 1, "black"),
    node(3, 2, [4], 2, "white"),
    node(4, 3, [], 2, "black"),
    node(5, 1, [6, 8], 1, "black"),
    node(6, 5, [7], 2, "white"),
    node(7, 6, [], 2, "black"),
    node(8, 5, [], 2, "white"),
  ];
  nodes[2].comments = [
    { text: "before", after: 0 },
    { text: "after", after: 1 },
  ];
  const end = [[2, 3, 4]];
  assert.deepEqual(rows(nodes), [
    [1, 1, null],
    ["comment", 2],
    [1, null, 2],
    ["comment", 2],
    ["run", 1, 5, 6],
    ["run", 2, 8],
    ["run", 1, 7],
    ...end,
  ]);
  assert.deepEqual(rows(nodes, [5]).slice(4), [["run", 1, 5, "+3"], ...end]);
});

test("nested variations do not exhaust the stack", () => {
  const levels = 5_000;
  const nodes = [node(0, null, [1, 2], 0, "")];
  for (let level = 0; level < levels; level += 1) {
    const [first, second] = [2 * level + 1, 2 * level + 2];
    const children = level + 1 < levels ? [second + 1, second + 2] : [];
    nodes.push(node(first, 2 * level, [], 1, "white"), node(second, 2 * level, children, 1, "white"));
  }
  assert.equal(rows(nodes).length, levels + 1); // a variation and its first choice share a row
});

test("a result ends the main line: the nodes after it are variations", () => {
  const nodes = [
    node(0, null, [1], 0, ""),
    node(1, 0, [2, 4], 1, "white"),
    node(2, 1, [3], 1, "black"),
    node(3, 2, [], 2, "white"),
    node(4, 1, [], 1, "black"),
  ];
  nodes[2].result = "1-0";
  assert.deepEqual(rows(nodes), [
    [1, 1, 2],
    ["run", 1, 4],
    ["run", 1, 3],
  ]);
  const ended = [node(0, null, [1, 2], 0, ""), node(1, 0, [], 1, "white"), node(2, 0, [], 1, "white")];
  ended[0].result = "0-1";
  assert.deepEqual(rows(ended), [
    ["run", 1, 1],
    ["run", 1, 2],
  ]);
});
