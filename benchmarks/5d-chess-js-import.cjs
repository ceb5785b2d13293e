// Times 5d-chess-js reading and validating games: node 5d-chess-js-import.cjs <folder of node_modules> < games.json
//
// A game is its 5DPGN text. Timed: `import`, which replays the game and looks for mates with its own time limit. With
// `--no-mates` as the last argument it only plays the moves, which is enough to see which games it accepts.
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const Chess = createRequire(join(resolve(process.argv[2]), "package.json"))("5d-chess-js");

const results = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  const start = process.hrtime.bigint();
  try {
    const chess = new Chess();
    chess.skipDetection = process.argv[3] === "--no-mates";
    chess.import(text, undefined, true);
    if (chess.rawMoveBuffer.length > 0) throw new Error("the last action is not accepted");
    return { ms: Number(process.hrtime.bigint() - start) / 1e6, actions: chess.rawActionHistory.length };
  } catch (error) {
    return { error: String(error) };
  }
});
process.stdout.write(JSON.stringify(results));
