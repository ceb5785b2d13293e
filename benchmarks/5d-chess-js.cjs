// Times 5d-chess-js (npm, AGPL; never shipped) on positions: node 5d-chess-js.cjs <folder of node_modules> < positions.json
//
// A position is {"fen", "size", "player"}. Loading it is not timed. Timed: `moves` in its raw form, and the verdict by
// `inCheckmate`, `inStalemate` and `inCheck`. A verdict that takes longer than the time limit counts with that limit.
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const Chess = createRequire(join(resolve(process.argv[2]), "package.json"))("5d-chess-js");
const LIMIT = 1000;
const RUNS = 3;

function load({ fen, size, player }) {
  const chess = new Chess();
  chess.skipDetection = true;
  chess.checkmateTimeout = LIMIT;
  chess.import(`[Board "custom"]\n[Size "${size}"]\n[Mode "5D"]\n[Promotions "Q"]\n${fen}\n`);
  chess.rawAction = player;
  return chess;
}

function timed(work, runs) {
  let best = Infinity;
  let result;
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint();
    result = work();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6);
    if (best > 100) break;
  }
  return [best, result];
}

function verdict(chess) {
  chess.checkmateCache = [];
  if (chess.inCheckmate) return "checkmate";
  if (chess.inStalemate) return "stalemate";
  return chess.inCheck ? "check" : "ongoing";
}

const results = JSON.parse(readFileSync(0, "utf8")).map((position) => {
  try {
    const chess = load(position);
    const [movesTime, moves] = timed(() => chess.moves("raw", false, false, false), RUNS);
    const [statusTime, status] = timed(() => verdict(chess), RUNS);
    return { moves: moves.length, moves_ms: movesTime, status, status_ms: Math.min(statusTime, LIMIT) };
  } catch (error) {
    return { error: String(error) };
  }
});
process.stdout.write(JSON.stringify(results));
