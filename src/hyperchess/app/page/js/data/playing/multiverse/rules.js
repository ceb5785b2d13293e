/**
 * The rules of 5D chess for a self-contained file: positions computed by the kernel, in the shapes of the
 * page. The kernel decides what is legal and what a move does; this module converts numbers to names.
 */

/** @import {Attack5D, LastMove5D, Move, Player, Position, Position5D, Square, Square5D,
 *            Status} from "../../../types.js" */
/** @import {Answer, Calls, Word} from "../calls.js" */
/** @import {Rules, Step} from "../rules.js" */

import { squareName } from "../../../multiverse/names.js";
import { OutOfBudget, packBytes, packDouble, vector } from "../calls.js";

/**
 * @typedef {{width: number, height: number, player: number, even: boolean, promotions: string, lowest: number,
 *            lines: [first: number, initial: boolean, boards: string[]][],
 *            statuses: Record<string, Status[]>}} MultiverseStart boards in base 64; `statuses` by player and
 *          number of the kernel, the last one if the kernel does not know
 */

const STATUS_SECONDS = 0.2;
const KINDS = /** @type {const} */ (["physical", "hop", "branch"]);
const KIND_SIGNS = { physical: "", hop: ">", branch: ">>" };
const MOST_NAMED = 4; // boards that need a move; the rest are counted
const RAW = /^\(([+-]?\d+)T(-?\d+)\)([a-z])(\d+)>\(([+-]?\d+)T(-?\d+)\)([a-z])(\d+)(?:=([A-Z]))?$/;

/** @implements {Rules} */
export class MultiverseRules {
  /**
   * @param {Calls} calls
   * @param {MultiverseStart} start
   * @param {(letter: string) => string} pieceWord "king"
   */
  constructor(calls, start, pieceWord) {
    this.calls = calls;
    this.start = start;
    this.pieceWord = pieceWord;
  }

  /** @returns {number} */
  begin() {
    const { width, height, player, even, promotions, lowest, lines } = this.start;
    /** @type {Word[]} */ const words = [width, height, player, even];
    words.push(...packBytes(new TextEncoder().encode(promotions)), lowest);
    words.push(...vector(lines.map(([first, initial, boards]) => [first, initial, ...vector(boards.map(cells))])));
    return this.calls.ask("pack", words).number();
  }

  /** @returns {Position5D} */
  blank() {
    const { width, height, even } = this.start;
    return {
      ...{ game: "5d", width, height, even, player: "white", present: 0, timelines: [], mandatory: [], playable: [] },
      ...{ checks: [], last: [], pending: [], may_submit: false, fault: null },
      status: /** @type {Status} */ (this.start.statuses["white"]?.at(-1)),
    };
  }

