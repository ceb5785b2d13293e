import assert from "node:assert/strict";
import { test } from "node:test";

import { queryText } from "../../../src/hyperchess/app/page/js/explorer/query-text.js";

const NONE = { player: "", variant: "", result: "", end: "", least: "", most: "" };

test("an empty form is an empty query", () => {
  assert.equal(queryText(NONE, ""), "");
});

test("the fields of the form become conditions", () => {
  const fields = { ...NONE, player: "level 5", result: "0-1", end: "checkmate", least: "10", most: "20" };
  assert.equal(
    queryText(fields, ""),
    '(white ~ "level 5" or black ~ "level 5") and result = "0-1" and status = "checkmate" and actions >= 10 and actions <= 20',
  );
});

test("quotation marks cannot end a text, and the drawn pattern is kept", () => {
  assert.equal(queryText({ ...NONE, variant: 'a"b' }, 'mate and pattern "8/8" at turn 3'), 'variant ~ "ab" and pattern "8/8" at turn 3');
});
