import assert from "node:assert/strict";
import { test } from "node:test";

import { applyChange } from "../../../src/hyperchess/app/page/js/data/changes.js";
import { node } from "./nodes.js";

test("a change is applied to a copy of the study", () => {
  const nodes = [
    node(0, null, [1, 3], 0, ""),
    node(1, 0, [2], 1, "white"),
    node(2, 1, [], 1, "black"),
    node(3, 0, [], 1, "white"),
  ];
  const study = { id: "x", revision: 4, can_undo: false, can_redo: true, title: "old", result: "" };
  const change = {
    revision: 5,
    can_undo: true,
    can_redo: false,
    head: { title: "new" },
    nodes: [node(0, null, [3, 1], 0, ""), node(1, 0, [5], 1, "white"), node(5, 1, [], 1, "black")],
    removed: [2],
    node: 5,
  };
  const { nodes: changed, ...head } = applyChange({ ...study, nodes }, change);
  assert.deepEqual(
    changed.map(({ id }) => id),
    [0, 3, 1, 5],
  );
  assert.deepEqual(head, { ...study, revision: 5, can_undo: true, can_redo: false, title: "new" });
});

test("a deep tree does not exhaust the stack", () => {
  const depth = 20_000;
  const nodes = Array.from({ length: depth }, (_, id) => node(id, id ? id - 1 : null, [id + 1], 1, "white"));
  nodes.push(node(depth, depth - 1, [], 1, "white"));
  const change = { revision: 2, can_undo: true, can_redo: false, head: {}, nodes: [], removed: [] };
  assert.equal(applyChange({ nodes }, change).nodes.length, depth + 1);
});
