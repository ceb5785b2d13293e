/** Playing and drawing with the keyboard, while its cursor is shown: moves it and announces every step. */

import { announce } from "../../ui/announce.js";
import { ARROWS, nearestExisting, nextBoard, nextSquare, onBoard, startSquare } from "./cursor.js";
import { colorOf, shapeOf, toggled } from "../../drawing/shapes.js";
import { boardName, moveName, pieceName, squareName } from "../names.js";

/** @import {BoardPlace, Square5D} from "../../types.js" */
/** @import {Layout} from "../layout.js" */
/** @import {InputHost} from "./input-host.js" */

export class KeyboardInput {
  /** @type {Square5D | null} the last cursor square, shown or not */ #square = null;

  /** @param {InputHost} stage */
  constructor(stage) {
    this.stage = stage;
    stage.canvas.addEventListener("pointerdown", () => stage.hideCursor());
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was handled */
  handle(event) {
    const { layout } = this.stage;
    if (!layout || event.ctrlKey || event.metaKey) return false;
    const step = ARROWS[event.key];
    if (step && !event.altKey) {
      // Without a cursor, plain arrows step through the game.
      if (!this.stage.interaction.cursor && !event.shiftKey) return false;
      this.#walk(layout, step, event.shiftKey);
      return true;
    }
    if (event.key === "[" || event.key === "]") return this.#toTarget(layout, event.key === "]" ? 1 : -1);
    if (event.key === "Enter" || event.key === " ") {
      this.#act(layout, event);
      return true;
    }
    return event.key === "Escape" && this.#leave();
  }

  /** Show the cursor. */
  start() {
    const { layout } = this.stage;
    if (layout) this.#show(layout, this.#square ?? startSquare(layout), true);
  }

  /** Move the cursor to a board. @param {Layout} layout @param {BoardPlace} place */
  visit(layout, place) {
    this.#square = onBoard(layout, place);
    if (this.stage.interaction.cursor) this.stage.interaction.cursor = this.#square;
  }

  /** Keep the cursor on an existing square after the position changed. @param {Layout} layout */
  keep(layout) {
    if (this.#square) this.#square = nearestExisting(layout, this.#square);
    if (this.stage.interaction.cursor) this.stage.interaction.cursor = this.#square;
  }

  /** Reset for another game. */
  forget() {
    this.#square = null;
    this.stage.interaction.cursor = null;
  }

  /** @param {Layout} layout @param {[number, number]} step @param {boolean} boards */
  #walk(layout, step, boards) {
    const { stage } = this;
    const from = this.#square ?? /** @type {Square5D | null} */ (stage.play.selected);
    const shown = stage.interaction.cursor !== null;
    // The first key shows the cursor; the next ones move it.
    if (!from) this.#show(layout, startSquare(layout), true);
    else if (!shown && !boards) this.#show(layout, nearestExisting(layout, from), true);
    else this.#show(layout, boards ? nextBoard(layout, from, step) : nextSquare(layout, from, step), boards);
  }

  /** Move the cursor to the next target of the selected piece. @param {Layout} layout @param {number} step */
  #toTarget(layout, step) {
    const targets = [...new Map(this.stage.play.targets.map((move) => [`${move.to}`, move.to])).values()];
    if (targets.length === 0) return false;
    const now = targets.findIndex((square) => `${square}` === `${this.#square}`);
    const next = targets[(now + step + (now < 0 && step < 0 ? 1 : 0) + targets.length) % targets.length];
    this.#show(layout, /** @type {Square5D} */ (next), true);
    return true;
  }

  /**
   * @param {Layout} layout
   * @param {Square5D} square
   * @param {boolean} board whether to name the board
   */
  #show(layout, square, board) {
    const { stage } = this;
    this.#square = square;
    stage.interaction.cursor = square;
    const moves = stage.play.movesTo(square);
    const point = stage.cameraControl.reveal(square);
    if (moves.length > 0) stage.tooltip.show(point, moveName(moves));
    else stage.tooltip.hide();
    announce(`${board ? `${boardName(layout, square)}, ` : ""}${this.#words(layout, square)}`);
    stage.redraw();
  }

  /** @param {Layout} layout @param {Square5D} square */
  #words(layout, square) {
    const { play, pieces } = this.stage;
    const [, , file, rank] = square;
    const parts = [`${squareName(file, rank)}: ${pieceName(layout.pieceAt(square), pieces)}`];
    const moves = play.movesTo(square);
    if (moves.length > 0) parts.push(`target, ${moveName(moves)}`);
    else if (`${play.selected}` === `${square}`) parts.push("selected");
    else if (play.canTake(square)) parts.push("can move");
    return parts.join(", ");
  }

  /** @param {Layout} layout @param {KeyboardEvent} event */
  #act(layout, event) {
    const { stage } = this;
    if (!this.#square || !stage.interaction.cursor) {
      this.#show(layout, this.#square ?? startSquare(layout), true);
      return;
    }
    const drawing = stage.settings.get("drawing");
    if (drawing !== null && stage.session.canComment) this.#draw(this.#square, event);
    else this.#play(layout, this.#square);
  }

  /** @param {Layout} layout @param {Square5D} square */
  async #play(layout, square) {
    const { stage } = this;
    const playing = stage.play.movesTo(square).length > 0;
    const name = playing ? moveName(stage.play.movesTo(square)) : "";
    await stage.play.touch(square);
    const count = new Set(stage.play.targets.map((move) => `${move.to}`)).size;
    if (playing) announce(`played ${name}`);
    else if (stage.play.selected) {
      const piece = pieceName(layout.pieceAt(square), stage.pieces);
      announce(`${piece} selected, ${count === 1 ? "1 target square" : `${count} target squares`}`);
    } else announce(`${this.#words(layout, square)}: nothing selected`);
    stage.redraw();
  }

  /**
   * The first key starts an arrow, the second ends it; both on one square mark the square.
   *
   * @param {Square5D} square
   * @param {KeyboardEvent} event
   */
  #draw(square, event) {
    const { interaction, session, settings } = this.stage;
    const color = colorOf(event, settings.get("drawing"));
    const from = interaction.draft?.from;
    if (!from) interaction.draft = { from: square, to: null, color };
    else {
      interaction.draft = null;
      session.drawShapes(toggled(session.current?.shapes ?? [], shapeOf(from, square, color)));
    }
    announce(from ? `${color} drawn` : `${color} from ${squareName(square[2], square[3])}`);
    this.stage.redraw();
  }

  #leave() {
    const { stage } = this;
    if (stage.interaction.draft) stage.interaction.draft = null;
    else if (stage.play.selected) {
      stage.play.touch(null);
      announce("nothing selected");
    } else if (stage.interaction.cursor) stage.hideCursor();
    else return false;
    stage.redraw();
    return true;
  }
}
