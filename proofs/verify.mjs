// A second verifier of proof files of 5D chess, with rules of its own.
//
//     node verify.mjs FILE...
//
// It was written from the rules and the format in the documentation (docs/rules.md, docs/proofs.md), and shares
// no code with the program that makes the proofs or with its own verifier. A file is decompressed by `xz`, unless
// it is decompressed already. The name of the variant in a claim is not checked.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LETTERS = "?PWKCQYRBUDSN"; // the code of a kind is its index; 0 is an empty square
const [PAWN, BRAWN, KING, ROYAL_QUEEN, ROOK] = [..."PWKYR"].map((letter) => LETTERS.indexOf(letter));
const BLACK = 32;
const UNMOVED = 64;
const kindOf = (code) => code & 15;
const colorOf = (code) => (code & BLACK ? 1 : 0); // 0: White, 1: Black
const isRoyal = (code) => kindOf(code) === KING || kindOf(code) === ROYAL_QUEEN;
const isPawn = (code) => kindOf(code) === PAWN || kindOf(code) === BRAWN;

export class Rejected extends Error {}

// --- steps: [files, ranks, turns, timelines] ------------------------------------------------------------

function stepsWith(accept) {
  const found = [];
  const each = [-2, -1, 0, 1, 2];
  for (const x of each) for (const y of each) for (const t of each) for (const l of each) {
    const sizes = [x, y, t, l].map(Math.abs).filter(Boolean).sort();
    if (accept(sizes)) found.push([x, y, t, l]);
  }
  return found;
}
const along = (...axes) => stepsWith((sizes) => axes.includes(sizes.length) && sizes.every((size) => size === 1));
const LEAPS = stepsWith((sizes) => sizes.length === 2 && sizes[0] === 1 && sizes[1] === 2);
const STEPS = {
  R: along(1), B: along(2), U: along(3), D: along(4), S: along(1, 2),
  Q: along(1, 2, 3, 4), Y: along(1, 2, 3, 4), K: along(1, 2, 3, 4), C: along(1, 2, 3, 4), N: LEAPS,
};
const MOVES = [...LETTERS].map((letter) => ({ steps: STEPS[letter] ?? [], longest: "RBUDSQY".includes(letter) ? Infinity : 1 }));

// --- positions ------------------------------------------------------------------------------------------

// A position: lines from the lowest row to the highest, each with the half-turn of its first board. A half-turn is
// twice the turn, plus 1 for Black. Boards never change.
class Position {
  constructor(shape, lines, player) {
    this.shape = shape; // { width, height, even, promotions }
    this.lines = lines; // { row, start, boards, initial }
    this.player = player;
  }

  get lowest() { return this.lines[0].row; }
  get highest() { return this.lines[this.lines.length - 1].row; }

  board(row, time) {
    const line = this.lines[row - this.lowest];
    return line?.boards[time - line.start];
  }

  number(row) { return this.shape.even && row < 0 ? row + 1 : row; }

  isActive(line) {
    const reach = 1 + Math.min(Math.max(0, this.number(this.highest)), Math.max(0, -this.number(this.lowest)));
    return line.initial || Math.abs(this.number(line.row)) <= reach;
  }

  get present() { return Math.min(...this.lines.filter((line) => this.isActive(line)).map(endOf)); }

  name(row) {
    if (!this.shape.even) return `${row}`;
    return row === 0 ? "+0" : row === -1 ? "-0" : `${this.number(row)}`;
  }
}

const endOf = (line) => line.start + line.boards.length - 1;

function readPosition(fen, promotions, initial) {
  const even = /:[+-]0:/.test(fen);
  const rowOf = (name) => (even && name.startsWith("-") ? Number(name) - 1 : Number(name));
  const lines = new Map();
  let shape = null;
  for (const [, text, name, turn, color] of fen.matchAll(/\[([^:\]]+):([+-]?\d+):(-?\d+):([wb])\]/g)) {
    const ranks = text.split("/").reverse().map(readRank);
    shape ??= { width: ranks[0].length, height: ranks.length, even, promotions };
    if (ranks.length !== shape.height || ranks.some((rank) => rank.length !== shape.width))
      throw new Rejected("the boards differ in size");
    const row = rowOf(name);
    if (!lines.has(row)) lines.set(row, []);
    lines.get(row).push([2 * Number(turn) + (color === "b" ? 1 : 0), Uint8Array.from(ranks.flat())]);
  }
  if (!shape) throw new Rejected("the start has no board");
  const made = [...lines].sort((one, other) => one[0] - other[0]).map(([row, boards]) => {
    boards.sort((one, other) => one[0] - other[0]);
    if (boards.some(([time], index) => time !== boards[0][0] + index)) throw new Rejected("a board is missing");
    const isInitial = initial.map(rowOf).includes(row);
    return { row, start: boards[0][0], boards: boards.map(([, board]) => board), initial: isInitial };
  });
  if (made.some((line, index) => line.row !== made[0].row + index)) throw new Rejected("a timeline is missing");
  const position = new Position(shape, made, 0);
  return new Position(shape, made, position.present & 1);
}

