import assert from "node:assert/strict";
import { test } from "node:test";

import { sitDown } from "../../../src/hyperchess/app/page/js/game/seat.js";
import { seatIn } from "../../../src/hyperchess/app/page/js/live/keys.js";

/** A server that refuses claims with a code. @param {string} code */
function refusing(code) {
  const claims = [];
  const source = {
    ask(_operation, _parameters, { key }) {
      claims.push(key);
      if (claims.length > 3) throw new Error("the claim is repeated without end");
      return Promise.reject(Object.assign(new Error(code), { code }));
    },
  };
  return { claims, source };
}

test("a claim that the server refuses for now is kept and not repeated at once", async () => {
  const { claims, source } = refusing("busy");
  const load = async (id) => ({ id, role: "black-seat" });
  await assert.rejects(sitDown({ id: "s1", role: "black-seat" }, source, load), { code: "busy" });
  assert.equal(claims.length, 1);
  assert.deepEqual(seatIn("s1"), { key: claims[0], sits: false });
});

test("the second browser watches", async () => {
  const { claims, source } = refusing("seat");
  const load = async (id) => ({ id, role: "view" });
  assert.equal((await sitDown({ id: "s2", role: "black-seat" }, source, load)).role, "view");
  assert.equal(claims.length, 1);
  assert.equal(seatIn("s2"), undefined);
});
