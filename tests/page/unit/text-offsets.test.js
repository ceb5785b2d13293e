import assert from "node:assert/strict";
import { test } from "node:test";

import { utf16Offsets } from "../../../src/hyperchess/app/page/js/ui/text-offsets.js";

for (const [text, offsets, units] of [
  ["e4 e5", [0, 3, 5], [0, 3, 5]],
  ["\u{1f600}e4", [0, 1, 3], [0, 2, 4]],
  ["a\u{1f600}b\u{1f600}c", [4, 0, 2, 9], [6, 0, 3, 7]],
  ["", [0, 7], [0, 0]],
]) {
  test(`offsets in code points become offsets in UTF-16 units: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(utf16Offsets(text, offsets), units);
  });
}
