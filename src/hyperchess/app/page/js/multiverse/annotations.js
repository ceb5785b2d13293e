/** Coloured squares and arrows on the boards. Collected when something changes, not for every frame. */

/** @import {Attack5D, BoardPlace, LastMove5D, MoveArrow, PassingAttack, Position5D, Shape,
 *            Square5D} from "../types.js" */
/** @import {Point} from "../drawing/arrows.js" */
/** @import {Tint, Tints} from "./render/boards.js" */
/** @import {Layout} from "./layout.js" */

/** @typedef {{from: Point, to: Point, mark: string, weight: number, dashed: boolean, bent: boolean}} Jump */
/**
 * @typedef {object} Annotations
 * @property {Tints} tints
 * @property {Jump[]} jumps in drawing order: the last action, the user's shapes, attacks
 * @property {BoardPlace[]} owed boards that need a move before the action can be submitted
 */
/**
 * @typedef {object} Wanted
 * @property {boolean} lastMoves
 * @property {boolean} checks
 * @property {Shape[]} shapes of the user
 * @property {MoveArrow[]} suggestion what an engine would play
 * @property {PassingAttack[] | null} passing
 * @property {boolean} unfinished whether moves were made: then show what is missing
 */

const MOST_ARROWS = 150;

/** @param {Layout} layout @param {Wanted} wanted @returns {Annotations} */
export function annotate(layout, { lastMoves, checks, shapes, suggestion, passing, unfinished }) {
  const { position } = layout;
  const collected = new Collected(layout);
  if (lastMoves) for (const move of position.last) collected.addMove(move);
  for (const arrow of suggestion) collected.addSuggestion(arrow);
  for (const shape of shapes) collected.addShape(shape);
  const fault = unfinished ? position.fault : null;
  if (passing) collected.addPassing(passing, position);
  else if (checks) collected.addAttacks([...position.checks, ...(fault?.attacks ?? [])]);
  return { tints: collected.tints, jumps: collected.jumps, owed: fault?.boards ?? [] };
}

class Collected {
  /** @type {Tints} */ tints = new Map();
  /** @type {Jump[]} */ jumps = [];

  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
  }

  /** @param {LastMove5D} move */
  addMove(move) {
    const mark = `by-${move.player}`;
    for (const square of move.touched) this.#tint(square, mark);
    if (move.kind === "physical" || this.jumps.length >= MOST_ARROWS) return;
    this.#jump(move.from, move.to, mark, move.kind === "branch" ? 1.6 : 1);
  }

  /** @param {Shape} shape */
  addShape(shape) {
    if (shape.type === "square") this.#tint(/** @type {Square5D} */ (shape.at), shape.color);
    else this.#jump(/** @type {Square5D} */ (shape.from), /** @type {Square5D} */ (shape.to), shape.color, 1);
  }

  /** @param {MoveArrow} arrow */
  addSuggestion({ from, to }) {
    this.#jump(/** @type {Square5D} */ (from), /** @type {Square5D} */ (to), "choice", 0.5);
  }

  /** @param {Attack5D[]} attacks */
  addAttacks(attacks) {
    const seen = new Set();
    for (const { from, to } of attacks) {
      const key = `${from} ${to}`;
      if (seen.has(key) || seen.size >= MOST_ARROWS) continue;
      seen.add(key);
      this.#tint(to, "check");
      this.#jump(from, to, "check", 0.8);
    }
  }

  /**
   * What the opponent could capture after a pass; attacks on royals are drawn last.
   *
   * @param {PassingAttack[]} attacks
   * @param {Position5D} position
   */
  addPassing(attacks, position) {
    const mark = position.player === "white" ? "by-black" : "by-white";
    const shown = attacks
      .toSorted((one, other) => Number(other.royal) - Number(one.royal))
      .slice(0, MOST_ARROWS);
    for (const { from, to, royal } of shown.reverse()) {
      if (royal) this.#tint(to, "check");
      this.#jump(from, to, royal ? "check" : mark, royal ? 1.3 : 0.5, true);
    }
  }

  /** @param {Square5D} square @param {string} mark */
  #tint([row, time, file, rank], mark) {
    const line = this.layout.line(row);
    if (!line) return;
    const boards = this.tints.get(row) ?? new Map();
    this.tints.set(row, boards);
    const at = Math.min(time, this.layout.endOf(line));
    /** @type {Tint[]} */ const before = boards.get(at) ?? [];
    boards.set(at, [
      ...before.filter((tint) => tint.file !== file || tint.rank !== rank),
      { file, rank, mark },
    ]);
  }

  /**
   * @param {Square5D} from
   * @param {Square5D} to
   * @param {string} mark
   * @param {number} weight
   * @param {boolean} [dashed]
   */
  #jump(from, to, mark, weight, dashed = false) {
    const [start, end] = [this.layout.center(from), this.layout.center(to)];
    if (!start || !end || (start.x === end.x && start.y === end.y)) return;
    const bent = from[0] !== to[0] || from[1] !== to[1];
    this.jumps.push({ from: start, to: end, mark, weight, dashed, bent });
  }
}
