import assert from "node:assert/strict";
import { test } from "node:test";

import { TrainingRecord } from "../../../src/hyperchess/app/page/js/puzzle/trainer/record.js";

const FORK = { id: "a", game: "5d", mate_in: 1, timelines: 2, variant: "Small", difficulty: 900, themes: ["fork through time"] };
const HUNT = { id: "b", game: "infinite", mate_in: 2, timelines: 0, variant: "Hunt", difficulty: 1400, themes: [] };
const ANY = { mateIn: null, timelines: null, variant: "", game: "", theme: "" };

/** The ids of the puzzles that match a filter. */
function matching(filters) {
  const record = new TrainingRecord();
  record.filters = { ...record.filters, ...filters };
  return [FORK, HUNT].filter((puzzle) => record.matches(puzzle)).map(({ id }) => id);
}

test("puzzles are filtered by game and theme", () => {
  assert.deepEqual(matching({}), ["a", "b"]);
  assert.deepEqual(matching({ game: "infinite" }), ["b"]);
  assert.deepEqual(matching({ game: "5d" }), ["a"]);
  assert.deepEqual(matching({ theme: "fork through time" }), ["a"]);
  assert.deepEqual(matching({ game: "infinite", theme: "fork through time" }), []);
});

test("filters that were stored without a game or a theme match any", (t) => {
  const stored = JSON.stringify({ filters: { mateIn: 2, timelines: null, variant: "" } });
  globalThis.localStorage = { getItem: () => stored, setItem: () => {} };
  t.after(() => delete globalThis.localStorage);
  assert.deepEqual(new TrainingRecord().filters, { ...ANY, mateIn: 2 });
});
