/**
 * Reads games in hyperchess JSON with the readers and the kernel of the board, and prints the position after every node.
 *
 * Standard input: `{assets, games}`; output: a list of `{positions, error}`.
 *
 * node tests/board/positions.mjs rules.wasm < input
 */

import { readFileSync } from "node:fs";

import { readGame } from "../../src/hyperchess/app/page/js/component/game-json.js";
import { EmbeddedSource } from "../../src/hyperchess/app/page/js/data/embedded.js";

const kernel = await WebAssembly.compile(readFileSync(process.argv[2]));
const { art, starts, games } = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const game of games) {
  const positions = [];
  let error = "";
  try {
    const data = readGame(game, starts);
    const source = new EmbeddedSource(data, art, async () => kernel);
    for (const { id, resolved } of data.study.nodes) {
      positions.push(resolved ? await source.position("", id, []) : null);
    }
    found.push({ positions, error, nodes: data.study.nodes });
  } catch (failure) {
    error = failure.message;
    found.push({ positions, error, nodes: [] });
  }
}
process.stdout.write(JSON.stringify(found));
