/**
 * The syntax of 5DPGN and Branched 5DPGN: headers, boards, and a tree of actions. Nothing is looked up in the rules.
 * The main line is written last in Branched 5DPGN, and comes first in the tree. A variation after the action that it
 * replaces, as in PGN, is recognised by its number.
 */

/** @import {Pattern} from "./multiverse-moves.js" */

import { MOVE, readPattern } from "./multiverse-moves.js";
import { Scanner } from "./problem.js";

/**
 * @typedef {{number: number | null, color: "w" | "b" | null, sign: "number" | "slash" | "dot", at: number}} Serial
 * @typedef {{text: string, at: number, pattern: Pattern, evaluation: string}} MoveSyntax
 * @typedef {object} ActionSyntax
 * @property {Serial | null} serial
 * @property {number} at
 * @property {MoveSyntax[]} moves
 * @property {{text: string, after: number}[]} comments
 * @property {string} mark
 * @property {string} result
 * @property {ActionSyntax[]} children
 *
 * @typedef {{key: string, value: string, at: number}} Header
 * @typedef {{text: string, headers: Header[], boards: {text: string, at: number}[], root: ActionSyntax}} GameSyntax
 * @typedef {{action: ActionSyntax, parent: ActionSyntax | null, counted: Serial | null, since: number, at: number,
 *            count: number}} Opened
 */

