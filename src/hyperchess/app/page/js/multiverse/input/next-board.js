/** Cycles through the boards to play: first the mandatory ones, then the optional ones. */

import { samePlace } from "../layout.js";

/** @import {BoardPlace, Position5D} from "../../types.js" */

export class NextBoard {
  /** @type {BoardPlace | null} */ #visited = null;

  /** Reset for another game. */
  forget() {
    this.#visited = null;
  }

  /**
   * @param {Position5D} position
   * @returns {{place: BoardPlace, must: boolean} | null} null if no board can be played
   */
  next({ mandatory, playable }) {
    const optional = playable.filter((place) => !mandatory.some((other) => samePlace(other, place)));
    const boards = [...mandatory, ...optional];
    const visited = this.#visited;
    const now = visited ? boards.findIndex((place) => samePlace(place, visited)) : -1;
    const place = boards[(now + 1) % boards.length];
    if (!place) return null;
    this.#visited = place;
    return { place, must: mandatory.includes(place) };
  }
}
