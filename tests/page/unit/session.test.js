import assert from "node:assert/strict";
import { test } from "node:test";

import { Session } from "../../../src/hyperchess/app/page/js/session.js";
import { node } from "./nodes.js";

const KNIGHT = { text: "Nf3", from: [0, 2, 6, 0], to: [0, 2, 5, 2] };

/** A position of 5D chess with one board that needs a move. */
function position(more = {}) {
  return { game: "5d", mandatory: [[0, 2]], may_submit: false, fault: null, status: { over: false }, ...more };
}

/** A source that records its calls; `answers` replace its responses. */
function recorder(answers = {}) {
  const calls = [];
  const responses = {
    position: () => position({ may_submit: true, moves: { movable: [KNIGHT.from], targets: [{ moves: [KNIGHT] }] } }),
    targets: () => ({ moves: [KNIGHT], rays: [] }),
    edit: () => ({
      revision: 2,
      can_undo: true,
      can_redo: false,
      operation: "",
      person: "",
      head: {},
      nodes: [node(0, null, [1], 0, ""), node(1, 0, [], 1, "white")],
      removed: [],
      node: 1,
      position: position({ player: "black" }),
    }),
    changes: () => null,
    study: () => study({ revision: 7, nodes: [node(0, null, [], 0, "")] }),
    ...answers,
  };
  const source = { canEdit: true, canPlay: true };
  for (const [name, respond] of Object.entries(responses)) {
    source[name] = async (...given) => {
      calls.push(name);
      return respond(...given);
    };
  }
  return { calls, source };
}

function study(more = {}) {
  const nodes = [node(0, null, [], 0, "")];
  return { id: "x", revision: 1, game: "5d", can_undo: false, can_redo: false, nodes, ...more };
}

/** An opened session, the calls since then, and its notices. */
async function opened(answers) {
  const { calls, source } = recorder(answers);
  const session = new Session(source);
  const notices = [];
  session.on("notice", ({ detail }) => notices.push(detail.text));
  await session.show(study());
  calls.length = 0;
  return { session, calls, notices };
}

test("the targets of a piece come with the position", async () => {
  const { session, calls } = await opened();
  await session.select(KNIGHT.from);
  assert.deepEqual(session.targets.moves, [KNIGHT]);
  assert.deepEqual(calls, []);
});

test("the targets are requested if the position does not contain them", async () => {
  const { session, calls } = await opened({ position: () => position({ moves: { movable: [KNIGHT.from], targets: null } }) });
  await session.select(KNIGHT.from);
  assert.deepEqual(session.targets.moves, [KNIGHT]);
  assert.deepEqual(calls, ["targets"]);
});

test("the last move of an action is submitted with one request", async () => {
  const { session, calls } = await opened();
  await session.play(KNIGHT, true);
  assert.deepEqual(calls, ["edit"]);
  assert.equal(session.node, 1);
  assert.equal(session.position?.player, "black");
});

test("a move without auto-submit stays pending", async () => {
  const { session, calls } = await opened();
  await session.play(KNIGHT);
  assert.deepEqual(calls, ["position"]);
  assert.deepEqual(session.pending, ["Nf3"]);
});

test("a move stays pending without a notice if the action is refused", async () => {
  const { session, calls, notices } = await opened({
    edit: () => {
      throw new Error("White's king could be captured");
    },
    position: () => position({ fault: { message: "White's king could be captured" } }),
  });
  await session.play(KNIGHT, true);
  assert.deepEqual(calls, ["edit", "position"]);
  assert.deepEqual(session.pending, ["Nf3"]);
  assert.deepEqual(notices, []);
});

test("a move is not submitted at once while other boards need moves", async () => {
  const two = [
    [0, 2],
    [1, 2],
  ];
  const { session, calls } = await opened({ position: () => position({ mandatory: two }) });
  await session.play(KNIGHT, true);
  assert.deepEqual(calls, ["position"]);
});

test("the position is requested if the change does not contain it", async () => {
  const change = await recorder().source.edit();
  const { session, calls } = await opened({ edit: () => ({ ...change, position: undefined }) });
  assert.equal(await session.edit({ type: "add", parent: 0, moves: ["Nf3"] }), true);
  assert.deepEqual(calls, ["edit", "position"]);
});

test("the nearest ancestor is selected when the current node is deleted", async () => {
  const { session } = await opened();
  await session.play(KNIGHT, true);
  assert.equal(session.node, 1);
  await session.copy.catchUp(7);
  assert.equal(session.study?.revision, 7);
  assert.equal(session.node, 0);
});

test("the line ends at a result, and does not continue with the variations after it", async () => {
  const { session } = await opened();
  const nodes = [node(0, null, [1], 0, ""), node(1, 0, [2], 1, "white"), node(2, 1, [], 1, "black")];
  nodes[1].result = "1-0";
  await session.show(study({ id: "y", nodes }));
  await session.go(0);
  await session.last();
  assert.equal(session.node, 1);
  assert.equal(session.ending, "1-0");
  await session.next();
  assert.equal(session.node, 1);
  await session.go(2);
  assert.equal(session.node, 2);
});