function readRank(text) {
  const codes = [];
  for (const [, empty, letter, star] of text.matchAll(/(\d+)|([A-Za-z])(\*?)/g)) {
    if (empty) codes.push(...Array(Number(empty)).fill(0));
    else {
      const kind = LETTERS.indexOf(letter.toUpperCase());
      if (kind < 1) throw new Rejected(`unknown piece ${letter}`);
      codes.push(kind | (letter === letter.toUpperCase() ? 0 : BLACK) | (star ? UNMOVED : 0));
    }
  }
  return codes;
}

// --- moves of pieces ------------------------------------------------------------------------------------

// Call `visit(row, time, square)` for each target of the piece on a square; stop if it returns true. Castling and
// en passant are not included: they capture no royal.
function visitTargets(position, row, time, square, visit) {
  const { width, height } = position.shape;
  const { lines, lowest } = position;
  const code = position.board(row, time)[square];
  const color = code & BLACK;
  const x = square % width;
  const y = (square - x) / width;
  // Go along a step; `mode` says whether the piece may move to an empty square (1), capture (2), or both (3).
  const go = ([dx, dy, dt, dl], longest, mode) => {
    let [toX, toY, toTime, toRow] = [x, y, time, row];
    for (let distance = 1; distance <= longest; distance += 1) {
      toX += dx;
      toY += dy;
      if (toX < 0 || toY < 0 || toX >= width || toY >= height) return false;
      toTime += 2 * dt;
      toRow += dl;
      const line = lines[toRow - lowest];
      const board = line && line.boards[toTime - line.start];
      if (!board) return false;
      const to = toY * width + toX;
      const found = board[to];
      if (found ? !(mode & 2) || (found & BLACK) === color : !(mode & 1)) return false;
      if (visit(toRow, toTime, to)) return true;
      if (found) return false;
    }
    return false;
  };
  if (isPawn(code)) {
    const [up, over] = color ? [-1, 1] : [1, -1];
    const longest = code & UNMOVED ? 2 : 1;
    const captures = [[-1, up, 0, 0], [1, up, 0, 0], [0, 0, -1, over], [0, 0, 1, over]];
    if (kindOf(code) === BRAWN) captures.push([0, up, 0, over], [-1, 0, 0, over], [1, 0, 0, over], [0, up, -1, 0]);
    return go([0, up, 0, 0], longest, 1) || go([0, 0, 0, over], longest, 1) || captures.some((step) => go(step, 1, 2));
  }
  const { steps, longest } = MOVES[kindOf(code)];
  for (const step of steps) if (go(step, longest, 3)) return true;
  return false;
}

// Whether a piece of the player could capture a royal of the opponent, from the last board of any timeline on which
// the player is to move.
function capturesRoyal(position, player) {
  for (const line of position.lines) {
    const time = endOf(line);
    if ((time & 1) !== player) continue;
    const board = line.boards[line.boards.length - 1];
    for (let square = 0; square < board.length; square += 1) {
      if (!board[square] || colorOf(board[square]) !== player) continue;
      const found = visitTargets(position, line.row, time, square, (row, at, target) => {
        const code = position.board(row, at)[target];
        return code !== 0 && colorOf(code) !== player && isRoyal(code);
      });
      if (found) return true;
    }
  }
  return false;
}

// Whether a piece of a colour attacks a square of its board, from this board.
function isAttackedOnBoard(position, row, time, square, color) {
  const board = position.board(row, time).slice();
  const { shape } = position;
  board[square] = ROOK | (color ? 0 : BLACK); // so that pawns attack it too
  const alone = new Position(shape, [{ row, start: time, boards: [board], initial: true }], color);
  return board.some((code, from) => code && colorOf(code) === color &&
    visitTargets(alone, row, time, from, (_row, _time, target) => target === square));
}

