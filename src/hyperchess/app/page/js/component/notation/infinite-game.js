/** A game of infinite chess from its text: every written move is played by the kernel, or is a problem. */

/** @import {PositionInfinite} from "../../types.js" */
/** @import {Rules} from "../../data/playing/rules.js" */
/** @import {WrittenNode} from "../game-json.js" */
/** @import {InfiniteSyntax, MoveSyntax} from "./infinite-syntax.js" */

import { TextProblem } from "./problem.js";

/** @typedef {{node: number, state: number, position: PositionInfinite, children: Map<string, Place>}} Place */

/** @param {InfiniteSyntax} syntax @param {Rules} rules of its start @returns {WrittenNode[]} */
export function resolveInfinite(syntax, rules) {
  const blank = /** @type {PositionInfinite} */ (rules.blank());
  /** @type {WrittenNode[]} */ const nodes = [{ parent: null, comments: syntax.comments }];
  /** @type {Place} */ const root = { node: 0, state: rules.begin(), position: blank, children: new Map() };
  /** @type {Place[]} */ const places = [];
  for (const move of syntax.moves) {
    const before = places[move.parent] ?? root;
    const [from, to] = [move.from.join(","), move.to.join(",")];
    const key = `${from}>${to}=${move.promotion}`;
    let place = before.children.get(key);
    if (place) nodes[place.node]?.comments?.push(...move.comments);
    else {
      const { state, position, promotion } = play(move, before, rules, syntax.text);
      place = { node: nodes.length, state, position, children: new Map() };
      before.children.set(key, place);
      const written = { from, to, promotion, text: textOf(move), evaluation: move.evaluation };
      nodes.push({ parent: before.node, moves: [written], comments: move.comments, result: move.result });
    }
    places.push(place);
  }
  return nodes;
}

/** @param {MoveSyntax} move @param {Place} before @param {Rules} rules @param {string} text */
function play(move, before, rules, text) {
  const { player } = before.position;
  const promotion = player === "white" ? move.promotion.toUpperCase() : move.promotion;
  try {
    const step = rules.play(before.state, `${move.from}>${move.to}${promotion && `=${promotion}`}`, before.position);
    const [own = ""] = /^[A-Za-z]*/.exec(step.name) ?? [];
    if (move.piece && !promotion && move.piece !== own) throw new Error(`the piece on ${move.from} is ${own}`);
    const { players } = before.position;
    const position = { ...before.position, player: /** @type {any} */ (players[1]), players: players.toReversed() };
    return { state: step.state, position, promotion };
  } catch (error) {
    throw new TextProblem(text, move.at, "a legal move", /** @type {Error} */ (error).message);
  }
}

/** The move as written, without its evaluation. @param {MoveSyntax} move */
function textOf({ text, evaluation }) {
  return evaluation ? text.slice(0, text.length - evaluation.length).trim() : text;
}
