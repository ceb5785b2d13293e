/**
 * A game of 5D chess from its text. Every written move is looked up among the legal moves of the kernel; a text that fits
 * none of them, or several legal actions, is a problem.
 */

/** @import {Move, Position5D, Square5D} from "../../types.js" */
/** @import {Rules} from "../../data/playing/rules.js" */
/** @import {WrittenMove, WrittenNode} from "../game-json.js" */
/** @import {ActionSyntax, GameSyntax, MoveSyntax} from "./multiverse-syntax.js" */
/** @import {Pattern} from "./multiverse-moves.js" */

import { TextProblem } from "./problem.js";

/**
 * @typedef {{state: number, position: Position5D}} Place
 * @typedef {{place: Place, moves: Move[]}} Reading
 */

const MOST_READINGS = 200; // of an action
const MOST_TRIED = 300; // moves in a game, besides
const TRIED_PER_MOVE = 4;
const MOST_ACTIONS = 10_000;
const PAWNS = "PW";

/**
 * Resolve the actions of a text.
 *
 * @param {GameSyntax} syntax
 * @param {Rules} rules of its start
 * @param {boolean} unsigned whether the text numbers the timelines of an even start `-1 0`, not `-0 +0`
 * @returns {WrittenNode[]}
 */
export function resolveMultiverse(syntax, rules, unsigned) {
  return new Resolver(syntax, rules, unsigned).run();
}

class Resolver {
  #left; // moves that may still be tried
  /** @type {WrittenNode[]} */ #nodes = [];
  /** @type {Map<string, {node: number, place: Place}>} */ #known = new Map(); // by parent and moves

  /** @param {GameSyntax} syntax @param {Rules} rules @param {boolean} unsigned */
  constructor(syntax, rules, unsigned) {
    this.text = syntax.text;
    this.root = syntax.root;
    this.rules = rules;
    this.unsigned = unsigned;
    this.#left = MOST_TRIED + TRIED_PER_MOVE * (this.text.length / 2);
  }

  run() {
    const blank = /** @type {Position5D} */ (this.rules.blank());
    const start = this.#look(this.rules.begin(), blank);
    this.#nodes.push({ parent: null, ...extras(this.root) });
    /** @type {[action: ActionSyntax, parent: number, place: Place][]} */ const waiting = [];
    const add = (/** @type {ActionSyntax[]} */ actions, /** @type {number} */ parent, /** @type {Place} */ place) => {
      for (const action of actions.toReversed()) waiting.push([action, parent, place]);
    };
    add(this.root.children, 0, start);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [action, parent, before] = next;
      if (this.#nodes.length > MOST_ACTIONS) this.#fail(action.at, `at most ${MOST_ACTIONS} actions`);
      const { node, place } = this.#add(action, parent, before);
      add(action.children, node, place);
    }
    return this.#nodes;
  }

  /**
   * Add the node of an action; variations that start with the same action are merged.
   *
   * @param {ActionSyntax} action
   * @param {number} parent
   * @param {Place} place
   */
  #add(action, parent, place) {
    const { player } = place.position;
    const stated = action.serial?.color;
    if (stated && stated !== player.charAt(0)) {
      const reason = player === "black" ? "'/' stands before Black's moves" : "'/' separates the players";
      this.#fail(action.serial?.at ?? action.at, `${player === "black" ? "Black" : "White"}'s moves`, reason);
    }
    const { moves, place: played } = this.#interpret(action, place);
    const key = `${parent} ${orderOf(moves)}`;
    const known = this.#known.get(key);
    if (known) {
      const node = /** @type {WrittenNode} */ (this.#nodes[known.node]);
      node.comments?.push(...action.comments);
      node.result ||= action.result;
      return known;
    }
    const state = this.rules.submit(played.state);
    if (state === null) throw new Error("a legal action cannot be submitted: this is a bug in hyperchess");
    const written = moves.map((move, index) => writtenMove(move, /** @type {MoveSyntax} */ (action.moves[index])));
    this.#nodes.push({ parent, moves: written, ...extras(action) });
    const made = { node: this.#nodes.length - 1, place: this.#look(state, place.position) };
    this.#known.set(key, made);
    return made;
  }

  /**
   * The only legal reading of an action.
   *
   * @param {ActionSyntax} action
   * @param {Place} place
   * @returns {Reading}
   */
  #interpret(action, place) {
    /** @type {Reading[]} */ const waiting = [{ place, moves: [] }];
    /** @type {Reading | null} */ let legal = null;
    /** @type {Reading | null} */ let illegal = null;
    let reached = 0;
    for (let left = MOST_READINGS; waiting.length > 0; left -= 1) {
      if (left === 0) this.#fail(action.at, "moves with more coordinates", "too many moves fit");
      const reading = /** @type {Reading} */ (waiting.pop());
      const next = action.moves[reading.moves.length];
      if (next) {
        reached = Math.max(reached, reading.moves.length);
        waiting.push(...this.#follow(next, reading, action.moves.length));
      } else if (this.rules.submit(reading.place.state) === null) illegal = reading;
      else if (legal) this.#fail(action.at, "moves with more coordinates", "several legal actions fit");
      else legal = reading;
    }
    if (legal) return legal;
    if (illegal) {
      const { fault } = this.#look(illegal.place.state, place.position).position;
      return this.#fail(action.at, "a legal action", fault?.message);
    }
    const { text, at } = /** @type {MoveSyntax} */ (action.moves[reached]);
    const player = place.position.player === "white" ? "White" : "Black";
    return this.#fail(at, "a legal move", `no piece of ${player}'s can play ${text} ('/' separates the players)`);
  }

  /**
   * The readings with one more move, the first one last.
   *
   * @param {MoveSyntax} written
   * @param {Reading} reading
   * @param {number} count of the moves of the action
   * @returns {Reading[]}
   */
  #follow(written, { place, moves }, count) {
    const { position, state } = place;
    const { color } = written.pattern;
    if (color && color !== position.player.charAt(0)) this.#fail(written.at, `a board of ${position.player}'s`);
    const found = this.#candidates(written.pattern, place).map((move) => {
      if (--this.#left < 0) this.#fail(written.at, "moves with more coordinates", "too many moves fit");
      const after = this.rules.play(state, move.text, position).state;
      const isLast = moves.length + 1 === count;
      return { place: isLast ? { state: after, position } : this.#look(after, position), moves: [...moves, move] };
    });
    return found.reverse();
  }

