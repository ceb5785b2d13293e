/**
 * Playing moves: which piece can be taken up, where it may be put down, and which of several moves is meant.
 * The session knows what is legal; nothing here does.
 */

import { choose } from "../../ui/chooser.js";
import { samePlace, sameSquare } from "../layout.js";
import { lookOf } from "../render/view.js";
import { isWhite } from "../names.js";

/** @import {Move, Square5D, Theme} from "../../types.js" */
/** @import {Session} from "../../session.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Layout} from "../layout.js" */
/**
 * @typedef {object} Table what playing needs to know of the stage
 * @property {HTMLElement} host where a chooser may open
 * @property {PieceArt} pieces
 * @property {() => Layout | null} layout
 * @property {() => Theme} theme
 * @property {(square: Square5D) => Point} pointOf where a square is, in CSS pixels of the host
 * @property {() => void} asking called before a chooser opens
 */

export class Play {
  #playing = false;

  /** @param {Session} session @param {Table} table */
  constructor(session, table) {
    this.session = session;
    this.table = table;
  }

  /** @returns {Square5D | null} */
  get selected() {
    return this.session.study?.game === "5d" ? /** @type {Square5D | null} */ (this.session.selected) : null;
  }

  /** @returns {Move[]} */
  get targets() {
    return this.selected ? this.session.targets.moves : [];
  }

  /** Whether the player may have a move with what stands on a square. @param {Square5D} square */
  canTake(square) {
    const layout = this.table.layout();
    if (!layout || !this.session.canEdit) return false;
    const letter = layout.pieceAt(square);
    if (letter === "" || letter === "." || letter === "#") return false;
    const { player, playable, mandatory } = layout.position;
    if (isWhite(letter) !== (player === "white")) return false;
    return [...mandatory, ...playable].some((place) => samePlace(place, square));
  }

  /** The moves of the selected piece to a square. @param {Square5D} square */
  movesTo(square) {
    return this.targets.filter((move) => sameSquare(/** @type {Square5D} */ (move.to), square));
  }

  /** Take up the piece on a square, or nothing. @param {Square5D | null} square */
  async take(square) {
    if (square && this.selected && sameSquare(square, this.selected)) return;
    await this.session.select(square);
  }

  /**
   * A tap or Enter on a square: play to it, take up what stands there, or let go.
   *
   * @param {Square5D | null} square
   */
  async touch(square) {
    if (square && this.movesTo(square).length > 0) await this.#put(square);
    else if (square && this.selected && sameSquare(square, this.selected)) await this.session.select(null);
    else await this.session.select(square && this.canTake(square) ? square : null);
  }

  /**
   * Let go of a dragged piece over a square; its targets may still be on their way.
   *
   * @param {Square5D} from
   * @param {Square5D | null} square
   * @param {Promise<void>} taken
   */
  async putDown(from, square, taken) {
    await taken;
    if (!square || !this.selected || !sameSquare(this.selected, from)) return;
    if (this.movesTo(square).length > 0) await this.#put(square);
  }

  /** @param {Square5D} square */
  async #put(square) {
    if (this.#playing) return;
    this.#playing = true;
    try {
      const move = await this.#which(this.movesTo(square), square);
      if (move) await this.session.play(move);
    } finally {
      this.#playing = false;
    }
  }

  /**
   * Several moves to one square are promotions: ask which piece.
   *
   * @param {Move[]} moves
   * @param {Square5D} square
   */
  async #which(moves, square) {
    if (moves.length < 2) return moves[0] ?? null;
    const { host, pieces, theme, pointOf, asking } = this.table;
    asking();
    const player = this.table.layout()?.position.player ?? "white";
    const { x, y } = pointOf(square);
    return choose(
      host,
      x,
      y,
      moves.map((move) => ({
        value: move,
        label: move.promotion ? pieces.word(pieces.symbol(move.promotion)) : move.name,
        draw: (/** @type {HTMLCanvasElement} */ canvas) => {
          const pen = canvas.getContext("2d");
          const symbol = pieces.symbol(move.promotion || this.#letter());
          if (pen) pieces.paint(pen, symbol, lookOf(theme(), player), 0, 0, canvas.width);
        },
      })),
    );
  }

  #letter() {
    return (this.selected && this.table.layout()?.pieceAt(this.selected)) || "";
  }
}
