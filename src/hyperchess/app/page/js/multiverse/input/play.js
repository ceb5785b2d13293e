/**
 * Playing moves: selecting a piece, moving it to a target, and choosing among several moves. Legal moves come from
 * the session; there are no rules here.
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
 * @typedef {object} PlayHost what is needed of the stage
 * @property {HTMLElement} host where the promotion menu opens
 * @property {PieceArt} pieces
 * @property {() => Layout | null} layout
 * @property {() => Theme} theme
 * @property {(square: Square5D) => Point} pointOf the position of a square, in CSS pixels of the host
 * @property {() => boolean} autoSubmit
 * @property {() => void} beforeMenu called before the promotion menu opens
 */

export class Play {
  #playing = false;
  /** whether the piece was dragged to its square */ dropping = false;

  /** @param {Session} session @param {PlayHost} host */
  constructor(session, host) {
    this.session = session;
    this.host = host;
  }

  /** @returns {Square5D | null} */
  get selected() {
    if (this.session.draft) return null;
    return this.session.study?.game === "5d" ? /** @type {Square5D | null} */ (this.session.selected) : null;
  }

  /** @returns {Move[]} */
  get targets() {
    return this.selected ? this.session.targets.moves : [];
  }

  /** Whether the piece on a square belongs to the player and its board can be played. @param {Square5D} square */
  canTake(square) {
    const layout = this.host.layout();
    if (!layout || !this.session.canPlay) return false;
    const letter = layout.pieceAt(square);
    if (letter === "" || letter === "." || letter === "#") return false;
    if (this.session.draft) return true;
    const { player, playable, mandatory } = layout.position;
    if (isWhite(letter) !== (player === "white")) return false;
    return [...mandatory, ...playable].some((place) => samePlace(place, square));
  }

  /** The moves of the selected piece to a square. @param {Square5D} square */
  movesTo(square) {
    return this.targets.filter((move) => sameSquare(/** @type {Square5D} */ (move.to), square));
  }

  /** Select the piece on a square, or nothing. @param {Square5D | null} square */
  async take(square) {
    if (this.session.draft || (square && this.selected && sameSquare(square, this.selected))) return;
    await this.session.select(square);
  }

  /**
   * A tap or Enter on a square: play to it, select its piece, or clear the selection.
   *
   * @param {Square5D | null} square
   */
  async touch(square) {
    const { draft } = this.session;
    if (draft && square) draft.use(square);
    if (draft) return;
    if (square && this.movesTo(square).length > 0) await this.#put(square);
    else if (square && this.selected && sameSquare(square, this.selected)) await this.session.select(null);
    else await this.session.select(square && this.canTake(square) ? square : null);
  }

  /**
   * Drop a dragged piece on a square; its targets may still be loading.
   *
   * @param {Square5D} from
   * @param {Square5D | null} square
   * @param {Promise<void>} taken
   */
  async putDown(from, square, taken) {
    const { draft } = this.session;
    if (draft && square) draft.move(from, square);
    await taken;
    if (!square || !this.selected || !sameSquare(this.selected, from)) return;
    if (this.movesTo(square).length === 0) return;
    this.dropping = true;
    await this.#put(square);
    this.dropping = false;
  }

  /** @param {Square5D} square */
  async #put(square) {
    if (this.#playing) return;
    this.#playing = true;
    try {
      const move = await this.#which(this.movesTo(square), square);
      if (move) await this.session.play(move, this.host.autoSubmit());
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
    const { host, pieces, theme, pointOf, beforeMenu } = this.host;
    beforeMenu();
    const player = this.host.layout()?.position.player ?? "white";
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
    return (this.selected && this.host.layout()?.pieceAt(this.selected)) || "";
  }
}