  /** @param {number} state @param {string} text @param {Position} position @returns {Step} */
  play(state, text, position) {
    const numbers = this.#numbers(text, position.player);
    const answer = this.calls.ask("step", [state, ...numbers]);
    if (!answer.flag()) throw new Error(`${text} is not possible here`);
    const kind = kindOf(answer.number());
    const [capture, castling, letter] = [answer.flag(), answer.flag(), String.fromCharCode(answer.number())];
    const newRow = answer.maybe(() => answer.number());
    const [from, to] = [this.#square(numbers.slice(0, 3)), this.#square(numbers.slice(3, 6))];
    const touched = [later(from, from[0]), later(to, newRow ?? to[0])];
    if (castling) {
      const rook = /** @type {Square5D} */ ([to[0], to[1], (from[2] + to[2]) / 2, to[3]]);
      touched.push(later(rook, rook[0]));
    }
    const promotion = numbers[6] ? String.fromCharCode(numbers[6]) : "";
    return {
      state: answer.number(),
      name: this.#name(from, to, kind, letter, capture, promotion),
      last: { from, to, kind, player: position.player, new_row: newRow, touched },
    };
  }

  /** @param {number} state @returns {number | null} */
  submit(state) {
    const answer = this.calls.ask("submit", [state]);
    return answer.flag() ? answer.number() : null;
  }

  /**
   * @param {number} state
   * @param {Position} from an earlier position, whose boards are known
   * @param {LastMove5D[]} last
   * @param {string[]} pending
   * @param {Status | null} status the verdict if it is known
   * @returns {Position5D}
   */
  view(state, from, last, pending, status) {
    const before = /** @type {Position5D} */ (from);
    const known = before.timelines.map((line) => [line.boards.length]);
    const answer = this.calls.ask("view", [state, before.timelines[0]?.row ?? 0, ...vector(known)]);
    const player = playerOf(answer.number());
    const present = answer.number();
    const rows = answer.list(() => this.#line(answer));
    const older = new Map(before.timelines.map((line) => [line.row, line]));
    const parents = new Map(last.map((move) => [move.new_row, /** @type {[number, number]} */ (move.to.slice(0, 2))]));
    const timelines = rows.map(({ row, active, maker, first, boards }) => ({
      row,
      name: this.#timeline(row),
      active,
      maker: maker < 0 ? null : playerOf(maker),
      first,
      parent: older.has(row) ? (older.get(row)?.parent ?? null) : (parents.get(row) ?? null),
      boards: [...(older.get(row)?.boards ?? []), ...boards],
    }));
    const places = (/** @type {"playable" | "owed"} */ which) =>
      rows.filter((row) => row[which]).map(({ row }) => this.#end(timelines, row));
    const checks = this.#attacks(answer);
    const maySubmit = answer.flag();
    const hanging = this.#attacks(answer);
    const mandatory = places("owed");
    return {
      ...before,
      player,
      present,
      timelines,
      mandatory,
      playable: places("playable"),
      checks,
      last,
      pending,
      may_submit: maySubmit,
      fault: maySubmit ? null : this.#fault(mandatory, hanging, timelines),
      status: status ?? this.#status(state, player),
    };
  }

  /** @param {number} state @param {Square} square */
  targets(state, square) {
    const [row, time, file, rank] = /** @type {Square5D} */ (square);
    const answer = this.calls.ask("targets", [state, row, time, rank * this.start.width + file]);
    return { moves: answer.list(() => this.#move(answer)), rays: [] };
  }

  /** @param {number} state */
  passing(state) {
    const answer = this.calls.ask("passing", [state]);
    return answer.list(() => ({
      from: this.#place(answer),
      to: this.#place(answer),
      royal: answer.flag(),
    }));
  }

  /** @param {number[]} states that are no longer needed */
  forget(states) {
    this.calls.ask("release", vector(states.map((state) => [state])));
  }

  /** @param {Answer} answer @returns {Move} */
  #move(answer) {
    const numbers = Array.from({ length: 7 }, () => answer.number());
    const kind = kindOf(answer.number());
    const [capture, castling, letter] = [answer.flag(), answer.flag(), String.fromCharCode(answer.number())];
    const [from, to] = [this.#square(numbers.slice(0, 3)), this.#square(numbers.slice(3, 6))];
    const promotion = numbers[6] ? String.fromCharCode(numbers[6]) : "";
    const ends = [from, to].map((end) => `${this.#board(end)}${squareName(end[2], end[3])}`);
    const text = `${ends.join(">")}${promotion ? `=${promotion}` : ""}`;
    const name = this.#name(from, to, kind, letter, capture, promotion);
    return { text, name, from, to, promotion, kind, capture, castling };
  }

  /**
   * The displayed name of a move.
   *
   * @param {Square5D} from
   * @param {Square5D} to
   * @param {"physical" | "hop" | "branch"} kind
   * @param {string} letter
   * @param {boolean} capture
   * @param {string} promotion
   */
  #name(from, to, kind, letter, capture, promotion) {
    const [left, arrived] = [squareName(from[2], from[3]), squareName(to[2], to[3])];
    const piece = letter.toUpperCase() === "P" ? "" : letter.toUpperCase();
    const takes = capture ? "x" : "";
    const way =
      kind === "physical"
        ? `${piece || (capture ? left.charAt(0) : "")}${takes}`
        : `${piece}${left}${KIND_SIGNS[kind]}${takes}${this.#board(to)}`;
    return `${this.#board(from)}${way}${arrived}${promotion ? `=${promotion}` : ""}`;
  }

  /** @param {Answer} answer */
  #line(answer) {
    return {
      row: answer.number(),
      active: answer.flag(),
      maker: answer.number(),
      playable: answer.flag(),
      owed: answer.flag(),
      first: answer.number(),
      boards: answer.list(() => this.#letters(answer.bytes())),
    };
  }

  /** A board for the page: the last rank first, `.` for an empty square. @param {Uint8Array} codes */
  #letters(codes) {
    const { width, height } = this.start;
    const ranks = Array.from({ length: height }, (_, rank) => codes.subarray(rank * width, (rank + 1) * width));
    const letter = (/** @type {number} */ code) => (code === 0 ? "." : String.fromCharCode(code & 0x7f));
    return ranks
      .reverse()
      .map((rank) => [...rank].map(letter).join(""))
      .join("");
  }

  /** @param {Answer} answer @returns {Attack5D[]} */
  #attacks(answer) {
    return answer.list(() => ({ from: this.#place(answer), to: this.#place(answer) }));
  }

  /** @param {Answer} answer */
  #place(answer) {
    return this.#square([answer.number(), answer.number(), answer.number()]);
  }

  /** @param {number[]} numbers row, half-turn, and the number of the square @returns {Square5D} */
  #square([row = 0, time = 0, square = 0]) {
    return [row, time, square % this.start.width, Math.floor(square / this.start.width)];
  }

  /** @param {Position5D["timelines"]} timelines @param {number} row @returns {[number, number]} its last board */
  #end(timelines, row) {
    const line = timelines.find((each) => each.row === row);
    return [row, (line?.first ?? 0) + (line?.boards.length ?? 1) - 1];
  }

  /** "-0" @param {number} row */
  #timeline(row) {
    if (!this.start.even || row > 0) return String(row);
    if (row === 0) return "+0";
    return row === -1 ? "-0" : String(row + 1);
  }

  /** @param {string} name */
  #row(name) {
    if (!this.start.even) return Number(name);
    if (name === "-0") return -1;
    return name.startsWith("-") ? Number(name) - 1 : Number(name);
  }

