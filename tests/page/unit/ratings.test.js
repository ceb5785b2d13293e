import assert from "node:assert/strict";
import { test } from "node:test";

import { NEWCOMER, newPuzzle, rated } from "../../../src/hyperchess/app/page/js/puzzle/trainer/ratings.js";

test("an attempt changes the ratings of the user and of the puzzle", () => {
  const change = (own, other, score) => rated(own, other, score).rating - own.rating;
  const equal = newPuzzle(NEWCOMER.rating);
  const gained = change(NEWCOMER, equal, 1);
  const lost = change(equal, NEWCOMER, 0);
  assert.ok(gained > 0);
  assert.ok(gained < change(NEWCOMER, newPuzzle(NEWCOMER.rating + 400), 1));
  assert.ok(-gained < lost && lost < 0, "the rating of a puzzle is more certain than that of a newcomer");
  assert.ok(rated(NEWCOMER, equal, 1).deviation < NEWCOMER.deviation);
});