const BLANKS = /\s*/y;
const HEADER = /\[\s*([^\s"[\]]+)\s*"((?:[^"\\]|\\[^])*)"\s*\]/y;
const BOARD = /\[(?=[^[\]":]*:)[^[\]"]*\]/y;
const NUMBER = /(\d{1,6})\s?([wb])?\s?(\.\.\.|…|\.)/y;
const RESULT = /(?:1-0|0-1|1\/2-1\/2|½-½)(?![\w/-])/y;
const HINT = /\((?:>L|~T|\+L)[+-]?\d+\)/y;
const MARK = /[+*#](?!\S)|[!?]{1,2}(?!\S)/y;
const NAG = /\$(\d{1,3})(?![\w(])/y;
const MARK_OF_NAG = ["", "!", "?", "!!", "??", "!?", "?!"];

/** @param {string} text @returns {GameSyntax} */
export function parseMultiverse(text) {
  return new Parser(text).run();
}

class Parser extends Scanner {
  /** @type {Header[]} */ #headers = [];
  /** @type {{text: string, at: number}[]} */ #boards = [];
  #root = action(null, 0);
  #current = this.#root; // the action to which the next tokens belong
  /** @type {ActionSyntax | null} */ #parent = null; // the action before it
  /** @type {Serial | null} */ #counted = null; // the last serial with a number
  #since = 0; // actions between it and the current one
  /** @type {Serial | null} */ #serial = null; // waits for its first move
  #closed = true; // whether the next move starts a new action
  #bracketed = false; // whether that action starts a variation
  /** @type {Opened[]} */ #opened = [];
  #count = 0; // of actions
  /** @type {{text: string, after: number}[]} */ #waiting = []; // comments on the next action
  /** @type {Set<ActionSyntax>} */ #branching = new Set();
  /** @type {Map<ActionSyntax, ActionSyntax[]>} */ #replacing = new Map();
  /** @type {Set<ActionSyntax>} */ #replacedAfter = new Set();

  run() {
    this.#readHead();
    for (this.take(BLANKS); !this.atEnd; this.take(BLANKS)) this.#readToken();
    const open = this.#opened.at(-1);
    if (open) this.fail("')' at the end of this variation", open.at, "it is not closed");
    this.#current.comments.push(...this.#waiting);
    this.#orderChildren();
    return { text: this.text, headers: this.#headers, boards: this.#boards, root: this.#root };
  }

  #readHead() {
    for (;;) {
      this.take(BLANKS);
      const at = this.offset;
      if (this.text[at] === "{") this.#keepComment(this.comment() ?? "");
      else if (this.text[at] !== "[") return;
      else {
        const header = this.take(HEADER);
        if (header) {
          const [, key = "", value = ""] = header;
          this.#headers.push({ key, value: value.replace(/\\(["\\])/g, "$1"), at });
        } else {
          const [board] = this.expect(BOARD, 'a header such as [Board "Standard"], or a board such as [k*2/3/2K*:0:1:w]');
          this.#boards.push({ text: board, at });
        }
      }
    }
  }

  #readToken() {
    const at = this.offset;
    const comment = this.comment();
    if (comment !== null) return this.#keepComment(comment);
    const number = this.take(NUMBER);
    if (number) return this.#addNumber(number, at);
    const move = this.take(MOVE);
    if (move) return this.#addMove(move, at);
    const result = this.take(RESULT);
    if (result) return this.#addResult(result[0], at);
    if (this.take(HINT)) return this.#needMove(at);
    const mark = this.take(MARK);
    if (mark) return this.#addMark(mark[0], at);
    const nag = this.take(NAG);
    if (nag) return this.#addNag(nag, at);
    this.offset = at + 1;
    if (this.text[at] === "/") return this.#addSlash(at);
    if (this.text[at] === "(") return this.#open(at);
    if (this.text[at] === ")") return this.#close(at);
    if (this.text[at] === "." && !this.#serial) return this.#start({ number: null, color: "w", sign: "dot", at });
    if (this.text[at] === "[") return this.fail("the end of the text", at, "a board shows one game");
    return this.fail("a move such as e4, Nf3 or (0T4)Qg5>>(0T2)g3", at);
  }

  /** @param {RegExpExecArray} match @param {number} at */
  #addNumber([, digits, color, dots], at) {
    const black = color === "b" || (!color && dots !== ".");
    if (this.#serial) this.fail("a move", at);
    if (this.#current.result && !this.#opened.length) this.fail("the end of the game", at, "moves follow its result");
    this.#start({ number: Number(digits), color: black ? "b" : "w", sign: "number", at });
  }

  /** @param {number} at */
  #addSlash(at) {
    const before = this.#serial;
    if (before?.sign === "slash") this.fail("a move", at);
    // `1. / e5`: the part of White is empty
    this.#start({ number: before?.number ?? null, color: before ? "b" : null, sign: "slash", at });
  }

  /** @param {Serial} serial */
  #start(serial) {
    this.#serial = serial;
    this.#closed = true;
  }

  /** @param {RegExpExecArray} match @param {number} at */
  #addMove(match, at) {
    if (this.#closed) this.#addAction(at);
    const pattern = readPattern(match);
    this.#current.moves.push({ text: match[0], at, pattern, evaluation: pattern.evaluation });
  }

  /** @param {number} at */
  #addAction(at) {
    const [serial, before] = [this.#serial, this.#current];
    if (before.result && !this.#bracketed) this.fail("the end of the line", at, "moves follow its result");
    const made = action(serial, at);
    made.comments = this.#waiting;
    if (this.#bracketed && this.#parent && this.#replaces(serial)) {
      this.#replacing.set(before, [...(this.#replacing.get(before) ?? []), made]);
      this.#replacedAfter.add(this.#parent);
    } else {
      if (before.children.length > 0) this.#branching.add(before);
      before.children.push(made);
      this.#parent = before;
    }
    if (serial?.number === null || !serial) this.#since += 1;
    else [this.#counted, this.#since] = [serial, 0];
    [this.#current, this.#serial, this.#waiting] = [made, null, []];
    this.#closed = this.#bracketed = false;
    this.#count += 1;
  }

  /** Whether a serial names the turn and player of the current action. @param {Serial | null} serial */
  #replaces(serial) {
    if (!serial || serial.number === null) return false;
    return plyOf(serial) === (this.#counted ? plyOf(this.#counted) : 1) + this.#since;
  }

  /** @param {number} at */
  #open(at) {
    if (this.#serial) this.fail("a move", at);
    const opened = { action: this.#current, parent: this.#parent, counted: this.#counted, since: this.#since };
    this.#opened.push({ ...opened, at, count: this.#count });
    this.#closed = this.#bracketed = true;
  }

  /** @param {number} at */
  #close(at) {
    const opened = this.#opened.pop();
    if (!opened) return this.fail("a move", at, "this ')' closes nothing");
    if (opened.count === this.#count) this.fail("a move in this variation", at);
    this.#current.comments.push(...this.#waiting);
    this.#waiting = [];
    this.#serial = null;
    this.#current = opened.action;
    this.#parent = opened.parent;
    [this.#counted, this.#since] = [opened.counted, opened.since];
    this.#closed = true;
    this.#bracketed = false;
  }

  /** @param {string} text @param {number} at */
  #addResult(text, at) {
    const { moves } = this.#current;
    if (this.#current.result || this.#bracketed) this.fail("a move", at);
    this.#current.result = text === "½-½" ? "1/2-1/2" : text;
    this.#serial = null;
    this.#current.comments.push(...this.#waiting.map((comment) => ({ ...comment, after: moves.length })));
    this.#waiting = [];
    this.#closed = moves.length === 0;
  }

  /** @param {string} text @param {number} at */
  #addMark(text, at) {
    if (text === "*" && this.text.slice(this.offset).trim() === "") return; // the game is not finished
    const move = this.#needMove(at);
    if ("+*#".includes(text)) this.#current.mark = text;
    else move.evaluation = text;
  }

  /** @param {RegExpExecArray} match @param {number} at */
  #addNag([, number], at) {
    const move = this.#needMove(at);
    move.evaluation ||= MARK_OF_NAG[Number(number)] ?? "";
  }

  /** The last move of the current action. @param {number} at */
  #needMove(at) {
    return (this.#closed ? undefined : this.#current.moves.at(-1)) ?? this.fail("a move", at);
  }

  /** @param {string} text */
  #keepComment(text) {
    const varied = this.#current.children.length > 0 || this.#replacing.has(this.#current);
    const isEarly = this.#closed && (this.#bracketed || this.#serial !== null || varied);
    if (isEarly) this.#waiting.push({ text: text.trim(), after: 0 });
    else {
      const { comments, moves, result } = this.#current;
      comments.push({ text: text.trim(), after: moves.length + Number(result !== "") });
    }
  }

  /** Main lines first, and variations that replace an action after it. */
  #orderChildren() {
    for (const { children } of this.#branching) children.unshift(.../** @type {ActionSyntax[]} */ ([children.pop()]));
    for (const parent of this.#replacedAfter) {
      const ordered = [];
      const waiting = [...parent.children].reverse();
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        ordered.push(next);
        waiting.push(...(this.#replacing.get(next) ?? []).toReversed());
      }
      parent.children = ordered;
    }
  }
}

/** @param {Serial | null} serial @param {number} at @returns {ActionSyntax} */
function action(serial, at) {
  return { serial, at, moves: [], comments: [], mark: "", result: "", children: [] };
}

/** A number for each action in turn: 2 for `1w.`, 3 for `1b.`. @param {Serial} serial */
function plyOf({ number, color }) {
  return 2 * (number ?? 0) + Number(color === "b");
}