// The moves from a board: { row, time, from, toRow, toTime, to, promotion, board } with the board after a move within
// the board, or else the boards after it at its source (`board`) and at its target (`arrived`).
function movesFrom(position, line) {
  const { width, height, promotions } = position.shape;
  const { row } = line;
  const time = endOf(line);
  const board = line.boards[line.boards.length - 1];
  const moves = [];
  const nameOf = (r, t, square) =>
    `(${position.name(r)}T${t >> 1})${String.fromCharCode(97 + (square % width))}${Math.floor(square / width) + 1}`;
  const add = (from, toRow, toTime, to, change = () => {}) => {
    const code = board[from];
    const isWithin = toRow === row && toTime === time;
    const rank = Math.floor(to / width);
    const target = position.board(toRow, toTime);
    const isLast = rank === (colorOf(code) ? 0 : height - 1);
    const isPromotion = isPawn(code) && isLast &&
      (isWithin || (kindOf(code) === BRAWN && target[to] !== 0)) && promotions.length > 0;
    for (const promotion of isPromotion ? promotions : [""]) {
      const piece = (promotion ? LETTERS.indexOf(promotion) | (code & BLACK) : code) & ~UNMOVED;
      const left = board.slice();
      left[from] = 0;
      const arrived = isWithin ? left : target.slice();
      arrived[to] = piece;
      change(left);
      const text = `${nameOf(row, time, from)}>${nameOf(toRow, toTime, to)}${promotion}`;
      moves.push({ row, toRow, toTime, isWithin, board: left, arrived, text });
    }
  };
  for (let from = 0; from < board.length; from += 1) {
    const code = board[from];
    if (!code || colorOf(code) !== position.player) continue;
    visitTargets(position, row, time, from, (toRow, toTime, to) => add(from, toRow, toTime, to));
    if (isPawn(code)) addEnPassant(position, row, time, from, add);
    if (kindOf(code) === KING && code & UNMOVED) addCastling(position, row, time, from, add);
  }
  return moves;
}

function addEnPassant(position, row, time, from, add) {
  const { width, height } = position.shape;
  const board = position.board(row, time);
  const before = position.board(row, time - 2);
  const up = position.player ? -1 : 1;
  const [x, y] = [from % width, Math.floor(from / width)];
  if (!before || y + 2 * up < 0 || y + 2 * up >= height) return;
  for (const side of [-1, 1]) {
    if (x + side < 0 || x + side >= width) continue;
    const victim = from + side;
    const home = victim + 2 * up * width;
    const isFoe = (code) => code !== 0 && isPawn(code) && colorOf(code) !== position.player;
    if (!isFoe(board[victim]) || board[victim] & UNMOVED || board[home] || board[victim + up * width]) continue;
    if (!isFoe(before[home]) || !(before[home] & UNMOVED) || before[victim]) continue;
    add(from, row, time, victim + up * width, (left) => { left[victim] = 0; });
  }
}

function addCastling(position, row, time, from, add) {
  const { width } = position.shape;
  const board = position.board(row, time);
  const x = from % width;
  const rook = ROOK | UNMOVED | (board[from] & BLACK);
  for (const side of [-1, 1]) {
    let distance = 1;
    const inside = () => x + side * distance >= 0 && x + side * distance < width;
    while (inside() && !board[from + side * distance]) distance += 1;
    if (!inside() || distance < 3 || board[from + side * distance] !== rook) continue;
    const crossed = [0, 1, 2].map((step) => from + side * step);
    if (crossed.some((square) => isAttackedOnBoard(position, row, time, square, 1 - position.player))) continue;
    add(from, row, time, from + 2 * side, (left) => {
      left[from + side * distance] = 0;
      left[from + side] = rook & ~UNMOVED;
    });
  }
}

// --- actions --------------------------------------------------------------------------------------------

