/** Playing moves on an infinite board: selecting a piece, moving it to a target, and choosing among several moves. */

/** @import {PlacedPiece, SquareInfinite} from "../../types.js" */
/** @import {Session} from "../../session.js" */
/** @import {InfiniteView} from "../view.js" */
/** @typedef {[bigint, bigint]} Spot */

import { choose } from "../../ui/chooser.js";
import { drawingOf } from "../piece-codes.js";
import { TargetMap } from "../targets.js";

/** @param {Spot} at @returns {SquareInfinite} */
export function squareOf([x, y]) {
  return [String(x), String(y)];
}

/** @param {Spot | null} one @param {Spot | null} other */
export function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

export class Play {
  /** @type {Spot | null} */ selected = null;
  /** @type {TargetMap} */ targets = new TargetMap({ moves: [], rays: [] });
  /** @type {Promise<void>} resolved when the targets of the selected piece are known */ #asked = Promise.resolve();
  #playing = false;
  /** whether the piece was dragged to its square */ dropping = false;

  /** @param {Session} session @param {InfiniteView} view */
  constructor(session, view) {
    this.session = session;
    this.view = view;
  }

  /** Take over the selection of the session. */
  refresh() {
    const square = this.session.study?.game === "infinite" ? this.session.selected : null;
    this.selected = square ? [BigInt(square[0]), BigInt(square[1])] : null;
    this.targets = new TargetMap(square ? this.session.targets : { moves: [], rays: [] });
  }

  /** @param {Spot} at */
  canTake(at) {
    const piece = this.view.field.at(...at);
    return this.session.canPlay && piece !== null && piece[1] === this.view.position?.player;
  }

  /** @param {Spot} at */
  take(at) {
    if (same(at, this.selected)) return;
    this.#asked = this.session.select(squareOf(at));
  }

  /** @param {Spot} at */
  movesTo(at) {
    return this.selected ? this.targets.movesTo(squareOf(this.selected), ...at) : [];
  }

  /** A click or Enter on a square: play to it, select its piece, or clear the selection. @param {Spot} at */
  async touch(at) {
    if (this.movesTo(at).length > 0) await this.#put(at);
    else if (this.canTake(at)) this.take(at);
    else await this.session.select(null);
  }

  /** @param {Spot} at the targets may still be loading */
  async putDown(at) {
    await this.#asked;
    if (this.movesTo(at).length === 0) return;
    this.dropping = true;
    await this.#put(at);
    this.dropping = false;
  }

  /** @param {Spot} at */
  async #put(at) {
    if (this.#playing) return;
    this.#playing = true;
    try {
      const move = await this.#which(at);
      if (move) await this.session.playText(move.text);
    } finally {
      this.#playing = false;
    }
  }

  /** Several moves to one square are promotions: ask which piece. @param {Spot} at */
  async #which(at) {
    const moves = this.movesTo(at);
    if (moves.length < 2) return moves[0] ?? null;
    const { view } = this;
    const [x, y] = view.camera.toScreen(...at);
    const pawn = this.selected ? view.field.at(...this.selected) : null;
    return choose(
      view.host,
      x,
      y,
      moves.map((move) => {
        const symbol = move.promotion ? drawingOf(move.promotion) : (pawn?.[0] ?? "pawn");
        return {
          value: move,
          label: symbol ? symbol.replaceAll("-", " ") : move.name,
          draw: (/** @type {HTMLCanvasElement} */ canvas) => this.#drawChoice(canvas, symbol, pawn),
        };
      }),
    );
  }

  /** @param {HTMLCanvasElement} canvas @param {string} symbol @param {PlacedPiece | null} pawn */
  #drawChoice(canvas, symbol, pawn) {
    const pen = canvas.getContext("2d");
    const look = this.view.theme().owners[pawn?.[1] ?? "white"];
    if (pen && look) this.view.art.paint(pen, symbol, look, 0, 0, canvas.width);
  }
}
