/** A game by the rules of the kernel, without a board: for programs on servers, and for tests. */

/** @import {Art, Position, Square, Targets} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */

import { EmbeddedSource } from "../data/embedded.js";
import { parseSquare } from "./square-names.js";

export class RulesGame {
  /** @type {EmbeddedSource} */ #source;
  #node = 0;

  /** @param {Embedded} data @param {Art} art @param {() => Promise<WebAssembly.Module>} kernel */
  constructor(data, art, kernel) {
    this.#source = new EmbeddedSource(data, art, kernel);
  }

  /** The position after all actions that were played. @returns {Promise<Position>} */
  position() {
    return this.#source.position("", this.#node, []);
  }

  /** The legal moves of the piece on a square. @param {Square | string} square @returns {Promise<Targets>} */
  async targets(square) {
    const at = typeof square === "string" ? parseSquare(square, await this.position()) : square;
    return this.#source.targets("", this.#node, [], at);
  }

  /** Play a whole action; throws if it is not legal. @param {string[]} moves with all coordinates */
  async play(moves) {
    const { node } = await this.#source.edit("", { type: "add", parent: this.#node, moves });
    this.#node = node;
  }
}
