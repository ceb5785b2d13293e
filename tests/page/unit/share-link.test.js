import assert from "node:assert/strict";
import { test } from "node:test";

import { pack, unpack } from "../../../src/hyperchess/app/page/js/share/share-link.js";

for (const text of ["", "1. e4 / e5", "\u{1f600} ä\n".repeat(5_000)]) {
  test(`a link carries a text of ${text.length} units`, async () => {
    assert.equal(await unpack(await pack(text)), text);
  });
}

test("a damaged link is refused", async () => {
  await assert.rejects(unpack("abc"), /damaged/);
});