  /** "(0T3)" @param {Square5D} square */
  #board([row, time]) {
    return `(${this.#timeline(row)}T${time >> 1})`;
  }

  /** The numbers of a move in raw notation. @param {string} text @param {Player} player */
  #numbers(text, player) {
    const parts = RAW.exec(text);
    if (!parts) throw new Error(`${text} is not a move`);
    const [, line = "", turn, file = "", rank, toLine = "", toTurn, toFile = "", toRank, promotion = ""] = parts;
    const half = player === "white" ? 0 : 1;
    const square = (/** @type {string} */ letter, /** @type {unknown} */ number) =>
      (Number(number) - 1) * this.start.width + letter.charCodeAt(0) - 97;
    return [
      ...[this.#row(line), 2 * Number(turn) + half, square(file, rank)],
      ...[this.#row(toLine), 2 * Number(toTurn) + half, square(toFile, toRank)],
      promotion ? promotion.charCodeAt(0) : 0,
    ];
  }

  /**
   * Why the action may not be submitted.
   *
   * @param {[number, number][]} owed
   * @param {Attack5D[]} attacks
   * @param {Position5D["timelines"]} timelines
   */
  #fault(owed, attacks, timelines) {
    if (owed.length > 0) {
      const names = owed.map(([row]) => `L${this.#timeline(row)}`);
      return { message: owes(names), rule: "present", boards: owed, attacks: [] };
    }
    const describe = (/** @type {Square5D} */ square) => {
      const [row, time, file, rank] = square;
      const line = timelines.find((each) => each.row === row);
      const board = line?.boards[time - line.first] ?? "";
      const letter = board.charAt((this.start.height - 1 - rank) * this.start.width + file);
      const owner = letter === letter.toUpperCase() ? "White" : "Black";
      const place = `(${this.#timeline(row)}T${time >> 1}${time & 1 ? "b" : "w"})${squareName(file, rank)}`;
      return `${owner}'s ${this.pieceWord(letter)} on ${place}`;
    };
    const [first] = attacks;
    const message = first ? `${describe(first.from)} could capture ${describe(first.to)}` : "";
    return { message, rule: "check", boards: [], attacks };
  }

  /** @param {number} state @param {Player} player @returns {Status} */
  #status(state, player) {
    const statuses = /** @type {Status[]} */ (this.start.statuses[player]);
    const unknown = /** @type {Status} */ (statuses.at(-1));
    try {
      return statuses[this.calls.ask("status", [state, packDouble(STATUS_SECONDS)]).number()] ?? unknown;
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return unknown;
    }
  }
}

/** @param {string} text in base 64 */
function cells(text) {
  return packBytes(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}

/** @param {number} number @returns {Player} */
function playerOf(number) {
  return number === 0 ? "white" : "black";
}

/** @param {number} number */
function kindOf(number) {
  return KINDS[number] ?? "physical";
}

/** The square on the board that a move created. @param {Square5D} square @param {number} row @returns {Square5D} */
function later([, time, file, rank], row) {
  return [row, time + 1, file, rank];
}

/** @param {string[]} boards that owe a move */
function owes(boards) {
  if (boards.length === 1) return `Board ${boards[0]} still needs a move`;
  const more = boards.length - MOST_NAMED;
  const named = more > 0 ? [...boards.slice(0, MOST_NAMED), `${more} more`] : boards;
  return `Boards ${named.slice(0, -1).join(", ")} and ${named.at(-1)} still need moves`;
}
