import assert from "node:assert/strict";
import { test } from "node:test";

import { targetsOf } from "../../../src/hyperchess/app/page/js/data/targets.js";

const KNIGHT = { text: "Nf3", from: [0, 2, 6, 0], to: [0, 2, 5, 2] };
const PAWN = { text: "e4", from: [0, 2, 4, 1], to: [0, 2, 4, 3] };

test("the targets of a piece are among the moves of the position", () => {
  const movable = [KNIGHT.from, PAWN.from];
  const position = { moves: { movable, targets: [{ moves: [KNIGHT] }, { moves: [PAWN] }] } };
  assert.deepEqual(targetsOf(position, [0, 2, 6, 0]), { moves: [KNIGHT], rays: [] });
  assert.deepEqual(targetsOf(position, [0, 2, 0, 0]), { moves: [], rays: [] });
});

test("infinite chess has rays", () => {
  const [own, other] = [{ from: ["4", "2"] }, { from: ["-4", "2"] }];
  const targets = [
    { points: [other], rays: [other] },
    { points: [], rays: [own] },
  ];
  const position = { moves: { movable: [other.from, own.from], targets } };
  assert.deepEqual(targetsOf(position, ["4", "2"]), { moves: [], rays: [own] });
});

test("a position without its moves knows no targets", () => {
  assert.equal(targetsOf({}, [0, 2, 6, 0]), null);
  assert.equal(targetsOf({ moves: { movable: [[0, 2, 6, 0]], targets: null } }, [0, 2, 6, 0]), null);
});