  /** @param {number} state @param {Position5D} before @returns {Place} */
  #look(state, before) {
    return { state, position: /** @type {Position5D} */ (this.rules.view(state, before, [], [], before.status)) };
  }

  /**
   * The moves that a text can mean: without a piece letter, pawns take precedence; among several moves, the sign of a
   * capture decides. Of moves that differ in the promotion, the preferred one.
   *
   * @param {Pattern} pattern
   * @param {Place} place
   * @returns {Move[]}
   */
  #candidates(pattern, place) {
    const pawns = pattern.piece === null ? unique(this.#matches(pattern, place, PAWNS)) : [];
    if (pawns.length === 1) return pawns;
    const found = unique(this.#matches(pattern, place, pattern.piece ?? ""));
    if (found.length <= 1) return found;
    const marked = found.filter((move) => move.capture === pattern.capture);
    return marked.length > 0 ? marked : found;
  }

  /**
   * @param {Pattern} pattern
   * @param {Place} place
   * @param {string} pieces letters of the pieces that may move; empty for all
   * @returns {Move[]}
   */
  #matches(pattern, { state, position }, pieces) {
    const { width, height } = position;
    const row = this.#row(pattern.line, position);
    /** @type {Move[]} */ const found = [];
    for (const [line, time] of position.playable) {
      if ((row !== null && row !== line) || (pattern.turn !== null && pattern.turn !== time >> 1)) continue;
      const board = position.timelines.find((each) => each.row === line)?.boards.at(-1) ?? "";
      for (let place = 0; place < board.length; place += 1) {
        const letter = board.charAt(place);
        const piece = letter.toUpperCase();
        if (letter === "." || (letter === piece) !== (position.player === "white")) continue;
        const [file, rank] = [place % width, height - 1 - Math.floor(place / width)];
        if ((pieces && !pieces.includes(piece)) || ![null, file].includes(pattern.file)) continue;
        if (![null, rank].includes(pattern.rank)) continue;
        const { moves } = this.rules.targets(state, [line, time, file, rank]);
        found.push(...moves.filter((move) => this.#fits(move, pattern, piece, position)));
      }
    }
    return found;
  }

  /** @param {Move} move @param {Pattern} pattern @param {string} piece @param {Position5D} position */
  #fits(move, pattern, piece, position) {
    const [row, time, file] = /** @type {Square5D} */ (move.from);
    const [toRow, toTime, toFile, toRank] = /** @type {Square5D} */ (move.to);
    const { distance } = pattern;
    const physical = row === toRow && time === toTime;
    const castling = piece === "K" && physical && Math.abs(toFile - file) === 2 ? Math.sign(toFile - file) : null;
    return (
      [null, move.kind].includes(pattern.kind) &&
      [null, this.#row(pattern.toLine, position)].includes(pattern.toLine === null ? null : toRow) &&
      [null, toTime >> 1].includes(pattern.toTurn) &&
      [null, toFile].includes(pattern.toFile) &&
      [null, toRank].includes(pattern.toRank) &&
      [null, move.promotion].includes(pattern.promotion) &&
      [null, castling].includes(pattern.castling) &&
      (!distance ||
        (!physical &&
          [null, toRow - row].includes(distance.lines) &&
          [null, (toTime >> 1) - (time >> 1)].includes(distance.turns)))
    );
  }

  /** The row of a timeline; NaN if there is none of this name. @param {string | null} name @param {Position5D} position */
  #row(name, position) {
    if (name === null) return null;
    const number = Number(name);
    if (this.unsigned) return number;
    if (!position.even) return /^[+-]0+$/.test(name) ? NaN : number;
    if (/^0+$/.test(name)) return NaN;
    return name.startsWith("-") ? number - 1 : number;
  }

  /** @param {number} at @param {string} expected @param {string} [why] @returns {never} */
  #fail(at, expected, why) {
    throw new TextProblem(this.text, at, expected, why);
  }
}

/** Of moves that differ in the promotion, the first. @param {Move[]} moves */
function unique(moves) {
  const seen = new Set();
  return moves.filter(({ from, to }) => {
    const squares = `${from}>${to}`;
    return !seen.has(squares) && seen.add(squares);
  });
}

/** A text that is the same for all orders of moves that make the same action. @param {Move[]} moves */
function orderOf(moves) {
  const texts = (/** @type {boolean} */ branch) => moves.filter(({ kind }) => (kind === "branch") === branch).map(({ text }) => text);
  return [...texts(false).sort(), ...texts(true)].join(" ");
}

/** @param {Move} move @param {MoveSyntax} syntax @returns {WrittenMove} */
function writtenMove({ text, promotion }, syntax) {
  const [from = "", to = ""] = text.replace(/=.*/, "").split(">");
  return { from, to, promotion, text: syntax.text, evaluation: syntax.evaluation };
}

/** @param {ActionSyntax} action @returns {Omit<WrittenNode, "parent">} */
function extras({ comments, mark, result }) {
  return { comments, mark, result };
}
