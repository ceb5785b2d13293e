import assert from "node:assert/strict";
import { test } from "node:test";

import { checkWords, isWaiting, turnWords } from "../../../src/hyperchess/app/page/js/game/turn-words.js";

/** A game in progress against the computer, White to move on one board. */
function game(more = {}, position = {}, pending = []) {
  const shown = { game: "5d", player: "white", mandatory: [[0, 2]], may_submit: false, ...position };
  const rules = { computer: "black" };
  return { active: true, atEnd: true, side: "white", rules, session: { position: shown, pending }, ...more };
}

const TWO = { mandatory: [[0, 2], [1, 2]] }; // prettier-ignore

test("the player is told whose turn it is and on how many boards to play", () => {
  assert.equal(turnWords(game()), "Your turn");
  assert.equal(turnWords(game({}, TWO)), "Your turn: play on 2 boards");
  assert.equal(turnWords(game({}, {}, ["Nf3"])), "Your turn: play on 1 more board");
  assert.equal(turnWords(game({}, { mandatory: [], may_submit: true }, ["Nf3"])), "Your turn: submit your action");
  assert.equal(turnWords(game({}, { game: "infinite", mandatory: undefined })), "Your turn");
});

test("the opponent is the computer or a person", () => {
  assert.equal(turnWords(game({}, { player: "black" })), "The computer is thinking");
  assert.equal(turnWords(game({ rules: null }, { player: "black" })), "Waiting for your opponent");
});

test("the user waits only for another player", () => {
  assert.equal(isWaiting(game({}, { player: "black" })), true);
  assert.equal(isWaiting(game()), false);
  assert.equal(isWaiting(game({ side: null }, { player: "black" })), false);
  assert.equal(isWaiting(game({ active: false }, { player: "black" })), false);
});

test("two players on one screen, and viewers, are told the side", () => {
  assert.equal(turnWords(game({ side: null }, { ...TWO, player: "black" })), "Black to move: play on 2 boards");
});

test("an earlier position says how to go on, and a finished game says nothing", () => {
  assert.equal(turnWords(game({ atEnd: false })), "An earlier position: go to the last one to move");
  assert.equal(turnWords(game({ active: false })), "");
});

test("a check is that of the player", () => {
  assert.equal(checkWords(game(), "white"), "You are in check");
  assert.equal(checkWords(game(), "black"), "Black is in check");
  assert.equal(checkWords(null, "white"), "White is in check");
});
