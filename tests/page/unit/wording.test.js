import assert from "node:assert/strict";
import { test } from "node:test";

import { readable } from "../../../src/hyperchess/app/page/js/live/earlier-versions.js";
import { fileName } from "../../../src/hyperchess/app/page/js/ui/copy-download.js";

test("a file name has single hyphens", () => {
  assert.equal(fileName("Ann - Bob", ".icn"), "Ann-Bob.icn");
  assert.equal(fileName("  ", ".icn"), "game.icn");
});

test("an earlier version shows no commands of drawings", () => {
  assert.equal(readable("good [%cal Ge2e4,Rd1d2] move [%csl Ga1]"), "good move (3 drawings)");
  assert.equal(readable("plain"), "plain");
});