// Yield each legal action once, as { text, after }, in standard order: moves that do not branch by the timeline in
// which they arrive, then branches, whose order numbers the new timelines.
function* legalActions(position) {
  const playable = position.lines.filter((line) => (endOf(line) & 1) === position.player);
  const moves = new Map(playable.map((line) => [line.row, movesFrom(position, line)]));
  for (const [row, all] of moves) moves.set(row, all.filter((move) => isSafe(position, move)));
  const isPlayable = (move) => moves.has(move.toRow) && endOf(position.lines[move.toRow - position.lowest]) === move.toTime;
  const used = new Set();

  // `lines` are those of the position with the boards of the moves chosen so far.
  function* staying(index, chosen, lines) {
    if (index === playable.length) {
      yield* branching(chosen, []);
      return;
    }
    const { row } = playable[index];
    if (used.has(row)) {
      yield* staying(index + 1, chosen, lines);
      return;
    }
    used.add(row);
    for (const move of moves.get(row)) {
      const isHop = !move.isWithin && isPlayable(move) && !used.has(move.toRow);
      if (!move.isWithin && !isHop) continue;
      const made = withBoards(position, lines, move, isHop);
      if (chosen.length > 0 || isHop ? isAttacked(position, made) : false) continue;
      if (isHop) used.add(move.toRow);
      yield* staying(index + 1, [...chosen, move], made);
      if (isHop) used.delete(move.toRow);
    }
    used.delete(row);
    yield* staying(index + 1, chosen, lines); // pass, or be the target of a later hop
  }

  function* branching(chosen, branches) {
    const after = tryAction(position, chosen, branches);
    if (after) yield after;
    for (const { row } of playable) {
      if (used.has(row)) continue;
      used.add(row);
      for (const move of moves.get(row)) {
        if (move.isWithin || (isPlayable(move) && !(used.has(move.toRow) && move.toRow !== row))) continue;
        yield* branching(chosen, [...branches, move]);
      }
      used.delete(row);
    }
  }
  yield* staying(0, [], position.lines);
}

// Whether a move may be part of a legal action. It may not if the opponent could capture a royal although the move is
// the only one: boards never change, so a line of capture that is open stays open whatever else is played.
function isSafe(position, move) {
  if (isAttacked(position, withBoards(position, position.lines, move, false))) return false;
  const arrived = { row: 0, start: move.toTime + 1, boards: [move.arrived], initial: true };
  return move.isWithin || !isAttacked(position, [arrived]);
}

// Whether the opponent could capture a royal with these lines.
function isAttacked(position, lines) {
  const foe = 1 - position.player;
  return capturesRoyal(new Position(position.shape, lines, foe), foe);
}

// Return lines with the board that a move makes in its own timeline, and for a hop the one in its target timeline.
function withBoards(position, lines, move, isHop) {
  const made = lines.slice();
  const append = (row, board) => {
    const line = made[row - position.lowest];
    made[row - position.lowest] = { ...line, boards: [...line.boards, board] };
  };
  append(move.row, move.board);
  if (isHop) append(move.toRow, move.arrived);
  return made;
}

// Return { text, after } for moves that may be submitted, or null.
function tryAction(position, chosen, branches) {
  if (!chosen.length && !branches.length) return null;
  const { player } = position;
  let { lines } = position;
  for (const move of [...chosen, ...branches]) lines = withBoards(position, lines, move, !move.isWithin && !branches.includes(move));
  lines = lines.slice();
  for (const move of branches) {
    const row = player ? lines[0].row - 1 : lines[lines.length - 1].row + 1;
    const made = { row, start: move.toTime + 1, boards: [move.arrived], initial: false };
    if (player) lines.unshift(made);
    else lines.push(made);
  }
  const after = new Position(position.shape, lines, 1 - player);
  if ((after.present & 1) === player || capturesRoyal(after, 1 - player)) return null;
  const sign = player ? -1 : 1;
  const ordered = chosen.toSorted((one, other) => sign * (one.toRow - other.toRow));
  return { text: [...ordered, ...branches].map((move) => move.text).join(" "), after };
}

// Return the position after an action in standard order, or null if it is not legal.
function playText(position, text) {
  const used = new Set();
  const [chosen, branches] = [[], []];
  for (const part of text.split(" ")) {
    const line = position.lines.find((one) => part.startsWith(`(${position.name(one.row)}T${endOf(one) >> 1})`));
    if (!line || used.has(line.row) || (endOf(line) & 1) !== position.player) return null;
    const move = movesFrom(position, line).find((one) => one.text === part);
    if (!move) return null;
    used.add(line.row);
    const target = position.lines[move.toRow - position.lowest];
    const isHop = !move.isWithin && endOf(target) === move.toTime && !used.has(move.toRow);
    if (isHop) used.add(move.toRow);
    (isHop || move.isWithin ? chosen : branches).push(move);
  }
  const found = tryAction(position, chosen, branches);
  return found?.text === text ? found.after : null;
}

// Whether a royal of the player could be captured if the player passed on every mandatory board.
function isInCheck(position) {
  const { present } = position;
  const lines = position.lines.map((line) =>
    (present & 1) === position.player && endOf(line) === present && position.isActive(line)
      ? { ...line, boards: [...line.boards, line.boards[line.boards.length - 1]] } : line);
  return capturesRoyal(new Position(position.shape, lines, 1 - position.player), 1 - position.player);
}

