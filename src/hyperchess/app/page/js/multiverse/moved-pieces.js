/** The pieces that move from one position to the next, for animation. */

/** @import {Session} from "../session.js" */
/** @import {LastMove5D, Square5D} from "../types.js" */

/** @typedef {{from: Square5D, to: Square5D}} Flight from square to square, the target on the board after the move */

export class MovedPieces {
  #study = "";
  #node = -1;
  #pending = 0;

  /**
   * The moves since the last call: a move that was just made, or the action that was just selected.
   *
   * @param {Session} session
   * @returns {Flight[]}
   */
  next({ study, node, pending, position, current }) {
    const before = { study: this.#study, node: this.#node, pending: this.#pending };
    this.#study = study?.id ?? "";
    this.#node = node;
    this.#pending = pending.length;
    if (position?.game !== "5d" || before.study !== this.#study) return [];
    if (node === before.node && pending.length === before.pending + 1) return position.last.slice(-1).map(flight);
    const forward = current?.parent === before.node && before.pending === 0 && pending.length === 0;
    return forward ? position.last.map(flight) : [];
  }
}

/**
 * A move on one board is shown on the new board; a jump starts on the old one.
 *
 * @param {LastMove5D} move
 * @returns {Flight}
 */
function flight({ from, kind, touched, to }) {
  return { from: kind === "physical" ? (touched[0] ?? from) : from, to: touched[1] ?? to };
}
