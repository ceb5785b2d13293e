import assert from "node:assert/strict";
import { test } from "node:test";

import { readGame } from "../../../src/hyperchess/app/page/js/component/game-json.js";
import { parseSquare } from "../../../src/hyperchess/app/page/js/component/square-names.js";

const MULTIVERSE = { game: "5d", timelines: [{ name: "-0", row: -1 }, { name: "+0", row: 0 }] };
const STARTS = { Any: { study: { game: "5d" }, play: { start: { statuses: {} } } } };

function game(nodes, boards = ["[k*2/3/2K*:0:1:b]"]) {
  const start = { boards, promotions: ["Q"], initial: ["0"] };
  return { format: "hyperchess", version: 2, game: "5d", headers: [["White", "Ada"], ["Black", "Bo"]], start, nodes };
}

test("squares are parsed by their names", () => {
  assert.deepEqual(parseSquare("(-0T2b)c1", MULTIVERSE), [-1, 5, 2, 0]);
  assert.deepEqual(parseSquare("4,-12345678901234567890", { game: "infinite" }), ["4", "-12345678901234567890"]);
  assert.throws(() => parseSquare("e4", MULTIVERSE), /expected a square such as \(0T1w\)e4, found e4/);
  assert.throws(() => parseSquare("(7T1w)e4", MULTIVERSE), /there is no timeline 7/);
  assert.throws(() => parseSquare("e4", { game: "infinite" }), /expected a square such as 4,2/);
});

test("the boards of a game become the start of the kernel", () => {
  const { play, study } = readGame(game([{ parent: null }]), STARTS);
  const { width, height, player, lowest, lines } = play.start;
  assert.deepEqual({ width, height, player, lowest }, { width: 3, height: 3, player: 1, lowest: 0 });
  const [first, initial, [cells]] = lines[0];
  assert.deepEqual([first, initial], [3, true]);
  assert.deepEqual([...atob(cells)].map((each) => each.charCodeAt(0)), [0, 0, 0xcb, 0, 0, 0, 0xeb, 0, 0]);
  assert.equal(study.title, "Ada – Bo");
});

test("actions are numbered from the player who starts, and what follows an unreadable one is not resolved", () => {
  const move = { from: "(0T1b)a3", to: "(0T1b)a2", promotion: "Q", text: "Ka2" };
  const nodes = [{ parent: null }, { parent: 0, moves: [move] }, { parent: 1, moves: [{ text: "?" }] }, { parent: 2, moves: [move] }];
  const { study } = readGame(game(nodes), STARTS);
  const seen = study.nodes.map(({ number, player, resolved, children }) => [number, player, resolved, children]);
  assert.deepEqual(seen, [
    [0, "", true, [1]],
    [1, "black", true, [2]],
    [2, "white", false, [3]],
    [2, "black", false, []],
  ]);
  assert.equal(study.nodes[1].moves[0].raw, "(0T1)a3>(0T1)a2=Q");
});

test("games that cannot be read say why", () => {
  const read = (nodes, boards) => () => readGame(game(nodes, boards), STARTS);
  assert.throws(read([{ parent: null }], ["[k*2/4/2K*:0:1:w]"]), /the rows differ in length/);
  assert.throws(read([{ parent: null }], ["k"]), /expected a board such as/);
  assert.throws(read([{ parent: null }], ["[k8/9/9/9/9/9/9/9/K8:0:1:w]"]), /at most 64 squares/);
  assert.throws(read([{ parent: null }, { parent: 5 }]), /node 1 has no parent before it/);
  assert.throws(() => readGame({ ...game([{ parent: null }]), version: 3 }, STARTS), /expected version 2/);
});