const hasAction = (position) => !legalActions(position).next().done;
const listActions = (position) =>
  [...legalActions(position)].sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));

// --- proofs ---------------------------------------------------------------------------------------------

const KEYS = "attacker,goal,initial,promotions,start,variant,within";

function readObject(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Rejected("a line is not JSON");
  }
  if (typeof value !== "object" || value === null) throw new Rejected("a line is no object");
  return value;
}

/** Check the lines of a proof; return its claim and the number of positions, or throw `Rejected`. */
export function verify(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Rejected("the last line has no end");
  const hash = (count) => createHash("sha256").update(lines.slice(0, count).map((line) => `${line}\n`).join("")).digest("hex");
  const count = lines.length;
  if (count < 4 || lines[0] !== "hyperchess-proof 1") throw new Rejected("this is not a proof of version 1");
  if (lines[count - 1] !== `sha256 ${hash(count - 1)}`) throw new Rejected("the file has another SHA-256");
  if (!lines[count - 2].startsWith("end ")) throw new Rejected("there is no line that ends the proof");
  const ending = readObject(lines[count - 2].slice(4));
  if (ending.proof !== hash(count - 2)) throw new Rejected("the proof has another SHA-256");
  if (ending.records !== count - 4) throw new Rejected("the proof has another number of records");
  const claim = readObject(lines[1]);
  const attacker = ["white", "black"].indexOf(claim.attacker);
  const areTexts = (list) => Array.isArray(list) && list.every((text) => typeof text === "string");
  if (Object.keys(claim).sort().join() !== KEYS || attacker < 0 || !["mate", "none"].includes(claim.goal) ||
      !Number.isInteger(claim.within) || claim.within < 1 || claim.within > 64 || typeof claim.start !== "string" ||
      !areTexts(claim.promotions) || !areTexts(claim.initial) || claim.promotions.some((letter) => !/^[A-Z]$/.test(letter)))
    throw new Rejected("the claim is not valid");
  let at = 2;
  let positions = 0;
  const fail = (message) => { throw new Rejected(`line ${at}: ${message}`); };
  const record = () => (at < count - 2 ? lines[at++] : fail("the proof ends too early"));
  const play = (position) => {
    const wanted = record();
    positions += 1;
    return playText(position, wanted) ?? fail(`${wanted} is not a legal action`);
  };
  const mates = (position, within) => isLost(play(position), within - 1);
  const isLost = (position, within) => {
    if (within === 0 && hasAction(position)) fail("the attacker has no action left, and this is not mate");
    const defences = within === 0 ? [] : listActions(position);
    if (!defences.length && !isInCheck(position)) fail("this is stalemate and not mate");
    for (const { after } of defences) { positions += 1; mates(after, within); }
  };
  const doesNotMate = (position, within) => {
    for (const { after } of within > 1 ? listActions(position) : legalActions(position)) {
      positions += 1;
      holds(after, within - 1);
    }
  };
  const holds = (position, within) => {
    if (within === 0) {
      if (isInCheck(position) && !hasAction(position)) fail("this is mate");
    } else if (lines[at] === "-") {
      record();
      if (isInCheck(position) || hasAction(position)) fail("the record says stalemate, but this is not stalemate");
    } else doesNotMate(play(position), within);
  };
  const start = readPosition(claim.start, claim.promotions, claim.initial);
  const attacks = start.player === attacker;
  if (claim.goal === "mate") (attacks ? mates : isLost)(start, claim.within);
  else (attacks ? doesNotMate : holds)(start, claim.within);
  if (at !== count - 2) fail("there are more records than the tree needs");
  return { claim, positions };
}

const XZ = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]); // how a compressed file begins

function readProof(file) {
  let data;
  try {
    data = readFileSync(file);
  } catch (error) {
    throw new Rejected(error.message);
  }
  if (!data.subarray(0, XZ.length).equals(XZ)) return data.toString("ascii");
  const { status, stdout, stderr, error } = spawnSync("xz", ["-dc"], { input: data, encoding: "ascii", maxBuffer: 1 << 30 });
  if (status !== 0) throw new Rejected(error?.message ?? stderr.trim());
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of process.argv.slice(2)) {
    const began = performance.now();
    try {
      const { claim, positions } = verify(readProof(file));
      const seconds = ((performance.now() - began) / 1e3).toFixed(2);
      console.log(`${file}: ${claim.attacker} ${claim.goal} ${claim.within}: verified, ${positions} positions, ${seconds} s`);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      console.log(`${file}: rejected: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
