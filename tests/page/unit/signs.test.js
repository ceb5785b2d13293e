import assert from "node:assert/strict";
import { test } from "node:test";

import { sights } from "../../../src/hyperchess/app/page/js/infinite/render/sight-lines.js";
import { Camera } from "../../../src/hyperchess/app/page/js/multiverse/camera/camera.js";
import { Layout } from "../../../src/hyperchess/app/page/js/multiverse/layout.js";
import { edgeSigns } from "../../../src/hyperchess/app/page/js/multiverse/render/edge-signs.js";
import { ticks } from "../../../src/hyperchess/app/page/js/review/graph.js";

/** Signs of a board of 8 x 8 squares of 100 pixels, of which the first four ranks are in view; a target is above. */
function signsOver(rank4) {
  const rows = ["........", "........", "........", "........", rank4, "........", "........", "........"];
  const line = { row: 0, first: 0, boards: [rows.join("")] };
  const layout = new Layout({ game: "5d", width: 8, height: 8, timelines: [line] }, false);
  const camera = new Camera();
  Object.assign(camera, { width: 800, height: 400, world: { x: 0, y: 0, width: 8, height: 8 } });
  camera.look({ x: 4, y: 6, scale: 100 });
  return { layout, camera, signs: edgeSigns(layout, camera, [{ to: [0, 0, 3, 7] }], false) };
}

test("a sign of targets outside covers no piece", () => {
  assert.deepEqual([signsOver("........").signs[0].x, signsOver("........").signs[0].y], [400, 18]);
  const { layout, camera, signs } = signsOver("..PPPPP.");
  const [{ x, y }] = signs;
  assert.equal(y, 18);
  const [from, to] = [x - 19, x + 19].map((at) => layout.pieceAt(layout.squareAt(camera.worldAt(at, y))));
  assert.deepEqual([from, to], [".", "."]);
});

test("a sign stays in the middle if pieces are everywhere", () => {
  assert.equal(signsOver("PPPPPPPP").signs[0].x, 400);
});

/** Pieces of infinite chess by the middles of their squares on the screen, with squares of 40 pixels. */
function inSight(...places) {
  const pieces = places.map(() => ["rook", "white"]);
  const field = { size: places.length, pieces, screen: (index) => places[index] };
  const { signs } = sights(field, { scale: 40 }, { left: 0, right: 400, top: 0, bottom: 400 });
  return signs.map(({ index }) => index);
}

test("a piece outside has a sign on each line that passes the view", () => {
  assert.deepEqual(inSight([200, -100]), [0, 0, 0]);
});

test("a piece of which a part is in view has no sign", () => {
  assert.deepEqual(inSight([200, -15]), []);
});

test("no sign covers a piece, unless the piece outside is far away", () => {
  assert.equal(inSight([200, -100], [200, 20]).length, 2);
  assert.equal(inSight([200, -100_000], [200, 20]).length, 1);
});

test("the axis of the graph has at most five numbers, each at its first action", () => {
  assert.deepEqual(ticks([1, 1, 2, 2, 3]), [[0, 1], [2, 2], [4, 3]]); // prettier-ignore
  assert.deepEqual(ticks([]), []);
  const long = Array.from({ length: 80 }, (_, place) => 1 + Math.floor(place / 2));
  assert.deepEqual(ticks(long).map(([, number]) => number), [1, 9, 17, 25, 33]); // prettier-ignore
});
