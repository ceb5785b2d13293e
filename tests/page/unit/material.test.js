import assert from "node:assert/strict";
import { test } from "node:test";

import { countMaterial } from "../../../src/hyperchess/app/page/js/game/material.js";

const LETTERS = { P: "pawn", K: "king", Q: "queen", N: "knight", B: "bishop" };
const VALUES = { pawn: 110, king: 0, queen: 1125, knight: 369, bishop: 436 };

test("the last boards of active timelines count", () => {
  const lines = [
    { active: true, boards: ["KQPPkpp..", "KPPkpp..."] },
    { active: true, boards: ["KNPPkp..."] },
    { active: false, boards: ["KQQQQk..."] },
  ];
  const found = countMaterial({ game: "5d", timelines: lines }, LETTERS, VALUES);
  assert.deepEqual(found.white, { surplus: [["knight", 1], ["pawn", 1]], lead: 4 }); // prettier-ignore
  assert.deepEqual(found.black, { surplus: [], lead: 0 });
});

test("both players may have something that the other lacks", () => {
  const pieces = [["king", "white"], ["king", "black"], ["bishop", "white"], ["knight", "black"], ["knight", "black"]]; // prettier-ignore
  const obstacles = [["pawn", "neutral"]];
  const found = countMaterial({ game: "infinite", pieces: [...pieces, ...obstacles] }, LETTERS, VALUES);
  assert.deepEqual(found.white, { surplus: [["bishop", 1]], lead: 0 });
  assert.deepEqual(found.black, { surplus: [["knight", 2]], lead: 3 });
});
