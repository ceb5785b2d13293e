/**
 * Adapter for the npm package hyperchess-board: an example for programs in JavaScript.
 *
 * It answers what the rules in WebAssembly can: timelines, moves, checks, verdicts and legality of 5D chess. Reading and
 * writing notations is not part of the package.
 *
 *     python conformance/runner.py -- node conformance/adapters/hyperchess-board.mjs PACKAGE
 *
 * PACKAGE is the folder of the unpacked package, such as node_modules/hyperchess-board.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2] ?? "node_modules/hyperchess-board");
const { openGame } = await import(pathToFileURL(resolve(folder, "hyperchess-board.js")).href);
const rules = readFileSync(resolve(folder, "rules.wasm"));

/** The verdicts of the suite; another one, such as "unknown", is no answer. */
const STATUSES = ["checkmate", "stalemate", "softmate", "check", "ongoing"];

/** Open a position: boards in 5DFEN, of which all timelines are initial, and actions. */
async function open({ boards, promotions = [], actions = [] }) {
  const texts = boards.match(/\[[^\]]*\]/g) ?? [];
  const initial = [...new Set(texts.map((text) => text.split(":")[1].trim()))];
  const start = { boards: texts, promotions, initial };
  const game = await openGame({ format: "hyperchess", version: 2, game: "5d", start, nodes: [{ parent: null }] }, rules);
  for (const action of actions) await game.play(spelt(action));
  return game;
}

/** The moves of an action as the package spells them: with `=` before a promotion. */
function spelt(action) {
  return action.map((move) => move.replace(/(?<=\d)=?([A-Z])$/, "=$1"));
}

/** Count the moves of the player on all boards where a move can be made; a promotion counts once. */
async function countMoves(game) {
  const { playable, width, height } = await game.position();
  let count = 0;
  for (const [row, time] of playable)
    for (let file = 0; file < width; file += 1)
      for (let rank = 0; rank < height; rank += 1) {
        const { moves } = await game.targets([row, time, file, rank]);
        count += new Set(moves.map(({ to }) => String(to))).size;
      }
  return count;
}

const ANSWERS = {
  timelines: async (given) => {
    const { timelines, present, player } = await (await open(given)).position();
    return {
      timelines: timelines.map(({ name }) => name),
      active: timelines.filter(({ active }) => active).map(({ name }) => name),
      present: `T${present >> 1}${present & 1 ? "b" : "w"}`,
      player: player.charAt(0),
    };
  },
  "pseudo-legal moves": async (given) => ({ count: await countMoves(await open(given)) }),
  check: async (given) => ({ check: (await (await open(given)).position()).checks.length > 0 }),
  status: async (given) => {
    const { status } = await (await open(given)).position();
    return STATUSES.includes(status.verdict) ? { status: status.verdict } : null;
  },
  legal: async ({ action, ...given }) => {
    const game = await open(given);
    return game.play(spelt(action)).then(
      () => ({ legal: true }),
      () => ({ legal: false }),
    );
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ask, given } = JSON.parse(line);
  try {
    const answer = (await ANSWERS[ask]?.(given)) ?? null;
    console.log(JSON.stringify(answer === null ? { id, unsupported: true } : { id, answer }));
  } catch (error) {
    const tooLarge = error.message.includes("at most 64 squares");
    console.log(JSON.stringify(tooLarge ? { id, unsupported: true } : { id, error: error.message }));
  }
}
