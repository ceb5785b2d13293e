// Answers the conformance questions with 5d-chess-js (npm, AGPL; never shipped):
//
//     npm install 5d-chess-js            in some folder
//     python conformance/runner.py -- node conformance/adapters/5d-chess-js.cjs FOLDER [SECONDS]
//
// It knows 5D chess and 5DPGN; other questions are unsupported. A search for a mate gets 10 seconds, or SECONDS,
// then the answer is an error.
const { createRequire } = require("node:module");
const { createInterface } = require("node:readline");
const { join, resolve } = require("node:path");

const Chess = createRequire(join(resolve(process.argv[2] ?? "."), "package.json"))("5d-chess-js");
const MATE_LIMIT = 1_000 * Number(process.argv[3] ?? 10);
const SQUARE = /^\(([-+]?\d+)T(-?\d+)\)([a-z])(\d+)$/;

function square(text) {
  const [, timeline, turn, file, rank] = SQUARE.exec(text);
  return { timeline: Number(timeline), turn: Number(turn), file: file.charCodeAt(0) - 96, rank: Number(rank) };
}

/** Play one move of raw notation: the move of this library that has the same squares and promotion. */
function play(chess, raw) {
  const [source, rest] = raw.split(">");
  const promotion = /[A-Z]$/.test(rest) ? rest.at(-1) : null;
  const start = square(source);
  const end = square(promotion ? rest.slice(0, -1) : rest);
  const same = (a, b) => a.timeline === b.timeline && a.turn === b.turn && a.file === b.file && a.rank === b.rank;
  const move = chess
    .moves("object", false, false, false)
    .find((m) => same(m.start, start) && same(m.end, end) && (m.promotion ?? null) === promotion);
  if (!move) throw new Error(`no such move: ${raw}`);
  chess.move(move);
}

function tags(boards) {
  const rows = boards.slice(1).split(":")[0].split("/");
  const width = [...rows[0].matchAll(/\d+|[a-zA-Z]/g)].reduce((sum, [t]) => sum + (/\d/.test(t) ? Number(t) : 1), 0);
  return `[Board "custom"]\n[Size "${width}x${rows.length}"]\n`;
}

function load(given) {
  const chess = new Chess();
  chess.skipDetection = true;
  chess.checkmateTimeout = MATE_LIMIT;
  const promotions = given.promotions ? `[Promotions "${given.promotions.join(",")}"]\n` : "";
  const boards = given.boards.replaceAll("][", "]\n[");
  chess.import(`${tags(boards)}[Mode "5D"]\n${promotions}${boards}\n`);
  for (const action of given.actions ?? []) {
    for (const move of action) play(chess, move);
    chess.submit();
  }
  return chess;
}

function status(chess) {
  if (chess.inCheckmate) return "checkmate";
  if (chess.inStalemate) return "stalemate";
  return chess.inCheck ? "check" : "ongoing";
}

const ANSWERS = {
  "state hash": (given) => ({ hash: load(given).hash }),
  variant: ({ name }) => {
    const chess = new Chess();
    const known = chess.variants.find((variant) => variant.name === name);
    if (!known) return null;
    chess.reset(known.shortName);
    return { boards: chess.fen().trim().split("\n").join(""), hash: chess.hash };
  },
  "pseudo-legal moves": (given) => {
    const moves = load(given).moves("object", false, false, false);
    return { count: new Set(moves.map((m) => JSON.stringify([m.start, m.end]))).size };
  },
  check: (given) => ({ check: load(given).inCheck }),
  status: (given) => ({ status: status(load(given)) }),
  read: ({ text }) => {
    const chess = new Chess();
    chess.skipDetection = true;
    chess.import(text);
    return { actions: chess.actionHistory.map((action) => action.moves.map(rawMove)) };
  },
};

function rawMove(move) {
  const name = (s) => `(${s.timeline}T${s.turn})${s.coordinate}`;
  return `${name(move.start)}>${name(move.end)}${move.promotion ?? ""}`;
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, ask, given } = JSON.parse(line);
  let reply;
  try {
    const answer = ask in ANSWERS ? ANSWERS[ask](given) : null;
    reply = answer ? { id, answer } : { id, unsupported: true };
  } catch (error) {
    reply = { id, error: String(error).slice(0, 300) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
});
